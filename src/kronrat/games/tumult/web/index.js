/** Tumult Royal as it is on the table: what the page of a table and the replay put into their frames. */

import { html, icon, names } from "/static/parts.js";
import { PaneTabs, useTurnKeys } from "/static/turn.js";
import { Carried } from "./carried.js";
import { Crown } from "./crown.js";
import { deskOf, sceneOf } from "./desk.js";
import { fromOne, kindIcon, kindOf, phaseIcon } from "./draw.js";
import { Motion } from "./motion.js";
import { Orders } from "./orders.js";
import { PlaceStage } from "./place.js";
import { ChroniclePanel, Costs, LandPanel, Players } from "./players.js";
import { Raid } from "./raid.js";
import { Ribbon } from "./ribbon.js";
import { Checks, HowJudged, Riots } from "./riot.js";
import { Sides } from "./sides.js";
import { scene } from "./told.js";
import { TrayBody } from "./tray.js";

/**
 * @typedef {import("./draw.js").Model} Model
 * @typedef {import("./types.js").GameEvent} GameEvent
 */

const SCENES = {
  carried: Carried,
  raid: Raid,
  orders: Orders,
  land: PlaceStage,
  riots: Riots,
  crown: Crown,
  sides: Sides,
};

/** The one place where something is decided or shown now. */
function Stage(/** @type {{model: Model}} */ { model }) {
  const desk = deskOf(model);
  if (!model.view.value) return null;
  const scene = sceneOf(desk);
  const Scene = SCENES[scene];
  return html`<section class=${`hall tr on-dark ${scene}`} aria-label=${model.words.value.say(`web.tr.scene.${scene}`)}>
    <${Scene} desk=${desk} telling=${desk.telling.value} /><${Motion} model=${model} />
  </section>`;
}

/** Players, and what helps to decide in this phase. */
function Side(/** @type {{model: Model}} */ { model }) {
  const desk = deskOf(model);
  if (!model.view.value) return null;
  const scene = sceneOf(desk);
  const players = html`<${Players} desk=${desk} />`;
  const telling = desk.telling.value;
  if (telling?.part === "riots")
    return html`<div class="tr beside"><${Checks} desk=${desk} telling=${telling} />${players}
      <${Held} model=${model} telling=${telling} /><${HowJudged} model=${model} /></div>`;
  if (telling)
    return html`<div class="tr beside"><${LandPanel} desk=${desk} />${players}<${Held} model=${model} telling=${telling} /></div>`;
  if (scene === "land")
    return html`<div class="tr beside placing">${players}<${ChroniclePanel} model=${model} /><${Costs} desk=${desk} /></div>`;
  return html`<div class="tr beside"><${LandPanel} desk=${desk} />${players}<${Costs} desk=${desk} /></div>`;
}

/** That what is beside the stage waits for what is told. */
function Held(/** @type {{model: Model, telling: import("./told.js").Telling}} */ { model, telling: { part, held } }) {
  const words = model.words.value;
  if (!held) return null;
  return html`<section class="panel heldp" aria-label=${words.say("web.tr.held")}>
    <span class="heldtag">${icon("u-lock")}${words.say(`web.tr.held.${part}`)}</span>
    <p>${words.say(`web.tr.held.${part}.text`)}</p></section>`;
}

// -- tray -------------------------------------------------------------------------------------------------------------

const PANES = ["turn", "land", "players", "log"];

/** What is asked and answered; in the raid the hand and the castle. */
function Tray(/** @type {{model: Model}} */ { model }) {
  const desk = deskOf(model);
  const words = model.words.value;
  useDeskKeys(desk);
  if (!model.view.value) return null;
  const scene = sceneOf(desk);
  const rush = model.clock.value && "rush"; // nobody has time for anything else
  const look =
    scene === "raid"
      ? names("tray tr raidtray on-dark", rush)
      : names("tray panel tr", desk.telling.value && "telling");
  return html`<section class=${look} aria-label=${words.say(desk.question.value ? "web.tr.your_turn" : "web.tr.tray")}>
    <${PaneTabs} desk=${desk} prefix="web.tr" panes=${PANES} />
    <${TrayBody} desk=${desk} />
  </section>`;
}

