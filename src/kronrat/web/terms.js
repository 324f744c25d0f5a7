/** What was agreed when a table was opened, in words. */

import { duration } from "./time.js";
import { capital } from "./words.js";

/** @typedef {import("./words.js").Words} Words */

/** Edition and modules. */
export function rulesOf(/** @type {Words} */ words, /** @type {Object<string, string>} */ { edition, modules = "" }) {
  const ids = [edition && `switch.edition.${edition}`, ...modules.split(",").map((id) => id && `switch.modules.${id}`)];
  return capital(ids.flatMap((id) => (id ? [words.say(id)] : [])).join(" · "));
}

/**
 * Who sits at a seat, or may sit there.
 * @param {Words} words
 * @param {{kind: string, name?: string, bot?: string}} seat
 */
export function sitter(words, { kind, name, bot }) {
  return name || words.say(kind === "bot" ? "web.seat.bot_level" : `web.seat.${kind}`, { bot });
}

/** How long a move may take. */
export function paceOf(/** @type {Words} */ words, /** @type {{pace: string, limit_s?: number}} */ { pace, limit_s }) {
  return limit_s ? words.say("web.pace.limit", { limit: duration(words, limit_s) }) : words.say(`web.pace.${pace}`);
}
