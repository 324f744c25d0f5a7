/** What the log tells about where the game stands: the step of the season, and the battle of a Winter. */

import { counting, since } from "/static/log.js";
import { plays, SEASONS, WINTER } from "./draw.js";

// -- steps ------------------------------------------------------------------------------------------------------------

/** The steps of a phase, if it has any. @returns {string[]} */
export function stepsOf(/** @type {any} */ view) {
  if (SEASONS.includes(view.phase)) return ["a", "b", "c", "d"];
  if (view.phase !== WINTER) return [];
  if (plays(view, "army")) return ["token", "enemy", "battle", "after"];
  return view.options.edition === "1e" ? ["enemy", "king", "battle", "after"] : ["king", "enemy", "battle", "after"];
}

/**
 * The step by what has happened in this phase so far: in a season the turn order is set, all have passed, the dice have
 * left the court.
 */
export function stepOf(/** @type {any} */ model) {
  const view = model.view.value;
  if (view.phase === WINTER) {
    if (!view.enemy_open) return stepsOf(view)[0];
    return battleOf(model)?.fought ? "after" : "battle";
  }
  const happened = since(model.log.value, ({ event }) => event === "phase_began");
  if (happened?.[0].phase === view.phase && !happened.some(({ event }) => event === "order_set")) return "a";
  if (view.passed.length < view.seats) return "b";
  const lying = Object.values(view.court).some((groups) => groups.some(([owner]) => owner >= 0));
  return lying ? "c" : "d";
}

// -- when a battle was fought ----------------------------------------------------------------------------------------

const tells = (/** @type {any} */ entry, /** @type {(event: any) => boolean} */ wanted) => entry.events.some(wanted);
const winterBegan = (/** @type {any} */ { event, phase }) => event === "phase_began" && phase === WINTER;

/** The version of the newest entry that tells of a battle; 0 if none does. */
export const foughtAt = (/** @type {any[]} */ entries) =>
  entries.findLast((entry) => tells(entry, ({ event }) => event === "battle_fought"))?.version ?? 0;

/** The same for the battle of the newest Winter, among what still counts. */
export function winterFoughtAt(/** @type {any[]} */ log) {
  const entries = counting(log);
  const began = entries.findLastIndex((entry) => tells(entry, winterBegan));
  return began < 0 ? 0 : foughtAt(entries.slice(began));
}

// -- the battle -------------------------------------------------------------------------------------------------------

/**
 * The newest battle, or the one to come: the enemy, what the King sent, and a lane for each seat.
 * @returns {any}
 */
export function battleOf(/** @type {any} */ model) {
  const view = model.view.value;
  const preparing = view.phase === WINTER - 1;
  const began = (preparing ? null : since(model.log.value, winterBegan)) ?? [];
  const end = began.findIndex(({ event }) => event === "soldiers_dismissed");
  const events = end < 0 ? began : began.slice(0, end + 1);
  const find = (kind) => events.find(({ event }) => event === kind);
  const id = find("enemy_revealed")?.enemy ?? view.enemy;
  const enemy = id ? model.game.rows.enemies[id] : null;
  const fights = events.filter(({ event }) => event === "battle_fought");
  const fighting = fights.map(({ seat }) => seat);
  const seats = [...fighting, ...view.order.filter((seat) => !fighting.includes(seat))];
  const sent = (seat) => find("reinforcements_sent")?.soldiers ?? find("tokens_revealed")?.tokens[seat] ?? 0;
  const lanes = seats.map((seat) => {
    const fight = fights.find((event) => event.seat === seat);
    const mine = events.filter((event) => event.seat === seat);
    const fallen = mine.filter(({ event }) => event === "building_destroyed").map(({ building }) => building);
    const { soldiers, walls, strength } = fight ?? view.players[seat];
    const mustered = mine.filter(({ event, source }) => event === "soldiers_gained" && source === musterSource(mine));
    const reinforced = sent(seat) + mustered.reduce((sum, { soldiers }) => sum + soldiers, 0);
    return {
      seat,
      walls,
      soldiers,
      reinforced,
      strength,
      outcome: fight?.outcome ?? "",
      strongest: mine.some(({ source }) => source === "source.strongest"),
      spared: mine.find(({ event }) => event === "building_spared")?.building ?? "",
      fallen,
      after: outcomeOf(mine),
    };
  });
  return {
    id,
    enemy,
    year: enemy?.year ?? view.year,
    open: Boolean(find("enemy_revealed")),
    king: find("reinforcements_sent")?.soldiers ?? 0,
    lanes,
    fought: fights.length > 0 && fights.length === view.seats,
    over: Boolean(find("soldiers_dismissed")),
  };
}

/** The card by which a seat rolled a die of its own. */
const musterSource = (/** @type {any[]} */ events) =>
  events.find(({ event }) => event === "muster_rolled")?.source ?? "";

/** What the battle brought and cost, summed up by kind. */
function outcomeOf(/** @type {any[]} */ events) {
  const sums = {};
  const after = events.slice(events.findIndex(({ event }) => event === "battle_fought") + 1);
  for (const event of after) {
    const sign = event.event === "goods_paid" ? -1 : 1;
    if (!["goods_gained", "goods_paid", "vp_changed"].includes(event.event)) continue;
    for (const kind of ["gold", "wood", "stone", "vp"])
      if (event[kind]) sums[kind] = (sums[kind] ?? 0) + sign * event[kind];
  }
  return sums;
}
