/**
 * What happened, shown in motion: pieces fly in an arc, rise, fall and turn. The table is already in its new state;
 * motion is only drawn over it, so nothing has to wait for it. A press or a key ends it. What moves how is the game's own.
 */

import { useEffect, useSignalEffect } from "./parts.js";
import { tempo } from "./settings.js";

const LONGEST = 3_000; // never further behind what has happened, in milliseconds
const GAP = 60;
const EASE = "cubic-bezier(.2,.8,.2,1)";
const MOVE = 420;

/**
 * When a scene begins, and by what its durations are multiplied.
 * @typedef {{delay: number, pace: number}} Time
 */
/**
 * What is shown of an event, by its name.
 * @template {import("./types.js").AnyGame} G
 * @typedef {{[Name in G["Event"]["event"]]?:
 *            (model: import("./model.js").TableModel<G>, event: import("./types.js").EventOf<G, Name>, time: Time) => unknown
 *          }} Scenes
 */
/** @typedef {import("./model.js").TableModel} TableModel */
/** @typedef {import("./types.js").AnyEvent} AnyEvent */
/** @typedef {Record<string, (model: TableModel, event: AnyEvent, time: Time) => unknown>} AnyScenes */

/** @type {Set<Animation>} */
const running = new Set();

/**
 * Draws nothing; sets in motion what is fresh. `lengths` say how long the next scene waits, if not for a whole move.
 * @param {{model: TableModel, scenes: AnyScenes, lengths: Record<string, number>}} props
 */
export function Motion({ model, scenes, lengths }) {
  useSignalEffect(() => {
    const events = model.fresh.value.flatMap((entry) => entry.events).filter(({ event }) => event in scenes);
    if (!events.length || !tempo.peek() || document.hidden) return;
    requestAnimationFrame(() => play(model, events, scenes, lengths));
  });
  useEffect(() => {
    const skip = () => running.forEach((animation) => animation.finish());
    addEventListener("pointerdown", skip, true);
    addEventListener("keydown", skip, true);
    return () => {
      skip();
      removeEventListener("pointerdown", skip, true);
      removeEventListener("keydown", skip, true);
    };
  }, []);
  return null;
}

function play(
  /** @type {TableModel} */ model,
  /** @type {AnyEvent[]} */ events,
  /** @type {AnyScenes} */ scenes,
  /** @type {Record<string, number>} */ lengths,
) {
  const length = (/** @type {AnyEvent} */ { event }) => lengths[event] ?? MOVE;
  const whole = events.reduce((sum, event) => sum + length(event), 0);
  const pace = tempo.peek() * Math.min(1, LONGEST / Math.max(1, whole));
  let at = 0;
  for (const event of events) {
    scenes[event.event](model, event, { delay: at * pace, pace });
    at += length(event);
  }
}

/** Without waiting for anything. @returns {Time} */
export const atOnce = () => ({ delay: 0, pace: tempo.peek() });

/** A few steps later. @returns {Time} */
export const later = (/** @type {Time} */ { delay, pace }, /** @type {number} */ steps) => ({
  delay: delay + steps * GAP * pace,
  pace,
});

// -- kinds of motion --------------------------------------------------------------------------------------------------

/** @typedef {Element|null|undefined} Moved  what is not there does not move */

/**
 * @param {Moved} element
 * @param {Keyframe[]} frames
 * @param {number} duration
 * @param {Time} time
 */
export function run(element, frames, duration, { delay, pace }) {
  if (!element) return undefined;
  const animation = element.animate(frames, { duration: duration * pace, delay, easing: EASE, fill: "backwards" });
  running.add(animation);
  animation.onfinish = animation.oncancel = () => running.delete(animation);
  return animation;
}

/**
 * A picture over the page until its motion is over.
 * @param {HTMLElement} picture
 * @param {Keyframe[]} frames
 * @param {number} duration
 * @param {Time} time
 */
function over(picture, frames, duration, time) {
  picture.classList.add("flying");
  document.body.append(picture);
  const animation = run(picture, frames, duration, time);
  if (!animation) return;
  animation.onfinish = animation.oncancel = () => {
    running.delete(animation);
    picture.remove();
  };
}

/**
 * A piece that is nowhere else, on an arc from one thing to another.
 * @param {HTMLElement} shape
 * @param {Moved} from
 * @param {Moved} to
 * @param {Time} time
 */
