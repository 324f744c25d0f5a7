/**
 * A game that was played, from a replay file: all its views and what happened between them. The chapters and
 * figures of a finished game are found by `course.js` of its drawing.
 */

import { dressedDrawing, partOf } from "./drawings.js";
import { get, postText } from "./http.js";
import { loadGame, patched, TableModel } from "./model.js";
import { useEffect, useState } from "./parts.js";

/**
 * @import { AnyGame, Course, Drawing, EntryOf, GameInfoOf } from "./types.js"
 * @typedef {import("./messages.js").ReplayFile} ReplayFile
 * @typedef {{code?: string, line?: number, message?: string}} Failure
 * @typedef {{replay: Replay, course: Course, game: import("./model.js").GameInfo, drawing: Drawing, model: TableModel}} Loaded
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

  /** The nearest place before this one, or after it, where something is seen: lines that stay secret show nothing. */
  beside(/** @type {number} */ at, /** @type {1|-1} */ step) {
    const seen = (/** @type {FrameOf<G>} */ { entry, patch }) => entry.events.length > 0 || patch.length > 0;
    if (step < 0) return this.frames.findLastIndex((frame, i) => i < at - 1 && seen(frame)) + 1;
    const next = this.frames.findIndex((frame, i) => i >= at && seen(frame));
    return next < 0 ? this.length : next + 1;
  }

  /** What the table looks like to the drawing, without a server behind it. */
  model(/** @type {GameInfoOf<G>} */ game) {
    const { game: id, options, names, over, bots = [] } = this.file;
    const kind = (/** @type {number} */ seat) => (!bots.length ? "open" : bots[seat] ? "bot" : "human");
    return new TableModel(game, {
      ...{ id: "", owner: "", commitment: "", data_digest: "", created: 0, listed: false, pace: "live", undo: "off" },
      ...{ game: id, options, stage: over ? "over" : "playing" },
      seats: Array.from({ length: this.file.seats }, (_, seat) => ({
        ...{ kind: kind(seat), name: names[seat] ?? "", bot: bots[seat] ?? "" },
      })),
    });
  }
}

/**
 * A game of this server, or one that somebody handed in, as a seat saw it, or null for a spectator. Without a seat the
 * server takes mine, if I have one.
 * @param {{table?: string, journal?: string, seat?: number|null}} wanted
 */
export async function loadReplay({ table = "", journal = "", seat }) {
  if (table) return new Replay(await get(`/api/tables/${table}/replay?seat=${seat === null ? "watch" : (seat ?? "")}`));
  return new Replay(await postText(`/api/replay?seat=${seat ?? ""}`, journal));
}

/** The course of this game. @returns {Promise<Course>} */
export async function loadCourse(/** @type {Replay} */ replay) {
  const { courseOf } = await partOf(replay.file.game, "course");
  return courseOf(replay);
}

/** Everything a replay is drawn from; the model and the drawing stay when another seat is looked from. */
export function useReplay(
  /** @type {string} */ table,
  /** @type {string} */ journal,
  /** @type {number|null|undefined} */ seat,
) {
  const [loaded, setLoaded] = useState(/** @type {Partial<Loaded> & {problem?: Failure}|null} */ (null));
  useEffect(() => {
    let here = true;
    (async () => {
      const replay = await loadReplay({ table, journal, seat });
      const course = await loadCourse(replay);
      const game = loaded?.game ?? (await loadGame(replay.file.game, replay.file.options));
      const drawing = loaded?.drawing ?? (await dressedDrawing(replay.file.game));
      if (!here) return;
      const model = loaded?.model ?? replay.model(game);
      setLoaded({ replay, course, game, drawing, model });
    })().catch((problem) => here && setLoaded({ problem }));
    return () => void (here = false);
  }, [table, journal, seat]);
  useEffect(() => () => loaded?.model?.dispose(), [loaded?.model]);
  return loaded;
}
