/**
 * The pieces of the page that only one story has, each in a module of its own: one line here for each. A story that has
 * none is drawn with what all of them share.
 */

import { firstKingdom } from "./first-kingdom.js";
import { kingsFavor } from "./kings-favor.js";

/**
 * @import { TableModel } from "/static/model.js"
 * @import { Playing, Scene } from "/static/playhead.js"
 * @import { Children } from "/static/types.js"
 * @import { Words } from "/static/words.js"
 * @import { Desk } from "./desk.js"
 * @import { Sourced } from "./draw.js"
 * @import { Epoch, Game, GameEvent, PlayerView, Rows, View } from "./types.js"
 * @typedef {{field: number, icon: string, name: string, text: string, row: Sourced}} Mark a marked field of the track
 * @typedef {{id: string, phase?: string, points: number, rule: string, icon?: string}} Section of the short rules
 */

/**
 * What a story brings.
 * @typedef {object} Story
 * @property {(props: {desk: Desk, seat: number, player: PlayerView}) => Children} [Tasks] what one works for
 * @property {(model: TableModel<Game>) => Mark[]} [marks] what is on the marked fields of the fame track
 * @property {(words: Words, player: PlayerView) => {id: string, n: number, label: string}} [figure] beside fame and coins
 * @property {(player: PlayerView) => boolean} [isOut]
 * @property {(model: TableModel<Game>, events: GameEvent[], view: View) => Scene|null} [scene] that tells these events
 * @property {(events: GameEvent[]) => boolean} [judges] whether the scene of these events tells who ascends, and the cost
 * @property {Record<string, (props: {desk: Desk, scene: Playing<Game>}) => Children>} [scenes] what the stage shows of each
 * @property {Record<string, (props: {desk: Desk, scene: Playing<Game>}) => Children>} [trays] what the tray shows of each
 * @property {(props: {desk: Desk, seat: number}) => Children} [Out] instead of the board of a person who is out
 * @property {(props: {words: Words, player: PlayerView}) => Children} [Progress] of somebody else, in short
 * @property {(props: {desk: Desk}) => Children} [Risk] what threatens me, in a line
 * @property {(desk: Desk) => string} [warning] what to think of before answering
 * @property {(words: Words, view: View) => string} [ending] how the game came to its end
 * @property {(rows: Rows) => Record<string, number>} [figures] that its short rules name
 * @property {(desk: Desk) => string[]} [due] tasks that are open and have to be done by a certain time
 * @property {(words: Words, view: View, phase: string) => {icon: string, name: string, text: string}|null} [phase]
 * @property {(view: View, row: Epoch) => boolean} [isTrial] whether the malus of an epoch still holds
 * @property {(model: TableModel<Game>, row: Epoch) => Array<[id: string, text: string]>} [goals] of an epoch
 * @property {(epoch: string) => string} [narration] which one belongs to an epoch
 * @property {(words: Words, card: string) => string} [title] of a narration
 * @property {(event: GameEvent, front: number, epochId: (number: number) => string) => string[]} [narrations] to be read now
 * @property {Partial<Record<GameEvent["event"], string>>} [icons] of events in the log
 * @property {(model: TableModel<Game>, rule: string) => string} [cause] of what comes by this rule to somebody who has not acted
 * @property {Partial<Record<GameEvent["event"], number>>} [weights] how much an event weighs when it is asked what turned the game
 * @property {boolean} [ascends] whether a deed may be used to enter an epoch
 * @property {boolean} [manyRounds] too many to stand side by side
 * @property {Section[]} sections of the short rules: the goal first
 * @property {Array<{id: string, icon: string, always: boolean}>} sources of points
 * @property {(view: View) => number[]} scores by seat
 */

/** @type {Story} */
const PLAIN = { sections: [], sources: [], scores: (view) => byStanding(view) };

/** @type {Record<string, Story>} */
const STORIES = {
  "first-kingdom": firstKingdom,
  "kings-favor": kingsFavor,
};

export const storyNamed = (/** @type {string} */ id) => STORIES[id] ?? PLAIN;
export const storyOf = (/** @type {TableModel<Game>} */ model) => storyNamed(model.info.value.options.story);

/** By seat, as in the ranking. */
function byStanding(/** @type {View} */ view) {
  const scores = view.players.map(() => 0);
  for (const [seat, , score] of view.standing) scores[seat] = score;
  return scores;
}
