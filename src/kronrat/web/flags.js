/** Numbered flags on the table where answers are given; a list beside it says the same. */

import { html, names, useLayoutEffect, useRef, useState } from "./parts.js";
import { wholePercent } from "./words.js";

/**
 * @import { Hinted } from "./messages.js"
 * @import { Choice, Drawing } from "./types.js"
 * @import { Words } from "./words.js"
 * @typedef {{answer: Choice[], percent: string, chosen?: boolean}} Flagged
 */

const BELOW = 24; // pixels between flags of the same place
const LATER = 300; // milliseconds: pieces that are drawn a moment later move others

/**
 * Over what it lies in; the best answer comes first, and `lit` is the number of the one that is pointed at.
 * @param {{drawing: Drawing, flags: Flagged[], lit: number, view: unknown, over?: string}} props
 */
export function Flags({ drawing, flags, lit, view, over = "" }) {
  const layer = useRef(/** @type {HTMLElement|null} */ (null));
  const answers = JSON.stringify(flags.map(({ answer }) => answer));
  const [places, setPlaces] = useState(/** @type {({x: number, y: number}|null)[]} */ ([]));
  useLayoutEffect(() => {
    const own = /** @type {HTMLElement} */ (layer.current);
    const stage = over ? document.querySelector(over) : own.parentElement;
    if (!stage) return undefined;
    const lay = () => setPlaces(flags.map(({ answer }) => placeOf(drawing.spot?.(answer), stage, own)));
    const watch = new ResizeObserver(lay);
    watch.observe(stage);
    addEventListener("scroll", lay, { capture: true, passive: true });
    const timer = setTimeout(lay, LATER);
    return () => {
      watch.disconnect();
      removeEventListener("scroll", lay, { capture: true });
      clearTimeout(timer);
    };
  }, [view, answers]);
  return html`<div class=${names("flags", over && "over")} ref=${layer} aria-hidden="true">${flags.map(
    ({ chosen, percent }, n) => {
      const place = places[n];
      const before = places.slice(0, n).filter((one) => one && place && one.x === place.x && one.y === place.y).length;
      return (
        place &&
        html`<span key=${n} class=${names(n === 0 && "best", chosen && "chosen", lit === n && "lit")}
        style=${{ left: `${place.x}px`, top: `${place.y + BELOW * before}px` }}><i>${n + 1}</i>${percent}</span>`
      );
    },
  )}</div>`;
}

/** What the strongest bot would do, as flags. @returns {Flagged[]} */
export const flagsOf = (/** @type {Words} */ words, /** @type {Hinted[]} */ hints) =>
  hints.map(({ answer, percent }) => ({
    ...{ answer: /** @type {Choice[]} */ (answer), percent: wholePercent(words, percent / 100) },
  }));

/** The middle of the upper edge of what an answer is about, in the layer of flags. */
function placeOf(/** @type {string|undefined} */ spot, /** @type {Element} */ stage, /** @type {Element} */ layer) {
  const { left, width, top } = (spot && stage.querySelector(spot)?.getBoundingClientRect()) || new DOMRect();
  const frame = layer.getBoundingClientRect();
  return width ? { x: left + width / 2 - frame.left, y: Math.max(0, top - frame.top) } : null;
}
