/** Pieces that nobody asks for now: whoever presses one is told what it is for, what is asked instead, and the rule. */

import { noted } from "/static/parts.js";
import { refused } from "/static/turn.js";
import { awaitedPeople } from "/static/waits.js";
import { storyOf } from "./stories.js";

/**
 * @import { Children, Choice } from "/static/types.js"
 * @import { Desk } from "./desk.js"
 * @typedef {{onClick?: (event: KeyboardEvent) => unknown, onMouseLeave?: () => void}} Pressed props of what explains itself when it is pressed
 */

/** The rule that says when a piece of a kind is used. */
const RULES = {
  follower: "OS-PLAN-1",
  nowhere: "OS-PLAN-4",
  space: "OS-PLAN-1",
  place: "OS-ACT-1",
  area: "OS-EXP-1",
  deed: "OS-PLACE-GATE-3",
  task: "OS-PLACE-GATE-3",
  card: "OS-PLACE-YARD-1",
  goods: "OS-PLACE-GATE-1",
  unplaced: "OS-PLACE-GATE-1",
  unpaid: "OS-PLACE-GATE-12",
  market: "OS-CARD-1",
  others: "OS-PLAN-1",
};

/** What is used by itself, one after the other. */
const WAITING = ["place", "space"];

/**
 * Props for such a piece: `card` is what is printed on it. With `choice`, which the question knows, the game says why not;
 * `first` says what has to be done before.
 * @param {Desk} desk
 * @param {keyof typeof RULES} kind
 * @param {() => Children} card
 * @param {Choice|null} choice
 * @param {string} first
 * @returns {Pressed}
 */
export function unasked(desk, kind, card, choice = null, first = "") {
  const { model } = desk;
  if (model.readOnly || !desk.me || model.seen.over) return noted(card, { press: true });
  const why = async () => (choice ? desk.why(choice) : { said: first || whyIdle(desk, kind), rule: RULES[kind] });
  const { onClick } = /** @type {Pressed} */ (refused(model, why, card));
  return { ...noted(card), onClick };
}

/** When it is used, and what goes on instead. */
function whyIdle(/** @type {Desk} */ desk, /** @type {string} */ kind) {
  const words = desk.model.words.value;
  const question = desk.question.value;
  // In the middle of what a place does, other places and spaces wait.
  if (question && WAITING.includes(kind) && desk.model.seen.phase === "act" && question.kind !== "turn")
    return nowWords(desk);
  return `${words.say(`web.os.unasked.${kind}`)} ${nowWords(desk)}`;
}

function nowWords(/** @type {Desk} */ desk) {
  const { model } = desk;
  const words = model.words.value;
  const question = desk.question.value;
  if (question) return words.say("web.os.unasked.now", { ask: words.ask(question) });
  if (desk.me && storyOf(model).isOut?.(desk.me)) return words.say("web.os.watching");
  const seats = awaitedPeople(model);
  return words.say(seats.length ? "web.os.waiting" : "web.os.soon", { seats });
}
