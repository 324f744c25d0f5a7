/** Kingsburg as it lies on the table: what the page of a table and the replay put into their frames. */

import { html, Later, names } from "/static/parts.js";
import { stepsOf } from "/static/since.js";
import { PaneTabs, useTurnKeys } from "/static/turn.js";
import { Court } from "./court.js";
import { deskOf } from "./desk.js";
import { rolled } from "./draw.js";
import { logLine } from "./log.js";
import { Motion } from "./motion.js";
import { layout, paned } from "./layout.js";
import { Players, Purse } from "./players.js";
import { Ribbon } from "./ribbon.js";
import { Harvest, King, Roll } from "./rows.js";
import { goesOn, scenesOf, stageOf } from "./scenes.js";
import { Track } from "./track.js";
import { TrayBody } from "./tray.js";
import { Battle, Fall, fallenLane, Peek } from "./winter.js";

/**
 * @import { Events, Game, GameEvent } from "./types.js"
 * @import { Model } from "./draw.js"
 * @import { Desk } from "./desk.js"
 * @import { LiveModel } from "/static/model.js"
 * @import { Drawing } from "/static/types.js"
 */

const loadPlanner = () => import("./planner.js").then(({ Planner }) => Planner);

/** What only the modules need. */
const ofModules =
  (/** @type {"ChooseGovernor"|"ChooseToken"|"Governors"} */ name) =>
  (/** @type {{desk: Desk}} */ { desk }) =>
    html`<${Later} load=${() => import("./secrets.js").then((parts) => parts[name])} desk=${desk} />`;

// -- stage ------------------------------------------------------------------------------------------------------------

/** The one place where something is decided now. */
function Stage(/** @type {{model: Model}} */ { model }) {
  const desk = deskOf(model);
  const words = model.words.value;
  if (!model.view.value) return null;
  const stage = stageOf(model);
  const Drawn = STAGES[stage];
  const folded = stage === "court" && desk.folded.value;
  return html`<section class=${names("hall kb", stage, folded && "folded")} aria-label=${words.say(`web.kb.scene.${stage}`)}>
    ${!TRACKLESS.includes(stage) && html`<${Track} model=${model} />`}
    <${Drawn} desk=${desk} />
    ${desk.planning.value && html`<${Later} load=${loadPlanner} desk=${desk} />`}
    ${stage === "court" && html`<${CourtAgain} desk=${desk} />`}
    <${Motion} model=${model} />
  </section>`;
}

/** While something is built, a phone needs the room of the court; it can be seen all the same. */
function CourtAgain(/** @type {{desk: Desk}} */ { desk }) {
  const folded = desk.folded.value;
  if (!(folded || desk.question.value?.kind === "build") || layout.value.names !== "sheet phone") return null;
  return html`<button type="button" class="peekhall" aria-expanded=${String(!folded)}
    onClick=${() => (desk.folded.value = !folded)}>
    ${desk.model.words.value.say("web.kb.see_court")}
  </button>`;
}

/** @type {Record<import("./scenes.js").Stage, (props: {desk: Desk}) => object|null>} */
const STAGES = {
  court: Court,
  battle: Battle,
  governor: ofModules("ChooseGovernor"),
  token: ofModules("ChooseToken"),
  harvest: Harvest,
  season: Harvest,
  king: King,
  roll: Roll,
  governors: ofModules("Governors"),
  peek: Peek,
};

/** Where the score track is left out: cards need the room. */
const TRACKLESS = ["governor", "token", "governors"];

// -- side -------------------------------------------------------------------------------------------------------------

/** Provinces and players; after a battle the province that lost a building. */
function Side(/** @type {{model: Model}} */ { model }) {
  const desk = deskOf(model);
  if (!model.view.value) return null;
  const fallen = stageOf(model) === "battle" && desk.enlarged.value === null ? fallenLane(model) : null;
  return html`<div class="kb players">${
    fallen
      ? html`<${Fall} desk=${desk} lane=${fallen} />`
      : html`<${Players}
    desk=${desk} />`
  }</div>`;
}

// -- tray -------------------------------------------------------------------------------------------------------------

const BESIDE = ["province", "players", "log"];
/** The panes of the small screens; where the tray is always seen, it needs none. @type {Record<string, string[]>} */
const PANES = { sheet: ["turn", ...BESIDE], tabs: BESIDE };

