/** What the overview of a review and the page of one of its moments share: marks, words for answers, places in the game. */

import { spread, useBox } from "./charts.js";
import { Crest, html, Icon } from "./parts.js";
import { decimal, minus } from "./words.js";

/**
 * @import { ReviewDecision, ReviewReport } from "./messages.js"
 * @import { TableModel } from "./model.js"
 * @import { Replay } from "./replay-model.js"
 * @import { Choice, Course, Drawing } from "./types.js"
 * @import { Words } from "./words.js"
 * @typedef {import("./chances.js").Band} Band
 * @typedef {import("./chances.js").Point} Point
 * @typedef {{words: Words, beside: Words, model: TableModel, drawing: Drawing, replay: Replay, course: Course, report: ReviewReport|null,
 *            points: Point[], bands: Band[], seat: number, order: number[], id: string}} Shown
 */

const MARK = 26; // pixels that a mark needs
const WORSE = ["inaccuracy", "mistake"];

/** Where a choice of a table is looked at; without a line it is the overview. */
export const momentOf = (/** @type {string} */ table, /** @type {number} */ line) =>
  `/t/${table}/review${line ? `/${line}` : ""}`;

export const points100 = (/** @type {Words} */ words, /** @type {number} */ part) => decimal(words, 100 * part);
export const signed = (/** @type {number} */ part) => {
  const points = Math.round(100 * part);
  return points > 0 ? `+${points}` : minus(points);
};

export const placeOf = (/** @type {Replay} */ replay, /** @type {number} */ line) =>
  replay.frames.findIndex(({ entry }) => entry.version === line) + 1;

export const decisionAt = (/** @type {ReviewReport|null} */ report, /** @type {number} */ line) =>
  report?.decisions.find((one) => one.line === line);

export const chapterAt = (/** @type {Words} */ words, /** @type {Course} */ course, /** @type {number} */ at) =>
  course.chapters.findLast((chapter) => chapter.at < at)?.say(words) ?? "";

/** An answer in words; of one in several choices, only those that the other does not have. */
export function saidOf(
  /** @type {Words} */ words,
  /** @type {Drawing} */ drawing,
  /** @type {ReviewDecision} */ { question },
  /** @type {Choice[]} */ mine,
  /** @type {Choice[]} */ other,
) {
  const short = drawing.answer?.(words, mine);
  if (short) return short;
  const theirs = other.map((choice) => JSON.stringify(choice));
  const apart = mine.filter((choice) => !theirs.includes(JSON.stringify(choice)));
  const said = (apart.length ? apart : mine.slice(-1)).map((choice) => words.choice(choice, question));
  return words.list(said);
}

// -- marks -------------------------------------------------------------------------------------------------------------

/**
 * The choices of a seat along the chart: all that were not best, each a way to look at it.
 * @param {{words: Words, replay: Replay, report: ReviewReport|null, seat: number, line: number, id: string}} props
 */
export function OwnMarks({ words, replay, report, seat, line, id }) {
  const [ref, { width }] = useBox();
  const own = worse(report, seat);
  const wanted = own.map((one) => (placeOf(replay, one.line) / Math.max(1, replay.length)) * width);
  const places = spread(wanted, 0, width, MARK);
  return html`<div class="own-marks" ref=${ref}><${Crest} seat=${seat} label=${words.player(seat)} />
    <ol aria-label=${words.say("web.review.own", { seat })}>${own.map(
      (one, i) => html`<li key=${one.line} style=${{ left: `${places[i]}px` }}>
        <a href=${momentOf(id, one.line)} aria-label=${words.say("web.review.mark_at", { mark: words.say(`study.mark.${one.mark}`), n: one.line })}
          aria-current=${one.line === line ? "true" : null}><${Mark} words=${words} mark=${one.mark} /></a></li>`,
    )}</ol></div>`;
}

export const worse = (/** @type {ReviewReport|null} */ report, /** @type {number} */ seat) =>
  (report?.decisions ?? []).filter((one) => one.seat === seat && WORSE.includes(one.mark));

/** @type {Record<string, string>} */
const SIGNS = { best: "★", inaccuracy: "?!", mistake: "?" };

/** A mark by its shape first, then by its colour. @param {{words: Words, mark: string, label?: boolean}} props */
export function Mark({ words, mark, label = false }) {
  const sign =
    mark === "good" ? html`<${Icon} id="u-check" />` : mark === "luck" ? html`<${Icon} id="u-dice" />` : SIGNS[mark];
  return html`<i class=${`vd ${mark}`} aria-hidden=${label ? null : "true"}><span>${sign}</span>
    ${label && html`<span class="sr">${words.say(mark === "luck" ? "web.review.luck" : `study.mark.${mark}`)}</span>`}</i>`;
}
