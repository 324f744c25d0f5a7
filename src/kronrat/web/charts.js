/**
 * Plots of a game, drawn as SVG and read as text: every picture has a name that says what it shows, and a table with
 * its numbers on demand. A seat is its tincture, a dash pattern and its crest at the end of the line.
 */

import { html, Icon, Crest, names, useEffect, useRef, useState } from "./parts.js";
import { tinctureOf } from "./model.js";
import { minus } from "./words.js";

/** @type {Record<string, string>} */
export const DASHES = { red: "", blue: "9 4", yellow: "2 4", green: "14 4 3 4", violet: "12 4 2 4 2 4" };

/** @import { Children } from "./types.js" */

/** How large an element is, so that a picture can be drawn to fit. */
export function useBox() {
  const ref = useRef(null);
  const [box, setBox] = useState({ width: 0, height: 0 });
  useEffect(() => {
    const watch = new ResizeObserver(([{ contentRect }]) => {
      const { width, height } = contentRect;
      setBox({ width: Math.round(width), height: Math.round(height) });
    });
    watch.observe(ref.current);
    return () => watch.disconnect();
  }, []);
  return /** @type {const} */ ([ref, box]);
}

/**
 * A panel with a picture that can be read as a table too.
 * @param {{title: string, note?: string, words: import("./words.js").Words, class?: string, children?: Children,
 *          table: {head: string[], rows: Array<Array<string|number>>}}} props
 */
export function Figure({ title, note = "", words, table, class: kind = "", children }) {
  const [asTable, setAsTable] = useState(false);
  const label = words.say(asTable ? "web.chart.picture" : "web.chart.table");
  return html`<section class=${names("panel figure", kind)} aria-label=${title}>
    <header><h2 class="h">${title}</h2>${note && html`<small>${note}</small>`}
      <button type="button" class="linkish" aria-pressed=${String(asTable)} aria-label=${`${title}: ${label}`}
        onClick=${() => setAsTable(!asTable)}>${label}</button></header>
    ${asTable ? html`<${DataTable} label=${`${title}, ${words.say("web.chart.table")}`} ...${table} />` : children}
  </section>`;
}

/** @param {{label: string, head: string[], rows: (string|number)[][]}} props */
function DataTable({ label, head, rows }) {
  return html`<div class="data" tabindex="0" role="region" aria-label=${label}><table>
    <thead><tr>${head.map((cell) => html`<th scope="col">${cell}</th>`)}</tr></thead>
    <tbody>${rows.map(
      ([name, ...cells]) => html`<tr><th scope="row">${name}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`,
    )}</tbody>
  </table></div>`;
}

// -- a line for each seat ---------------------------------------------------------------------------------------------

export const EDGE = { left: 30, right: 58, top: 14, bottom: 26 };
const LABEL_GAP = 24;

/** Where on the axis of a curve a moment of the game is. */
export function along(/** @type {{at: number}[]} */ curve, /** @type {number} */ at) {
  const next = curve.findIndex((point) => point.at >= at);
  if (next <= 0) return next < 0 ? curve.length - 1 : 0;
  const [before, after] = [curve[next - 1], curve[next]];
  return next - (after.at - at) / (after.at - before.at);
}

/** Numbers for an axis, from the smallest to the largest value, in steps that are easy to read. */
function ticksFor(/** @type {number} */ low, /** @type {number} */ high, /** @type {number} */ most) {
  const step = [1, 2, 5, 10, 20, 50, 100].find((size) => (high - low) / size <= most) ?? 200;
  const first = Math.floor(low / step);
  return Array.from({ length: Math.ceil(high / step) - first + 1 }, (_, i) => (first + i) * step);
}

/** Places for labels between two ends, each as close to its own as the gap to its neighbours allows. */
export function spread(/** @type {number[]} */ wanted, top = 0, bottom = 100, least = LABEL_GAP) {
  const gap = Math.min(least, (bottom - top) / Math.max(1, wanted.length - 1));
  const order = wanted.map((_, i) => i).sort((a, b) => wanted[a] - wanted[b]);
  const placed = [...wanted];
  order.forEach((i, n) => (placed[i] = Math.max(wanted[i], n ? placed[order[n - 1]] + gap : top)));
  order.reverse().forEach((i, n) => (placed[i] = Math.min(placed[i], n ? placed[order[n - 1]] - gap : bottom)));
  return placed;
}

/**
 * The score of every seat over the game.
 * @param {{label: string, curve: import("./types.js").Point[], marks?: {x: number, y: number}[],
 *          now?: number|null, parts: {part: number, label: string}[]}} props
 *        `marks` are numbered places; what comes after `now`, in points of the curve, is drawn pale
 */
