/** What the courses of all games have in common: their chapters, and which moments turned a game. */

/**
 * @import { AnyGame, AnyView, Chapter } from "./types.js"
 */
/**
 * @template {AnyGame} G
 * @typedef {import("./replay-model.js").Replay<G>} Replay
 */

const TURNS = 3;
const APART = 12;

/**
 * A chapter for every phase that is seen; `told` says what it is called, and which `part` of the game it belongs to.
 * @template {AnyView & {phase: string|number}} V
 * @param {V[]} views
 * @param {(view: V) => Omit<Chapter, "at">} told
 */
export function phases(views, told) {
  /** @type {Chapter[]} */
  const found = [];
  views.forEach((view, at) => {
    const before = views[at - 1];
    if (!view.phase) return;
    const chapter = told(view);
    if (view.phase !== before?.phase || chapter.part !== told(before).part) found.push({ at, ...chapter });
  });
  return found;
}

/**
 * The moment by which the winner took the lead for good, and those that weighed most besides, as they came.
 * @template {{at: number}} Moment
 * @param {Moment[]} heaviest those that weigh most first
 * @param {Moment|null} lead
 */
export function turningPoints(heaviest, lead) {
  const apart = Math.max(...heaviest.map(({ at }) => at), 0) / APART; // moments of one round are one turn of the game
  /** @type {Moment[]} */
  const turns = lead ? [lead] : [];
  for (const moment of heaviest) {
    if (turns.length < TURNS && turns.every(({ at }) => Math.abs(at - moment.at) >= apart)) turns.push(moment);
  }
  return turns.sort((a, b) => a.at - b.at);
}

/**
 * The moment by which the winner came to the top and stayed there; none if nobody else ever led.
 * @template {AnyGame} G
 * @template {{at: number, seat: number}} Moment
 * @param {Replay<G>} replay
 * @param {(view: G["View"]) => boolean} begun whether anybody can lead yet
 * @param {Moment[]} moments in the order of the game
 */
export function leadForGood({ file, views }, begun, moments) {
  const first = (/** @type {G["View"]} */ view) => view.standing[0][0];
  const winner = first(views[views.length - 1]);
  const last = file.over ? views.findLastIndex((view) => first(view) !== winner && begun(view)) : -1;
  return last < 0 ? null : (moments.find(({ at, seat }) => at > last && seat === winner) ?? null);
}
