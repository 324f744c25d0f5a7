/** The lobby: tables where I sit, tables where I can sit down, and a form to open one. */

import { Art } from "./art.js";
import { drawingOf } from "./drawings.js";
import { get } from "./http.js";
import { me, loadMe, NameDialog } from "./me.js";
import { namesOf, wholeSeat } from "./model.js";
import { OpenTable } from "./opening.js";
import { paceOf, rulesOf, sitter, variantOf } from "./terms.js";
import { duration, moment } from "./time.js";
import { minus } from "./words.js";
import { SettingsDialog, Top, wordsFor } from "./frame.js";
import { Crest, html, Icon, names, useEffect, useSignal, useState } from "./parts.js";

/**
 * @import { GameLine, Lobby as Tables, SwitchInfo, TableLine } from "./messages.js"
 * @import { Drawing, Seat } from "./types.js"
 * @import { Words } from "./words.js"
 */

const POLL = 4_000;
/** @type {Pick<Tables, "mine"|"open"|"running">} */
const NO_TABLES = { mine: [], open: [], running: [] };
/** Tables that wait for me come first, finished ones last. */
const urgency = (/** @type {TableLine} */ { my_turn, stage }) => (my_turn ? 0 : stage === "over" ? 2 : 1);

export default function Lobby() {
  const words = wordsFor().value;
  const lobby = useSignal(/** @type {Tables|null} */ (null));
  const games = useSignal(/** @type {GameLine[]|null} */ (null));
  const failed = useSignal(false);
  const [dialog, setDialog] = useState("");

  useEffect(() => {
    void loadMe();
    get("/api/games").then(
      (/** @type {GameLine[]} */ list) => (games.value = list),
      () => (failed.value = true),
    );
    const look = async () => {
      if (document.hidden) return;
      try {
        lobby.value = await get("/api/tables");
        failed.value = false;
      } catch {
        failed.value = true;
      }
    };
    void look();
    const timer = setInterval(look, POLL);
    document.addEventListener("visibilitychange", look);
    return () => (clearInterval(timer), document.removeEventListener("visibilitychange", look));
  }, []);
  useEffect(() => {
    if (words) document.title = words.say("web.lobby.title");
  }, [words]);
  if (!words) return null;

  const close = () => setDialog("");
  const { mine, open, running, now } = (games.value && lobby.value) ?? { ...NO_TABLES, now: Date.now() };
  const switchesOf = (/** @type {TableLine} */ table) =>
    games.value?.find(({ id }) => id === table.game)?.switches ?? [];
  const sorted = mine.toSorted((a, b) => urgency(a) - urgency(b));
  const waiting = mine.filter((table) => table.my_turn).length;
  const free = open.flatMap((table) => table.seats).filter((seat) => seat.kind === "open").length;
  return html`<div class="page lobby">
    <${Top} words=${words} onSettings=${() => setDialog("settings")}
      menu=${[{ label: me.value || words.say("web.name.title"), icon: "u-user", onClick: () => setDialog("name") }]}>
      <nav class="nav" aria-label=${words.say("web.nav")}>
        <a href="/" aria-current="page">${words.say("web.nav.tables")}</a>
        ${games.value && html`<a href=${`/rules/${games.value[0].id}`}>${words.say("web.nav.rules")}</a>`}
        <a href="/replay">${words.say("web.nav.replay")}</a>
      </nav>
    <//>
    <main class="scaled">
      <h1 class="sr">${words.say("web.lobby.title")}</h1>
      <div class="col">
        ${failed.value && html`<p class="strip" role="alert">${words.say("web.lobby.failed")}</p>`}
        <section aria-label=${words.say("web.lobby.mine")}>
          <h2 class="h">${words.say("web.lobby.mine")}
            <small>${waiting > 0 && words.say("web.lobby.waiting", { n: waiting })}</small></h2>
          ${!mine.length && html`<p class="empty">${words.say("web.lobby.mine.none")}</p>`}
          <ul class="mys">
            ${sorted.map(
              (table) => html`<${MyTable} key=${table.id} table=${table} now=${now} words=${words}
              switches=${switchesOf(table)} />`,
            )}
          </ul>
        </section>
        <section class="opens" aria-label=${words.say("web.lobby.open")}>
          <h2 class="h">${words.say("web.lobby.open")}
            <small>${open.length > 0 && words.say("web.lobby.free", { tables: open.length, seats: free })}</small></h2>
          <div class="panel open">
            ${!open.length && html`<p class="empty">${words.say("web.lobby.open.none")}</p>`}
            <ul>${open.map(
              (table) => html`<${OpenLine} key=${table.id} table=${table} words=${words}
              switches=${switchesOf(table)} />`,
            )}</ul>
          </div>
        </section>
        ${
          running.length > 0 &&
          html`<section aria-label=${words.say("web.lobby.running")}>
          <h2 class="h">${words.say("web.lobby.running")}</h2>
          <div class="panel open">
            <ul>${running.map(
              (table) => html`<${OpenLine} key=${table.id} table=${table} words=${words}
              switches=${switchesOf(table)} action="watch" />`,
            )}</ul>
          </div>
        </section>`
        }
      </div>
      ${games.value && html`<${OpenTable} games=${games.value} />`}
    </main>
    ${dialog === "settings" && html`<${SettingsDialog} words=${words} onClose=${close} />`}
    ${dialog === "name" && html`<${NameDialog} words=${words} onName=${close} onClose=${close} />`}
  </div>`;
}

