/**
 * What the plain drawing can see in a view that it knows nothing about: figures, words, cards, tables and players, told
 * apart by their shape. The keys of a view say what a thing is called: `term.KEY` is its name in the game's catalogue,
 * and `KEY.VALUE`, with the key in the singular, the name of a word or number in it. Without such a message the key is
 * made readable.
 */

import { capital } from "/static/words.js";

/**
 * @typedef {import("/static/words.js").Words} Words
 * @typedef {import("./types.js").Scalar} Scalar
 * @typedef {import("./types.js").Json} Json
 * @typedef {import("./types.js").Fields} Fields
 * @typedef {import("./types.js").View} View
 * @typedef {import("/static/model.js").TableModel<import("./types.js").PlainGame>} Model
 * @typedef {{key: string, label: string}} Named
 * @typedef {{text: string, note: string, id: Scalar}} Card
 * @typedef {{text: string, note: string, id: Scalar, figures: Figure[]}} Line
 * @typedef {Named & {value: string, n: number, most: number|null}} Figure  a track has a `most`
 * @typedef {{figures: Figure[], facts: (Named & {value: string})[], signs: Named[], cards: (Named & {cards: Card[]})[],
 *            lines: (Named & {lines: Line[]})[], groups: (Named & {shapes: Shapes})[]}} Shapes
 */

/** Keys of every view that are shown elsewhere, or say nothing to a player. */
const FRAME = [
  "game",
  "options",
  "seat",
  "seats",
  "deciding",
  "over",
  "standing",
  "players",
  "round",
  "rounds",
  "phase",
];

/** The seats of a view, found by what is in front of them. */
export const playersOf = (/** @type {View} */ { players, seats }) =>
  Array.from({ length: seats }, (_, seat) => players[seat] ?? {});

/** The points of a seat in the view; null if it has none. */
export const scoreOf = (/** @type {View} */ { standing }, /** @type {number} */ seat) =>
  standing.find(([one]) => one === seat)?.[2] ?? null;

// -- shapes -----------------------------------------------------------------------------------------------------------

const isShared = (/** @type {[string, unknown]} */ [key]) => !FRAME.includes(key);

/** Everything on the table that belongs to nobody. */
export function sharedShapes(/** @type {Words} */ words, /** @type {View} */ view) {
  const { wishes: _, ...fields } = view;
  return shapesOf(words, /** @type {Fields} */ (Object.fromEntries(Object.entries(fields).filter(isShared))));
}

/** What an object of the view holds, sorted by how it can be shown. @returns {Shapes} */
export function shapesOf(/** @type {Words} */ words, /** @type {Fields} */ fields) {
  /** @type {Shapes} */
  const found = { figures: [], facts: [], signs: [], cards: [], lines: [], groups: [] };
  for (const [key, value] of Object.entries(fields)) {
    const named = { key, label: labelOf(words, key) };
    if (value === null || value === "" || isLimit(fields, key)) continue;
    if (typeof value === "number") found.figures.push(figure(named, value, fields[`${key}s`] ?? null));
    else if (typeof value === "string") found.facts.push({ ...named, value: valueName(words, key, value) });
    else if (typeof value === "boolean") {
      if (value) found.signs.push(named);
    } else if (!Array.isArray(value)) found.groups.push({ ...named, shapes: shapesOf(words, value) });
    else if (value.some(isObject)) found.lines.push({ ...named, lines: value.filter(isObject).map(lineOf(words)) });
    else found.cards.push({ ...named, cards: value.map((one) => cardOf(words, key, one)) });
  }
  return found;
}

/** @type {(value: Json) => value is Fields} */
const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

/** Whether a number only says how far another one goes, as `waves` does for `wave`. */
const isLimit = (/** @type {Fields} */ fields, /** @type {string} */ key) =>
  key.endsWith("s") && typeof fields[key] === "number" && typeof fields[key.slice(0, -1)] === "number";

/** @returns {Figure} */
const figure = (/** @type {Named} */ named, /** @type {number} */ n, /** @type {Json} */ most) => ({
  ...named,
  n,
  value: String(n).replace("-", "−"),
  most: typeof most === "number" ? most : null,
});

/** One object of a list: its first word names it, the rest are figures. */
const lineOf = (/** @type {Words} */ words) => (/** @type {Fields} */ fields) => {
  const [key, id] = Object.entries(fields).find(([, value]) => typeof value === "string") ?? ["", null];
  const card = key ? cardOf(words, key, id) : { text: "", note: "", id: null };
  return { ...card, figures: shapesOf(words, fields).figures };
};

/** @returns {Card} */
function cardOf(/** @type {Words} */ words, /** @type {string} */ key, /** @type {Json} */ value) {
  if (Array.isArray(value) || isObject(value))
    return { text: Object.values(value).map(String).join(" "), note: "", id: null };
  const message = messageOf(words, key, value);
  const note = message && words.has(`${message}.text`) ? words.say(`${message}.text`) : "";
  return { text: valueName(words, key, value), note, id: value };
}

// -- names ------------------------------------------------------------------------------------------------------------

const singular = (/** @type {string} */ key) => (key.endsWith("s") ? key.slice(0, -1) : key);
const readable = (/** @type {string} */ id) => capital(id.replaceAll("_", " "));

/** What a key is called. */
export function labelOf(/** @type {Words} */ words, /** @type {string} */ key) {
  return words.has(`term.${key}`) ? capital(words.say(`term.${key}`)) : readable(key);
}

/** The message that names a value of a key; nothing if the game has none. */
function messageOf(/** @type {Words} */ words, /** @type {string} */ key, /** @type {Scalar} */ value) {
  const kinds = [singular(key), key];
  const endings = typeof value === "number" ? [String(value), value < 0 ? "minus" : "plus"] : [String(value)];
  const ids = kinds.flatMap((kind) => endings.map((ending) => `${kind}.${ending}`));
  return [...ids, `term.${value}`].find((id) => words.has(id)) ?? "";
}

function valueName(/** @type {Words} */ words, /** @type {string} */ key, /** @type {Scalar} */ value) {
  const message = messageOf(words, key, value);
  if (message) return capital(words.say(message));
  if (value === null) return "?";
  return typeof value === "number" ? String(value).replace("-", "−") : readable(String(value));
}

// -- phases -----------------------------------------------------------------------------------------------------------

/** The phases of a game in the order of its catalogue: all messages `phase.ID`. */
export const phasesOf = (/** @type {Words} */ words) =>
  Object.keys(words.messages).flatMap((id) => /^phase\.([^.]+)$/.exec(id)?.[1] ?? []);

/** Where the game is: its round, how many there are, and the phase; what it does not say is null. */
export function whenOf(/** @type {View} */ { round, rounds, phase }) {
  const number = (/** @type {Json|undefined} */ value) => (typeof value === "number" ? value : null);
  const named = typeof phase === "string" || typeof phase === "number" ? String(phase) : null;
  return { round: number(round), rounds: number(rounds), phase: named };
}
