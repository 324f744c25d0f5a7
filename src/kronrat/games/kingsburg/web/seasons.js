/** What a season brings to each player: by the advisors, and by cards at its end; and the favors of the King. */

import { BEAT, DEED } from "/static/playhead.js";
import { SEASONS } from "./draw.js";
import { logLine } from "./log.js";

/**
 * @import { GameEvent, Line, View } from "./types.js"
 * @import { Model } from "./draw.js"
 * @import { Beat, Pause, Scene } from "/static/playhead.js"
 * @import { Words } from "/static/words.js"
 * @typedef {{before: View, view: View}} Step  the views around it
 * @typedef {Step & {events: GameEvent[], pauses: Pause<View>[]}} Told  with what happens in it, and where it pauses
 */

/** The table where this has ended in the middle of a step; nothing if the step ends there or before. */
export const pauseAt = (/** @type {Told} */ { pauses }, /** @type {string} */ name) =>
  pauses.find((pause) => pause.name === name);

/** How long beats last, in milliseconds at normal pace. */
const ROW = 1_000;
const LINE = 400; // a further sentence
const OF_TWO = 1_300; // where only two play
const EMPTY = 500;
const END = 1_200;
const FAVOR = 2_400; // everybody is compared

// -- the harvest and the end of a season ------------------------------------------------------------------------------

/**
 * What the advisors gave, when all have, with the cards that were `shown` for that; and when the season ends, who built
 * last and what cards brought. Other buildings were told when they were built. Whoever chooses a good meanwhile has
 * everybody's goods in sight, on which the choice may depend: a harvest is told once.
 * @returns {Scene[]}
 */
export function seasonScenes(/** @type {Model} */ model, /** @type {Told} */ told, /** @type {Scene[]} */ shown) {
  const { before, view } = told;
  if (!SEASONS.includes(before.phase)) return shown;
  const helped = hasHelped(told);
  const harvest = before.step !== "d" && helped ? rowsScene("harvest", model, told, "helped") : [];
  const season = hasEnded(told)
    ? [...builtScene(model, told), ...rowsScene("season", model, told, `phase ${before.phase}`)]
    : [];
  const placed = before.step === "b" && (helped || view.step === "c") ? placedScene(model, told) : [];
  return [...placed, ...harvest, ...shown, ...season];
}

/** Whether the season of before is over after a step, and whether the advisors have helped everybody in it. */
const hasEnded = (/** @type {Step} */ { before, view }) => view.phase !== before.phase || view.over;
const hasHelped = (/** @type {Step} */ step) => hasEnded(step) || step.view.step === "d";

/** Who placed the last dice, or would not, is seen before the advisors help; who could not is one sentence. @returns {Scene[]} */
function placedScene(/** @type {Model} */ model, /** @type {Told} */ told) {
  const first = pauseAt(told, "placed");
  if (!first) return [];
  const events = told.events.slice(0, first.events);
  const forced = events.flatMap((event) => (event.event === "forced" ? [event.seat] : []));
  const deeds = events.filter((event) =>
    event.event === "passed" ? !forced.includes(event.seat) : event.event !== "forced",
  );
  const left = first.view.players.some(({ dice }) => dice.length > 0);
  return saidScene(model, deeds, first, [model.words.value.say(left ? "web.kb.none_placed" : "web.kb.all_placed")]);
}

/** Who built last, or would not; who could not is one sentence. @returns {Scene[]} */
function builtScene(/** @type {Model} */ model, /** @type {Told} */ told) {
  const first = pauseAt(told, "built");
  if (!first) return [];
  const events = told.events.slice(pauseAt(told, "helped")?.events ?? 0, first.events);
  const seats = events.flatMap((event) => (event.event === "forced" ? [event.seat] : []));
  const deeds = events.filter((event) =>
    event.event === "nothing_built" ? !seats.includes(event.seat) : event.event !== "forced",
  );
  const none = seats.length ? [model.words.value.say("web.kb.none_built", { seats, n: seats.length })] : [];
  return saidScene(model, deeds, first, none);
}

