/** What a season brings to each player: by the advisors, by building and at its end; and the favors of the King. */

import { counting } from "/static/log.js";
import { changesBy } from "./desk.js";
import { SEASONS } from "./draw.js";
import { partOf } from "./part.js";

/**
 * @import { Game, GameEvent } from "./types.js"
 * @import { Changes } from "./desk.js"
 * @import { Model } from "./draw.js"
 * @import { Told } from "./part.js"
 * @import { Beat, Part, Scene } from "/static/playhead.js"
 * @import { EntryOf } from "/static/types.js"
 * @import { Words } from "/static/words.js"
 */
/**
 * A player's line: from where something came, as "advisor.merchant" or "building.inn", and what it is.
 * @typedef {{seat: number, sources: string[], got: Changes, peeked: boolean}} Row
 */

/** How long beats last, in milliseconds at normal pace. */
const ROW = 1_000;
const OF_TWO = 1_300; // where only two play
const EMPTY = 500;
const END = 1_200;
const FAVOR = 1_600;

// -- the harvest and the end of a season ------------------------------------------------------------------------------

/** What the advisors gave, when all have; or what was built and came of it, when the season ends. */
export const seasonScenes = (
  /** @type {Model} */ model,
  /** @type {EntryOf<Game>[]} */ entries,
  /** @type {Told} */ told,
) => {
  const { before, view, events } = told;
  const { phase, step } = before;
  if (!SEASONS.includes(phase)) return [];
  const ended = view.phase !== phase || view.over;
  const helped = ended || view.step === "d";
  const season = upTo(events, ({ event }) => event === "phase_began");
  const harvest = Math.min(season, builds(events));
  return [
    helped && step !== "d" && rowsScene("harvest", model, harvestRows(model, entries), partOf(told, harvest)),
    ended && rowsScene("season", model, seasonRows(model, entries), partOf(told, season)),
  ].filter((scene) => scene !== false && scene !== null);
};

/** How many events there are before the first one like this. */
function upTo(/** @type {GameEvent[]} */ events, /** @type {(event: GameEvent) => boolean} */ like) {
  const at = events.findIndex(like);
  return at < 0 ? events.length : at;
}

/** @returns {Scene|null} */
function rowsScene(
  /** @type {string} */ name,
  /** @type {Model} */ model,
  /** @type {Row[]} */ rows,
  /** @type {Part} */ part,
) {
  if (rows.every(isEmpty)) return null;
  const full = rows.length === 2 ? OF_TWO : ROW;
  /** @type {Beat[]} */
  const beats = rows.map((row) => ({
    tells: row.seat,
    lasts: isEmpty(row) ? EMPTY : full,
    said: saidOf(model.words.value, row),
  }));
  return { name, beats: [...beats, { tells: "end", lasts: END }], part };
}

export const isEmpty = (/** @type {Row} */ { sources, got, peeked }) =>
  !sources.length && !peeked && !Object.keys(got).length;

/** A row in words. */
function saidOf(/** @type {Words} */ words, /** @type {Row} */ { seat, got, peeked, sources }) {
  const built = sources.filter((source) => source.startsWith("building.")).map((source) => words.say(source));
  const counts = Object.entries(got).map(
    ([kind, n]) => (n < 0 ? "−" : "") + words.say(`count.${kind}`, { n: Math.abs(n) }),
  );
  const all = [...built, ...counts, ...(peeked ? [words.say("web.kb.peek")] : [])];
  return words.say("web.kb.row", { seat, said: all.length ? words.list(all) : words.say("web.kb.nothing") });
}

/** What the advisors gave to each, in turn order. */
export const harvestRows = (/** @type {Model} */ model, /** @type {EntryOf<Game>[]} */ entries) => {
  const events = seasonOf(model, entries);
  return rowsOf(model, events.slice(0, builds(events)), (source, n) => n > 0 || source.startsWith("advisor."));
};

/** What each has built, and what came then. */
export const seasonRows = (/** @type {Model} */ model, /** @type {EntryOf<Game>[]} */ entries) => {
  const all = seasonOf(model, entries);
  const events = all.slice(builds(all));
  const built = events.flatMap((event) =>
    event.event === "building_built" ? [`${event.seat} building.${event.building}`] : [],
  );
  return rowsOf(model, events, (source, n, seat) => n > 0 || !built.includes(`${seat} ${source}`)); // a price is no news
};

