/** How Kingsburg moves: dice roll and fly to court, goods to their owners, buildings rise and fall. */

import { html } from "/static/parts.js";
import { arrive, beginPhase, fall, find, fly, grow, later, Motion as Moving, panel } from "/static/motion.js";
import { piece, run, shake, stock } from "/static/motion.js";
import { GOODS, tokenIcon } from "./draw.js";

/**
 * @import { BuildingBuilt, BuildingDestroyed, Game, GoodsGained, GoodsPaid, Passed } from "./types.js"
 * @import { Model } from "./draw.js"
 * @import { Time } from "/static/motion.js"
 */

export const Motion = (/** @type {{model: Model}} */ { model }) =>
  html`<${Moving} model=${model} scenes=${SCENES} lengths=${LENGTHS} />`;

/** How long the next scene waits; what happens to everybody at once waits for nobody. */
const LENGTHS = {
  dice_rolled: 0,
  phase_began: 0,
  goods_gained: 240,
  goods_paid: 180,
  vp_changed: 200,
};

/** Whether these dice have been shown as they were rolled: where everybody rolls, that is a scene of its own. */
const seenRolled = (/** @type {Model} */ model) =>
  model.fresh.peek().some(({ events }) => events.some(({ event }) => event === "order_set"));

/** @type {import("/static/motion.js").Scenes<Game>} */
const SCENES = {
  dice_rolled: (model, { seat }, time) => seenRolled(model) || tumble(`[data-dice="${seat}"] .die:not(.used)`, time),
  dice_turned: (_model, { seat }, time) => tumble(`[data-dice="${seat}"] .die:not(.used)`, time),
  advisor_influenced(model, { seat, rank, group }, time) {
    const place = group.includes("private") ? `${rank} private` : `${rank}`;
    const target = find(`[data-rank="${place}"] .heap:last-child`) ?? find(`[data-rank="${place}"]`);
    const dice = group.filter((word) => typeof word === "number");
    const look = `die sm p-${model.tincture(seat)}`;
    dice.forEach((face, at) =>
      fly(piece(`die-${face}`, look), find(`[data-dice="${seat}"]`) ?? panel(seat), target, later(time, at)),
    );
    arrive(target, time);
  },
  passed: (model, event, time) => fly(passing(model, event), panel(event.seat), find(".hall"), time),
  goods_gained: (_model, event, time) =>
    amounts(event, (kind, at) => fly(token(kind), origin(event.source), stock(event.seat), later(time, at))),
  goods_paid: (_model, event, time) =>
    amounts(event, (kind, at) => fly(token(kind), stock(event.seat), find(".hall"), later(time, at))),
  soldiers_gained: (_model, event, time) => fly(token("soldiers"), origin(event.source), stock(event.seat), time),
  token_gained: (_model, event, time) => fly(token("plus2"), origin(event.source), stock(event.seat), time),
  vp_changed(_model, event, time) {
    const marker = find(`[data-score="${event.seat}"]`) ?? panel(event.seat);
    if (event.vp > 0) fly(token("vp"), origin(event.source), marker, time);
    else shake(marker, time);
  },
  building_built: (_model, event, time) => cells(event).forEach((cell) => grow(cell, time)),
  building_destroyed: (_model, event, time) => cells(event).forEach((cell) => fall(cell, time)),
  phase_began: (_model, { phase }, time) => beginPhase(phase, time),
};

/** Dice come rolling. */
export function tumble(/** @type {string} */ selector, /** @type {Time} */ time) {
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

/** It is said in the middle of the table, because nothing else moves when somebody passes. */
function passing(/** @type {Model} */ model, /** @type {Passed} */ event) {
  const shape = piece(`crest-${model.tincture(event.seat)}`, "passing");
  shape.append(model.words.value.event(event));
  return shape;
}

const token = (/** @type {string} */ kind) => piece(tokenIcon(kind));
const cells = (/** @type {BuildingBuilt|BuildingDestroyed} */ { seat, building }) =>
  document.querySelectorAll(`[data-building="${building}"][data-owner="${seat}"]`);

/** Where something comes from: the advisor or the building that gives it, or the hall. */
function origin(/** @type {string} */ source) {
  const [kind, id] = source.split(".");
  if (kind === "advisor") return find(`.seat[data-id="${id}"]`) ?? find(".hall");
  if (kind === "building") return find(`[data-building="${id}"]`) ?? find(".hall");
  if (kind === "phase") return find(`[data-phase="${id}"]`) ?? find(".hall");
  return find(".ecard") ?? find(".hall");
}

/**
 * @param {GoodsGained|GoodsPaid} event
 * @param {(kind: string, at: number) => void} each
 */
function amounts(event, each) {
  let at = 0;
  for (const kind of GOODS) for (let n = 0; n < Math.min(3, event[kind]); n++) each(kind, at++);
}
