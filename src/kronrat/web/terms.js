/** What was agreed when a table was opened, in words. */

import { duration, moment } from "./time.js";
import { capital } from "./words.js";

/**
 * @typedef {import("./messages.js").SwitchInfo} SwitchInfo
 * @typedef {import("./words.js").Words} Words
 */

/** The options that make a different game of it, the most important first; the rest is detail. */
export const mainOf = (/** @type {SwitchInfo[]} */ switches) =>
  switches.filter(({ main }) => main).sort((a, b) => (a.main ?? 0) - (b.main ?? 0));

/** What is chosen of an option to begin with: what the address asks for, or else what a first game has. */
export function atFirst(
  /** @type {SwitchInfo|null} */ option,
  /** @type {{first: {options: Record<string, string>}}} */ { first },
  /** @type {URLSearchParams} */ query,
) {
  if (!option) return "";
  const asked = query.get(option.name) ?? "";
  return option.values.includes(asked) ? asked : (first.options[option.name] ?? option.default);
}

/** Which variant of the words a table with these options uses. */
export const variantOf = (/** @type {SwitchInfo[]} */ switches, /** @type {Record<string, string>} */ options) =>
  options[switches.find(({ words }) => words)?.name ?? ""] ?? "";

/**
 * What is played, in the options that matter most, and with which modules.
 * @param {Words} words
 * @param {SwitchInfo[]} switches of the game
 * @param {Record<string, string>} options
 */
export function rulesOf(words, switches, options) {
  const main = mainOf(switches)
    .filter(({ name }) => options[name])
    .map(({ name, words: named }) => {
      const value = words.say(`switch.${name}.${options[name]}`);
      return named ? value : words.say("web.terms.option", { name: words.say(`switch.${name}`), value });
    });
  const modules = switches
    .filter(({ many }) => many)
    .flatMap(({ name }) =>
      (options[name] ?? "")
        .split(",")
        .filter(Boolean)
        .map((id) => words.say(`switch.${name}.${id}`)),
    );
  return capital([...main, ...modules].join(" · "));
}

/**
 * Who sits at a seat, or may sit there.
 * @param {Words} words
 * @param {{kind: string, name?: string, bot?: string}} seat
 */
export function sitter(words, { kind, name, bot }) {
  return name || words.say(kind === "bot" ? "web.seat.bot_level" : `web.seat.${kind}`, { bot });
}

/**
 * What may sit at a seat, as an entry of a list: a bot with its rating, if it was measured at tables of this size.
 * @param {Words} words
 * @param {{kind: string, bot?: string}} seat
 * @param {{ratings?: Record<string, Record<string, number>>}} info
 * @param {number} seats
 */
export function candidate(words, { kind, bot }, info, seats) {
  const rating = info.ratings?.[seats]?.[bot ?? ""];
  return rating ? words.say("web.seat.bot_rated", { bot, rating }) : sitter(words, { kind, bot });
}

/** What a bot is like, in a sentence; its name, if nobody has said. */
export const aboutBot = (/** @type {Words} */ words, /** @type {string} */ bot) =>
  words.say(words.has(`web.about.${bot}`) ? `web.about.${bot}` : `bot.${bot}`);

/** What a table goes on from, and with which dice. */
export const originOf = (
  /** @type {Words} */ words,
  /** @type {import("./messages.js").Origin} */ { at, dice, seat },
) => words.say(`web.origin.${dice}`, { at, seat: seat ?? 0 });

/** Whether a person has left the table. */
export const isAway = (/** @type {import("./types.js").Seat} */ { kind, away_ms, here }) =>
  kind === "human" && away_ms !== null && away_ms !== undefined && !here;

/** Who plays at a seat: a person, here or not, or a bot. */
export function companyOf(/** @type {Words} */ words, /** @type {import("./types.js").Seat} */ seat) {
  if (seat.kind === "bot") return words.say("web.seat.bot_level", { bot: seat.bot });
  if (seat.helped) return words.say(`web.rated.helped.${seat.helped}`);
  if (seat.kind === "open") return ""; // nobody knows who played there
  const until = seat.until && moment(words.lang, seat.until);
  if (seat.held) return words.say(until ? "web.seat.lent" : "web.seat.held", { bot: seat.held, until });
  return words.say(isAway(seat) ? "web.seat.away" : "web.seat.human");
}

/**
 * How long a move may take, or the whole game, and when the clocks stand still.
 * @param {Words} words
 * @param {{pace: string, limit_s?: number, reserve_s?: number, weekends?: boolean, holiday_days?: number}} terms
 */
export function paceOf(words, { pace, limit_s, reserve_s, weekends, holiday_days }) {
  const said = [
    limit_s && words.say("web.pace.limit", { limit: duration(words, limit_s) }),
    reserve_s && words.say(limit_s ? "web.pace.reserve" : "web.pace.game", { limit: duration(words, reserve_s) }),
    weekends && words.say("web.pace.weekends"),
    holiday_days && words.say("web.pace.holidays", { n: holiday_days }),
  ].filter(Boolean);
  return said.join(" · ") || words.say(`web.pace.${pace}`);
}
