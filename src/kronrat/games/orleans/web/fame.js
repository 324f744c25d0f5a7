/** The fame track: marked fields with what they bring, and the markers. */

import { crest, html, icon, noted, useWidth } from "/static/parts.js";
import { spread } from "/static/spread.js";
import { Made, rowsOf } from "./draw.js";
import { storyOf } from "./stories.js";

/**
 * @import { Game } from "./types.js"
 * @import { TableModel } from "/static/model.js"
 */

/** Where the track is below its own top, where stems begin, and how large crests are, in pixels. */
const USUAL = { line: 31, stem: 18, crest: 18, gap: 34 };
const LARGE = { line: 43, stem: 26, crest: 24, gap: 44 };

export function Fame(/** @type {{model: TableModel<Game>, large?: boolean}} */ { model, large = false }) {
  const size = large ? LARGE : USUAL;
  const words = model.words.value;
  const view = model.seen;
  const numbers = rowsOf(model, "numbers");
  const [low, high] = [numbers.track_first.value, numbers.track_last.value];
  const [line, width] = useWidth();
  const fame = view.players.map((player) => player.fame);
  const marks = width ? spread(fame, low, high, width, size) : [];
  const at = (/** @type {number} */ field) => `${((field - low) / (high - low)) * 100}%`;
  const said = words.list(fame.map((n, seat) => words.say("web.os.fame.of", { seat, n })));
  return html`<div class="fame on-dark" ref=${line} role="group" aria-label=${words.say("web.os.fame", { said })}>
    <div class="fl"></div>
    ${(storyOf(model).marks?.(model) ?? []).map(({ field, icon: id, name, text, row }) => {
      const note = () =>
        html`<b>${words.say("web.os.fame.field", { n: field })}${name && `: ${name}`}</b><p>${text}</p><${Made} words=${words} row=${row} />`;
      return html`<span key=${field} class="fb" style=${{ left: at(field) }} role="img" tabindex="0"
          aria-label=${[words.say("web.os.fame.field", { n: field }), name, text].filter(Boolean).join(", ")} ...${noted(note)}>${icon(id)}</span>
        <span class="fn" style=${{ left: at(field) }} aria-hidden="true">${field}</span>`;
    })}
    <svg class="tstem" height="1" aria-hidden="true">${marks
      .filter((mark) => Math.abs(mark.shown - mark.x) > 2)
      .map(
        (mark) =>
          html`<path d=${`M${mark.shown} ${size.stem}L${mark.x} ${size.line - 1}`} stroke=${`var(--${model.tincture(mark.seat)}-edge)`} />`,
      )}</svg>
    ${marks.map(
      (
        mark,
        order,
      ) => html`<span key=${`m${mark.seat}`} class=${`fm p-${model.tincture(mark.seat)}${mark.same ? " same" : ""}`}
        style=${{ left: `${mark.shown}px`, zIndex: 2 + order }} data-score=${mark.seat} aria-hidden="true">${crest(mark.seat)}<b>${mark.value}</b></span>
      <i key=${`d${mark.seat}`} class=${`tdot p-${model.tincture(mark.seat)}`} style=${{ left: `${mark.x}px`, top: `${size.line}px` }}></i>`,
    )}
  </div>`;
}
