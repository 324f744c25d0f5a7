/**
 * What happened, shown in motion: dice roll, pieces fly in an arc, buildings rise and fall, the card turns. The table
 * already stands as it stands; motion only lies over it, so nothing has to wait for it. A press or a key ends it.
 */

import { useEffect, useSignalEffect } from "../parts.js";
import { tempo } from "../settings.js";
import { tokenIcon } from "./draw.js";

const LONGEST = 3_000; // never further behind what has happened, in milliseconds
const MOVE = 420;
const GAP = 60;
const EASE = "cubic-bezier(.2,.8,.2,1)";

/** @type {Set<Animation>} */
const running = new Set();

/** Draws nothing; sets in motion what is fresh. */
export function Motion({ model }) {
  useSignalEffect(() => {
    const fresh = model.fresh.value;
    const events = fresh.flatMap((entry) => entry.events);
    if (events.length && tempo.peek() > 0 && !document.hidden) requestAnimationFrame(() => play(model, events));
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

function play(model, events) {
  const scenes = events
    .filter(({ event }) => event in SCENES)
    .map((event) => ({ event, length: LENGTHS[event.event] ?? MOVE }));
  const whole = scenes.reduce((sum, { length }) => sum + length, 0);
  const pace = tempo.peek() * Math.min(1, LONGEST / Math.max(1, whole));
  let at = 0;
  for (const { event, length } of scenes) {
    SCENES[event.event](model, event, { delay: at * pace, pace });
    at += length;
  }
}

/** How long the next scene waits; what happens to everybody at once waits for nobody. */
const LENGTHS = {
  dice_rolled: 0,
  phase_began: 0,
  goods_gained: 240,
  goods_paid: 180,
  vp_changed: 200,
  enemy_revealed: 600,
};

const SCENES = {
  dice_rolled: (_model, { seat }, time) => tumble(`[data-dice="${seat}"] .die:not(.used)`, time),
  dice_turned: (_model, { seat }, time) => tumble(`[data-dice="${seat}"] .die:not(.used)`, time),
  reinforcements_sent: (_model, _event, time) => tumble(".rein .die", time),
  advisor_influenced(model, { seat, rank, group }, time) {
    const place = group.includes("private") ? `${rank} private` : `${rank}`;
    const target = find(`[data-rank="${place}"] .heap:last-child`) ?? find(`[data-rank="${place}"]`);
    const dice = group.filter((word) => typeof word === "number");
    dice.forEach((face, at) =>
      fly(dieShape(face, model.tincture(seat)), find(`[data-dice="${seat}"]`) ?? panel(seat), target, later(time, at)),
    );
    arrive(target, time);
  },
  goods_gained: (_model, event, time) =>
    amounts(event, (kind, at) => fly(iconShape(kind), origin(event.source), stock(event.seat), later(time, at))),
  goods_paid: (_model, event, time) =>
    amounts(event, (kind, at) => fly(iconShape(kind), stock(event.seat), find(".hall"), later(time, at))),
  soldiers_gained: (_model, event, time) => fly(iconShape("soldiers"), origin(event.source), stock(event.seat), time),
  token_gained: (_model, event, time) => fly(iconShape("plus2"), origin(event.source), stock(event.seat), time),
  vp_changed(_model, event, time) {
    const marker = find(`[data-score="${event.seat}"]`) ?? panel(event.seat);
    if (event.vp > 0) fly(iconShape("vp"), origin(event.source), marker, time);
    else shake(marker, time);
  },
  building_built(_model, { seat, building }, time) {
    const cells = document.querySelectorAll(`[data-building="${building}"][data-owner="${seat}"]`);
    for (const cell of cells)
      run(
        cell,
        [
          { transform: "scale(.6)", opacity: 0.2 },
          { transform: "none", opacity: 1 },
        ],
        MOVE,
        time,
      );
  },
  building_destroyed(_model, { seat, building }, time) {
    const cells = document.querySelectorAll(`[data-building="${building}"][data-owner="${seat}"]`);
    for (const cell of cells) fall(cell, time);
  },
  enemy_revealed: (_model, _event, time) =>
    run(
      find(".ecard"),
      [{ transform: "perspective(900px) rotateY(90deg)" }, { transform: "perspective(900px) rotateY(0)" }],
      600,
      time,
    ),
  phase_began(_model, { phase }, time) {
    run(
      find(`[data-phase="${phase}"]`),
      [
        { transform: "translateX(-14px)", opacity: 0.4 },
        { transform: "none", opacity: 1 },
      ],
      500,
      time,
    );
    run(find(".hall"), [{ filter: "brightness(1.12)" }, { filter: "none" }], 500, time);
  },
};

// -- kinds of motion --------------------------------------------------------------------------------------------------

function run(element, frames, duration, { delay, pace }) {
  if (!element) return;
  const animation = element.animate(frames, { duration: duration * pace, delay, easing: EASE, fill: "backwards" });
  running.add(animation);
  animation.onfinish = animation.oncancel = () => running.delete(animation);
  return animation;
}

function tumble(selector, time) {
  document.querySelectorAll(selector).forEach((die, at) => {
    const spin = 300 + 70 * (at % 4);
    run(
      die,
      [
        { transform: `translateY(-26px) rotate(-${spin}deg)` },
        { transform: "translateY(4px) rotate(20deg)", offset: 0.8 },
        { transform: "none" },
      ],
      700,
      later(time, at / 2),
    );
  });
}

/** A piece that is nowhere else, on an arc from one thing to another. */
function fly(shape, from, to, time) {
  if (!from || !to) return;
  const start = from.getBoundingClientRect();
  const end = to.getBoundingClientRect();
  if (!start.width || !end.width) return;
  shape.classList.add("flying");
  document.body.append(shape);
  const spot = ({ left, top, width, height }) => [left + width / 2 - 12, top + height / 2 - 12];
  const [x0, y0] = spot(start);
  const [x1, y1] = spot(end);
  const rise = Math.min(y0, y1) - 40 - Math.abs(x1 - x0) * 0.06;
  const frames = [
    { transform: `translate(${x0}px,${y0}px) scale(.9)`, opacity: 0 }, // not seen until it is its turn
    { transform: `translate(${x0}px,${y0}px) scale(.9)`, opacity: 1, offset: 0.02 },
    { transform: `translate(${(x0 + x1) / 2}px,${Math.max(8, rise)}px) scale(1.15)`, opacity: 1, offset: 0.5 },
    { transform: `translate(${x1}px,${y1}px) scale(1)`, opacity: 1 },
  ];
  const animation = run(shape, frames, MOVE, time);
  const gone = () => {
    running.delete(animation);
    shape.remove();
  };
  animation.onfinish = animation.oncancel = gone;
}

/** What lands is seen when it has landed. */
const arrive = (element, time) =>
  run(element, [{ opacity: 0 }, { opacity: 0, offset: 0.85 }, { opacity: 1 }], MOVE, time);

const shake = (element, time) =>
  run(
    element,
    [{ translate: "0" }, { translate: "-5px" }, { translate: "5px" }, { translate: "-3px" }, { translate: "0" }],
    300,
    time,
  );

/** A picture of the cell tumbles down, while the cell itself is already as it is. */
function fall(cell, time) {
  const box = cell.getBoundingClientRect();
  if (!box.width) return;
  const picture = cell.cloneNode(true);
  picture.removeAttribute("id");
  picture.setAttribute("aria-hidden", "true");
  picture.tabIndex = -1;
  picture.classList.add("flying");
  Object.assign(picture.style, {
    left: `${box.left}px`,
    top: `${box.top}px`,
    width: `${box.width}px`,
    height: `${box.height}px`,
  });
  document.body.append(picture);
  const frames = [
    { transform: "none", opacity: 1 },
    { transform: "rotate(5deg)", opacity: 1, offset: 0.3 },
    { transform: "translateY(90px) rotate(14deg)", opacity: 0 },
  ];
  const animation = run(picture, frames, 600, time);
  animation.onfinish = animation.oncancel = () => {
    running.delete(animation);
    picture.remove();
  };
}

// -- pieces and places ------------------------------------------------------------------------------------------------

const find = (selector) =>
  [...document.querySelectorAll(selector)].find((element) => element.getClientRects().length) ?? null;
const panel = (seat) => find(`[data-panel="${seat}"]`);
const stock = (seat) => find(`[data-stock="${seat}"]`) ?? panel(seat);
const later = ({ delay, pace }, steps) => ({ delay: delay + steps * GAP * pace, pace });

/** Where something comes from: the advisor or the building that gives it, or the hall. */
function origin(/** @type {string} */ source) {
  const [kind, id] = source.split(".");
  if (kind === "advisor") return find(`.seat[data-id="${id}"]`) ?? find(".hall");
  if (kind === "building") return find(`[data-building="${id}"]`) ?? find(".hall");
  if (kind === "phase") return find(`[data-phase="${id}"]`) ?? find(".hall");
  return find(".ecard") ?? find(".hall");
}

function amounts(event, each) {
  let at = 0;
  for (const kind of ["gold", "wood", "stone"]) for (let n = 0; n < Math.min(3, event[kind]); n++) each(kind, at++);
}

function svg(id) {
  const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `#${id}`);
  picture.append(use);
  return picture;
}

function iconShape(kind) {
  const box = document.createElement("span");
  box.append(svg(tokenIcon(kind)));
  return box;
}

function dieShape(face, tincture) {
  const box = document.createElement("span");
  box.className = `die sm p-${tincture}`;
  box.append(svg(`die-${face}`));
  return box;
}
