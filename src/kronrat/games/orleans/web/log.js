/** What happened, as the log says it. */

import { fromOne, phaseIcon } from "./draw.js";
import { storyOf } from "./stories.js";

/**
 * @import { TableModel } from "/static/model.js"
 * @import { Game, GameEvent } from "./types.js"
 */

/** @type {Partial<Record<GameEvent["event"], string>>} */
const ICONS = {
  round_began: "u-clock",
  market_refilled: "i-market",
  deed_laid_out: "u-quill",
  game_ended: "u-trophy",
};

/** What is seen on the table or said elsewhere is not a line of the log. */
const UNTOLD = [
  "forced",
  "token_placed",
  "phase_began",
  "followers_drawn",
  "land_laid",
  "tiles_laid",
  "followers_returned",
  "fame_field_reached",
];

/** @returns {string|undefined} */
function iconOf(/** @type {TableModel<Game>} */ model, /** @type {GameEvent} */ event) {
  if (event.event === "phase_began") return phaseIcon(event.phase);
  return ICONS[event.event] ?? storyOf(model).icons?.[event.event];
}

/** An event as a line of the log; what is not worth one has no text. */
export function logLine(/** @type {TableModel<Game>} */ model, /** @type {GameEvent} */ event) {
  const words = model.words.value;
  const told = !UNTOLD.includes(event.event) && words.has(`event.${event.event}`);
  return { icon: iconOf(model, event), text: told ? words.event(fromOne(event)) : "", rule: event.rule };
}

/**
 * What happened last, for a person who only watches: whose doing it was, and at most three sentences.
 * @returns {{seat: number, said: string}|null}
 */
export function newest(/** @type {TableModel<Game>} */ model) {
  for (const { seat, events } of [...model.log.value].reverse()) {
    const said = events.map((event) => logLine(model, event).text).filter(Boolean);
    if (said.length) return { seat, said: said.slice(0, 3).join(" ") };
  }
  return null;
}
