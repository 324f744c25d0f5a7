/** The end of a year as a scene; what is seen of it comes with `judgement.js`. */

/**
 * @import { TableModel } from "/static/model.js"
 * @import { Scene } from "/static/playhead.js"
 * @import { Game, GameEvent, View } from "./types.js"
 */

const [TASKS, VERDICT] = [1_200, 1_400]; // milliseconds for what a player has done and what follows, at normal pace

export const endsYear = (/** @type {GameEvent[]} */ events) => events.some(({ event }) => event === "year_ended");

/**
 * The end of a year as a scene which waits for the person who looks. Every player has two beats: first it is seen what was
 * done, then what follows.
 * @returns {Scene|null}
 */
export function yearScene(
  /** @type {TableModel<Game>} */ model,
  /** @type {GameEvent[]} */ events,
  /** @type {View} */ view,
) {
  const words = model.words.value;
  if (!endsYear(events)) return null;
  const about = (/** @type {number} */ seat) =>
    events.filter(
      (event) => ["goals_checked", "seat_eliminated"].includes(event.event) && "seat" in event && event.seat === seat,
    );
  const judged = events.flatMap((event) => (event.event === "goals_checked" ? [event.seat] : []));
  const beats = judged.flatMap((seat) => [
    { lasts: TASKS },
    {
      lasts: VERDICT,
      said: about(seat)
        .map((event) => words.event(event))
        .join(" "),
    },
  ]);
  return { name: "year", beats, until: view.over ? "web.os.year.result" : "web.os.year.on" };
}
