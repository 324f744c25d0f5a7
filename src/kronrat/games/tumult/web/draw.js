/** The small things of which everything else is drawn: goods, tiles, statues, ranks. */

import { html, icon, isMadeUp, names, noted } from "/static/parts.js";

/**
 * @typedef {import("/static/model.js").TableModel<import("./types.js").Game>} Model
 * @typedef {import("/static/words.js").Words} Words
 * @typedef {import("./types.js").View} View
 * @typedef {import("./types.js").Check["kind"]} Kind
 */

export const KINDS = /** @type {const} */ (["bread", "marble", "tools"]);
export const [MOOD, RAID, RIOTS, PLACING, RANKS, CORONATION] = [1, 2, 3, 4, 5, 6];

const PHASE_ICONS = ["i-mood", "i-hand", "i-riot", "statue", "i-duke", "i-crown", "i-favor"];
export const phaseIcon = (/** @type {number} */ phase) => PHASE_ICONS[phase - 1] ?? "i-territory";
const RANK_ICONS = ["i-crown", "i-duke", "i-prince", "i-earl"];
export const rankIcon = (/** @type {number} */ rank) => RANK_ICONS[rank - 1];

export const kindIcon = (/** @type {string} */ kind) => `i-${kind}`;

/** @type {Record<string, string>} */
const TOKENS = { followers: "i-follower", statues: "statue" };

/**
 * An icon and how many of it, with words for those who do not see the icon; `to` is the number after a choice.
 * @param {{words: Words, kind: string, n: number, to?: number, text?: string, class?: string}} props
 */
export function Amount({ words, kind, n, to, text, class: look = "" }) {
  const said = words.say(`count.${kind}`, { n }) + (to === undefined ? "" : ` → ${to}`);
  return html`<span class=${names("g", look)}>${icon(TOKENS[kind] ?? kindIcon(kind))}
    <span aria-hidden="true">${text ?? n}${to !== undefined && html`<span class="to">→${to}</span>`}</span>
    <span class="sr">${said}</span></span>`;
}

// -- tiles ------------------------------------------------------------------------------------------------------------

/** A tile is written like `b2`: the first letter of its kind and how many symbols it shows. */
export const kindOf = (/** @type {string} */ tile) => KINDS.find((kind) => kind[0] === tile[0]) ?? KINDS[0];
const symbolsOn = (/** @type {string} */ tile) => Number(tile[1]);

/** How many symbols of a kind are on these tiles. */
export const symbolsIn = (/** @type {string[]} */ tiles, /** @type {string} */ kind) =>
  tiles.reduce((sum, tile) => sum + (kindOf(tile) === kind ? symbolsOn(tile) : 0), 0);

const symbols = (/** @type {string} */ tile) =>
  Array.from({ length: symbolsOn(tile) }, () => icon(kindIcon(kindOf(tile))));

/**
 * The face of a tile; where it is named beside, it is `mute`.
 * @param {{words: Words, tile: string, class?: string, mute?: boolean}} props
 */
export function Face({ words, tile, class: look = "", mute = false }) {
  const role = mute ? { "aria-hidden": "true" } : { role: "img", "aria-label": words.say(`tile.${tile}`) };
  return html`<span class=${names("ft", look)} ...${role}><span>${symbols(tile)}</span></span>`;
}

/** The tile in a hand, large. @param {{words: Words, tile: string, label: string, [rest: string]: unknown}} props */
export const LargeFace = ({ words, tile, label, ...rest }) =>
  html`<div class="face" role="img" aria-label=${label} ...${rest}>
    <span class="sy">${symbols(tile)}</span><b>${words.say(`tile.${tile}`)}</b>
  </div>`;

/** A price as symbols. @param {{cost: Partial<Record<Kind, number>>}} props */
export const Price = ({ cost }) =>
  html`<span class="price" aria-hidden="true">${KINDS.map(
    (kind) => html`<span>${Array.from({ length: cost[kind] ?? 0 }, () => icon(kindIcon(kind)))}</span>`,
  )}</span>`;

export const priceWords = (/** @type {Words} */ words, /** @type {Partial<Record<Kind, number>>} */ cost) =>
  words.say("amounts.goods", { bread: 0, marble: 0, tools: 0, ...cost });

// -- what nobody knows for certain ------------------------------------------------------------------------------------

/**
 * A star beside what is reconstructed, wholly or in part, whose note says what it is; nothing where all is known.
 * @param {{words: Words, parts: Record<string, import("/static/parts.js").Origin[]>}} props the rows of each part by its name
 */
export function Star({ words, parts }) {
  const made = Object.keys(parts).filter((part) => parts[part].some(isMadeUp));
  if (!made.length) return null;
  const said = words.say("web.tr.made", { what: made.map((part) => words.say(`web.tr.made.${part}`)).join(", ") });
  return html`<sup class="made" tabindex="0" role="note" aria-label=${said} ...${noted(said, { named: true, press: true })}>*</sup>`;
}

// -- statues and ranks ------------------------------------------------------------------------------------------------

/**
 * So many statues of a seat; nobody's show only where they may be placed.
 * @param {{model: Model, seat: number|null, n: number, class?: string}} props
 */
export const Statues = ({ model, seat, n, class: look = "" }) =>
  html`<span class=${names("sts", seat !== null && `p-${model.tincture(seat)}`, look)} aria-hidden="true">
    ${Array.from({ length: n }, () => html`<svg viewBox="0 0 40 56"><use href="#statue" /></svg>`)}
  </span>`;

/** What a seat is called by its rank and the side of its card. */
export function rankName(
  /** @type {Words} */ words,
  /** @type {View} */ view,
  /** @type {number} */ seat,
  order = view.order,
) {
  const rank = order.indexOf(seat) + 1;
  return words.say(`${view.players[seat].side === "female" ? "rank_female" : "rank"}.${rank}`);
}

/**
 * The rank of a seat as icon and word; `order` are the seats by rank, if not those of now.
 * @param {{model: Model, seat: number, order?: number[]}} props
 */
export const Rank = ({ model, seat, order = model.seen.order }) =>
  html`<small>${icon(rankIcon(order.indexOf(seat) + 1))}${rankName(model.words.value, model.seen, seat, order)}</small>`;

// -- a view's small questions -----------------------------------------------------------------------------------------

/** The slots of a seat's robbed tiles. @returns {number[]} */
export const robbedBy = (/** @type {View} */ view, /** @type {number|null} */ seat) =>
  view.raid.slots.flatMap((tile, slot) => (tile[0] === "taken" && ownerOf(tile) === seat ? [slot] : []));

/** Whose the tile of a slot is; null for one that nobody has. */
export const ownerOf = (/** @type {View["raid"]["slots"][number]} */ slot) => (slot.length === 2 ? slot[1] : null);

/** The kind of a field in the component tables: its cost, and how many statues it takes. */
export const fieldRow = (/** @type {Model} */ model, /** @type {string} */ kind) => model.game.rows.fields[kind];

/** Numbers of places as people count them: from one. */
export function fromOne(/** @type {import("/static/types.js").Facts} */ facts) {
  const counted = { ...facts };
  for (const name of ["row", "column", "slot"])
    if (Number.isInteger(facts[name])) counted[name] = Number(facts[name]) + 1;
  return counted;
}
