/** The page of a table: the frame around a game's drawing, from gathering to the end. */

import { Curtain, useCurtain } from "./curtain.js";
import { dressedDrawing } from "./drawings.js";
import { hasOdds } from "./desk.js";
import { KeysDialog, SettingsDialog, style, Top, wordsFor } from "./frame.js";
import { linesOf, LogPanel } from "./log.js";
import { loadMe } from "./me.js";
import { lastSeen, LiveModel } from "./model.js";
import { announce, Button, Dialog, html, Icon, IconButton, Later, names, useRef } from "./parts.js";
import { useEffect, useErrorBoundary, useKeys, useMemo, useSignal, useSignalEffect } from "./parts.js";
import { BEAT, DEED } from "./playhead.js";
import { forget, witness } from "./pledge.js";
import { go, route } from "./route.js";
import { SinceBox, SinceChip } from "./since.js";
import { sound, tempo, tips } from "./settings.js";
import { trials } from "./start.js";
import { Strips, useSeconds } from "./strips.js";
import { countdown, duration } from "./time.js";

/**
 * @import { AnyGame, AnyView, Children, Drawing, EntryOf } from "./types.js"
 * @import { Signal } from "./vendor/signals.js"
 * @import { Words } from "./words.js"
 */

const LAST_LOOK = 5_000;

/** @param {{table: string}} props */
export default function TablePage({ table }) {
  const { path, query } = route.peek();
  const board = path.endsWith("/board"); // a screen that everybody sees
  const watching = board || query.has("watch");
  const model = useMemo(() => new LiveModel(table, { watch: watching }), []);
  const drawing = useSignal(/** @type {Drawing|null} */ (null));
  const words = wordsFor().value;
  useEffect(() => {
    void loadMe();
    return () => model.dispose();
  }, []);
  useSignalEffect(() => {
    const game = model.ready.value && model.info.peek().game;
    if (game && !drawing.peek()) void dressedDrawing(game).then((loaded) => (drawing.value = loaded));
  });
  useSignalEffect(() => void (drawing.value && model.playhead.direct(directed(model, drawing.value))));
  useSignalEffect(() => void (model.ready.value && witness(model)));
  useSignalEffect(() => {
    if (model.socket.ended.value === "unknown_table") lastSeen.forget(table), forget(table);
  });
  const why = model.socket.ended.value;
  if (why && words) return html`<${Unknown} words=${words} why=${why} />`;
  if (!model.ready.value || !drawing.value) return words && html`<${Connecting} words=${words} model=${model} />`;
  const invited = invitation(query);
  const tried = trials.of(table);
  return html`<${Table} model=${model} drawing=${drawing.value} watching=${watching} invited=${invited} board=${board}>
    ${tried && html`<${Later} load=${loadTrial} model=${model} tried=${tried} />`}
  <//>`;
}

const LINE = 400; // milliseconds that every further line of the log needs to be read
const LONGEST = 3_000;
const MOST_SAID = 3; // sentences

/**
 * How the steps of this table are shown: what is worth a line of the log takes a beat, and some steps the game plays as
 * a scene.
 * @returns {import("./playhead.js").Direction}
 */
export function directed(/** @type {LiveModel} */ model, /** @type {Drawing} */ drawing) {
  const entriesOf = (/** @type {import("./messages.js").Delta} */ { log = [] }) =>
    /** @type {EntryOf<AnyGame>[]} */ (/** @type {unknown} */ (log));
  return {
    lasts(step) {
      const lines = entriesOf(step).flatMap((entry) => linesOf(model, drawing, entry)).length;
      return lines ? Math.min(LONGEST, BEAT + (lines - 1) * LINE) : 0;
    },
    scenes(step) {
      const entries = entriesOf(step);
      const view = model.viewAfter(step);
      if (!view || !entries.length) return [];
      const { before } = model;
      const told = [drawing.scene?.(model, entries, view, before, model.partsOf(step)) ?? []].flat();
      const scenes = told.length || !asksMe(model, step) ? told : deedsOf(model, drawing, entries, view);
      return scenes.map((scene) => ({ ...scene, entries, before, view }));
    },
    goesOn(step) {
      const view = model.viewAfter(step);
      const mine = model.mine.peek();
      if (!view || view.deciding.some((seat) => mine.includes(seat))) return null;
      return drawing.goesOn?.(model, entriesOf(step), view, model.before, model.partsOf(step)) ?? null;
    },
  };
}

