/**
 * The score track. The coloured dot is on the exact value; crests keep their distance, move apart evenly and as
 * little as possible, and a stem leads to the dot. Equal values overlap and share one number.
 */

import { crest, html, useWidth } from "/static/parts.js";
import { spread } from "/static/spread.js";

const LINE = 1; // where the track is below its own top, and where stems begin, in pixels
const STEM = -3;

/** @import { Model } from "./draw.js" */

export function Track(/** @type {{model: Model}} */ { model }) {
  const words = model.words.value;
  const points = model.seen.players.map((player) => player.vp);
  const low = Math.min(0, 5 * Math.floor(Math.min(...points) / 5));
  const high = Math.max(30, 5 * Math.ceil((Math.max(...points) + 1) / 5));
  const [line, width] = useWidth();
  const marks = width ? spread(points, low, high, width, room(width)) : [];
  const ticks = [];
  for (let at = low; at <= high; at += high - low > 50 ? 10 : 5) ticks.push(at);
  const standing = [...points.keys()].sort((a, b) => points[b] - points[a]);
  const said = words.list(standing.map((seat) => words.say("web.kb.score", { seat, vp: points[seat] })));
  return html`<div class="track on-dark" ref=${line} role="img" aria-label=${words.say("web.kb.scores", { said })}>
    ${ticks.map(
      (at) =>
        html`<span class="tk" style=${{
          left: `${((at - low) / (high - low)) * 100}%`,
        }}>${String(at).replace("-", "−")}</span>`,
    )}
    <svg class="tstem" height="1" aria-hidden="true">
      ${marks
        .filter((mark) => Math.abs(mark.shown - mark.x) > 2)
        .map((mark) => {
          const d = `M${mark.shown} ${STEM}L${mark.x} ${LINE - 1}`;
          return html`<path d=${d} stroke=${`var(--${model.tincture(mark.seat)}-edge)`} />`;
        })}
    </svg>
    ${marks.map((mark, order) => {
      const tincture = model.tincture(mark.seat);
      return html`<span
          key=${`m${mark.seat}`}
          class=${`mk p-${tincture}${mark.same ? " same" : ""}`}
          style=${{ left: `${mark.shown}px`, zIndex: 2 + order }}
          data-score=${mark.seat}
          title=${words.say("web.kb.score", { seat: mark.seat, vp: mark.value })}
        >
          ${crest(mark.seat)}<b>${String(mark.value).replace("-", "−")}</b>
        </span>
        <i key=${`d${mark.seat}`} class=${`tdot p-${tincture}`} style=${{
          left: `${mark.x}px`,
          top: `${LINE}px`,
        }}></i>`;
    })}
  </div>`;
}

/** On a narrow track the numbers give way. The stage ends a little left of the track, and no crest leaves it. */
function room(/** @type {number} */ width) {
  const narrow = width < 420;
  const crest = narrow ? 19 : 21;
  return { crest, gap: crest + (narrow ? 4 : 24), edge: narrow ? -9 : -19 };
}
