/** How Tumult Royal moves: tiles go to castles, statues rise, followers come and go, land is turned up. */

import { html } from "/static/parts.js";
import {
  arrive,
  beginPhase,
  find,
  fly,
  grow,
  later,
  Motion as Moving,
  panel,
  piece,
  run,
  shake,
  stock,
  turnOver,
} from "/static/motion.js";

export const Motion = (/** @type {{model: import("./draw.js").Model}} */ { model }) =>
  html`<${Moving} model=${model} scenes=${SCENES} lengths=${LENGTHS} />`;

const SPIN = 1_400; // milliseconds at normal pace
/** How long the next scene waits; what many hands do at once waits for nobody. */
const LENGTHS = {
  tile_kept: 0,
  tile_returned: 0,
  phase_began: 0,
  followers_gained: 200,
  followers_lost: 200,
  land_revealed: 300,
  disc_spun: 0,
};

/** The arrow of the disc comes round twice before it stops. */
const spin = (/** @type {Element|null} */ arrow, /** @type {import("/static/motion.js").Time} */ time) =>
  run(arrow, [{ rotate: "-720deg" }, { rotate: "0deg" }], SPIN, time);

/** @type {import("/static/motion.js").Scenes<import("./types.js").Game>} */
const SCENES = {
  tile_kept(model, { seat, slot }, time) {
    const to =
      seat === model.front.value
        ? (find("[data-castle]") ?? panel(seat))
        : (find(`[data-loot="${seat}"]`) ?? panel(seat));
    fly(piece("mark", "gt back flying-tile"), find(`[data-slot="${slot}"]`), to, time);
  },
  tile_returned: (_model, { slot }, time) => arrive(find(`[data-slot="${slot}"]`), time),
  statues_placed(_model, { row, column }, time) {
    const field = find(`[data-field="${row} ${column}"]`);
    grow(field?.querySelector(".sts"), time);
  },
  followers_gained: (_model, { seat, followers }, time) => {
    for (let n = 0; n < Math.min(followers, 5); n++)
      fly(piece("i-follower"), find(".hall"), stock(seat), later(time, n));
  },
  followers_lost: (_model, { seat }, time) => shake(stock(seat), time),
  land_revealed(_model, { row, column }, time) {
    turnOver(find(`[data-field="${3 * row} ${3 * column}"]`)?.parentElement, time);
  },
  disc_spun: (_model, _event, time) => spin(find(".need .spin"), time),
  phase_began: (_model, { phase }, time) => find(`[data-phase="${phase}"][aria-current]`) && beginPhase(phase, time),
};
