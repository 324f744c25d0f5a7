/** What this browser remembers of puzzles: the first answer to each, and the days whose puzzle was solved. */

import { memory } from "./settings.js";

const KEY = "kronrat.puzzles";
const DAY = 86_400_000;

/** @returns {{answers: Record<string, boolean>, days: Record<string, boolean>}} */
function kept() {
  const { answers = {}, days = {} } = memory.read(KEY) ?? {};
  return {
    answers: /** @type {Record<string, boolean>} */ (answers),
    days: /** @type {Record<string, boolean>} */ (days),
  };
}

/** Whether a puzzle was solved; undefined if it was not tried. */
export const solvedHere = (/** @type {string} */ puzzle) => kept().answers[puzzle];

/** Keep an answer, if it is the first; `day` if it was the puzzle of that day. */
export function keepAnswer(/** @type {string} */ puzzle, /** @type {boolean} */ solved, day = "") {
  const { answers, days } = kept();
  if (puzzle in answers) return;
  memory.write(KEY, { answers: { ...answers, [puzzle]: solved }, days: day ? { ...days, [day]: solved } : days });
}

/** On how many days in a row the puzzle of the day was solved; that of this day may still be open. */
export function streakUntil(/** @type {string} */ day) {
  const { days } = kept();
  const before = (/** @type {number} */ n) => new Date(Date.parse(day) - n * DAY).toISOString().slice(0, 10);
  const first = day in days ? 0 : 1;
  let count = 0;
  while (days[before(first + count)]) count++;
  return count;
}
