/**
 * What the player has picked so far, and which answer that makes. Nothing here knows a rule: every function only looks
 * for what was picked among the options of the question.
 */

import { offered, same } from "/static/turn.js";
import { GOODS } from "./draw.js";

/**
 * @import { PlayerView } from "./types.js"
 * @import { Choice, Question } from "./draw.js"
 */
/**
 * @typedef {{option: Choice, rank: number, place: string, own: number[], bonus: number[], plus2: boolean,
 *            card: string, envoy: boolean}} Group  a placement of dice, cut into its parts
 * @typedef {{own: number[], bonus: number[], plus2: boolean}} Faces
 * @typedef {"own"|"bonus"|"plus2"} Heap
 * @typedef {{own?: number[], bonus?: number[], plus2?: boolean, group?: Group|null, aimed?: boolean, goods?: string[],
 *            building?: string, way?: number, card?: string|null, detail?: Choice, choice?: Choice|null,
 *            turned?: Record<string, number|undefined>, count?: number}} Picked  what was picked so far; each kind of
 *          question has its own
 */

// -- dice and advisors ------------------------------------------------------------------------------------------------

/** @returns {Group} */
function cut(/** @type {Choice} */ option) {
  const [, named, ...words] = option;
  const rank = Number(named);
  /** @type {Group} */
  const group = { option, rank, place: String(rank), own: [], bonus: [], plus2: false, card: "", envoy: false };
  let heap = group.own;
  for (const word of words) {
    if (typeof word === "number") heap.push(word);
    else if (word === "bonus") heap = group.bonus;
    else if (word === "private") group.place = `${rank} private`;
    else if (word === "plus2" || word === "envoy") group[word] = true;
    else group.card = word;
  }
  return group;
}

/** Tokens, cards and the envoy are dearer than dice. */
const cost = (/** @type {Group} */ group) =>
  100 * (Number(group.plus2) + Number(group.card !== "") + Number(group.envoy)) + group.own.length + group.bonus.length;

/** All placements on offer, the cheapest first. @returns {Group[]} */
export const placements = (/** @type {Question} */ question) =>
  question.options
    .filter(([verb]) => verb === "influence")
    .map(cut)
    .sort((a, b) => cost(a) - cost(b));

const numbers = (/** @type {number[]} */ faces) => [...faces].sort((a, b) => a - b);

/** Faces of the dice that are picked. @returns {Faces} */
export function pickedFaces(/** @type {PlayerView} */ me, /** @type {Picked} */ picked) {
  const faces = (/** @type {number[]} */ dice, /** @type {number[]|undefined} */ places) =>
    numbers((places ?? []).map((place) => dice[place]));
  return { own: faces(me.dice, picked.own), bonus: faces(me.bonus, picked.bonus), plus2: picked.plus2 === true };
}

export const nothingPicked = (/** @type {Faces} */ faces) => !faces.own.length && !faces.bonus.length && !faces.plus2;

/** The placements of exactly these dice; a token or a card may come on top. */
export const fitting = (/** @type {Group[]} */ groups, /** @type {Faces} */ faces) =>
  nothingPicked(faces)
    ? groups
    : groups.filter((g) => same(g.own, faces.own) && same(g.bonus, faces.bonus) && (g.plus2 || !faces.plus2));

/** Faces that were picked by hand and that a target has to fit; dice that follow from a target bind nobody. */
export const bindingFaces = (/** @type {PlayerView} */ me, /** @type {Picked} */ picked) =>
  pickedFaces(me, picked.aimed ? {} : picked);

/** What is picked by hand adds up to. */
export function sumOf(/** @type {PlayerView} */ me, /** @type {Picked} */ picked) {
  const { own, bonus, plus2 } = pickedFaces(me, picked);
  return [...own, ...bonus].reduce((sum, face) => sum + face, plus2 ? 2 : 0);
}

/** Whether dice are picked that no placement on offer has, not even with something on top. */
export function fitsNowhere(
  /** @type {Question} */ question,
  /** @type {PlayerView} */ me,
  /** @type {Picked} */ picked,
) {
  if (question.kind !== "influence" || picked.group) return false;
  const faces = pickedFaces(me, picked);
  return !nothingPicked(faces) && !fitting(placements(question), faces).length;
}

