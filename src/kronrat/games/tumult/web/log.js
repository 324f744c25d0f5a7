/** What happened, as the log says it. */

import { forcedWords, newest } from "/static/log.js";
import { fromOne, kindIcon, kindOf, phaseIcon } from "./draw.js";

/**
 * @typedef {import("./draw.js").Model} Model
 * @typedef {import("./types.js").GameEvent} GameEvent
 */

/** @type {{[E in GameEvent as E["event"]]?: (event: E) => string}} */
const ICONS = {
  disc_spun: () => "i-mood",
  disc_spun_for: ({ kind }) => kindIcon(kind),
  phase_began: ({ phase }) => phaseIcon(phase),
  raid_began: () => "i-hand",
  time_ran_out: () => "i-candle",
  grace_ran_out: () => "i-candle",
  orders_carried_out: () => "i-hand",
  tile_seen: ({ tile }) => kindIcon(kindOf(tile)),
  people_content: ({ kind }) => kindIcon(kind),
  riot_broke_out: () => "i-riot",
  ranks_drawn: () => "i-duke",
  ranks_set: () => "i-duke",
  mercy_declined: () => "i-favor",
  mercy_shown: () => "i-favor",
  end_checked: () => "u-clock",
  game_ended: () => "u-trophy",
};

/** What goes on and on in a raid is seen on the table; the log would be full of it. */
const SEEN = ["tile_lifted", "tile_returned"];
/** What the log of a table does not keep, because players have to remember it; a replay, which has no table, shows it. */
const FLEETING = ["tile_seen", "tile_missed"];
const UNTOLD = ["goods_mixed", "goods_lapsed"];
/** What begins something. */
const HEADINGS = ["round_began", "phase_began"];

/** An event as a line of the log; what is not worth one has no text. */
export function logLine(/** @type {Model} */ model, /** @type {GameEvent} */ event) {
  const words = model.words.value;
  if (event.event === "forced") return { text: forcedWords(words, event), rule: event.rule };
  const { id, options } = model.info.value;
  const quick = options.raid !== "draft" && SEEN.includes(event.event);
  const gone = id && FLEETING.includes(event.event);
  const told = !quick && !gone && !UNTOLD.includes(event.event) && words.has(`event.${event.event}`);
  const text = told ? words.event(fromOne(event)) : "";
  const icon = /** @type {((event: GameEvent) => string)|undefined} */ (ICONS[event.event]);
  return { icon: icon?.(event), text, rule: event.rule, heading: HEADINGS.includes(event.event) };
}

/** What happened last, for a person who only watches. */
export const lately = (/** @type {Model} */ model) =>
  newest(model, (events) => events.map((event) => logLine(model, event).text));