/** Where building begins. */
const builds = (/** @type {GameEvent[]} */ events) =>
  upTo(events, ({ event }) => event === "building_built" || event === "nothing_built");

/** What happened in this season since the turn order was set, with what these entries add. */
function seasonOf(/** @type {Model} */ model, /** @type {EntryOf<Game>[]} */ entries) {
  const fresh = entries.flatMap((entry) => entry.events);
  const next = fresh.findIndex(({ event }) => event === "phase_began");
  const [{ version: begins = 0 } = {}] = entries;
  const before = counting(model.log.value)
    .filter(({ version }) => version < begins) // a part of these entries may be in the log already
    .flatMap((entry) => entry.events);
  const all = [...before, ...(next < 0 ? fresh : fresh.slice(0, next))];
  return all.slice(all.findLastIndex(({ event }) => event === "order_set") + 1);
}

/**
 * A row for every player, in turn order.
 * @param {Model} model
 * @param {GameEvent[]} events
 * @param {(source: string, n: number, seat: number) => boolean} counts what is part of it
 * @returns {Row[]}
 */
function rowsOf(model, events, counts) {
  return model.seen.order.map((seat) => {
    /** @type {Row} */
    const row = { seat, sources: [], got: {}, peeked: false };
    for (const event of events) {
      if (!("seat" in event) || event.seat !== seat) continue;
      if (event.event === "building_built") put(row.sources, `building.${event.building}`);
      if (event.event === "enemy_looked_at" || event.event === "enemy_seen") row.peeked = true;
      for (const [kind, n] of changesBy(event)) {
        if (!n || !("source" in event) || !counts(event.source, n, seat)) continue;
        row.got[kind] = (row.got[kind] ?? 0) + n;
        if (!row.got[kind]) delete row.got[kind];
        put(row.sources, event.source);
      }
    }
    return row;
  });
}

const put = (/** @type {string[]} */ list, /** @type {string} */ item) => void (list.includes(item) || list.push(item));

// -- the favors of the King -------------------------------------------------------------------------------------------

/** The phases between the seasons in which the King gives something without a question. @returns {Scene[]} */
export function kingScenes(/** @type {Model} */ model, /** @type {Told} */ step) {
  const { events, view } = step;
  return [1, 3, 5].flatMap((phase) => {
    const given = givenIn(events, phase);
    if (!given.length) return [];
    const said = given.map((event) => model.words.value.event(event)).join(" ");
    const count = upTo(events, (event) => event.event === "phase_began" && event.phase > phase);
    const { year, envoy, enemy, enemy_open, enemy_range } = view;
    const common = { year, envoy, enemy, enemy_open, enemy_range, phase, steps: [], step: /** @type {const} */ ("") };
    const part = partOf(step, count, common);
    return [{ name: "king", beats: [{ tells: phase, lasts: FAVOR, said }], part }];
  });
}

/** What the King gives or keeps in one of his phases. */
export function givenIn(/** @type {GameEvent[]} */ events, /** @type {number} */ phase) {
  const begins = events.findIndex((event) => event.event === "phase_began" && event.phase === phase);
  if (begins < 0) return [];
  const rest = events.slice(begins + 1);
  const next = rest.findIndex(({ event }) => event === "phase_began");
  return rest.slice(0, next < 0 ? rest.length : next).filter(({ event }) => KINGS.includes(event));
}

const KINGS = ["bonus_die_gained", "goods_gained", "vp_changed", "envoy_given", "envoy_returned", "envoy_kept"];

// -- the roll ---------------------------------------------------------------------------------------------------------

const DICE = 1_200;
const ORDER = 1_600;

/** Everybody has rolled, and who is first. @returns {Scene[]} */
export function rollScene(/** @type {Model} */ model, /** @type {GameEvent[]} */ events) {
  const order = events.find(({ event }) => event === "order_set");
  if (!order) return [];
  const said = model.words.value.event(order);
  const rolled = events.filter(({ event }) => event === "dice_rolled").length > 1;
  const dice = rolled ? [{ tells: "dice", lasts: DICE, said: model.words.value.say("web.kb.roll.all") }] : [];
  return [{ name: "roll", beats: [...dice, { tells: "order", lasts: ORDER, said }] }];
}