/** Between the seasons: what somebody chose last in a phase is seen before the next one begins. @returns {Scene[]} */
export function deedScene(/** @type {Model} */ model, /** @type {Told} */ told) {
  const { phase } = told.before;
  const first = SEASONS.includes(phase) ? undefined : pauseAt(told, `phase ${phase}`);
  return first ? saidScene(model, told.events.slice(0, first.events), first) : [];
}

/**
 * What was done, in a beat as long as its sentences.
 * @param {Model} model
 * @param {GameEvent[]} events
 * @param {Pause<View>} first
 * @param {string[]} [more]
 * @returns {Scene[]}
 */
function saidScene(model, events, first, more = []) {
  const told = events.map((event) => logLine(model, event)).filter(({ heading, text }) => text && !heading);
  const lines = [...told.map(({ text }) => text), ...more];
  if (!lines.length) return [];
  const beat = { lasts: BEAT + LINE * (lines.length - 1), said: lines.join(" ") };
  return [{ name: DEED, beats: [beat], first, holds: true }];
}

/** @returns {Scene[]} */
function rowsScene(
  /** @type {"harvest"|"season"} */ name,
  /** @type {Model} */ model,
  /** @type {Told} */ step,
  /** @type {string} */ end,
) {
  const rows = linesOf(name, step);
  if (rows.every(isEmpty)) return [];
  const full = rows.length === 2 ? OF_TWO : ROW;
  /** @type {Beat[]} */
  const beats = rows.map((row) => ({
    tells: row.seat,
    lasts: isEmpty(row) ? EMPTY : full,
    said: saidOf(model.words.value, row),
  }));
  return [{ name, beats: [...beats, { tells: "end", lasts: END }], part: pauseAt(step, end) }];
}

export const isEmpty = (/** @type {Line} */ { sources, got, looked }) =>
  !sources.length && !looked && !Object.keys(got).length;

/** Counts that read differently where they stand by themselves. @type {Record<string, string>} */
const COUNTS = { soldiers: "web.kb.soldiers" };

/** A row in words. */
function saidOf(/** @type {Words} */ words, /** @type {Line} */ { seat, got, looked }) {
  const counts = Object.entries(got).map(
    ([kind, n]) => (n < 0 ? "−" : "") + words.say(COUNTS[kind] ?? `count.${kind}`, { n: Math.abs(n) }),
  );
  const all = [...counts, ...(looked ? [words.say("web.kb.peek")] : [])];
  return words.say("web.kb.row", { seat, said: all.length ? words.list(all) : words.say("web.kb.nothing") });
}

/** A row for every player in turn order, of what the advisors gave, or of what cards brought then. */
export function linesOf(/** @type {"harvest"|"season"} */ name, /** @type {Step} */ step) {
  const { before, view } = step;
  const now = hasEnded(step) ? view.season_over : view.season;
  const lines = (name === "harvest" ? now?.harvest : now?.end) ?? [];
  return before.order.map((seat) => lines.find((line) => line.seat === seat) ?? { ...NOTHING, seat });
}

/** @type {Omit<Line, "seat">} */
const NOTHING = { sources: [], got: {}, looked: false };

// -- the favors of the King -------------------------------------------------------------------------------------------

/** The phases between the seasons in which the King gives something without a question. @returns {Scene[]} */
export function kingScenes(/** @type {Model} */ model, /** @type {Told} */ step) {
  return [1, 3, 5].flatMap((phase) => {
    const given = givenIn(step.events, phase);
    if (!given.length) return [];
    const words = model.words.value;
    const part = pauseAt(step, `phase ${phase}`);
    const compared = comparedIn({ part, view: step.view }).map(({ seat, buildings, goods }) =>
      words.say("web.kb.row", {
        seat,
        said: words.list([
          words.say("count.buildings", { n: buildings }),
          ...(goods === null ? [] : [words.say("count.goods", { n: goods })]),
        ]),
      }),
    );
    const said = [...compared, ...given.map((event) => words.event(event))].join(" ");
    return [{ name: "king", beats: [{ tells: phase, lasts: FAVOR, said }], part }];
  });
}

/** What the King compares in a phase of his: as the table was when that ended. */
export const comparedIn = (/** @type {{part?: {view: object}, view: View}} */ { part, view }) =>
  /** @type {View} */ (part?.view ?? view).king;

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
