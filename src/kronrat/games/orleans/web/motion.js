/** How Orléans moves: settlers and buildings rise, followers and goods come and go, plans are shown. */

import { html } from "/static/parts.js";
import { beginPhase, find, fly, grow, later, Motion as Moving, panel, piece, shake, stock } from "/static/motion.js";
import { tokenIcon } from "./draw.js";

/**
 * @import { Game } from "./types.js"
 * @import { TableModel } from "/static/model.js"
 */

export const Motion = (/** @type {{model: TableModel<Game>}} */ { model }) =>
  html`<${Moving} model=${model} scenes=${SCENES} lengths=${LENGTHS} />`;

const LENGTHS = {
  phase_began: 0,
  goods_gained: 160,
  coins_gained: 160,
  plan_shown: 0,
  follower_recruited: 300,
  fame_gained: 200,
  area_settled: 300,
  built: 300,
};

const area = (/** @type {string} */ id) => find(`[data-area="${id}"]`);

/** @type {import("/static/motion.js").Scenes<import("./types.js").Game>} */
const SCENES = {
  phase_began: (_model, { phase }, time) => find(`[data-phase="${phase}"][aria-current]`) && beginPhase(phase, time),
  area_settled: (_model, { area: id }, time) => grow(area(id), time),
  built: (_model, { area: id }, time) => grow(area(id), time),
  settler_displaced: (_model, { area: id }, time) => shake(area(id), time),
  goods_gained: (_model, { seat, token, count }, time) => {
    for (let n = 0; n < Math.min(count, 4); n++)
      fly(piece(tokenIcon(token)), find(".display"), stock(seat), later(time, n));
  },
  coins_gained: (_model, { seat, coins }, time) => {
    for (let n = 0; n < Math.min(coins, 4); n++) fly(piece("i-coins"), find(".display"), stock(seat), later(time, n));
  },
  follower_recruited: (_model, { seat, follower }, time) =>
    fly(piece(tokenIcon(follower)), find(".display"), stock(seat), time),
  follower_lost: (_model, { seat }, time) => shake(stock(seat), time),
  fame_gained: (_model, { seat }, time) => grow(find(`[data-score="${seat}"]`), time),
  plan_shown: (_model, { seat }, time) => grow(panel(seat), time),
};
