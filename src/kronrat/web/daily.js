/** The way from the lobby to the position of the day; where there are no puzzles there is none. */

import { get } from "./http.js";
import { html, Icon, useEffect, useState } from "./parts.js";
import { solvedHere } from "./solved.js";

/**
 * @import { PuzzleToday } from "./messages.js"
 * @import { Words } from "./words.js"
 */

/** @param {{words: Words}} props */
export function Daily({ words }) {
  const [today, setToday] = useState(/** @type {PuzzleToday|null} */ (null));
  useEffect(() => void get("/api/puzzles/today").then(setToday, () => undefined), []);
  if (!today) return null;
  const { id, game } = today.puzzle;
  const done = solvedHere(id) !== undefined;
  return html`<a class="daily" href=${done ? "/puzzles" : `/p/${id}`}><${Icon} id=${done ? "u-check" : "u-dice"} />
    <span><b>${words.say("web.puzzles.today")}</b> <small>${words.say("web.puzzles.daily", { game })}</small></span>
    <u>${words.say(done ? "web.puzzles.more" : "web.puzzles.solve")}</u></a>`;
}
