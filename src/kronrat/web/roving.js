/**
 * A group of buttons that is one stop of the Tab key; arrows walk inside it. Each button names its row and column in
 * `data-roving`. Which of them Tab comes to is kept on the elements themselves, so that drawing again does not lose it.
 */

import { html, useLayoutEffect, useRef } from "./parts.js";

/** @type {Record<string, [number, number]>} */
const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

/** @import { Children } from "./types.js" */

/** @param {{as?: string, label?: string, children?: Children, [rest: string]: unknown}} props */
export function Roving({ as = "div", label, children, ...rest }) {
  const group = useRef(null);
  const current = useRef("");
  /** @returns {HTMLElement[]} */
  const stops = () => [...group.current.querySelectorAll(/** @type {"button"} */ ("[data-roving]"))];
  const settle = () => {
    const all = stops();
    const chosen = all.find((stop) => stop.dataset.roving === current.current) ?? all[0];
    for (const stop of all) stop.tabIndex = stop === chosen ? 0 : -1;
  };
  useLayoutEffect(settle);
  const walk = (/** @type {KeyboardEvent} */ event) => {
    const from = stopOf(event);
    if (!from || event.ctrlKey || event.altKey || event.metaKey) return;
    const to = next(stops(), from, event.key);
    if (!to) return;
    event.preventDefault();
    to.focus();
  };
  const remember = (/** @type {Event} */ event) => {
    const stop = stopOf(event);
    if (!stop) return;
    current.current = stop.dataset.roving ?? "";
    settle();
  };
  return html`<${as} ref=${group} aria-label=${label} onKeyDown=${walk} onFocusIn=${remember}
    ...${rest}>${children}<//>`;
}

/** @returns {HTMLElement|null} */
const stopOf = (/** @type {Event} */ { target }) =>
  target instanceof Element ? target.closest("[data-roving]") : null;

function next(/** @type {HTMLElement[]} */ stops, /** @type {HTMLElement} */ from, /** @type {string} */ key) {
  const spot = (/** @type {HTMLElement} */ stop) => (stop.dataset.roving ?? "").split(" ").map(Number);
  const [row, column] = spot(from);
  if (key === "Home" || key === "End") {
    const line = stops.filter((stop) => spot(stop)[0] === row);
    return key === "Home" ? line[0] : line.at(-1);
  }
  const step = STEPS[key];
  if (!step) return null;
  const found = stops.filter((stop) => {
    const [r, c] = spot(stop);
    return step[0] ? Math.sign(r - row) === step[0] : r === row && Math.sign(c - column) === step[1];
  });
  const distance = (/** @type {HTMLElement} */ stop) => {
    const [r, c] = spot(stop);
    return Math.abs(r - row) * 100 + Math.abs(c - column);
  };
  return found.sort((a, b) => distance(a) - distance(b))[0] ?? null;
}
