/** Tumult Royal as it is on the table: what the page of a table and the replay put into their frames. */

import { html, icon, names, useEffect, useRef } from "/static/parts.js";
import { PaneTabs, useTurnKeys } from "/static/turn.js";
import { capital } from "/static/words.js";
import { Carried } from "./carried.js";
import { Crown } from "./crown.js";
import { deskOf, sceneOf } from "./desk.js";
import { logLine } from "./log.js";
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
  const hall = useInSight(desk.telling.value);
  if (!model.view.value) return null;
  const scene = sceneOf(desk);
  const Scene = SCENES[scene];
  return html`<section ref=${hall} class=${`hall tr on-dark ${scene}`} aria-label=${model.words.value.say(`web.tr.scene.${scene}`)}>
    <${Scene} desk=${desk} telling=${desk.telling.value} /><${Motion} model=${model} />
  </section>`;
}

/** A small screen does not show all steps of what is told: the newest one is brought into sight. */
function useInSight(/** @type {import("./told.js").Telling|null} */ telling) {
  const hall = useRef(/** @type {HTMLElement|null} */ (null));
  useEffect(() => {
    const told = [...(hall.current?.querySelectorAll(".stp:not(.off)") ?? [])];
    if (told.length === 1) hall.current?.scrollTo(0, 0);
    else told.at(-1)?.scrollIntoView({ block: "nearest" });
  }, [telling?.part, telling?.kind, telling?.step]);
  return hall;
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
  const rest = () => (sceneOf(desk) === "raid" && desk.question.value ? void desk.rest() : false);
  const decline = () => (desk.wayOut && !desk.telling.value ? void desk.decline() : false);
  useTurnKeys({ desk, pieces: PIECES, decline, more: { k: hand("keep"), r: hand("return"), d: rest } });
}

// -- around the table -------------------------------------------------------------------------------------------------

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

/** A field as it is counted on the table, and not from 0. */
const answer = (
  /** @type {import("./draw.js").Words} */ words,
  /** @type {import("/static/types.js").Choice[]} */ [[word, row, column]],
) =>
  word === "place" || word === "turn"
    ? capital(words.say(`web.tr.answer.${word}`, { row: Number(row) + 1, column: Number(column) + 1 }))
    : null;

/** The field on which something is placed, or the tile that is lifted. */
const spot = (/** @type {import("/static/types.js").Choice[]} */ [[word, row, column]]) =>
  word === "place" ? `[data-field="${row} ${column}"]` : word === "lift" ? `[data-slot="${row}"]` : "";

/** @type {import("/static/types.js").Drawing<import("./types.js").Game>} */
export default { Ribbon, Stage, Side, Tray, answer, caption, lay, spot, logLine, scene, keys, odds: true, sounds };
