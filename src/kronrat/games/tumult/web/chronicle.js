/** What the log tells about the round: how the raid went, the three checks of the people, and the coronation. */

import { since } from "/static/log.js";
import { MOOD, RANKS, symbolsIn } from "./draw.js";

const RANKED = ["ranks_drawn", "ranks_set"];

const during = (/** @type {number} */ phase) => (/** @type {any} */ event) =>
  event.event === "phase_began" && event.phase === phase;

// -- the raid ---------------------------------------------------------------------------------------------------------

/** How often each seat has looked at a tile in this raid; null if the log does not reach back so far. */
export function looksOf(/** @type {any} */ model) {
  const raid = since(model.log.value, ({ event }) => event === "raid_began");
  if (!raid) return null;
  const looks = model.view.value.players.map(() => 0);
  for (const { event, seat } of raid) if (event === "tile_lifted") looks[seat] += 1;
  return looks;
}

// -- the riots --------------------------------------------------------------------------------------------------------

/** What a seat's followers were after an event, by what has happened to them since. */
function followersAfter(/** @type {any} */ model, /** @type {any[]} */ events, /** @type {number} */ at, seat) {
  let followers = model.view.value.players[seat].followers;
  for (const event of events.slice(at + 1)) {
    if (event.seat !== seat) continue;
    if (event.event === "followers_gained") followers -= event.followers;
    if (event.event === "followers_lost") followers += event.followers;
  }
  return followers;
}

/**
 * The checks of the newest raid, in their order: what was left, and whom a riot hit.
 * @returns {{centre: string[], castles: string[][], order: number[], checks: any[]}|null}
 */
export function riotsOf(/** @type {any} */ model) {
  const events = since(model.log.value, ({ event }) => event === "tiles_revealed");
  if (!events) return null;
  const { centre, castles } = events[0];
  const end = events.findIndex(during(RANKS));
  const inside = end < 0 ? events : events.slice(0, end);
  const all = model.log.value.flatMap((entry) => entry.events);
  const ranked = all.slice(0, all.lastIndexOf(events[0])).findLast(({ event }) => RANKED.includes(event));
  const checks = [];
  inside.forEach((event, at) => {
    if (event.event !== "people_content" && event.event !== "riot_broke_out") return;
    const { kind, left, demand } = event;
    const check = { kind, left, demand, seat: null, greed: [], back: [], kept: null, before: 0, after: 0 };
    if (event.event === "riot_broke_out") {
      const { seat, greed } = event;
      const next = inside.findIndex(({ event: name }, i) => i > at && STOPS.includes(name));
      const penalty = inside.slice(at + 1, next < 0 ? inside.length : next);
      const back = penalty.find((one) => one.event === "tiles_given_back")?.tiles ?? [];
      const whole = castles[seat].filter((tile) => tile[0] === kind[0]);
      const last = next < 0 ? inside.length - 1 : next - 1;
      Object.assign(check, { seat, greed, back, kept: whole[0] ?? null });
      check.before = followersAfter(model, events, at, seat);
      check.after = followersAfter(model, events, last, seat);
    }
    checks.push(check);
  });
  return { centre, castles, checks, order: ranked?.order ?? model.view.value.order };
}

const STOPS = ["people_content", "riot_broke_out", "phase_began", "disc_spun_for"];

/** What each seat robbed of a kind, what mercy took off, and how greedy that made it. */
export const greedOf = (/** @type {any} */ riots, /** @type {any} */ check) =>
  riots.order.map((seat) => {
    const robbed = symbolsIn(riots.castles[seat], check.kind);
    return { seat, robbed, greed: check.greed[seat] ?? robbed, mercy: robbed - (check.greed[seat] ?? robbed) };
  });

// -- placing ----------------------------------------------------------------------------------------------------------

/** What each seat did last in this phase: "placed", "passed" or nothing yet. */
export function placedBy(/** @type {any} */ model) {
  const events = since(model.log.value, during(model.view.value.phase)) ?? [];
  return model.view.value.players.map((_, seat) => {
    const last = events.findLast((event) => event.seat === seat && ["statues_placed", "passed"].includes(event.event));
    return last ? (last.event === "passed" ? "passed" : "placed") : "";
  });
}

/** Where statues were placed last in this phase. @returns {{row: number, column: number}|null} */
export function newestField(/** @type {any} */ model) {
  const events = since(model.log.value, during(model.view.value.phase)) ?? [];
  return events.findLast(({ event }) => event === "statues_placed") ?? null;
}

// -- the coronation ---------------------------------------------------------------------------------------------------

/**
 * The newest coronation: ranks before and after, who is king, what he wrote into the chronicle, and what followed.
 * @returns {any}
 */
export function coronationOf(/** @type {any} */ model) {
  const all = model.log.value.flatMap((entry) => entry.events);
  const at = all.findLastIndex(({ event }) => event === "ranks_set");
  if (at < 0) return null;
  const before = all.slice(0, at).findLast(({ event }) => RANKED.includes(event));
  const began = all.slice(0, at).findLastIndex(({ event }) => event === "goods_lapsed" || event === "statues_placed");
  const end = all.findIndex((event, i) => i > at && during(MOOD)(event));
  const events = all.slice(at, end < 0 ? all.length : end);
  const find = (/** @type {string} */ name) => events.find(({ event }) => event === name);
  const consoled = all
    .slice(began + 1, at)
    .filter(({ event, source }) => event === "followers_gained" && source === "source.consolation");
  return {
    order: all[at].order,
    followers: all[at].followers,
    before: before?.order ?? all[at].order,
    consoled,
    king: find("king_crowned")?.seat ?? all[at].order[0],
    price: events.find(({ event, source }) => event === "followers_lost" && source === "source.coronation")?.followers,
    written: find("chronicle_written") ?? null,
    revealed: events.filter(({ event }) => event === "land_revealed"),
    checked: find("end_checked") ?? null,
    mercy: find("mercy_shown") ?? null,
    ended: find("game_ended") ?? null,
  };
}