// -- tables -----------------------------------------------------------------------------------------------------------

/** @param {{table: TableLine, now: number, words: Words, switches: SwitchInfo[]}} props */
function MyTable({ table, now, words, switches }) {
  const seats = table.seats.map(wholeSeat);
  const primary = table.my_turn ? "pri" : "";
  const action = table.my_turn ? "go_on" : table.stage === "over" ? "result" : "look";
  return html`<li class=${names("my", table.my_turn && "now")}>
    <${Art} game=${table.game} />
    <div class="what">
      <h3>${words.say(`game.${table.game}`)} <small>${players(words, table, seats)}</small></h3>
      <p><${Caption} table=${table} switches=${switches} /></p>
      <p class="st">${status(words, table, seats)}</p>
    </div>
    <div class="mr">
      <${Seats} seats=${seats} words=${words} />
      <small>${timeOf(words, table, now)}</small>
      <a class=${names("btn", primary)} href=${`/t/${table.id}`}>${words.say(`web.lobby.${action}`)}</a>
    </div>
  </li>`;
}

/**
 * A table of others, to sit down or to watch.
 * @param {{table: TableLine, words: Words, switches: SwitchInfo[], action?: "join"|"watch"}} props
 */
function OpenLine({ table, words, switches, action = "join" }) {
  const terms = wordsFor(table.game).value;
  const seats = table.seats.map(wholeSeat);
  return html`<li class="line">
    <div class="what">
      <h3>${words.say(`game.${table.game}`)} <small>${players(words, table, seats)}</small></h3>
      <small>${terms && rulesOf(terms, switches, table.options)}</small>
    </div>
    <${Seats} seats=${seats} words=${words} />
    <span class="tm"><${Icon} id=${table.pace === "live" ? "u-bolt" : "u-mail"} />${paceOf(words, table)}</span>
    <a class="btn" href=${`/t/${table.id}${action === "watch" ? "?watch" : ""}`}>${words.say(`web.lobby.${action}`)}</a>
  </li>`;
}

/**
 * How far the game is, as its own drawing puts it.
 * @param {{table: TableLine, switches: SwitchInfo[]}} props
 */
function Caption({ table, switches }) {
  const [drawing, setDrawing] = useState(/** @type {Pick<Drawing, "caption">|null} */ (null));
  const words = wordsFor(table.game, variantOf(switches, table.options)).value;
  useEffect(() => {
    drawingOf(table.game).then(setDrawing, () => undefined);
  }, []);
  const begun = Object.keys(table.caption).length > 0;
  return (
    words &&
    (drawing && begun
      ? drawing.caption(words, /** @type {Record<string, number>} */ (table.caption))
      : rulesOf(words, switches, table.options))
  );
}

/** @param {{seats: Seat[], words: Words}} props */
function Seats({ seats, words }) {
  const taken = (/** @type {Seat} */ { kind }) => kind === "human" || kind === "bot";
  return html`<span class="seats" role="img" aria-label=${words.list(seats.map((seat) => sitter(words, seat)))}>
    ${seats.map((seat, place) => (taken(seat) ? html`<${Crest} seat=${place} />` : html`<i></i>`))}
  </span>`;
}

/** Who plays; of a finished game the best first, with what everybody had. */
function players(/** @type {Words} */ words, /** @type {TableLine} */ { scores = [] }, /** @type {Seat[]} */ seats) {
  const known = seats.filter(({ kind }) => kind === "human" || kind === "bot");
  if (!scores.length) return known.map((seat) => sitter(words, seat)).join(", ");
  return seats
    .map((seat, place) => ({ name: sitter(words, seat), score: scores[place] }))
    .sort((a, b) => b.score - a.score)
    .map(({ name, score }) => `${name} ${minus(score)}`)
    .join(", ");
}

function status(/** @type {Words} */ words, /** @type {TableLine} */ table, /** @type {Seat[]} */ seats) {
  if (table.outdated) return words.say("web.lobby.outdated");
  if (table.stage === "over") return `${words.say("web.lobby.over")} · ${moment(words.lang, table.changed)}`;
  if (table.stage === "gathering") {
    const n = seats.filter((seat) => seat.kind === "open" || seat.kind === "invited").length;
    return words.say("web.lobby.gathering", { n });
  }
  if (table.my_turn) return words.say("web.lobby.my_turn");
  return words.named(namesOf(words, seats)).say("web.waiting_for", { seats: table.deciding });
}

/** The pace, or how much of my time is left. */
function timeOf(/** @type {Words} */ words, /** @type {TableLine} */ table, /** @type {number} */ now) {
  if (!table.deadline) return paceOf(words, table);
  const left = duration(words, Math.max(0, (table.deadline - now) / 1_000));
  return words.say("web.pace.left", { pace: words.say(`web.pace.${table.pace}`), left });
}
