/**
 * What can be said about any finished game: its rounds and phases, the points of every seat after each of them, and which
 * moves changed most. All of it comes from the `round`, `phase` and `standing` of its views.
 */

import { turningPoints } from "/static/course.js";
import { capital } from "/static/words.js";
import { labelOf, whenOf } from "./view.js";

/**
 * @typedef {import("/static/replay-model.js").Replay<import("./types.js").PlainGame>} Replay
 * @typedef {import("/static/types.js").Course<import("./types.js").PlainGame>} Course
 * @typedef {import("./view.js").Words} Words
 * @typedef {import("./view.js").View} View
 */

/** @returns {Course} */
export function courseOf(/** @type {Replay} */ replay) {
  const { views } = replay;
  const seats = replay.file.seats;
  const parts = views.map((view) => whenOf(view).round ?? 1);
  const points = views.map((view) => scores(view, seats));
  const last = views.length - 1;
  const ends = views.flatMap((_, at) => (at > 0 && parts[at] !== parts[at - 1] ? [at] : []));
  const curve = [
    { at: 0, part: parts[0], scores: points[0] },
    ...ends.map((at) => ({ at, part: parts[at - 1], scores: points[at] })),
    { at: last, part: parts[last], scores: points[last] },
  ];
  return {
    ...{ curve, rolls: [], diceLeft: null, headlines: [], built: [], part, short },
    ...{ sources: sources(views, points), chapters: chapters(views), turns: turns(replay, points, parts) },
  };
}

/** The points of all seats, seat by seat. */
function scores(/** @type {View} */ { standing }, /** @type {number} */ seats) {
  return Array.from({ length: seats }, (_, seat) => standing.find(([one]) => one === seat)?.[2] ?? 0);
}

const part = (/** @type {Words} */ words, /** @type {number} */ round) => `${labelOf(words, "round")} ${round}`;
const short = (/** @type {Words} */ _words, /** @type {number} */ round) => String(round);

/** A moment by its round and phase, as far as the game has them. */
const moment = (/** @type {View} */ view) => (/** @type {Words} */ words) => {
  const { round, phase } = whenOf(view);
  const named = phase !== null && words.has(`phase.${phase}`) ? words.say(`phase.${phase}`) : "";
  return (
    capital([round !== null ? part(words, round) : "", named].filter(Boolean).join(" · ")) ||
    words.say("web.replay.title")
  );
};

/** Every phase as a chapter. */
function chapters(/** @type {View[]} */ views) {
  return views.flatMap((view, at) => {
    const [now, before] = [whenOf(view), at ? whenOf(views[at - 1]) : null];
    if (before && now.round === before.round && now.phase === before.phase) return [];
    return [{ at, part: now.round ?? 1, icon: "u-play", major: true, say: moment(view) }];
  });
}

/** What everybody had from the start, and in which phase the other points were made; what changed by the end of a phase belongs to it. */
function sources(/** @type {View[]} */ views, /** @type {number[][]} */ points) {
  /** @type {Map<string, number[]>} */
  const found = new Map();
  views.forEach((_, at) => {
    if (!at) return;
    const phase = whenOf(views[at - 1]).phase ?? "";
    const sums = found.get(phase) ?? points[0].map(() => 0);
    found.set(
      phase,
      sums.map((sum, seat) => sum + points[at][seat] - points[at - 1][seat]),
    );
  });
  const start = {
    icon: "u-play",
    values: points[0],
    say: (/** @type {Words} */ words) => words.say("web.plain.start"),
  };
  const phases = [...found]
    .filter(([, values]) => values.some((value) => value !== 0))
    .map(([phase, values]) => ({ icon: "u-play", values, say: sourceName(phase) }));
  return points[0].some((value) => value !== 0) ? [start, ...phases] : phases;
}

const sourceName = (/** @type {string} */ phase) => (/** @type {Words} */ words) =>
  words.has(`phase.${phase}`) ? words.say(`phase.${phase}`) : words.say("web.end.sum");

/** The moves by which somebody gained or lost most. */
function turns(/** @type {Replay} */ replay, /** @type {number[][]} */ points, /** @type {number[]} */ parts) {
  const changes = replay.frames.flatMap((_, place) => {
    const at = place + 1;
    return points[at].map((score, seat) => ({ at, seat, score, gained: score - points[at - 1][seat] }));
  });
  const largest = changes
    .filter(({ gained }) => gained !== 0)
    .sort((a, b) => Math.abs(b.gained) - Math.abs(a.gained))
    .filter(({ at }, place, all) => all.findIndex((other) => other.at === at) === place);
  return turningPoints(largest, null).map(({ at, seat, score, gained }) => ({
    ...{ at, seat, score },
    title: (/** @type {Words} */ words) => part(words, parts[at - 1]),
    say: (/** @type {Words} */ words) => words.say("web.plain.swing", { seat, gained }),
  }));
}
