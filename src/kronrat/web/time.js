/** Times in words and figures. */

/** @typedef {import("./words.js").Words} Words */

/** @type {Array<[string, number]>} */
const UNITS = [
  ["days", 86_400],
  ["hours", 3_600],
  ["minutes", 60],
];

/** Seconds in words, in the largest unit of which there are two, or that fits exactly. */
export function duration(/** @type {Words} */ words, /** @type {number} */ seconds) {
  const [unit, size] = UNITS.find(([, size]) => seconds >= 2 * size || seconds === size) ?? ["seconds", 1];
  return words.say(`web.time.${unit}`, { n: Math.round(seconds / size) });
}

/** What is left, as on a clock: `4:12`, or `1:04:12`; days in words. */
export function countdown(/** @type {Words} */ words, /** @type {number} */ ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1_000));
  if (seconds >= 172_800) return duration(words, seconds);
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** A day, without the year if it is this one. */
export function day(/** @type {string} */ lang, /** @type {number} */ at) {
  const year = new Date(at).getFullYear() !== new Date().getFullYear();
  return new Date(at).toLocaleDateString(lang, { day: "numeric", month: "long", ...(year && { year: "numeric" }) });
}

/** The time of day, or the day too if it is another. */
export function moment(/** @type {string} */ lang, /** @type {number} */ at) {
  const date = new Date(at);
  const today = date.toDateString() === new Date().toDateString();
  return date.toLocaleString(lang, {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    ...(!today && { day: "numeric", month: "short" }),
  });
}
