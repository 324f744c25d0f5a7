/** The small things of which everything else is drawn: tokens, spaces, places, and what they do in a few words. */

import { html, icon, isMadeUp, names, noted } from "/static/parts.js";

/**
 * @import { TableModel } from "/static/model.js"
 * @import { Choice, Facts } from "/static/types.js"
 * @import { Words } from "/static/words.js"
 * @import { Desk } from "./desk.js"
 * @import { Epoch, Game, Goal, Op, PlayerView, Rows } from "./types.js"
 * @typedef {{source: string, sources: Record<string, string>}} Sourced something printed, and where its figures are from
 */

/** By the numbers that questions name them by. */
export const FOLLOWERS = ["farmer", "fisher", "craftsman", "merchant", "knight", "scholar", "monk"];
export const GOODS = ["wood", "grain", "cheese", "fish", "wine", "bread", "wool", "brocade"];

const ROMAN = ["", "I", "II", "III", "IV", "V", "VI", "VII", "VIII"];
export const roman = (/** @type {number} */ n) => ROMAN[n] ?? String(n);

/** @type {Record<string, string>} */
const PHASE_ICONS = { season: "i-spring", draw: "i-bag", plan: "u-quill", act: "i-hand", end: "i-crown" };
const SEASON_ICONS = ["i-winter", "i-spring", "i-summer", "i-autumn", "i-winter"];
export const phaseIcon = (/** @type {string} */ phase) => PHASE_ICONS[phase] ?? "i-territory";
export const seasonIcon = (/** @type {number} */ season) => SEASON_ICONS[season];

// -- tokens -----------------------------------------------------------------------------------------------------------

const isCoins = (/** @type {string} */ token) => token.startsWith("coins");
const amountOf = (/** @type {string} */ token) => Number(token.split("_")[1] ?? 0);
export const tokenIcon = (/** @type {string} */ token) => `i-${isCoins(token) ? "coins" : token}`;

/** Followers are round, goods square, technology has two rings. */
function shape(/** @type {string} */ token) {
  if (FOLLOWERS.includes(token) || token === "follower") return "fo";
  return token === "technology" ? "te" : "wa";
}

/** How a token looks; an amount of coins shows its number. */
export const tokenLook = (/** @type {string} */ token, more = "") =>
  names("tk", shape(token), `k-${isCoins(token) ? "coins" : token}`, more);
export const TokenFace = (/** @type {{token: string}} */ { token }) =>
  html`${icon(tokenIcon(token))}${amountOf(token) > 0 && html`<b class="amt" aria-hidden="true">${amountOf(token)}</b>`}`;

/** A token that cannot be pressed; without `words` its name is beside it. */
export function Token(
  /** @type {{words?: Words|null, token: string, class?: string}} */ { words = null, token, class: more = "" },
) {
  const role = words ? { role: "img", "aria-label": words.say(`token.${token}`) } : { "aria-hidden": "true" };
  return html`<span class=${tokenLook(token, more)} ...${role}><${TokenFace} token=${token} /></span>`;
}

/** A token and how many of it. */
export function Stack(
  /** @type {{words: Words, token: string, n: number, class?: string, note?: object}} */ {
    words,
    token,
    n,
    class: more = "",
    note = {},
  },
) {
  return html`<span class=${names("it", !n && "none", more)} ...${note}><${Token} token=${token} /><b aria-hidden="true">${n}</b>
    <span class="sr">${words.say(`count.${token}`, { n })}</span></span>`;
}

/** A field of a deed: what it takes, faintly, or what was sent. */
export function Field(/** @type {{words: Words, shown: string, token: string|null}} */ { words, shown, token }) {
  const label = words.say(token ? "web.os.field.filled" : "web.os.field.open", { token: token ?? shown });
  return html`<span class=${token ? tokenLook(token, "df on") : names("df sl", !isFollower(shown) && "wa")} role="img" aria-label=${label}
    ...${noted(label, { named: true })}><${TokenFace} token=${token ?? shown} /></span>`;
}

const isFollower = (/** @type {string} */ token) => FOLLOWERS.includes(token) || token === "follower";

/** An icon and a number with a name. */
export const Figure = (/** @type {{id: string, n: number, label: string}} */ { id, n, label }) =>
  html`<span class="g" ...${noted(label, { named: true })}>${icon(id)}<span aria-hidden="true">${n}</span><span class="sr">${label}</span></span>`;

/** The tokens that an action space shows: `farmer|knight`, `=farmer`, `wood` or `any`. */
const shownOn = (/** @type {string} */ space) => space.replace("=", "").split("|");
export const spaceLook = (/** @type {string} */ space) =>
  names("sl", shape(shownOn(space)[0]) !== "fo" && "wa", space === "any" && "any");
export const SpaceFace = (/** @type {{space: string}} */ { space }) =>
  html`${shownOn(space).map((token) => icon(tokenIcon(token)))}`;
export const spaceWords = (/** @type {Words} */ words, /** @type {string} */ space) =>
  space === "any"
    ? words.say("web.os.space.any")
    : shownOn(space)
        .map((token) => words.say(`token.${token}`))
        .join("/");

// -- places -----------------------------------------------------------------------------------------------------------

/** The drawing of a place or of a fame tile has its id. */
export const placeIcon = (/** @type {string} */ place) => `i-${place}`;

/** @type {Record<string, string>} */
const OP_ICONS = {
  citizen: "i-citizen",
  wild: "i-reward",
  coins: "i-coins",
  technology: "i-technology",
  fame: "i-fame",
};
export const tileIcon = placeIcon;
export const opIcon = (/** @type {Op} */ op) => OP_ICONS[op.do] ?? "i-reward";