/** Whether somebody here is asked something new after a step that was not theirs. */
const asksMe = (/** @type {LiveModel} */ { mine }, /** @type {import("./messages.js").Delta} */ step) =>
  Boolean(step.question) && !step.clock && !(step.log ?? []).some(({ seat }) => mine.peek().includes(seat));

/**
 * What others did before somebody here is asked: it is seen and said, and then the question comes.
 * @param {LiveModel} model
 * @param {Drawing} drawing
 * @param {EntryOf<AnyGame>[]} entries
 * @param {AnyView} view
 * @returns {import("./playhead.js").Scene[]}
 */
function deedsOf(model, drawing, entries, view) {
  const lines = entries.flatMap((entry) => linesOf(model, drawing, entry)).filter(({ heading = false }) => !heading);
  const events = entries.reduce((sum, entry) => sum + entry.events.length, 0);
  if (!lines.length || entries[0].seat < 0) return [];
  const said = lines
    .map(({ text }) => text)
    .slice(0, MOST_SAID)
    .join(" ");
  return [{ name: DEED, beats: [{ lasts: BEAT, said }], first: { events, view } }];
}

/** @param {{words: Words, model: LiveModel}} props */
function Connecting({ words, model }) {
  return html`<main class="lost"><${Icon} id="mark" class="big-mark" />
    <p role="status">${words.say(model.link.value === "lost" ? "web.link.lost" : "web.link.connecting")}</p></main>`;
}

/**
 * The invitation in the address of the page: behind the `#`, so that it is sent to nobody and written down nowhere.
 * Older links have it in the query. A seat that is free for everybody needs no code.
 */
function invitation(/** @type {URLSearchParams} */ query) {
  const hidden = new URLSearchParams(location.hash.slice(1));
  const given = hidden.has("seat") ? hidden : query;
  const code = given.get("invite") ?? "";
  return given.has("seat") ? { seat: Number(given.get("seat")), code } : null;
}

/** @param {{words: Words, why: string}} props */
function Unknown({ words, why }) {
  return html`<main class="lost"><h1 class="h">${words.say(`web.refused.${why}`)}</h1>
    <a class="btn pri" href="/">${words.say("web.to_lobby")}</a></main>`;
}

// -- the frame --------------------------------------------------------------------------------------------------------

/**
 * `menu` replaces the menu of a table that is kept, and `children` is shown above everything.
 * @param {{model: LiveModel, drawing: Drawing, watching?: boolean, invited?: {seat: number, code: string}|null,
 *          board?: boolean, menu?: import("./frame.js").MenuEntry[]|null, children?: Children}} props
 */
