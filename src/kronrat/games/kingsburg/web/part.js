/** The table in the middle of a step: some scenes of it have been told, and others are to come. */

import { changesBy } from "./desk.js";
import { diceOf } from "./draw.js";

/**
 * @import { AdvisorInfluenced, GameEvent, PlayerView, View } from "./types.js"
 * @import { Part } from "/static/playhead.js"
 * @typedef {{before: View, view: View, events: GameEvent[]}} Told  a step: the views around it, and what happens in it
 */

/**
 * The table after so many events of a step, if what lies there for the whole table is `common` then. Dice are rolled
 * last, so those of before lie there.
 * @param {Told} step
 * @param {number} count
 * @param {Partial<View>} common
 * @returns {Part & {view: View}}
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

/** The table when the dice of this step are placed and what the advisors give is still to come. @returns {Part} */
export function placedPart(/** @type {Told} */ step, /** @type {number} */ count) {
  if (!count) return { events: 0, view: step.before };
  const told = step.events.slice(0, count);
  const { view, ...part } = partOf(step, count);
  const { court, players } = told.filter((event) => event.event === "advisor_influenced").reduce(placed, view);
  const passed = [...view.passed, ...told.flatMap((event) => (event.event === "passed" ? [event.seat] : []))];
  const deciding = step.view.step === "c" ? step.view.deciding : []; // who chooses a good
  return { ...part, view: { ...view, court, players, passed, deciding, step: "c" } };
}

/** A table with this group of dice at court. */
function placed(/** @type {View} */ view, /** @type {AdvisorInfluenced} */ { seat, rank, group }) {
  const { players, court } = view;
  const own = group.includes("private") && players[seat].private.find(([, its]) => its === rank);
  const place = own ? own[0] : rank;
  const heap = [seat, ...group];
  const player = diceOf(heap).dice.reduce(lessOne, players[seat]);
  return {
    ...view,
    court: { ...court, [place]: [...(court[place] ?? []), heap] },
    players: players.map((other, at) => (at === seat ? player : other)),
  };
}

/** A player without one of these dice. */
function lessOne(/** @type {PlayerView} */ player, /** @type {{face: number, bonus: boolean}} */ { face, bonus }) {
  const kind = bonus ? "bonus" : "dice";
  const at = player[kind].indexOf(face);
  return { ...player, [kind]: player[kind].filter((_, place) => place !== at) };
}
