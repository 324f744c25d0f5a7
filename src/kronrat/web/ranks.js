/** Who is how strong in a game: people by their ratings, with bots as they were measured between them. */

import { Arms } from "./arms.js";
import { wordsFor } from "./frame.js";
import { get } from "./http.js";
import { PageTop } from "./navigation.js";
import { Button, Crest, Dialog, html, Icon, names, Segments, Switch, useEffect, useSignal, useState } from "./parts.js";
import { go, note, route } from "./route.js";
import { minus, wholePercent } from "./words.js";

/**
 * @import { GameLine, RankLine, Ranks } from "./messages.js"
 * @import { Words } from "./words.js"
 * @typedef {"rating"|"games"|"wins"} Column
 */

const STEP = 200; // between the numbers of the axis
const EDGE = 80; // beyond the lowest and the highest rating
/** @type {Column[]} */
const COLUMNS = ["rating", "games", "wins"];

/** People have no arms of their own yet: one of the five follows from their id. */
export const armsOf = (/** @type {string} */ id) => [...id].reduce((sum, sign) => sum + sign.charCodeAt(0), 0) % 5;

/** @param {{game?: string}} props */
export default function RanksPage({ game = "" }) {
  const words = wordsFor().value;
  const games = useSignal(/** @type {GameLine[]} */ ([]));
  const ranks = useSignal(/** @type {Ranks|null} */ (null));
  const [failed, setFailed] = useState(false);
  const [bots, setBots] = useState(true);
  const [explained, explain] = useState(false);
  const [pace, setPace] = useState(route.value.query.get("pace") ?? "");
  const shown = game || games.value[0]?.id || "";
  useEffect(() => void get("/api/games").then((/** @type {GameLine[]} */ found) => (games.value = found)), []);
  const look = () =>
    get(`/api/ranks/${shown}?pace=${pace}`).then(
      (/** @type {Ranks} */ found) => ((ranks.value = found), setFailed(false)),
      () => setFailed(true),
    );
  useEffect(() => {
    if (shown) void look();
  }, [shown, pace]);
  useEffect(() => {
    if (words && shown) document.title = words.say("web.ranks.title", { game: shown });
  }, [words, shown]);
  if (!words) return null;
  const say = (/** @type {string} */ id, facts = {}) => words.say(`web.ranks.${id}`, facts);
  const paces = ["", "live", "correspondence"].map((value) => ({ value, label: say(`pace.${value || "all"}`) }));
  const choosePace = (/** @type {string} */ value) => (setPace(value), note(value ? { pace: value } : {}));
  const found = ranks.value?.game === shown ? ranks.value : null;
  return html`<div class="page ranks">
    <${PageTop} here="ranks" />
    <main>
      <header>
        <h1>${say("heading")}</h1>
        <${Segments} legend=${words.say("web.open.game")} hideLegend value=${shown}
          choices=${games.value.map(({ id }) => ({ value: id, label: words.say(`game.${id}`) }))}
          onChange=${(/** @type {string} */ id) => go(`/ranks/${id}${pace && `?pace=${pace}`}`)} />
        <${Segments} legend=${words.say("web.open.pace")} hideLegend value=${pace} choices=${paces} onChange=${choosePace} />
        <${Switch} label=${say("bots")} value=${bots} onChange=${setBots} />
      </header>
      <section class="panel list" aria-label=${say("heading")} tabindex="0">
        ${
          failed &&
          html`<p class="strip warn" role="alert"><span>${say("failed")}</span>
          <${Button} onClick=${look}>${words.say("web.ranks.again")}<//></p>`
        }
        ${found ? html`<${List} words=${words} ranks=${found} bots=${bots} />` : html`<p class="muted" role="status">${!failed && say("loading")}</p>`}
      </section>
      <footer>${
        found &&
        html`<p>${say("foot", { games: found.least_games, error: found.most_error })}
          ${(found.unranked ?? 0) > 0 && html` <b>${say("foot.others", { n: found.unranked })}</b>`}
          <button type="button" class="linkish" onClick=${() => explain(true)}>${say("how")}</button></p>`
      }</footer>
    </main>
    ${
      explained &&
      html`<${Dialog} title=${say("how")} closeLabel=${words.say("web.close")} onClose=${() => explain(false)}>
      <div class="stack">${["rated", "rating", "error", "bots"].map((id) => html`<p>${say(`how.${id}`)}</p>`)}</div>
    <//>`
    }
  </div>`;
}

/** @param {{words: Words, ranks: Ranks, bots: boolean}} props */
function List({ words, ranks, bots }) {
  const [column, sortBy] = useState(/** @type {Column} */ ("rating"));
  const say = (/** @type {string} */ id, facts = {}) => words.say(`web.ranks.${id}`, facts);
  const measured = bots ? ranks.bots : [];
  const value = (/** @type {RankLine} */ line) =>
    column === "wins" ? (line.wins ?? 0) / Math.max(1, line.games) : line[column];
  const sorted = (/** @type {RankLine[]} */ lines) => [...lines].sort((a, b) => value(b) - value(a));
  const first = column === "rating" ? sorted([...ranks.ranked, ...measured]) : sorted(ranks.ranked);
  const others = sorted(ranks.provisional);
  const all = [...ranks.ranked, ...ranks.provisional, ...measured, ...(ranks.mine ? [ranks.mine] : [])];
  const low = Math.min(1_000, ...all.map(({ rating, error }) => rating - error)) - EDGE;
  const high = Math.max(1_800, ...all.map(({ rating, error }) => rating + error)) + EDGE;
  const at = (/** @type {number} */ rating) => `${(100 * (rating - low)) / (high - low)}%`;
  const ticks = [];
  for (let tick = Math.ceil((low + EDGE) / STEP) * STEP; tick <= high - EDGE; tick += STEP) ticks.push(tick);
  const row = (/** @type {RankLine} */ line) =>
    html`<${Row} key=${line.id || line.bot} line=${line} words=${words} at=${at} />`;
  const best = ranks.bots[0]?.bot;
  /** Arrows go from person to person. */
  const move = (/** @type {KeyboardEvent} */ event) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    const body = /** @type {HTMLElement} */ (event.currentTarget);
    const links = [...body.querySelectorAll("a")];
    const next = links[links.indexOf(/** @type {HTMLAnchorElement} */ (document.activeElement)) + step];
    if (step && next && links.includes(/** @type {HTMLAnchorElement} */ (document.activeElement))) {
      event.preventDefault();
      next.focus();
    }
  };
  return html`
    ${!ranks.ranked.length && html`<p class="empty">${best ? say("empty", { bot: best }) : say("nobody")}</p>`}
    <table>
    <thead><tr>
      <th scope="col" class="rk">${say("rank")}</th><th scope="col">${say("name")}</th>
      <th scope="col" class="iv-head"><span class="sr">${say("range")}</span>
        <span class="axis" aria-hidden="true">${ticks.map((tick) => html`<i style=${`left:${at(tick)}`}>${tick}</i>`)}</span></th>
      ${COLUMNS.map(
        (id) => html`<th scope="col" key=${id} class=${id} aria-sort=${id === column ? "descending" : "none"}>
        <button type="button" onClick=${() => sortBy(id)}>${say(id)}</button></th>`,
      )}
      <th scope="col" class="change">${say("change")}</th>
    </tr></thead>
    <tbody onKeyDown=${move}>
      ${first.map(row)}
      ${others.length > 0 && html`<tr class="rule" key="rule"><th scope="rowgroup" colspan="7">${say("provisional")}</th></tr>`}
      ${others.map(row)}
      ${ranks.mine && row(ranks.mine)}
    </tbody></table>`;
}

/** @param {{line: RankLine, words: Words, at: (rating: number) => string}} props */
function Row({ line, words, at }) {
  const {
    rating,
    error,
    games,
    wins = 0,
    bot = "",
    level = null,
    id = "",
    name = "",
    rank = 0,
    mine = false,
    change = null,
  } = line;
  const say = (/** @type {string} */ id, facts = {}) => words.say(`web.ranks.${id}`, facts);
  const [low, high] = [rating - error, rating + error];
  const number = new Intl.NumberFormat(words.lang, { useGrouping: true });
  return html`<tr class=${names(bot && "bot", mine && "mine", !bot && !rank && "new")}>
    <td class="rk">${rank || ""}</td>
    <th scope="row"><span>
      ${!bot ? html`<${Crest} seat=${armsOf(id)} />` : level === null ? html`<${Icon} id="mark" class="emblem" />` : html`<${Arms} level=${level} />`}
      ${bot ? html`<b>${words.say(`bot.${bot}`)}</b>` : html`<a href=${`/people/${id}`}>${name}</a>`}
      ${bot && html`<small class="tag">${say("bot")}</small>`}${mine && html`<small class="tag me">${say("you")}</small>`}
    </span></th>
    <td class="iv-cell"><span class="iv" role="img" aria-label=${say("between", { low, high })}>
      <i style=${`left:${at(low)};right:calc(100% - ${at(high)})`}></i><b style=${`left:${at(rating)}`}></b></span></td>
    <td class="rating"><b>${rating}</b> ± ${error}</td>
    <td class="games">${number.format(games)}</td>
    <td class="wins">${bot ? "–" : wholePercent(words, wins / Math.max(1, games))}</td>
    <td class=${names("change", (change ?? 0) > 0 && "up", (change ?? 0) < 0 && "down")}>${changeOf(words, change, Boolean(bot))}</td>
  </tr>`;
}

/** How a rating has changed: with a sign that is seen without its colour. */
function changeOf(/** @type {Words} */ words, /** @type {number|null} */ change, /** @type {boolean} */ fixed) {
  if (fixed || change === 0) return "=";
  if (change === null) return html`<span aria-label=${words.say("web.ranks.new")}>–</span>`;
  return html`<span aria-hidden="true">${change > 0 ? "▲" : "▼"} ${Math.abs(change)}</span>
    <span class="sr">${change > 0 ? `+${change}` : minus(change)}</span>`;
}
