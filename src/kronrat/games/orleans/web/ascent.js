/** Somebody enters the next epoch: a moment of its own, before the table shows it. */

import { crest, html } from "/static/parts.js";
import { epochsOf, roman } from "./draw.js";

/**
 * @import { TableModel } from "/static/model.js"
 * @import { Playing, Scene } from "/static/playhead.js"
 * @import { Desk } from "./desk.js"
 * @import { EpochEntered, Game, GameEvent } from "./types.js"
 */

const ASCENT = 2_000; // milliseconds at normal pace

/** @returns {event is EpochEntered} */
const isAscent = (/** @type {GameEvent} */ event) => event.event === "epoch_entered";

/** @returns {Scene|null} */
export function ascentScene(/** @type {TableModel<Game>} */ model, /** @type {GameEvent[]} */ events) {
  const [entered] = events.filter(isAscent);
  return entered ? { name: "ascent", beats: [{ lasts: ASCENT, said: model.words.value.event(entered) }] } : null;
}

export function Ascent(/** @type {{desk: Desk, scene: Playing<Game>}} */ { desk, scene }) {
  const { model } = desk;
  const words = model.words.value;
  const [entered] = scene.entries.flatMap((entry) => entry.events).filter(isAscent);
  if (!entered) return null;
  const { seat, epoch } = entered;
  const [id, row] = epochsOf(model)[epoch - 1];
  const list = (/** @type {string[]} */ places) => words.list(places.map((place) => words.say(`place.${place}`)));
  return html`<div class=${`ascent p-${model.tincture(seat)}`}>${crest(seat)}<p><b class="rom">${roman(epoch)}</b><span><b>${words.say(`epoch.${id}`)}</b>
    <small>${words.say("web.os.ascent", { seat })}</small>
    ${row.unlocks.length > 0 && html`<small>${words.say("web.os.epoch.unlocks")}: ${list(row.unlocks)}</small>`}
    ${row.forbids.length > 0 && html`<small class="bad">${words.say("term.forbidden")}: ${list(row.forbids)}</small>`}</span></p></div>`;
}
