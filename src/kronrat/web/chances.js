/**
 * Chances of victory over a game as SVG: a stack of areas or a line for each seat; and what luck and choices came to.
 * Everything here is also read as a table, which `Figure` of charts.js offers.
 */

import { DASHES, EDGE, pathThrough, spread, useBox } from "./charts.js";
import { tinctureOf } from "./model.js";
import { html } from "./parts.js";
import { minus } from "./words.js";

/**
 * @typedef {{at: number, values: number[]}} Point after line `at` of the replay, for each seat
 * @typedef {{name: string, from: number, to: number}} Band a part of the game
 */

const QUARTERS = [0, 25, 50, 75, 100];

/**
 * @param {{label: string, points: Point[], length: number, bands: Band[], order: number[], stacked: boolean,
 *          marks: {at: number, seat: number}[], now?: number|null}} props
 *        `order` is that of the stack from above, `marks` are numbered, `now` is the place that is looked at
 */
export function ChanceChart({ label, points, length, bands, order, stacked, marks, now = null }) {
  const [ref, { width, height }] = useBox();
  const frame = frameOf(width, height, length);
  const y = (/** @type {number} */ percent) => frame.bottom - (percent / 100) * (frame.bottom - EDGE.top);
  const tops = points.map(({ at, values }) => {
    let top = 100;
    const edges = order.map((seat) => [top, (top -= 100 * values[seat])]);
    return { at, edges };
  });
  const place = (/** @type {number} */ at, /** @type {number} */ seat) => {
    const known = points.findLastIndex((point) => point.at <= at);
    const point = Math.max(0, known);
    if (!stacked) return y(100 * (points[point]?.values[seat] ?? 0));
    const [top, bottom] = tops[point]?.edges[order.indexOf(seat)] ?? [50, 50];
    return y((top + bottom) / 2);
  };
  const last = points[points.length - 1];
  const ends = last
    ? spread(
        order.map((seat) => place(last.at, seat)),
        EDGE.top + 12,
        frame.bottom - 12,
      )
    : [];
  return html`<div class="plot" ref=${ref} role="img" aria-label=${label}>${
    width > 0 &&
    height > 0 &&
    html`<svg width=${width} height=${height} aria-hidden="true">
      ${!stacked && grid(frame, QUARTERS, y)}
      ${order.map((seat, n) => {
        const tincture = tinctureOf(seat);
        if (!stacked)
          return lineOf(
            seat,
            points,
            (at) => frame.x(at),
            (value) => y(100 * value),
          );
        const upper = tops.map(({ at, edges }) => [frame.x(at), y(edges[n][0])]);
        const lower = tops.map(({ at, edges }) => [frame.x(at), y(edges[n][1])]).reverse();
        const d = points.length ? `${pathThrough([...upper, ...lower])}z` : "";
        return html`<g key=${seat}><path d=${d} style=${{ fill: `var(--${tincture})` }} />
          <path class="area" d=${d} fill=${`url(#hx-${tincture})`} /></g>`;
      })}
      ${stacked && grid(frame, QUARTERS, y)}
      ${bandsOf(frame, bands, height, stacked)}
      ${
        now !== null &&
        html`<g class="now"><path d=${`M${frame.x(now)} ${EDGE.top - 6}V${frame.bottom}`} />
          <circle cx=${frame.x(now)} cy=${EDGE.top - 6} r="4" /></g>`
      }
      ${order.map((seat, n) => last && crestAt(seat, frame.right + 6, ends[n]))}
      ${marks.map(
        ({ at, seat }, i) => html`<g class="turn" transform=${`translate(${frame.x(at)},${place(at, seat)})`}>
          <circle r="9" /><text y="4.5" text-anchor="middle">${i + 1}</text></g>`,
      )}
    </svg>`
  }</div>`;
}

/**
 * What one seat won or lost by luck, by its own choices and by those of others, added up.
 * @param {{label: string, lines: {id: string, name: string, points: Point[]}[], length: number, bands: Band[]}} props
 */
export function SumChart({ label, lines, length, bands }) {
  const [ref, { width, height }] = useBox();
  const frame = frameOf(width, height, length);
  const all = lines.flatMap(({ points }) => points.map(({ values }) => 100 * values[0]));
  const most = Math.max(10, Math.ceil(Math.max(...all.map(Math.abs), 0) / 10) * 10);
  const y = (/** @type {number} */ sum) => EDGE.top + ((most - sum) / (2 * most)) * (frame.bottom - EDGE.top);
  const ends = spread(
    lines.map(({ points }) => y(100 * (points[points.length - 1]?.values[0] ?? 0))),
    EDGE.top + 6,
    frame.bottom - 6,
    15,
  );
  return html`<div class="plot sums" ref=${ref} role="img" aria-label=${label}>${
    width > 0 &&
    height > 0 &&
    html`<svg width=${width} height=${height} aria-hidden="true">
      ${grid(frame, [-most, 0, most], y)}${bandsOf(frame, bands, height, false)}
      ${lines.map(
        ({ id, name, points }, n) => html`<g key=${id} class=${id}>
          <path class="curve" d=${pathThrough(points.map(({ at, values }) => [frame.x(at), y(100 * values[0])]))} />
          <text class="tick" x=${frame.right + 4} y=${ends[n] + 4}>${name}</text></g>`,
      )}
    </svg>`
  }</div>`;
}

function frameOf(/** @type {number} */ width, /** @type {number} */ height, /** @type {number} */ length) {
  const [right, bottom] = [width - EDGE.right, height - EDGE.bottom];
  const x = (/** @type {number} */ at) => EDGE.left + (at / Math.max(1, length)) * (right - EDGE.left);
  return { right, bottom, x };
}

/** @typedef {ReturnType<typeof frameOf>} Frame */

const grid = (
  /** @type {Frame} */ { right },
  /** @type {number[]} */ ticks,
  /** @type {(tick: number) => number} */ y,
) =>
  ticks.map(
    (tick) => html`<path class="grid" d=${`M${EDGE.left} ${y(tick)}H${right}`} />
      <text class="tick" x=${EDGE.left - 6} y=${y(tick) + 4} text-anchor="end">${minus(tick)}</text>`,
  );

const bandsOf = (
  /** @type {Frame} */ { x, bottom },
  /** @type {Band[]} */ bands,
  /** @type {number} */ height,
  /** @type {boolean} */ clear,
) =>
  bands.map(
    ({ name, from, to }, i) => html`<g key=${name}>
      ${i > 0 && html`<path class=${clear ? "edge clear" : "edge"} d=${`M${x(from)} ${EDGE.top}V${bottom}`} />`}
      <text class="part" x=${(x(from) + x(to)) / 2} y=${height - 7} text-anchor="middle">${name}</text></g>`,
  );

const crestAt = (/** @type {number} */ seat, /** @type {number} */ x, /** @type {number} */ y) =>
  html`<svg key=${`c${seat}`} x=${x} y=${y - 12} width="21" height="25" viewBox="0 0 100 118">
    <use href=${`#crest-${tinctureOf(seat)}`} /></svg>`;

function lineOf(
  /** @type {number} */ seat,
  /** @type {Point[]} */ points,
  /** @type {(at: number) => number} */ x,
  /** @type {(value: number) => number} */ y,
) {
  const tincture = tinctureOf(seat);
  const d = pathThrough(points.map(({ at, values }) => [x(at), y(values[seat])]));
  const stroke = { stroke: `var(--${tincture}-line)`, "stroke-dasharray": DASHES[tincture] || null };
  return html`<g key=${seat}><path class="halo" d=${d} /><path class="curve" d=${d} ...${stroke} /></g>`;
}