/** Picks that stand for this placement. @returns {Picked} */
export function picksFor(/** @type {PlayerView} */ me, /** @type {Group} */ group) {
  const places = (/** @type {number[]} */ dice, /** @type {number[]} */ faces) => {
    /** @type {number[]} */
    const taken = [];
    for (const face of faces) taken.push(dice.findIndex((die, place) => die === face && !taken.includes(place)));
    return taken;
  };
  return {
    own: places(me.dice, group.own),
    bonus: places(me.bonus, group.bonus),
    plus2: group.plus2,
    group,
    aimed: true,
  };
}

/**
 * The picks after one die or the token was picked up or laid down.
 * @param {Question} question
 * @param {PlayerView} me
 * @param {Picked} picked
 * @param {Heap} heap
 * @param {number} place
 * @returns {Picked}
 */
export function toggled(question, me, picked, heap, place) {
  /** @type {Picked} */
  const next = { ...picked, aimed: false };
  if (heap === "plus2") next.plus2 = !picked.plus2;
  else {
    const places = picked[heap] ?? [];
    next[heap] = places.includes(place) ? places.filter((other) => other !== place) : [...places, place];
  }
  const faces = pickedFaces(me, next);
  const groups = nothingPicked(faces) ? [] : fitting(placements(question), faces);
  const aimed = groups.filter((group) => group.place === picked.group?.place);
  const plain = groups.filter((group) => !group.card && !group.envoy && group.plus2 === faces.plus2);
  next.group = (aimed.length ? aimed : plain)[0] ?? null;
  return next;
}

/**
 * The picks after an advisor was pressed: the cheapest way there, and the next one when pressed again.
 * @param {Question} question
 * @param {PlayerView} me
 * @param {Picked} picked
 * @param {string} place
 * @returns {Picked}
 */
export function aimed(question, me, picked, place) {
  const groups = placements(question).filter((group) => group.place === place);
  const within = fitting(groups, bindingFaces(me, picked));
  const before = picked.group;
  if (before?.place === place) {
    const at = groups.findIndex((group) => same(group.option, before.option));
    return groups.length > 1 ? picksFor(me, groups[(at + 1) % groups.length]) : {};
  }
  const group = within[0] ?? groups[0];
  return group ? picksFor(me, group) : picked;
}

/** How many ways lead to the advisor that is picked, and which of them this is. */
export function ways(/** @type {Question} */ question, /** @type {Picked} */ { group: picked }) {
  if (!picked) return { at: 0, of: 0 };
  const groups = placements(question).filter((group) => group.place === picked.place);
  return { at: groups.findIndex((group) => same(group.option, picked.option)) + 1, of: groups.length };
}

/** What one would say to send the picked dice, or no dice yet, to a place not on offer; the reason is asked with it. */
export function attempt(/** @type {PlayerView} */ me, /** @type {Picked} */ picked, /** @type {string} */ place) {
  const [rank, own] = place.split(" ");
  const faces = pickedFaces(me, picked);
  /** @type {Choice} */
  const choice = ["influence", Number(rank), ...faces.own];
  if (faces.bonus.length) choice.push("bonus", ...faces.bonus);
  if (faces.plus2) choice.push("plus2");
  if (own) choice.push(own);
  return choice;
}

/**
 * The placement nearest to what is picked that does reach the place: rather more dice than other ones.
 * @param {Question} question
 * @param {PlayerView} me
 * @param {Picked} picked
 * @param {string} place
 */
export function nearby(question, me, picked, place) {
  const faces = pickedFaces(me, picked);
  const groups = placements(question).filter((group) => group.place === place);
  const holds = (/** @type {number[]} */ all, /** @type {number[]} */ some) =>
    some.every((face) => count(all, face) >= count(some, face));
  const wider = groups.find((g) => holds(g.own, faces.own) && holds(g.bonus, faces.bonus) && (g.plus2 || !faces.plus2));
  return wider ?? groups[0] ?? null;
}

const count = (/** @type {Choice} */ list, /** @type {string|number} */ word) =>
  list.filter((other) => other === word).length;

// -- goods ------------------------------------------------------------------------------------------------------------

/** @type {string[]} */
const PAYMENTS = [...GOODS, "plus2"];
export const inOrder = (/** @type {string[]} */ goods) =>
  [...goods].sort((a, b) => PAYMENTS.indexOf(a) - PAYMENTS.indexOf(b));

