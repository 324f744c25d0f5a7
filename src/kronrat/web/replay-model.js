/**
 * A game that was played, from a replay file: all its views and what happened between them. What a finished game of one
 * kind has to tell, its chapters and figures, is found by `course.js` of that game.
 */

import { partOf } from "./drawings.js";
import { get, postText } from "./http.js";
import { patched, TableModel } from "./model.js";

/**
 * @typedef {import("./messages.js").Entry} Entry
 * @typedef {import("./messages.js").Frame} Frame
 * @typedef {import("./messages.js").ReplayFile} ReplayFile
 */
/**
 * @typedef {import("./words.js").Words} Words
 * @typedef {{at: number, part: number, icon: string, major: boolean, say: (words: Words) => string}} Chapter
 *          a stretch of the game that begins with view `at`; those of one `part` belong together
 * @typedef {{at: number, seat: number, score: number, title: (words: Words) => string, say: (words: Words) => string}}
 *          Turn  something that decided the game
 * @typedef {{icon: string, values: number[], say: (words: Words) => string}} Source
 *          where points came from, for each seat
 * @typedef {{at: number, part: number, scores: number[]}} Point
 * @typedef {{chapters: Chapter[], curve: Point[], sources: Source[], built: number[][], rolls: Roll[], turns: Turn[],
 *            hands: ((view: Object<string, any>) => {seat: number, dice: number[], bonus: number[]}[])|null,
 *            headlines: string[], part: (words: Words, part: number) => string,
 *            short: (words: Words, part: number) => string, deeds?: Source[],
 *            clock?: (at: number) => import("./model.js").Clock|null,
 *            slow?: (view: Object<string, any>) => number}} Course
 *          `built[part][seat]` counts; `part` and `short` name a part, such as a year; `headlines` are the events that
 *          say best what a line was about; `hands` are dice, and `deeds` whatever else was counted, where a game has any;
 *          `clock` is the clock of the rules before view `at`, and `slow` by how much real time is stretched, where it
 *          is played in it
 * @typedef {{at: number, seat: number, faces: number[], dice: number[]}} Roll
 *          dice that really fell, and where in their stream
 */

export class Replay {
  /** @param {ReplayFile} file */
  constructor(file) {
    this.file = file;
    this.frames = file.frames;
    /** Views before the first line, after it, after the second … @type {Object<string, any>[]} */
    this.views = [file.view];
    for (const frame of file.frames) this.views.push(patched(this.views.at(-1), frame.patch));
  }

  /** How many lines there are; views count from 0 to this. */
  get length() {
    return this.frames.length;
  }

  /** The number of the view with which an entry of the log ends. */
  after(/** @type {number} */ version) {
    const at = this.frames.findIndex(({ entry }) => entry.version >= version);
    return at < 0 ? this.length : at + 1;
  }

  /** What the table looks like to the drawing, without a server behind it. */
  model(/** @type {import("./model.js").GameInfo} */ game, /** @type {Object<string, any>|null} */ table = null) {
    const { game: id, options, names, seats, over } = this.file;
    const sitting = Array.from({ length: seats }, (_, seat) => ({ kind: "human", name: names[seat] ?? "" }));
    const info = { id: "", game: id, options, stage: over ? "over" : "playing", seats: sitting, ...table };
    return new TableModel(game, /** @type {any} */ (info));
  }
}

/**
 * A game of this server, or one that somebody handed in, as a seat saw it.
 * @param {{table?: string, journal?: string, seat?: number|null}} wanted
 */
export async function loadReplay({ table = "", journal = "", seat = null }) {
  if (table) return new Replay(await get(`/api/tables/${table}/replay?seat=${seat ?? "watch"}`));
  return new Replay(await postText(`/api/replay?seat=${seat ?? ""}`, journal));
}

/** What this game has to tell. @returns {Promise<Course>} */
export async function loadCourse(/** @type {Replay} */ replay) {
  const { courseOf } = await partOf(replay.file.game, "course");
  return courseOf(replay);
}
