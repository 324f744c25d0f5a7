/** Tables with the same dice and cards: who plays where, and afterwards how everybody did beside the same seat elsewhere. */

import { wordsFor } from "./frame.js";
import { get } from "./http.js";
import { PageTop } from "./navigation.js";
import { Button, CopyLink, Crest, html, names, useEffect, useSignal, useState } from "./parts.js";
import { sitter } from "./terms.js";
import { day } from "./time.js";
import { decimal, minus, wholePercent } from "./words.js";

/**
 * @import { Deal, DealLine, DealTable } from "./messages.js"
 * @import { Words } from "./words.js"
 */

const POLL = 5_000;

/** @param {{deal: string}} props */
export default function DealPage({ deal: id }) {
  const words = wordsFor().value;
  const deal = useSignal(/** @type {Deal|null} */ (null));
  const [failed, setFailed] = useState(false);
  const look = () =>
    get(`/api/deals/${id}`).then(
      (/** @type {Deal} */ found) => ((deal.value = found), setFailed(false)),
      () => setFailed(true),
    );
  useEffect(() => {
    void look();
    const timer = setInterval(() => !document.hidden && look(), POLL);
    return () => clearInterval(timer);
  }, [id]);
  const game = deal.value?.game;
  useEffect(() => {
    if (words && game) document.title = words.say("web.deals.title", { game });
  }, [words, game]);
  if (!words) return null;
  const say = (/** @type {string} */ id, facts = {}) => words.say(`web.deals.${id}`, facts);
  const found = deal.value;
  return html`<div class="page deals">
    <${PageTop} here="tables" />
    <main>
      ${
        failed &&
        !found &&
        html`<p class="strip warn" role="alert"><span>${say("failed")}</span>
        <${Button} onClick=${look}>${words.say("web.ranks.again")}<//></p>`
      }
      ${found && html`<${Tables} words=${words} deal=${found} />`}
      ${found && html`<${Compared} words=${words} deal=${found} />`}
    </main>
  </div>`;
}

/** @param {{words: Words, deal: Deal}} props */
function Tables({ words, deal }) {
  const say = (/** @type {string} */ id, facts = {}) => words.say(`web.deals.${id}`, facts);
  const { game, tables, commitment, secret = "", rated = false, closes = 0 } = deal;
  const free = !tables.some(({ mine = false }) => mine);
  return html`<section class="panel tables" aria-label=${say("tables")}>
    <header><h1 class="h">${say("heading", { game })}</h1>
      <${CopyLink} words=${words} label=${say("share")} address=${location.href} /></header>
    <p>${say("lead", { n: tables.length })}${rated && html` <b>${words.say("web.rated.open.text")}</b>`}</p>
    <ol>${tables.map((table, i) => html`<${TableLine} key=${table.id} words=${words} table=${table} number=${i + 1} free=${free} />`)}</ol>
    ${closes > 0 && html`<p class="muted">${say("closes", { date: day(words.lang, closes) })}</p>`}
    <p class="muted">${say(secret ? "revealed" : "promised")} <code>${(secret || commitment).slice(0, 16)}…</code>
      <span class="sr">${secret || commitment}</span></p>
  </section>`;
}

/** @param {{words: Words, table: DealTable, number: number, free: boolean}} props whether I may still sit somewhere */
function TableLine({ words, table: { id, stage, seats, mine = false, looks = false }, number, free }) {
  const say = (/** @type {string} */ id, facts = {}) => words.say(`web.deals.${id}`, facts);
  const action = mine ? "mine" : stage === "gathering" && free ? "sit" : "look";
  return html`<li class=${names(mine && "mine")}>
    <b>${say("table", { number })}</b>
    <span class="seats">${seats.map((seat, place) => html`<span key=${place}><${Crest} seat=${place} />${sitter(words, seat)}</span>`)}</span>
    <small>${say(`stage.${stage}`)}</small>
    ${
      looks && stage !== "closed"
        ? html`<a class=${names("btn", (mine || action === "sit") && "pri")} href=${`/t/${id}`}
          aria-label=${`${say("table", { number })}: ${say(action)}`}>${say(action)}</a>`
        : html`<span></span>`
    }
  </li>`;
}

/** @param {{words: Words, deal: Deal}} props */
function Compared({ words, deal }) {
  const say = (/** @type {string} */ id, facts = {}) => words.say(`web.deals.${id}`, facts);
  const { lines = [], tables, cleared = false } = deal;
  const numberOf = (/** @type {DealLine} */ { table }) => tables.findIndex(({ id }) => id === table) + 1;
  const nameOf = (/** @type {DealLine} */ { table, seat }) => {
    const found = tables.find(({ id }) => id === table)?.seats[seat];
    return found ? sitter(words, found) : "";
  };
  const lucky = lines.some(({ luck = null }) => luck !== null);
  return html`<section class="panel compared" aria-label=${say("compared")} tabindex="0">
    <h2 class="h">${say("compared")}</h2>
    <p class="muted">${say(!cleared ? "hidden" : lines.length ? "explained" : "none")}</p>
    ${
      lines.length > 0 &&
      html`<table><thead><tr><th scope="col">${words.say("web.ranks.rank")}</th><th scope="col">${words.say("web.ranks.name")}</th>
      <th scope="col">${say("table.short")}</th><th scope="col">${words.say("web.profile.place")}</th>
      <th scope="col">${words.say("web.profile.score")}</th><th scope="col">${say("field")}</th><th scope="col">${say("difference")}</th>
      ${lucky && html`<th scope="col">${words.say("web.profile.without")}</th>`}</tr></thead>
      <tbody>${lines.map((line) => {
        const {
          seat,
          place,
          score,
          rank = 0,
          mine = false,
          field = null,
          difference = null,
          share = null,
          luck = null,
        } = line;
        const signed = difference === null ? "–" : `${difference > 0 ? "+" : ""}${decimal(words, difference)}`;
        const calm =
          share === null || luck === null ? "–" : wholePercent(words, Math.max(0, Math.min(1, share - luck)));
        return html`<tr key=${`${line.table} ${seat}`} class=${names(mine && "mine", line.bot && "bot")}>
          <td>${rank || ""}</td><th scope="row"><span><${Crest} seat=${seat} />${nameOf(line)}</span></th><td>${numberOf(line)}</td>
          <td>${place}</td><td>${minus(score)}</td><td>${field === null ? "–" : decimal(words, field)}</td>
          <td><b>${signed.replace("-", "−")}</b></td>${lucky && html`<td>${calm}</td>`}</tr>`;
      })}</tbody></table>`
    }
  </section>`;
}
