/** What happened, as the log says it. */

import { forcedWords, newest } from "/static/log.js";
import { fromOne, phaseIcon } from "./draw.js";
import { storyOf } from "./stories.js";

/**
 * @import { TableModel } from "/static/model.js"
 * @import { EntryOf } from "/static/types.js"
 * @import { Pause, Scene } from "/static/playhead.js"
 * @import { Game, GameEvent, View } from "./types.js"
 */

/** @type {Partial<Record<GameEvent["event"], string>>} */
const ICONS = {
  round_began: "u-clock",
  market_refilled: "i-market",
  deed_laid_out: "u-quill",
  game_ended: "u-trophy",
};

/** What is seen on the table or said elsewhere is not a line of the log. */
const UNTOLD = [
  "token_placed",
  "phase_began",
  "followers_drawn",
  "land_laid",
  "tiles_laid",
  "followers_returned",
  "fame_field_reached",
];

/** @returns {string|undefined} */
function iconOf(/** @type {TableModel<Game>} */ model, /** @type {GameEvent} */ event) {
  if (event.event === "phase_began") return phaseIcon(event.phase);
  return ICONS[event.event] ?? storyOf(model).icons?.[event.event];
}

/** An event as a line of the log; what is not worth one has no text. */
export function logLine(/** @type {TableModel<Game>} */ model, /** @type {GameEvent} */ event) {
  const words = model.words.value;
  if (event.event === "forced") return { text: forcedWords(words, event), rule: event.rule };
  const told = !UNTOLD.includes(event.event) && words.has(`event.${event.event}`);
  if (!told) return { icon: iconOf(model, event), text: "", rule: event.rule };
  const cause = storyOf(model).cause?.(model, event.rule);
  const text = words.event(fromOne(event));
  return { icon: iconOf(model, event), text: cause ? `${cause}: ${text}` : text, rule: event.rule };
}

const DEED = "deed"; // a scene in which the table stays as it is
const OPENING = "opening"; // likewise
const MOST = 5; // sentences of one deed
const [DOING, OPENS, TAKEN] = [1_600, 2_200, 3_000]; // milliseconds at normal pace

/**
 * The deed of somebody else after which it is my turn, or which took something from me, as a scene with one beat.
 * @returns {Scene|null}
 */
export function deedIn(
  /** @type {TableModel<Game>} */ model,
  /** @type {EntryOf<Game>[]} */ [{ seat, events }],
  /** @type {View} */ view,
) {
  const front = model.front.value;
  const taken = events.filter((event) => "other" in event && event.other === front);
  if (taken.length && seat !== front)
    return {
      name: DEED,
      beats: [{ lasts: TAKEN, said: sentences(model, taken).join(" "), tells: front ?? undefined }],
    };
  const mine = front !== null && view.deciding.includes(front) && !model.question.value;
  if (!mine || seat < 0 || seat === front || events.some(({ event }) => event === "round_began")) return null;
  const said = saidOf(model, events);
  return said ? { name: DEED, beats: [{ lasts: DOING, said }] } : null;
}

/**
 * What somebody did that ended the round, before anything else comes of it; whoever it was.
 * @returns {Scene|null}
 */
export function lastDeed(
  /** @type {TableModel<Game>} */ model,
  /** @type {EntryOf<Game>[]} */ entries,
  /** @type {Pause<View>} */ acted,
) {
  const events = entries.flatMap((entry) => entry.events).slice(0, acted.events);
  const said = saidOf(model, events);
  return said ? { name: DEED, beats: [{ lasts: DOING, said, tells: entries[0].seat }] } : null;
}

/** How the next round begins: who is first, what the story brings, and what I draw. @returns {Scene|null} */
export function openingIn(
  /** @type {TableModel<Game>} */ model,
  /** @type {GameEvent[]} */ events,
  /** @type {View} */ view,
) {
  const words = model.words.value;
  const begun = events.findIndex(({ event }) => event === "round_began");
  if (begun < 0 || view.over) return null;
  const first = events.findLast(({ event }) => event === "start_player_changed");
  const drawn = events
    .slice(begun)
    .find((event) => event.event === "followers_drawn" && event.seat === model.front.value);
  const story = storyOf(model).phase?.(words, view, "season");
  const said = [first && words.event(first), story && `${story.name}: ${story.text}`, drawn && words.event(drawn)];
  return { name: OPENING, beats: [{ lasts: OPENS, said: said.filter(Boolean).join(" ") }] };
}

/** What happened in sentences; of plans that are all shown at once, those of the others. */
function sentences(/** @type {TableModel<Game>} */ model, /** @type {GameEvent[]} */ events) {
  const plans = events.flatMap((event) => (event.event === "plan_shown" ? [event] : []));
  const words = model.words.value;
  if (plans.length > 1)
    return [
      words.say("web.os.plans_shown"),
      ...plans
        .filter(({ seat }) => seat !== model.front.value)
        .map(({ seat, ready }) => words.say("web.os.plan_of", { seat, places: ready })),
    ];
  return events.map((event) => reached(model, event) || logLine(model, event).text);
}

/** Where a bonus comes from, which lines of the log beneath each other need not say. */
const reached = (/** @type {TableModel<Game>} */ model, /** @type {GameEvent} */ event) =>
  event.event === "fame_field_reached" && model.words.value.event(event);

const saidOf = (/** @type {TableModel<Game>} */ model, /** @type {GameEvent[]} */ events) =>
  sentences(model, events).filter(Boolean).slice(0, MOST).join(" ");

/** What happened last, for a person who only watches. */
export function lately(/** @type {TableModel<Game>} */ model) {
  const scene = model.playhead?.scene.value;
  if (scene?.name === DEED) return { seat: scene.entries[0].seat, said: scene.beats[0].said ?? "" };
  if (scene?.name === OPENING) return { seat: -1, said: scene.beats[0].said ?? "" };
  return newest(model, (events) => sentences(model, events));
}
