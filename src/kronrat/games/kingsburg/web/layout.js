/**
 * Which of the layouts a table has, by the room there is. Larger text is a smaller room: the whole board grows with the
 * text, and the layout is that of a screen as many times smaller, so that nothing has to be drawn for each text size.
 */

import { computed, effect, signal } from "/static/parts.js";
import { size } from "/static/settings.js";

/** @typedef {{width: number, height: number}} Room */

/** A screen larger than this is filled by larger pieces. */
const LARGEST = { width: 1_920, height: 1_080 };
const LOW = 500; // a phone held sideways is lower
const LOWEST = 580; // with larger text, the panes of a phone have more room than those of a tablet
const STEP = 0.01;

/** The names of the layout of a room; each is a word that the style sheet knows. */
export function layoutOf(/** @type {Room} */ { width, height }, enlarged = false) {
  if (height <= LOW) return "sheet flat";
  if (enlarged && height <= LOWEST) return "sheet flat high";
  if (width < 720) return "sheet phone";
  if (width < 900 && height >= 860) return "tall";
  if (width < 1_280) return width < 900 ? "tabs narrow" : "tabs";
  if (width >= 1_760 && height >= 920) return "desk wide";
  if (width >= 1_400 && height >= 800) return "desk roomy";
  return height < 690 ? "desk low" : "desk";
}

/** The least room in which a layout can be drawn. @type {Record<string, Room>} */
const LEAST = {
  "sheet flat": { width: 740, height: 350 },
  "sheet flat high": { width: 740, height: 350 },
  "sheet phone": { width: 360, height: 620 },
  "tabs narrow": { width: 720, height: 560 },
};

const fits = (/** @type {Room} */ room) => {
  const least = LEAST[layoutOf(room, true)] ?? { width: 0, height: 0 };
  return room.width >= least.width && room.height >= least.height;
};

const shrunk = (/** @type {Room} */ { width, height }, /** @type {number} */ by) => ({
  width: width / by,
  height: height / by,
});

/**
 * By how much the board is enlarged, and by how much more what scrolls on a small screen, where the court has to fit.
 * @returns {{names: string, fit: number, rest: number}}
 */
export function fitted(/** @type {Room} */ room, /** @type {number} */ text) {
  const large = Math.max(1, Math.min(room.width / LARGEST.width, room.height / LARGEST.height));
  const wanted = large * text;
  let fit = wanted;
  while (fit > 1 && !fits(shrunk(room, fit))) fit = Math.max(1, fit - STEP);
  return { names: layoutOf(shrunk(room, fit), fit > 1), fit, rest: wanted / fit };
}

const room = signal({ width: innerWidth, height: innerHeight });
addEventListener("resize", () => (room.value = { width: innerWidth, height: innerHeight }));

/** The layout of this window. */
export const layout = computed(() => fitted(room.value, size.value / 100));

/** Whether one pane is seen at a time beside or below the court; then the turn is one of them, or is always seen. */
export const paned = computed(() => ["sheet", "tabs"].find((name) => layout.value.names.startsWith(name)) ?? "");

effect(() => {
  const root = document.documentElement;
  const { names, fit, rest } = layout.value;
  root.dataset.layout = names;
  root.style.setProperty("--fit", String(fit));
  root.style.setProperty("--rest", String(rest));
});
