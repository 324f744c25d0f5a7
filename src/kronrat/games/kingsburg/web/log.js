/** What happened, as the log says it. */

import { forcedWords, newest } from "/static/log.js";
import { cardIcon, GOODS, phaseIcon } from "./draw.js";

/**
 * @import { Events, GameEvent } from "./types.js"
 * @import { Model } from "./draw.js"
 */

/** @type {{[Name in keyof Events]?: (event: Events[Name]) => string}} */
const ICONS = {
  dice_rolled: () => "u-dice",
  dice_turned: () => "u-dice",
  year_began: () => "i-crown",
  phase_began: ({ phase }) => phaseIcon(phase),
  building_built: ({ building }) => cardIcon(building),
  building_destroyed: () => "i-broken",
  building_spared: ({ building }) => cardIcon(building),
  card_used: ({ card }) => cardIcon(card),
  vp_changed: () => "t-vp",
  goods_gained: (event) => firstGood(event),
  goods_paid: (event) => firstGood(event),
  soldiers_gained: () => "t-soldiers",
  reinforcements_sent: () => "t-soldiers",
  token_gained: () => "t-plus2",
  token_paid: () => "t-plus2",
  enemy_revealed: () => "i-winter",
  recruiting_ended: () => "t-soldiers",
  enemy_seen: () => "i-peek",
  enemy_looked_at: () => "i-peek",
  envoy_given: () => "i-envoy",
  envoy_returned: () => "i-envoy",
  battle_fought: () => "i-battle",
  soldiers_dismissed: () => "i-winter",
  governors_revealed: () => "i-crown",
  game_ended: () => "u-trophy",
};

const firstGood = (/** @type {Record<"gold"|"wood"|"stone", number>} */ event) =>
  `t-${GOODS.find((kind) => event[kind]) ?? "any"}`;

/** What begins something. */
const HEADINGS = ["year_began", "phase_began"];

/** The icon of an event, where it has one. */
function iconOf(/** @type {GameEvent} */ event) {
  const drawn = /** @type {((event: GameEvent) => string)|undefined} */ (ICONS[event.event]);
  return drawn?.(event);
}

/** An event as a line of the log; what is not worth one has no text. */
export function logLine(/** @type {Model} */ model, /** @type {GameEvent} */ event) {
  const words = model.words.value;
  if (event.event === "forced") return { text: forcedWords(words, event), rule: event.rule };
  const text = words.has(`event.${event.event}`) ? words.event(event) : "";
  return { icon: iconOf(event), text, rule: event.rule, heading: HEADINGS.includes(event.event) };
}

/** What happened last, for a person who only watches: who had to pass is said only where nobody did anything. */
export const lately = (/** @type {Model} */ model) =>
  newest(model, (events) => {
    const tell = (/** @type {GameEvent[]} */ some) =>
      some.map((event) => logLine(model, event)).map(({ heading, text }) => (heading ? "" : text));
    const deeds = tell(events.filter(({ event }) => event !== "forced" && event !== "passed"));
    return deeds.some(Boolean) ? deeds : tell(events);
  });