export function fly(shape, from, to, time) {
  if (!from || !to) return;
  const start = from.getBoundingClientRect();
  const end = to.getBoundingClientRect();
  if (!start.width || !end.width) return;
  const spot = (/** @type {DOMRect} */ { left, top, width, height }) => [left + width / 2 - 12, top + height / 2 - 12];
  const [x0, y0] = spot(start);
  const [x1, y1] = spot(end);
  const rise = Math.min(y0, y1) - 40 - Math.abs(x1 - x0) * 0.06;
  const frames = [
    { transform: `translate(${x0}px,${y0}px) scale(.9)`, opacity: 0 }, // not seen until it is its turn
    { transform: `translate(${x0}px,${y0}px) scale(.9)`, opacity: 1, offset: 0.02 },
    { transform: `translate(${(x0 + x1) / 2}px,${Math.max(8, rise)}px) scale(1.15)`, opacity: 1, offset: 0.5 },
    { transform: `translate(${x1}px,${y1}px) scale(1)`, opacity: 1 },
  ];
  over(shape, frames, MOVE, time);
}

/** Show what lands only when it has landed. */
export const arrive = (/** @type {Moved} */ element, /** @type {Time} */ time) =>
  run(element, [{ opacity: 0 }, { opacity: 0, offset: 0.85 }, { opacity: 1 }], MOVE, time);

/** Something new grows in its place. */
export const grow = (/** @type {Moved} */ element, /** @type {Time} */ time) =>
  run(
    element,
    [
      { transform: "scale(.6)", opacity: 0.2 },
      { transform: "none", opacity: 1 },
    ],
    MOVE,
    time,
  );

export const shake = (/** @type {Moved} */ element, /** @type {Time} */ time) =>
  run(
    element,
    [{ translate: "0" }, { translate: "-5px" }, { translate: "5px" }, { translate: "-3px" }, { translate: "0" }],
    300,
    time,
  );

/** A card or a tile is turned over. */
export const turnOver = (/** @type {Moved} */ element, /** @type {Time} */ time) =>
  run(
    element,
    [{ transform: "perspective(900px) rotateY(90deg)" }, { transform: "perspective(900px) rotateY(0)" }],
    600,
    time,
  );

/** A picture of the element tumbles down, while the element itself is already as it is. */
export function fall(/** @type {Moved} */ element, /** @type {Time} */ time) {
  const box = element?.getBoundingClientRect();
  if (!element || !box?.width) return;
  const picture = /** @type {HTMLElement} */ (element.cloneNode(true));
  picture.removeAttribute("id");
  picture.setAttribute("aria-hidden", "true");
  picture.tabIndex = -1;
  Object.assign(picture.style, {
    left: `${box.left}px`,
    top: `${box.top}px`,
    width: `${box.width}px`,
    height: `${box.height}px`,
  });
  const frames = [
    { transform: "none", opacity: 1 },
    { transform: "rotate(5deg)", opacity: 1, offset: 0.3 },
    { transform: "translateY(90px) rotate(14deg)", opacity: 0 },
  ];
  over(picture, frames, 600, time);
}

/** A phase begins: its name slides in, and the light of the hall shifts. */
export function beginPhase(/** @type {number|string} */ phase, /** @type {Time} */ time) {
  const frames = [
    { transform: "translateX(-14px)", opacity: 0.4 },
    { transform: "none", opacity: 1 },
  ];
  run(find(`[data-phase="${phase}"]`), frames, 500, time);
  run(find(".hall"), [{ filter: "brightness(1.12)" }, { filter: "none" }], 500, time);
}

// -- pieces and places ------------------------------------------------------------------------------------------------

/** The first of these that is seen. */
export const find = (/** @type {string} */ selector) =>
  [...document.querySelectorAll(selector)].find((element) => element.getClientRects().length) ?? null;

/** What is in front of a seat, or its panel. */
export const stock = (/** @type {number} */ seat) => find(`[data-stock="${seat}"]`) ?? panel(seat);
export const panel = (/** @type {number} */ seat) => find(`[data-panel="${seat}"]`);

/** A picture of the sprite as a piece that can fly. */
export function piece(/** @type {string} */ id, look = "") {
  const box = document.createElement("span");
  box.className = look;
  const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `#${id}`);
  picture.append(use);
  box.append(picture);
  return box;
}