/** What may stand behind these leading words. @returns {string[][]} */
export const handfuls = (/** @type {Question} */ question, /** @type {Choice} */ lead) =>
  question.options
    .filter((option) => same(option.slice(0, lead.length), lead) && option.length > lead.length)
    .map((option) => option.slice(lead.length).map(String));

/** Whether some handful on offer holds all of these. */
export const within = (/** @type {string[][]} */ offers, /** @type {string[]} */ goods) =>
  offers.some((handful) => PAYMENTS.every((kind) => count(handful, kind) >= count(goods, kind)));

/** How many goods one soldier costs. */
export const soldierPrice = (/** @type {Question} */ question) =>
  handfuls(question, ["recruit"]).find((handful) => handful[0] !== "plus2")?.length ?? 1;

/** Several soldiers at once: the goods cut into the handfuls that are on offer, one for each soldier. */
function recruits(/** @type {Question} */ question, /** @type {string[]} */ goods) {
  const size = soldierPrice(question);
  const tokens = goods.filter((kind) => kind === "plus2");
  const others = inOrder(goods.filter((kind) => kind !== "plus2"));
  if (others.length % size) return [];
  /** @type {string[][]} */
  const heaps = tokens.map((kind) => [kind]);
  for (let at = 0; at < others.length; at += size) heaps.push(others.slice(at, at + size));
  return heaps.map((heap) => ["recruit", ...heap]);
}

// -- the answer -------------------------------------------------------------------------------------------------------

/** The answers of which one choice after the other is given; empty while something is missing. @returns {Choice[]} */
export function answers(/** @type {Question} */ question, /** @type {Picked} */ picked) {
  const one = (/** @type {Choice|null|undefined} */ choice) => (choice && offered(question, choice) ? [choice] : []);
  const goods = inOrder(picked.goods ?? []);
  switch (question.kind) {
    case "influence":
      return one(picked.group?.option);
    case "build":
      return one(picked.building ? buildingWays(question, picked.building)[picked.way ?? 0] : picked.choice);
    case "recruit":
      return recruits(question, goods);
    case "use_cards":
      return one(usage(question, picked));
    case "roll_bonus_dice":
      return one(["bonus", picked.count ?? question.options[0][1]]);
    default:
      return one(picked.choice ?? (goods.length ? [question.options[0][0], ...goods] : null));
  }
}

/** The ways to build one building: at its price, or with a discount. */
export const buildingWays = (/** @type {Question} */ question, /** @type {string|undefined} */ id) =>
  question.options.filter(([verb, building]) => verb === "build" && building === id);

/** The one way to use the picked card that agrees with the details picked for it. */
function usage(/** @type {Question} */ question, /** @type {Picked} */ { card, detail }) {
  if (!card) return null;
  const uses = question.options.filter(([verb, named]) => verb === "use" && named === card);
  return uses.length === 1 && !detail ? uses[0] : ["use", card, ...(detail ?? [])];
}

/** Picks of which one may make this answer. @returns {Picked[]} */
export function picksOf(/** @type {PlayerView} */ me, /** @type {Question} */ question, /** @type {Choice} */ option) {
  const [verb, first] = option;
  const id = String(first);
  const rest = option.slice(1).map(String);
  return [
    ...(verb === "influence" ? [picksFor(me, cut(option))] : []),
    { building: id, way: buildingWays(question, id).findIndex((way) => same(way, option)) },
    { card: id, detail: option.slice(2) },
    { count: Number(first) },
    ...(rest.every((word) => PAYMENTS.includes(word)) ? [{ goods: rest }] : []),
    { choice: option },
  ];
}

/** The answer that means no, if there is one. */
export const refusal = (/** @type {Question} */ question) =>
  question.options.find(([verb, ...rest]) => ["pass", "done", "decline"].includes(String(verb)) && !rest.length) ??
  null;

/** Where only one card may be used, it is picked already. @returns {Picked} */
export function onlyCard(/** @type {Question} */ { kind, options }) {
  const cards = new Set(options.filter(([verb]) => verb === "use").map(([, card]) => String(card)));
  return kind === "use_cards" && cards.size === 1 ? { card: [...cards][0] } : {};
}
