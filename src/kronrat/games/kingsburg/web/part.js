/** The table in the middle of a step: some scenes of it have been told, and others are to come. */

import { changesBy } from "./desk.js";

/**
 * @import { GameEvent, PlayerView, View } from "./types.js"
 * @import { Part } from "/static/playhead.js"
 * @typedef {{before: View, view: View, events: GameEvent[]}} Told  a step: the views around it, and what happens in it
 */

/**
 * The table after so many events of a step, if what lies there for the whole table is `common` then. Dice are rolled
 * last, so those of before lie there.
 * @param {Told} step
 * @param {number} count
 * @param {Partial<View>} common
 * @returns {Part}
 */
export function partOf({ before, view, events }, count, common = {}) {
  const player = (/** @type {PlayerView} */ after, /** @type {number} */ seat) => {
    const { dice, bonus, extra_dice } = before.players[seat];
    const mine = events.filter((event) => "seat" in event && event.seat === seat);
    const told = mine.filter((event) => events.indexOf(event) < count);
    const gained = told.filter(({ event }) => event === "bonus_die_gained").length;
    return without({ ...after, dice, bonus, extra_dice: extra_dice + gained }, mine.slice(told.length));
  };
  return { events: count, view: { ...before, deciding: [], players: view.players.map(player), ...common } };
}

/** A player before what these events bring and cost. */
function without(/** @type {PlayerView} */ player, /** @type {GameEvent[]} */ events) {
  const now = { ...player };
  for (const [kind, n] of events.flatMap(changesBy)) if (n && kind !== "goods") now[kind] -= n;
  const soldiers = player.soldiers - now.soldiers;
  return { ...now, strength: player.strength - soldiers };
}