export function Table({
  model,
  drawing,
  watching = false,
  invited = null,
  board = false,
  menu = null,
  children = null,
}) {
  const words = model.words.value;
  const { stage, game, outdated } = model.info.value;
  const dialog = useSignal("");
  const tab = useSignal("log");
  const since = useSignal(false); // whether what happened since my last choice is open
  const hints = useSignal(false); // whether the advice of the strongest bot is open
  const odds = useSignal(false); // whether the odds are open
  const tip = useSignal(/** @type {import("./coach.js").Shown} */ (null));
  const looking = useLastLook(model);
  useScenesSaid(model);
  useSounds(model, drawing);
  const curtain = useCurtain(model, watching);
  useTitle(model, board);
  const advised = menu === null && mayBeAdvised(model);
  const counted = menu === null && drawing.odds && hasOdds(model) && mayAsk(model);
  const tools = { hints: advised ? hints : null, odds: counted ? odds : null };
  useTableKeys(model, { dialog, tab, since, ...tools });

  const show = (/** @type {string} */ name) => () => (dialog.value = name);
  const covered = curtain.next.value !== null;
  const over = stage === "over" && !looking.value && model.view.value !== null;
  const begun = stage === "playing" || stage === "over";
  const playing = begun && !covered && !over;
  const Drawn = outdated ? IfItCanBeDrawn : Whole;
  const coached = playing && advised && tips.value;
  return html`<div class=${names("page table", over && "over")}>
    <${Top} words=${words} menu=${menu ?? tableMenu(model, dialog, covered, tools)}
      onHelp=${show("rules")} onSettings=${show("settings")}
      tools=${html`${coached && html`<${Later} load=${loadTipButton} model=${model} shown=${tip} />`}<${Clock} model=${model} />${TOOLS.map(({ id, ...look }) => tools[id] && html`<${Tool} words=${words} id=${id} ...${look} open=${tools[id]} />`)}`}>
      ${playing && html`<${Drawn}><${drawing.Ribbon} model=${model} /><//>`}
      ${!playing && html`<div class="year"><b>${words.say(`game.${game}`)}</b></div><span class="spring"></span>`}
    <//>
    <${Strips} model=${model} />
    ${coached && html`<${Later} load=${loadCoach} model=${model} shown=${tip} />`}
    ${covered && html`<${Curtain} model=${model} seat=${curtain.next.value} raise=${curtain.raise} />`}
    ${!covered && stage === "gathering" && html`<${Later} load=${board ? loadBoard : loadRoom} model=${model} invited=${invited} />`}
    ${stage === "closed" && html`<${Later} load=${loadClosed} words=${words} />`}
    ${!covered && over && html`<${Later} load=${loadEnd} model=${model} onLook=${() => (looking.value = true)} />`}
    ${playing && html`<${Drawn}><${Playing} model=${model} drawing=${drawing} tab=${tab} since=${since} tip=${coached ? tip : null} /><//>`}
    ${
      playing &&
      stage === "over" &&
      !model.playhead.behind &&
      html`<div class="float">
      <${Button} kind="pri" onClick=${() => (looking.value = false)}>${words.say("web.table.to_result")}<//>
    </div>`
    }
    ${!covered && html`<${Dialogs} model=${model} dialog=${dialog} keys=${drawing.keys} />`}
    ${!covered && html`<${SinceBox} model=${model} drawing=${drawing} open=${since} />`}
    ${advised && hints.value && html`<${Later} load=${loadHints} model=${model} drawing=${drawing} open=${hints} />`}
    ${counted && !covered && odds.value && html`<${Later} load=${loadOdds} model=${model} open=${odds} />`}
    ${children}
  </div>`;
}

const Whole = (/** @type {{children?: Children}} */ { children }) => children;

/** A keepsake of other rules may hold what today's drawing does not know: then nothing is drawn. */
function IfItCanBeDrawn(/** @type {{children?: Children}} */ { children }) {
  const [problem] = useErrorBoundary();
  return problem ? html`<main class="board"></main>` : children;
}

/**
 * Whether to show the table although the game is over: a scene that waits for somebody leads to the result, and without
 * one the table stays a moment longer, so that the end is seen.
 */
function useLastLook(/** @type {LiveModel} */ model) {
  const over = model.info.value.stage === "over";
  const looking = useSignal(!over);
  const { behind } = model.playhead;
  useEffect(() => {
    if (!over || behind || !looking.peek()) return undefined;
    const wait = model.playhead.pressed ? 0 : LAST_LOOK * tempo.peek();
    const timer = setTimeout(() => (looking.value = false), wait);
    return () => clearTimeout(timer);
  }, [over, behind]);
  return looking;
}

/** A person who listens hears every beat of a scene. */
function useScenesSaid(/** @type {LiveModel} */ { playhead }) {
  useSignalEffect(() => {
    const scene = playhead.scene.value;
    const said = scene && !scene.ended && scene.beats[scene.beat].said;
    if (said) announce(said);
  });
}

/** Who wants to hears the pieces as they are shown, and a horn when it is their turn. */
function useSounds(/** @type {LiveModel} */ model, /** @type {Drawing} */ { sounds = {} }) {
  const asked = useRef(true); // somebody who has just come is not called
  const hear = (/** @type {string[]} */ names) => {
    if (names.length && sound.peek() && !document.hidden) void import("./sound.js").then(({ play }) => play(names));
  };
  useSignalEffect(() => {
    const events = model.fresh.value.flatMap((entry) => entry.events);
    hear([...new Set(events.flatMap(({ event }) => sounds[event] ?? []))]);
  });
  useSignalEffect(() => {
    const turn = model.myTurn.value;
    if (turn && !asked.current) hear(["horn"]);
    asked.current = turn;
  });
}

/**
 * A game in play: stage and tray at the left, provinces and log at the right.
 * @param {{model: LiveModel, drawing: Drawing, tab: Signal<string>, since: Signal<boolean>,
 *          tip: Signal<import("./coach.js").Shown>|null}} props
 */
function Playing({ model, drawing, tab, since, tip }) {
  const delay = model.info.value.watch_delay_s;
  if (!model.view.value) {
    return html`<main class="board">${delay > 0 && html`<p class="late" role="status">${model.words.value.say("web.watching.late", { time: duration(model.words.value, delay) })}</p>`}</main>`;
  }
  return html`<main class="board" data-version=${model.version.value} data-part=${model.part.value || undefined}>
    <h1 class="sr">${model.words.value.say(`game.${model.info.value.game}`)}</h1>
    <${drawing.Stage} model=${model} />
    <${drawing.Tray} model=${model} />
    <aside class="side" aria-label=${model.words.value.say("web.table.side")}>
      <${drawing.Side} model=${model} />
      <${LogPanel} model=${model} drawing=${drawing} tab=${tab}>
        <${Watching} model=${model} />
        <${SinceChip} model=${model} drawing=${drawing} open=${since} />
        ${tip && html`<${Later} load=${loadTipNote} model=${model} shown=${tip} />`}
      <//>
    </aside>
  </main>`;
}

/**
 * Spectators are told that they are, players that somebody watches them, and both how many there are.
 * @param {{model: LiveModel}} props
 */
function Watching({ model }) {
  const words = model.words.value;
  const watches = model.front.value === null;
  const n = Math.max(Number(watches), model.info.value.watchers); // the server counts me a moment later
  if (!n) return null;
  const count = words.say("web.watching.count", { n });
  const label = watches ? words.say("web.watching") : "";
  return html`<span class="since-chip" role="status" title=${count} aria-label=${[label, count].filter(Boolean).join(", ")}>
    <${Icon} id="u-zoom" />${label && html`<span>${label}</span>`} <b>${n}</b>
  </span>`;
}

const loadRoom = () => Promise.all([import("./room.js"), style("/static/room.css")]).then(([{ Room }]) => Room);
const loadBoard = () => Promise.all([import("./board.js"), style("/static/board.css")]).then(([{ Board }]) => Board);
const loadClosed = () => import("./room.js").then(({ Closed }) => Closed);
const loadCoach = () => taught(import("./coach.js")).then(({ Coach }) => Coach);
const loadTipNote = () => taught(import("./coach.js")).then(({ TipNote }) => TipNote);
const loadTipButton = () => taught(import("./coach.js")).then(({ TipButton }) => TipButton);
const loadTrial = () => taught(import("./trial.js")).then(({ TrialCard }) => TrialCard);
/** @template T */
const taught = (/** @type {Promise<T>} */ file) => Promise.all([file, style("/static/learn.css")]).then(([it]) => it);
const loadPeople = () =>
  Promise.all([import("./company.js"), style("/static/people.css")]).then(([{ PeopleDialog }]) => PeopleDialog);
const loadEnd = () => studied(import("./end.js")).then(({ default: page }) => page);
const loadHints = () =>
  Promise.all([import("./hints.js"), style("/static/hints.css"), style("/static/flags.css")]).then(
    ([{ Hints }]) => Hints,
  );
const loadOdds = () =>
  Promise.all([import("./odds.js"), style("/static/hints.css"), style("/static/odds.css")]).then(
    ([{ OddsBox }]) => OddsBox,
  );
const loadRules = () => studied(import("./rules.js")).then(({ Reference }) => Reference);
/** @template T */
const studied = (/** @type {Promise<T>} */ file) => Promise.all([file, style("/static/study.css")]).then(([it]) => it);

// -- header -----------------------------------------------------------------------------------------------------------

function tableMenu(
  /** @type {LiveModel} */ model,
  /** @type {Signal<string>} */ dialog,
  /** @type {boolean} */ covered,
  /** @type {Tools} */ tools,
) {
  const words = model.words.value;
  const { id, game, stage, outdated } = model.info.value;
  return [
    ...TOOLS.flatMap(({ id, icon }) => {
      const open = tools[id];
      return open ? [{ label: words.say(`web.${id}`), icon, onClick: () => (open.value = true) }] : [];
    }),
    { label: words.say("web.help"), icon: "u-help", onClick: () => (dialog.value = "rules") },
    { label: words.say("web.keys"), icon: "u-board", onClick: () => (dialog.value = "keys") },
    { label: words.say("web.nav.rules"), icon: "u-book", href: `/rules/${game}` },
    { label: words.say("web.table.people"), icon: "u-user", onClick: () => (dialog.value = "people") },
    ...(stage === "gathering" || stage === "closed"
      ? []
      : [
          {
            label: words.say("web.table.journal"),
            icon: "u-quill",
            href: `/api/tables/${id}/journal?seat=${model.front.value ?? "watch"}`,
            download: `${game}-${id}.kronrat`,
          },
        ]),
    ...(stage === "over" && !outdated
      ? [{ label: words.say("web.table.replay"), icon: "u-play", href: `/t/${id}/replay` }]
      : []),
    ...(mayLeave(model) && !covered
      ? [{ label: words.say("web.leave"), icon: "u-close", onClick: () => (dialog.value = "leave") }]
      : []),
    { label: words.say("web.table.leave"), icon: "u-arrow", href: "/" },
  ];
}

/** Whether a seat of mine is in front, and no clock of the rules runs, so that there is time to read. */
const mayAsk = (/** @type {LiveModel} */ model) => mayLeave(model) && model.front.value !== null && !model.clock.value;

/** Whether only bots play with me: then nobody else suffers from advice. */
const mayBeAdvised = (/** @type {LiveModel} */ model) =>
  mayAsk(model) && model.info.value.seats.filter(({ kind }) => kind === "human").length === 1;

/**
 * What helps a player: each opens a box beside the table. Null where there is none.
 * @typedef {Record<"hints"|"odds", Signal<boolean>|null>} Tools
 */
const TOOLS = /** @type {const} */ ([
  { id: "hints", icon: "mark", shortcut: "W" },
  { id: "odds", icon: "u-dice", shortcut: "O" },
]);

/** @param {{words: Words, id: string, icon: string, shortcut: string, open: Signal<boolean>}} props */
function Tool({ words, id, icon, shortcut, open }) {
  return html`<${IconButton} icon=${icon} label=${words.say(`web.${id}`)} aria-pressed=${String(open.value)}
    aria-keyshortcuts=${shortcut} class="ask" onClick=${() => (open.value = !open.value)} />`;
}

/** Whether a seat is mine in a game that goes on. */
const mayLeave = (/** @type {LiveModel} */ { info, mine }) =>
  info.value.stage === "playing" && !info.value.outdated && mine.value.length > 0;

/**
 * The time that is left to those who are asked; my own comes first.
 * @param {{model: LiveModel}} props
 */
function Clock({ model }) {
  const deadlines = model.deadlines.value;
  const awaited = Object.keys(deadlines).map(Number);
  const seat = awaited.find((one) => one === model.front.value) ?? awaited[0];
  const running = seat !== undefined && model.info.value.stage === "playing";
  useSeconds(running);
  const left = running ? deadlines[seat] - model.now() : 0;
  const seconds = Math.ceil(left / 1_000);
  const words = model.words.value;
  const mine = running && seat === model.front.value;
  useEffect(() => {
    if (mine && [60, 30, 10, 5].includes(seconds)) announce(words.say("web.clock.left", { n: seconds }));
  }, [mine, seconds]);
  if (!running) return null;
  const look = names("clock", mine && seconds <= 10 && "low");
  return html`<span class=${look} role="timer" aria-label=${words.say("web.clock", { seat })}>
    <${Icon} id="u-clock" />${countdown(words, left)}
  </span>`;
}

/** The title of the window and its icon carry a dot when it is my turn. */
function useTitle(/** @type {LiveModel} */ model, /** @type {boolean} */ board) {
  useSignalEffect(() => {
    const words = model.words.value;
    const turn = model.myTurn.value;
    const game = words.say(`game.${model.info.value.game}`);
    document.title = words.say(board ? "web.board.title" : turn ? "web.table.title.turn" : "web.table.title", { game });
    const icon = document.querySelector("link[rel=icon]");
    if (icon instanceof HTMLLinkElement) icon.href = turn ? "/static/favicon-turn.svg" : "/static/favicon.svg";
  });
  useEffect(
    () => () => {
      const icon = document.querySelector("link[rel=icon]");
      if (icon instanceof HTMLLinkElement) icon.href = "/static/favicon.svg";
    },
    [],
  );
}

function useTableKeys(
  /** @type {LiveModel} */ model,
  /** @type {{dialog: Signal<string>, tab: Signal<string>, since: Signal<boolean>} & Tools} */
  { dialog, tab, since, hints, odds },
) {
  const undo = () => (model.undo.peek() ? void model.takeBack() : false);
  const focus = (/** @type {string} */ where, /** @type {string} */ selector) => {
    tab.value = where;
    requestAnimationFrame(() => {
      const place = /** @type {HTMLElement} */ (document.querySelector(selector));
      place?.focus({ preventScroll: true }); // the page does not scroll, not even what it hides
    });
  };
  const toggle = (/** @type {Signal<boolean>|null} */ open) => () => (open ? void (open.value = !open.value) : false);
  const { playhead } = model;
  const skip = (/** @type {KeyboardEvent} */ { target }) => {
    const pressed = /** @type {HTMLElement} */ (target).closest("button, a, summary, [role=tab], [role=button]");
    if (pressed || !playhead.behind) return false;
    return playhead.scene.peek() ? playhead.nextBeat() : playhead.toNow();
  };
  useKeys({
    " ": skip,
    escape: () => playhead.endScene(),
    "?": () => (dialog.value = "keys"),
    r: () => (dialog.value = "rules"),
    l: () => focus("log", ".log .scroll"),
    c: () => focus("chat", ".chat-input"),
    b: () => (since.value = true),
    w: toggle(hints),
    o: toggle(odds),
    "ctrl+z": undo,
    backspace: undo,
  });
}

// -- dialogs ----------------------------------------------------------------------------------------------------------

/** @param {{model: LiveModel, dialog: Signal<string>, keys: Drawing["keys"]}} props */
function Dialogs({ model, dialog, keys }) {
  const words = model.words.value;
  const close = () => {
    dialog.value = "";
    model.rule.value = "";
  };
  const wanted = model.rule.value ? "rules" : dialog.value;
  return html`
    ${wanted === "settings" && html`<${SettingsDialog} words=${words} onClose=${close} />`}
    ${wanted === "keys" && html`<${KeysDialog} words=${words} keys=${keys} onClose=${close} />`}
    ${wanted === "rules" && html`<${RulesDialog} model=${model} onClose=${close} />`}
    ${wanted === "people" && html`<${Later} load=${loadPeople} model=${model} onClose=${close} />`}
    ${wanted === "leave" && mayLeave(model) && html`<${LeaveDialog} model=${model} onClose=${close} />`}
  `;
}

/**
 * Leaving a game that goes on is for good, so it has to be confirmed, and the dialog says what will happen.
 * @param {{model: LiveModel, onClose: () => void}} props
 */
function LeaveDialog({ model, onClose }) {
  const words = model.words.value;
  const seats = model.mine.value;
  const { rated } = model.info.value;
  const alone = !model.info.value.seats.some(({ kind }, seat) => kind === "human" && !seats.includes(seat));
  const leave = async () => {
    for (const seat of seats) if (await model.rise(seat)) return onClose();
    go("/");
  };
  return html`<${Dialog} class="narrow" title=${words.say("web.leave")} closeLabel=${words.say("web.close")}
    onClose=${onClose}>
    <p>${words.say(alone ? `web.leave.text.alone${rated ? ".rated" : ""}` : "web.leave.text", { seats })}</p>
    ${rated && !alone && html`<p><b>${words.say("web.rated.leave")}</b></p>`}
    <${Button} onClick=${leave}>${words.say("web.leave.yes")}<//>
    <${Button} kind="pri" onClick=${onClose} autofocus>${words.say("web.leave.no")}<//>
  <//>`;
}

/**
 * The rules beside the table: those of this phase, or the one that somebody asked for.
 * @param {{model: LiveModel, onClose: () => void}} props
 */
function RulesDialog({ model, onClose }) {
  const words = model.words.value;
  const title = words.say("web.nav.rules");
  return html`<${Dialog} class="wide" title=${title} closeLabel=${words.say("web.close")} onClose=${onClose}>
    <${Later} load=${loadRules} model=${model} rule=${model.rule.value} />
  <//>`;
}