/** Pieces that Space picks; Enter on them means the primary action. */
const PIECES = "[data-field], [data-fog], .rcard, .ptile, .op, .step8 button";

function useDeskKeys(/** @type {import("./desk.js").Desk} */ desk) {
  const hand = (/** @type {string} */ verb) => () =>
    desk.may(verb) || desk.asked.value >= 0 ? void desk.put(verb) : false;
  const rest = () => {
    const verb = desk.may("stop") ? "stop" : desk.may("resume") ? "resume" : null;
    return verb ? void desk.rest(verb) : false;
  };
  const decline = () => (desk.wayOut && !desk.telling.value ? void desk.decline() : false);
  useTurnKeys({ desk, pieces: PIECES, decline, more: { k: hand("keep"), r: hand("return"), d: rest } });
}

// -- log --------------------------------------------------------------------------------------------------------------

/** @type {{[E in GameEvent as E["event"]]?: (event: E) => string}} */
const ICONS = {
  disc_spun: () => "i-mood",
  disc_spun_for: ({ kind }) => kindIcon(kind),
  phase_began: ({ phase }) => phaseIcon(phase),
  raid_began: () => "i-hand",
  time_ran_out: () => "i-candle",
  grace_ran_out: () => "i-candle",
  orders_carried_out: () => "i-hand",
  tile_seen: ({ tile }) => kindIcon(kindOf(tile)),
  people_content: ({ kind }) => kindIcon(kind),
  riot_broke_out: () => "i-riot",
  ranks_drawn: () => "i-duke",
  ranks_set: () => "i-duke",
  mercy_declined: () => "i-favor",
  mercy_shown: () => "i-favor",
  end_checked: () => "u-clock",
  game_ended: () => "u-trophy",
};

/** What goes on and on in a raid is seen on the table; the log would be full of it. */
const SEEN = ["tile_lifted", "tile_returned"];
/** What the log of a table does not keep, because players have to remember it; a replay, which has no table, shows it. */
const FLEETING = ["tile_seen", "tile_missed"];
const UNTOLD = ["forced", "goods_mixed", "goods_lapsed"];

/** An event as a line of the log; what is not worth one has no text. */
function logLine(/** @type {Model} */ model, /** @type {GameEvent} */ event) {
  const words = model.words.value;
  const { id, options } = model.info.value;
  const quick = options.raid !== "draft" && SEEN.includes(event.event);
  const gone = id && FLEETING.includes(event.event);
  const told = !quick && !gone && !UNTOLD.includes(event.event) && words.has(`event.${event.event}`);
  const text = told ? words.event(fromOne(event)) : "";
  const icon = /** @type {((event: GameEvent) => string)|undefined} */ (ICONS[event.event]);
  return { icon: icon?.(event), text, rule: event.rule };
}

/** Where a game is, in a few words. */
const caption = (
  /** @type {import("./draw.js").Words} */ words,
  /** @type {Record<string, number>} */ { round, phase },
) => words.say(round ? "web.tr.caption" : "web.tr.caption.first", { round, phase });

/** Keys of this game, beside those of every table. */
/** @type {[string, string][]} */
const keys = [
  ["Enter", "web.tr.keys.lift"],
  ["K, R", "web.tr.keys.hand"],
  ["D", "web.tr.keys.done"],
];

const sounds = {
  tile_kept: "knock",
  tile_returned: "knock",
  statues_placed: "knock",
  land_revealed: "knock",
  followers_gained: "coin",
  time_ran_out: "breath",
  king_crowned: "horn",
};

const lay = (/** @type {Model} */ model, /** @type {import("/static/types.js").Choice[]} */ answer) =>
  deskOf(model).lay(answer);

/** @type {import("/static/types.js").Drawing<import("./types.js").Game>} */
export default { Ribbon, Stage, Side, Tray, caption, lay, logLine, scene, keys, sounds };