// -- what is printed --------------------------------------------------------------------------------------------------

/**
 * A table of what is printed, as the profile of this game has it.
 * @template {keyof Rows} Table
 * @param {TableModel<Game>} model
 * @param {Table} table
 * @returns {Rows[Table]}
 */
export function rowsOf(model, table) {
  const { rows } = model.game;
  const profile = /** @type {keyof Rows} */ ((model.info.value.options.profile ?? "").replace("-", "_"));
  const changed = Object.entries(rows[profile] ?? {}).filter(([name]) => name.startsWith(`${table}.`));
  return changed.length
    ? { ...rows[table], ...Object.fromEntries(changed.map(([name, row]) => [name.slice(table.length + 1), row])) }
    : rows[table];
}

/** The epochs of this story, in order: pairs of id and row. */
export const epochsOf = (/** @type {TableModel<Game>} */ model) =>
  Object.entries(rowsOf(model, "epochs")).filter(([, row]) => row.story === model.info.value.options.story);

/** The figures of a row by the word of what is done, as its text names them. */
function figures(/** @type {{ops?: Op[], autumn_coins?: number}} */ row) {
  /** @type {Facts} */
  const facts = { autumn_coins: row.autumn_coins };
  for (const op of row.ops ?? []) {
    facts[op.do] = op.n;
    if (op.least) facts.least = op.least;
    if (op.else_coins) facts.else_coins = op.else_coins;
    if (op.of.length) facts.of = op.of;
  }
  return facts;
}

/** What a place, deed or fame tile does, in a sentence. */
export const textOf = (
  /** @type {Words} */ words,
  /** @type {string} */ kind,
  /** @type {string} */ id,
  /** @type {{ops?: Op[], autumn_coins?: number}} */ row,
) => words.say(`${kind}.${id}`, figures(row));

/** What is done, in a few words. */
function opWords(/** @type {Words} */ words, /** @type {Op} */ op) {
  const who =
    op.of.length > 4 ? words.say("token.follower") : op.of.map((token) => words.say(`token.${token}`)).join(" / ");
  const facts = {
    ...op,
    who,
    what: op.good ? words.say(`count.${op.good}`, { n: op.n }) : "",
    each: op.count ? words.say(`web.os.per.${op.count}`) : "",
  };
  return words.say(`web.os.do.${op.do}`, facts);
}
export const opsWords = (/** @type {Words} */ words, /** @type {Op[]} */ ops) =>
  ops.map((op) => opWords(words, op)).join(" · ");

/** Over the sheet of a story: whose it is. */
export function sheetTitle(/** @type {Desk} */ desk, /** @type {number} */ seat, /** @type {string} */ kind) {
  const words = desk.model.words.value;
  return seat === desk.model.front.value ? words.say(`web.os.${kind}.mine`) : words.say(`web.os.${kind}.of`, { seat });
}

/** The points of a player, and where they come from. */
export function Points(/** @type {{words: Words, player: PlayerView}} */ { words, player }) {
  const parts = Object.entries(player.story.parts).filter(([, n]) => n);
  const n = parts.reduce((sum, [, part]) => sum + part, 0);
  const note = () => html`<b>${words.say("web.os.points.note")}</b>
    <ul>${parts.map(([id, part]) => html`<li key=${id}>${words.say(`web.os.course.${id}`)}: ${part}</li>`)}</ul>`;
  return html`<span class="pts" tabindex="0" ...${noted(note)}>${words.say("count.score", { n })}</span>`;
}

/** The mark of a value that is not attested; a note says where it comes from. */
export function Made(/** @type {{words: Words, row: Sourced}} */ { words, row }) {
  if (!isMadeUp(row)) return null;
  return html`<span class="rek">${words.say("term.reconstructed")}</span>`;
}

// -- a view's small questions -----------------------------------------------------------------------------------------

/** Tokens of a supply in the order of the board, with their numbers; what is not there is left out. */
export function supplyOf(/** @type {PlayerView} */ player) {
  /** @type {Array<[token: string, n: number]>} */
  const goods = GOODS.map((token) => [token, player.goods[token] ?? 0]);
  /** @type {Array<[token: string, n: number]>} */
  const all = [["coins", player.coins], ["technology", player.technology], ...goods];
  return all.filter(([token, n]) => n > 0 || token === "coins");
}

/** Followers one by one, by kind. @returns {string[]} */
export const oneByOne = (/** @type {Record<string, number>} */ counts) =>
  FOLLOWERS.flatMap((kind) => Array(counts[kind] ?? 0).fill(kind));

/** Numbers of spaces as people count them: from one. */
export const spoken = (/** @type {Choice} */ choice) =>
  SPACES.includes(String(choice[0])) ? [...choice.slice(0, -1), Number(choice.at(-1)) + 1] : choice;
const SPACES = ["take", "place", "put", "remove"];
/**
 * @template {object} Told
 * @param {Told} facts
 * @returns {Told}
 */
export function fromOne(facts) {
  const { space } = /** @type {{space?: unknown}} */ (facts);
  return typeof space === "number" ? Object.assign({}, facts, { space: space + 1 }) : facts;
}

/** What a goal asks for, in a few words. */
export function goalWords(/** @type {Words} */ words, /** @type {Goal} */ goal) {
  const kind = goal.send ? "send" : goal.reach ? "reach" : goal.count;
  return words.say(`goal_kind.${kind}`, goal);
}
