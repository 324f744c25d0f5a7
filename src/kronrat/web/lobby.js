/**
 * The lobby: for newcomers the games in their boxes; for others the tables where they sit or can sit down, and ways to
 * begin another one.
 */

import { Art } from "./art.js";
import { Daily } from "./daily.js";
import { drawingOf } from "./drawings.js";
import { wordsFor } from "./frame.js";
import { get } from "./http.js";
import { namesOf, wholeSeat } from "./model.js";
import { PageTop } from "./navigation.js";
import { Invitations } from "./invitations.js";
import { Meet } from "./meeting.js";
import { OpenTable } from "./opening.js";
import { Crest, Dialog, html, Icon, names, useEffect, useKeys, useRef, useSignal, useState } from "./parts.js";
import { go, route } from "./route.js";
import { memory, progressIn } from "./settings.js";
import { botsOf, playAgain } from "./start.js";
import { paceOf, rulesOf, sitter, variantOf } from "./terms.js";
import { duration, moment } from "./time.js";
import { Welcome } from "./welcome.js";
import { minus } from "./words.js";

/**
 * @import { GameLine, Lobby as Tables, SwitchInfo, TableLine } from "./messages.js"
 * @import { Children, Drawing, On, Seat } from "./types.js"
 * @import { Words } from "./words.js"
 */

const POLL = 4_000;
const SHOWN = 20; // finished games; the rest follows when asked for
const FOLDED = "kronrat.finished"; // where it is kept whether finished games are folded
/** @type {Pick<Tables, "mine"|"open"|"running">} */
const NO_TABLES = { mine: [], open: [], running: [] };

/** Whether this browser remembers no table: a first visit, unless the server knows better. */
const isNew = () => !memory.keys().some((key) => /^kronrat\.(seen|dice)\.(?!lesson$)/.test(key));