function ScoreChart({ label, curve, marks = [], now = null, parts }) {
  const [ref, { width, height }] = useBox();
  const scores = curve.flatMap((point) => point.scores);
  const ticks = ticksFor(Math.min(0, ...scores), Math.max(10, ...scores), height > 200 ? 6 : 3);
  const [low, high] = [ticks[0], ticks[ticks.length - 1]];
  const [right, bottom] = [width - EDGE.right, height - EDGE.bottom];
  const x = (/** @type {number} */ point) => EDGE.left + (point / Math.max(1, curve.length - 1)) * (right - EDGE.left);
  const y = (/** @type {number} */ score) => bottom - ((score - low) / (high - low)) * (bottom - EDGE.top);
  const last = curve[curve.length - 1];
  const seats = last.scores.map((_, seat) => seat);
  const ends = spread(
    seats.map((seat) => y(last.scores[seat])),
    EDGE.top,
    bottom,
  );
  const bands = parts.map(({ part, label: name }) => {
    const end = curve.findLastIndex((point) => point.part === part);
    const first = Math.max(0, curve.findIndex((point) => point.part === part) - 1);
    return { name, from: x(first), to: x(end) };
  });
  const line = (/** @type {number} */ seat, /** @type {number} */ from, /** @type {number} */ to) =>
    pathThrough(between(curve, seat, from, to).map(([point, score]) => [x(point), y(score)]));
  const end = curve.length - 1;
  return html`<div class="plot" ref=${ref} role="img" aria-label=${label}>${
    width > 0 &&
    height > 0 &&
    html`<svg width=${width} height=${height} aria-hidden="true">
    ${bands.map(
      ({ name, from, to }, i) => html`<g>
        ${
          i % 2 === 0 &&
          html`<rect class="band" x=${from} y=${EDGE.top} width=${to - from} height=${bottom - EDGE.top} />`
        }
        <text class="part" x=${(from + to) / 2} y=${height - 7} text-anchor="middle">${name}</text></g>`,
    )}
    ${ticks.map(
      (tick) => html`<g><path class="grid" d=${`M${EDGE.left} ${y(tick)}H${right}`} />
        <text class="tick" x=${EDGE.left - 8} y=${y(tick) + 4} text-anchor="end">${minus(tick)}</text></g>`,
    )}
    ${seats.map((seat) => {
      const tincture = tinctureOf(seat);
      const stroke = { stroke: `var(--${tincture}-line)`, "stroke-dasharray": DASHES[tincture] || null };
      return html`<g key=${seat}>
        ${now !== null && html`<path class="curve pale" d=${line(seat, now, end)} ...${stroke} />`}
        <path class="halo" d=${line(seat, 0, now ?? end)} />
        <path class="curve" d=${line(seat, 0, now ?? end)} ...${stroke} />
        <svg x=${right + 6} y=${ends[seat] - 12} width="21" height="25" viewBox="0 0 100 118">
          <use href=${`#crest-${tincture}`} /></svg>
        <text class="final" x=${right + 32} y=${ends[seat] + 5.5}>${minus(last.scores[seat])}</text>
      </g>`;
    })}
    ${
      now !== null &&
      html`<g class="now"><path d=${`M${x(now)} ${EDGE.top - 6}V${bottom}`} />
      <circle cx=${x(now)} cy=${EDGE.top - 6} r="4" /></g>`
    }
    ${marks.map(
      (mark, i) => html`<g class="turn" transform=${`translate(${x(mark.x)},${y(mark.y)})`}><circle r="9" />
        <text y="4.5" text-anchor="middle">${i + 1}</text></g>`,
    )}
  </svg>`
  }</div>`;
}

/** The points of one seat's line from one place of the curve to another, both perhaps between two points. */
function between(
  /** @type {{scores: number[]}[]} */ curve,
  /** @type {number} */ seat,
  /** @type {number} */ from,
  /** @type {number} */ to,
) {
  const at = (/** @type {number} */ place) => {
    const [low, high] = [Math.floor(place), Math.ceil(place)];
    const [a, b] = [curve[low].scores[seat], curve[high].scores[seat]];
    return [place, a + (b - a) * (place - low)];
  };
  const inner = [];
  for (let place = Math.floor(from) + 1; place < to; place++) inner.push(at(place));
  return [at(from), ...inner, at(to)];
}

export const pathThrough = (/** @type {number[][]} */ points) =>
  points.map(([x, y], i) => `${i ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");

// -- the course of a game ---------------------------------------------------------------------------------------------

/**
 * @typedef {import("./words.js").Words} Words
 * @typedef {import("./types.js").Course} Course
 */

/** The parts of a game that were played, such as years, with their names. */
export function partsOf(/** @type {Words} */ words, /** @type {Course} */ course, short = false) {
  const parts = [...new Set(course.curve.slice(1).map(({ part }) => part))];
  return parts.map((part) => ({ part, label: (short ? course.short : course.part)(words, part) }));
}

/**
 * The score over time as a panel; `children` are beside the picture.
 * @param {{words: Words, course: Course, order: number[], note: string, marks?: {x: number, y: number}[], now?: number|null,
 *          short?: boolean, children?: Children}} props
 */
export function CourseFigure({ words, course, order, note, marks, now, short = false, children }) {
  const { curve } = course;
  const scores = order.map((seat) => `${words.player(seat)} ${curve[curve.length - 1].scores[seat]}`);
  return html`<${Figure} class="course" words=${words} title=${words.say("web.end.course")} note=${note}
    table=${courseTable(words, course, order)}>
    <div class="course-body">
      <${ScoreChart} label=${words.say("web.end.course.label", { scores })} curve=${curve} marks=${marks} now=${now}
        parts=${partsOf(words, course, short)} />
      ${children}
    </div>
  <//>`;
}

/** Who had how many points after each season; these count within their part: I 1, I 2 …, or on and on. */
function courseTable(/** @type {Words} */ words, /** @type {Course} */ course, /** @type {number[]} */ order) {
  const points = course.curve.slice(1);
  const heads = points.map(({ part }, place) => {
    const within = points.slice(0, place + 1).filter((point) => point.part === part).length;
    return `${course.short(words, part)} ${course.running ? place + 1 : within}`;
  });
  return {
    head: [words.say("web.chart.player"), ...heads],
    rows: order.map((seat) => [words.player(seat), ...points.map(({ scores }) => scores[seat])]),
  };
}

// -- a few numbers for each seat --------------------------------------------------------------------------------------

const WORDED = 6; // columns that have room for their words; of more, the icons must do

/**
 * A table of small bars, seats by columns.
 * @param {{words: import("./words.js").Words, columns: {label: string, icon?: string, values: number[]}[],
 *          order: number[], total?: {label: string, values: number[]}|null}} props
 */
export function BarTable({ words, columns, order, total }) {
  const most = Math.max(1, ...columns.flatMap(({ values }) => values));
  const many = columns.length > WORDED && columns.every(({ icon }) => icon);
  return html`<table class=${names("bars", many && "many")}>
    <thead><tr><th scope="col"><span class="sr">${words.say("web.chart.player")}</span></th>
      ${columns.map(
        ({ label, icon }) =>
          html`<th scope="col" title=${label}>${icon && html`<${Icon} id=${icon} />`}<span>${label}</span></th>`,
      )}
      ${total && html`<th scope="col" class="sum">${total.label}</th>`}</tr></thead>
    <tbody>${order.map(
      (seat) => html`<tr class=${`p-${tinctureOf(seat)}`} key=${seat}>
        <th scope="row"><${Crest} seat=${seat} /><span>${words.player(seat)}</span></th>
        ${columns.map(({ values }) => {
          const share = `${(Math.max(0, values[seat]) / most) * 100}%`;
          return html`<td><span class=${names("bar", values[seat] < 0 && "neg")} style=${{ "--share": share }}>
            ${minus(values[seat])}</span></td>`;
        })}
        ${total && html`<td class="sum">${minus(total.values[seat])}</td>`}
      </tr>`,
    )}</tbody>
  </table>`;
}

// -- luck -------------------------------------------------------------------------------------------------------------

const MEAN = 3.5;
const VARIANCE = 35 / 12;
const FOURTH = 707 / 48; // the fourth moment of a die, by which the spread of many dice varies

/**
 * What each seat rolled against what fair dice give: the sum, and how far apart the faces were. `luck` and `width` count
 * standard deviations.
 */
export function luckOf(/** @type {{seat: number, faces: number[]}[]} */ rolls, /** @type {number} */ seats) {
  return Array.from({ length: seats }, (_, seat) => {
    const faces = rolls.filter((roll) => roll.seat === seat).flatMap((roll) => roll.faces);
    const count = faces.length;
    const sum = faces.reduce((a, b) => a + b, 0);
    const variance = count ? faces.reduce((a, face) => a + (face - MEAN) ** 2, 0) / count : VARIANCE;
    return {
      count,
      sum,
      expected: MEAN * count,
      luck: count ? (sum - MEAN * count) / Math.sqrt(VARIANCE * count) : 0,
      spread: Math.sqrt(variance),
      width: count ? (variance - VARIANCE) / Math.sqrt((FOURTH - VARIANCE ** 2) / count) : 0,
    };
  });
}

export const FAIR_SPREAD = Math.sqrt(VARIANCE);
const REACH = 3; // standard deviations from the middle of a scale to its end

/**
 * A dot on a scale; the dashed line is what fair dice give, the band what two of three games stay within.
 * @param {{seat: number, deviations: number}} props
 */
export function Scale({ seat, deviations }) {
  const place = Math.max(-REACH, Math.min(REACH, deviations));
  return html`<span class=${`scale p-${tinctureOf(seat)}`} aria-hidden="true">
    <i style=${{ left: `${50 + (place / REACH) * 50}%` }}></i></span>`;
}