/** What is asked and answered; on a small screen it also leads to everything else. */
function Tray(/** @type {{model: Model}} */ { model }) {
  const desk = deskOf(model);
  const words = model.words.value;
  useDeskKeys(desk);
  if (!model.view.value) return null;
  const panes = PANES[paned.value];
  return html`<section class="tray panel kb" data-ask=${desk.question.value?.kind}
    aria-label=${words.say(desk.question.value ? "web.kb.your_turn" : "web.kb.tray")}>
    ${panes && html`<${Purse} desk=${desk} /><${PaneTabs} desk=${desk} prefix="web.kb" panes=${panes} counts=${countsOf(model)} />`}
    <${TrayBody} desk=${desk} />
  </section>`;
}

/** How many steps the log has to tell since my last choice. */
const countsOf = (/** @type {Model} */ model) => {
  const live = /** @type {LiveModel} */ (/** @type {unknown} */ (model));
  return model.playhead ? { log: stepsOf(live, /** @type {Drawing} */ (/** @type {unknown} */ (drawing))).length } : {};
};

// -- keys -------------------------------------------------------------------------------------------------------------

/** Pieces that Space picks; Enter on them means the primary action. */
const PIECES = "[data-roving], [data-target], .die, .p2, .good, .usecard, .atk, .gov, .stepper button";

function useDeskKeys(/** @type {Desk} */ desk) {
  const { model } = desk;
  const digits = Object.fromEntries(Array.from({ length: 10 }, (_, digit) => [digit, () => digitPressed(desk, digit)]));
  const decline = () => (desk.wayOut && !model.readOnly ? desk.decline() : false);
  const escape = () => {
    if (desk.enlarged.value === null && !desk.planning.value && !desk.passing.value) return false;
    desk.passing.value = false;
    desk.enlarged.value = null;
    desk.planning.value = false;
    return true;
  };
  useTurnKeys({ desk, pieces: PIECES, decline, more: { ...digits, v: () => (desk.awaitsDigit = true), escape } });
}

/** After V the number of a player; otherwise the number of a die, and 0 for the token. */
function digitPressed(/** @type {Desk} */ desk, /** @type {number} */ digit) {
  const { model } = desk;
  if (desk.awaitsDigit) {
    desk.awaitsDigit = false;
    const seat = digit - 1;
    if (seat < 0 || seat >= model.seen.seats) return false;
    desk.enlarged.value = seat === model.front.value ? null : seat;
    return true;
  }
  if (desk.question.value?.kind !== "influence") return false;
  if (digit === 0) return desk.me.plus2 ? desk.toggleDie("plus2") : false;
  const die = rolled(model.seen, model.front.value ?? 0)[digit - 1];
  return die && !die.place ? desk.toggleDie(die.bonus ? "bonus" : "own", die.number) : false;
}

// -- log --------------------------------------------------------------------------------------------------------------

/** Where a game is, in a few words. @type {Drawing<Game>["caption"]} */
const caption = (words, { year, phase }) => words.say("web.kb.caption", { year, phase });

/** Keys of this game, beside those of every table. @type {Drawing<Game>["keys"]} */
const keys = [
  ["1–9, 0", "web.kb.keys.dice"],
  ["V 1–5, Esc", "web.kb.keys.provinces"],
];

/** @type {Drawing<Game>["sounds"]} */
const sounds = {
  dice_rolled: "dice",
  dice_turned: "dice",
  advisor_influenced: "knock",
  building_built: "knock",
  building_destroyed: "knock",
  goods_gained: "coin",
  reinforcements_sent: "dice",
};

/** @type {Drawing<Game>["lay"]} */
const lay = (model, answer) => deskOf(model).lay(answer);

/** The advisor that is influenced, or what is built. */
const spot = (/** @type {import("/static/types.js").Choice[]} */ [[word, what]]) =>
  word === "influence" ? `[data-rank="${what}"]` : word === "build" ? `.me [data-building="${what}"]` : "";

/** @type {Drawing<Game>} */
const drawing = {
  Ribbon,
  Stage,
  Side,
  Tray,
  caption,
  lay,
  spot,
  logLine,
  scene: scenesOf,
  goesOn,
  keys,
  odds: true,
  sounds,
};
export default drawing;