export default function Lobby() {
  const words = wordsFor().value;
  const lobby = useSignal(/** @type {Tables|null} */ (null));
  const games = useSignal(/** @type {GameLine[]|null} */ (null));
  const failed = useSignal(false);
  const { path, query } = route.value;

  useEffect(() => {
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

  const tables = (games.value && lobby.value) ?? { ...NO_TABLES, now: Date.now() };
  const first = path === "/play" || (path === "/" && isNew() && !tables.mine.length);
  const undecided = path === "/" && !lobby.value && !failed.value;
  const watching = path === "/watch";
  const here = first ? "play" : watching ? "watch" : "tables";
  return html`<div class=${names("page lobby", first && "welcome")}>
    <${PageTop} here=${here} waiting=${slowGames(tables.mine)} />
    ${undecided && html`<main></main>`}
    ${!undecided && first && html`<${Welcome} games=${games.value} tables=${tables} words=${words} />`}
    ${
      !undecided &&
      watching &&
      html`<${Watching} running=${tables.running} games=${games.value ?? []} words=${words} failed=${failed.value} />`
    }
    ${
      !undecided &&
      !first &&
      !watching &&
      html`<main class="scaled">
      <h1 class="sr">${words.say("web.lobby.title")}</h1>
      <${AllTables} tables=${tables} games=${games.value ?? []} words=${words} failed=${failed.value}>
        <${NewGame} games=${games.value ?? []} words=${words} />
      <//>
    </main>`
    }
    ${
      games.value &&
      query.has("new") &&
      html`<${Dialog} class="wide opening" title=${words.say("web.open")} closeLabel=${words.say("web.close")}
        onClose=${() => go(path, { replace: true })}><${OpenTable} games=${games.value} /><//>`
    }
  </div>`;
}

/**
 * All tables: those that wait for me first, then my others, those of other people, and at last what is finished.
 * Behind those that wait for me come the `children`.
 * @param {{tables: Pick<Tables, "mine"|"open"|"running"|"now"|"invited">, games: GameLine[], words: Words, failed: boolean,
 *          children?: Children}} props
 */
function AllTables({ tables: { mine, open, running, now, invited = [] }, games, words, failed, children = null }) {
  const switchesOf = (/** @type {TableLine} */ table) => games.find(({ id }) => id === table.game)?.switches ?? [];
  const turns = mine.filter((table) => table.my_turn).sort((a, b) => urgency(a) - urgency(b));
  const others = mine.filter((table) => !table.my_turn && table.stage !== "over");
  const finished = mine.filter((table) => table.stage === "over").sort((a, b) => b.changed - a.changed);
  useKeys({ j: () => (turns.length ? go(`/t/${turns[0].id}`) : false) });
  const free = open.flatMap((table) => table.seats).filter((seat) => seat.kind === "open").length;
  const cards = (/** @type {TableLine[]} */ lines) =>
    html`<ul class="mys">${lines.map(
      (table) => html`<${MyTable} key=${table.id} table=${table} now=${now} words=${words}
        switches=${switchesOf(table)} />`,
    )}</ul>`;
  const rows = (/** @type {TableLine[]} */ lines, /** @type {"join"|"watch"} */ action) =>
    html`<ul>${lines.map(
      (table) => html`<${OpenLine} key=${table.id} table=${table} words=${words} switches=${switchesOf(table)}
        action=${action} />`,
    )}</ul>`;
  return html`
    <${Invitations} invited=${invited} words=${words} />
    ${
      turns.length > 0 &&
      html`<section class="turns" aria-label=${words.say("web.lobby.my_turn")}>
      <h2 class="h">${words.say("web.lobby.my_turn")}
        <small>${words.say("web.lobby.waiting", { n: turns.length })}</small></h2>
      ${cards(turns)}
    </section>`
    }
    ${children}
    <div class="col">
    ${failed && html`<p class="strip" role="alert">${words.say("web.lobby.failed")}</p>`}
    ${
      (others.length > 0 || !mine.length) &&
      html`<section aria-label=${words.say("web.lobby.mine")}>
      <h2 class="h">${words.say("web.lobby.mine")}</h2>
      ${!mine.length && html`<p class="empty">${words.say("web.lobby.mine.none")}</p>`}
      ${cards(others)}
    </section>`
    }
    <div class=${names("others", running.length > 0 && "both")}>
      <section class="panel open" aria-label=${words.say("web.lobby.open")}>
        <h2 class="h">${words.say("web.lobby.open")}
          <small>${open.length > 0 && words.say("web.lobby.free", { tables: open.length, seats: free })}</small></h2>
        ${
          !open.length &&
          html`<p class="empty">${words.say("web.lobby.open.none")}${" "}
            <a class="linkish" href="/tables?new">${words.say("web.open")}</a></p>`
        }
        ${rows(open, "join")}
      </section>
      ${
        running.length > 0 &&
        html`<section class="panel open" aria-label=${words.say("web.lobby.running")}>
        <h2 class="h">${words.say("web.lobby.running")} <small>${running.length}</small></h2>
        ${rows(running, "watch")}
      </section>`
      }
    </div>
    ${finished.length > 0 && html`<${Finished} tables=${finished} words=${words} />`}
    </div>
  `;
}

/**
 * Games of others that may be watched, and the way to a game that was saved.
 * @param {{running: TableLine[], games: GameLine[], words: Words, failed: boolean}} props
 */
function Watching({ running, games, words, failed }) {
  const switchesOf = (/** @type {TableLine} */ table) => games.find(({ id }) => id === table.game)?.switches ?? [];
  return html`<main class="scaled watching">
    <h1 class="sr">${words.say("web.nav.watch")}</h1>
    ${failed && html`<p class="strip" role="alert">${words.say("web.lobby.failed")}</p>`}
    <section class="panel open" aria-label=${words.say("web.lobby.running")}>
      <h2 class="h">${words.say("web.lobby.running")} <small>${running.length > 0 && running.length}</small></h2>
      ${!running.length && html`<p class="empty">${words.say("web.watch.none")}</p>`}
      <ul>${running.map(
        (table) => html`<${OpenLine} key=${table.id} table=${table} words=${words} switches=${switchesOf(table)}
          action="watch" />`,
      )}</ul>
    </section>
    <section class="panel open" aria-label=${words.say("web.watch.saved")}>
      <h2 class="h">${words.say("web.watch.saved")}</h2>
      <p class="empty">${words.say("web.watch.saved.text")}</p>
      <a class="btn" href="/replay"><${Icon} id="u-quill" />${words.say("web.nav.replay")}</a>
    </section>
  </main>`;
}

/** The place of games that are played over days is shown to those who play one, with the number that waits. */
function slowGames(/** @type {TableLine[]} */ tables) {
  const slow = tables.filter(({ pace, stage }) => pace === "correspondence" && stage === "playing");
  /** @type {Record<string, number>} */
  const waiting = slow.length ? { turns: slow.filter(({ my_turn }) => my_turn).length } : {};
  return waiting;
}

/**
 * Ways to begin: each game against bots with one press, as it was played last, or its lesson; or any other table.
 * @param {{games: GameLine[], words: Words}} props
 */
function NewGame({ games, words }) {
  const [busy, setBusy] = useState(false);
  const begin = async (/** @type {GameLine} */ line) => {
    if (busy) return;
    setBusy(true);
    await playAgain(line, words).catch(() => setBusy(false));
  };
  const starts = useRef(/** @type {HTMLElement|null} */ (null));
  useKeys({
    n: () => starts.current?.querySelector("button")?.focus(),
    ...Object.fromEntries(games.map((line, place) => [String(place + 1), () => begin(line)])),
  });
  const label = words.say("web.lobby.new");
  return html`<section class="panel fresh" aria-label=${label}><h2 class="h">${label}</h2>
    <ul ref=${starts}>${games.map((line) => {
      const { id, minutes, seat_counts: counts } = line;
      const name = words.say(`game.${id}`);
      const players = words.say("web.open.players", { low: Math.min(...counts), high: Math.max(...counts) });
      const time = words.say("web.box.minutes", { low: minutes[0], high: minutes[1] });
      return html`<li key=${id}><${Art} game=${id} />
        <div class="what"><h3>${name}</h3><small>${players} · ${time}</small></div>
        <div class="ways"><button type="button" class="btn pri" aria-busy=${String(busy)} onClick=${() => begin(line)}
          aria-label=${words.say("web.lobby.bots_game", { game: name })} title=${companyOf(words, line)}>
          <${Icon} id="u-play" />${words.say("web.lobby.bots")}</button>
          <p class="links"><${Learn} line=${line} words=${words} />
            <a class="linkish" href=${`/bots/${id}`} aria-label=${words.say("web.bots.pick_game", { game: name })}>${words.say("web.bots.pick")}</a></p></div>
      </li>`;
    })}</ul>
    ${games.length > 0 && html`<${Meet} games=${games} words=${words} />`}
    <a class="btn" href="/tables?new"><${Icon} id="u-plus" />${words.say("web.lobby.own_rules")}</a>
    <${Daily} words=${words} />
  </section>`;
}

/** The bots of the newest game of this kind, or those that the game proposes. */
const companyOf = (/** @type {Words} */ words, /** @type {GameLine} */ line) =>
  words.list(botsOf(line).map((bot) => words.say("web.seat.bot_level", { bot })));

/**
 * Where somebody goes on learning: in a lesson that was begun, in the next one, or on the page that explains the game.
 * @param {{line: GameLine, words: Words}} props
 */
function Learn({ line: { id, lessons = [] }, words }) {
  const progress = lessons.map((lesson) => ({ lesson, ...progressIn(id, lesson) }));
  const next = progress.find(({ step, all }) => !all || step + 1 < all);
  const said = next?.all
    ? words.say("web.lobby.lesson", { n: next.step + 1, all: next.all })
    : words.say("web.first.learn");
  return next
    ? html`<a class="linkish" href=${`/learn/${id}/${next.lesson}`}>${said}</a>`
    : html`<a class="linkish" href=${`/learn/${id}`}>${words.say("web.guide.short")}</a>`;
}

/** The table with the least time left comes first, those without a limit last. */
const urgency = (/** @type {TableLine} */ { deadline }) => deadline || Number.POSITIVE_INFINITY;

// -- tables -----------------------------------------------------------------------------------------------------------

/** @param {{table: TableLine, now: number, words: Words, switches: SwitchInfo[]}} props */
function MyTable({ table, now, words, switches }) {
  const seats = table.seats.map(wholeSeat);
  const primary = table.my_turn ? "pri" : "";
  const action = table.my_turn ? "go_on" : "look";
  return html`<li class=${names("my", table.my_turn && "now")}>
    <${Art} game=${table.game} />
    <div class="what">
      <h3>${words.say(`game.${table.game}`)} <small>${players(words, seats)}</small></h3>
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
      <h3>${words.say(`game.${table.game}`)} <small>${players(words, seats)}</small></h3>
      <small>${action === "watch" ? html`<${Caption} table=${table} switches=${switches} />` : terms && rulesOf(terms, switches, table.options)}</small>
    </div>
    <${Seats} seats=${seats} words=${words} />
    <span class="tm"><${Icon} id=${table.pace === "live" ? "u-bolt" : "u-mail"} />${paceOf(words, table)}${
      table.rated && ` · ${words.say("web.rated")}`
    }</span>
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
  const far = () =>
    words &&
    (drawing && begun
      ? drawing.caption(words, /** @type {Record<string, number>} */ (table.caption))
      : rulesOf(words, switches, table.options));
  return words && html`${table.varied && `${words.say("web.origin.short")} · `}${far()}`;
}

/**
 * Finished games, one line each; folded or not, as it was left.
 * @param {{tables: TableLine[], words: Words}} props
 */
function Finished({ tables, words }) {
  const [all, setAll] = useState(false);
  const label = words.say("web.lobby.finished");
  const keep = (/** @type {On<HTMLDetailsElement>} */ { currentTarget }) =>
    memory.write(FOLDED, { folded: !currentTarget.open });
  return html`<details class="panel done" aria-label=${label} open=${memory.read(FOLDED)?.folded !== true} onToggle=${keep}>
    <summary>${label} <small>${words.say("web.lobby.games", { n: tables.length })}</small></summary>
    <ul>${(all ? tables : tables.slice(0, SHOWN)).map((table) => {
      const seats = table.seats.map(wholeSeat);
      return html`<li key=${table.id}>
        <${Art} game=${table.game} />
        <b>${words.say(`game.${table.game}`)}</b>
        <span class="res">${ranked(seats, table.scores ?? []).map(
          ({ seat, place, score }) =>
            html`<span key=${place}><${Crest} seat=${place} />${sitter(words, seat)}${score !== undefined && html` <b>${minus(score)}</b>`}</span>`,
        )}</span>
        <small>${table.outdated ? viewOnly(words, table) : moment(words.lang, table.changed)}</small>
        <a href=${`/t/${table.id}`}>${words.say("web.lobby.result")}</a>
      </li>`;
    })}</ul>
    ${
      !all &&
      tables.length > SHOWN &&
      html`<button type="button" class="linkish" onClick=${() => setAll(true)}>${words.say("web.lobby.all", { n: tables.length })}</button>`
    }
  </details>`;
}

/** @param {{seats: Seat[], words: Words}} props */
function Seats({ seats, words }) {
  const taken = (/** @type {Seat} */ { kind }) => kind === "human" || kind === "bot";
  return html`<span class="seats" role="img" aria-label=${words.list(seats.map((seat) => sitter(words, seat)))}>
    ${seats.map((seat, place) => (taken(seat) ? html`<${Crest} seat=${place} />` : html`<i></i>`))}
  </span>`;
}

/** Who plays. */
const players = (/** @type {Words} */ words, /** @type {Seat[]} */ seats) =>
  seats
    .filter(({ kind }) => kind === "human" || kind === "bot")
    .map((seat) => sitter(words, seat))
    .join(", ");

/** Who played, the best first, with what everybody had if that is known. */
const ranked = (/** @type {Seat[]} */ seats, /** @type {number[]} */ scores) =>
  seats
    .map((seat, place) => ({ seat, place, score: /** @type {number|undefined} */ (scores[place]) }))
    .sort((a, b) => (b.score ?? 0) - (a.score ?? 0));

const viewOnly = (/** @type {Words} */ words, /** @type {TableLine} */ { damaged }) =>
  words.say(damaged ? "web.lobby.damaged" : "web.lobby.outdated");

function status(/** @type {Words} */ words, /** @type {TableLine} */ table, /** @type {Seat[]} */ seats) {
  if (table.outdated) return viewOnly(words, table);
  if (table.stage === "gathering") {
    const n = seats.filter((seat) => seat.kind === "open" || seat.kind === "invited").length;
    return words.say("web.lobby.gathering", { n });
  }
  if (table.my_turn) return words.say("web.lobby.my_turn");
  return words.named(namesOf(words, seats)).say("web.waiting_for", { seats: table.deciding });
}

/** The pace, or how much of my time is left. */
function timeOf(/** @type {Words} */ words, /** @type {TableLine} */ table, /** @type {number} */ now) {
  if (!table.deadline) return paceOf(words, { pace: table.pace, limit_s: table.limit_s });
  const left = duration(words, Math.max(0, (table.deadline - now) / 1_000));
  return words.say("web.pace.left", { pace: words.say(`web.pace.${table.pace}`), left });
}
