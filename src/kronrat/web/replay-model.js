/**
 * A game that was played, from a replay file: all its views and what happened between them. The chapters and
 * figures of a finished game are found by `course.js` of its drawing.
 */

import { partOf } from "./drawings.js";
import { get, postText } from "./http.js";
import { patched, TableModel } from "./model.js";

/**
 * @import { AnyGame, Course, EntryOf, GameInfoOf } from "./types.js"
 * @typedef {import("./messages.js").ReplayFile} ReplayFile
 */
/**
 * @template {AnyGame} G
 * @typedef {Omit<import("./messages.js").Frame, "entry"> & {entry: EntryOf<G>}} FrameOf
 */

/**
 * A game that was played.
 * @template {AnyGame} [G=AnyGame]
 */
export class Replay {
  /** @param {ReplayFile} file */
  constructor(file) {
    this.file = file;
    this.frames = /** @type {FrameOf<G>[]} */ (file.frames);
    let view = /** @type {G["View"]} */ (/** @type {unknown} */ (file.view));
    /** Views before the first line, after it, after the second … */
    this.views = [view];
    for (const frame of file.frames) this.views.push((view = patched(view, frame.patch)));
  }

  /** How many lines there are; views count from 0 to this. */
  get length() {
    return this.frames.length;
  }

  /** What the table looks like to the drawing, without a server behind it. */
  model(/** @type {GameInfoOf<G>} */ game) {
    const { game: id, options, names, over } = this.file;
    return new TableModel(game, {
      ...{ id: "", owner: "", commitment: "", data_digest: "", created: 0, listed: false, pace: "live", undo: "off" },
      ...{ game: id, options, stage: over ? "over" : "playing" },
      seats: Array.from({ length: this.file.seats }, (_, seat) => ({ kind: "human", name: names[seat] ?? "" })),
    });
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

/** The course of this game. @returns {Promise<Course>} */
export async function loadCourse(/** @type {Replay} */ replay) {
  const { courseOf } = await partOf(replay.file.game, "course");
  return courseOf(replay);
}
