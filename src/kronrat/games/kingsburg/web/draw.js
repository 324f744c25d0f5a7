/** The small things of which everything else is drawn: icons, crests, dice, goods. */

import { Die as AnyDie, html, icon, names } from "/static/parts.js";

export const GOODS = /** @type {const} */ (["gold", "wood", "stone"]);
export const NEUTRAL = -3; // the owner of dice that belong to nobody
export const SEASONS = [2, 4, 6];
export const WINTER = 8;

/**
 * @import { Advisor, Building, Game, PrivateAdvisor, View } from "./types.js"
 * @import { Words } from "/static/words.js"
 */
/**
 * @typedef {import("/static/model.js").TableModel<Game>} Model
 * @typedef {import("/static/types.js").QuestionOf<Game>} Question
 * @typedef {import("/static/types.js").Choice} Choice
 * @typedef {{face: number, bonus: boolean, place?: string, number: number}} RolledDie
 *          a die with its number in `dice` or `bonus` of the player, or with its place at court
 */

/** @type {Record<string, string>} */
const TOKENS = { goods: "t-any", vp: "t-vp", plus2: "t-plus2", buildings: "i-guard_tower" };
export const tokenIcon = (/** @type {string} */ kind) => TOKENS[kind] ?? `t-${kind}`;

export const signed = (/** @type {number} */ n) => (n > 0 ? `+${n}` : String(n).replace("-", "−"));

/**
 * An icon and how many of it, with words for those who do not see the icon.
 * @param {{words: Words, kind: string, n: number, text?: string, size?: string, to?: number, label?: string}} props
 */
export function Amount({ words, kind, n, text, size = "", to, label = words.say(`count.${kind}`, { n }) }) {
  const said = label + (to === undefined ? "" : ` → ${to}`);
  return html`<span class=${names("g", size)}>
    ${icon(tokenIcon(kind))}<span aria-hidden="true">${text ?? String(n).replace("-", "−")}</span>
    ${to !== undefined && html`<span class="to" aria-hidden="true">→ ${to}</span>`}<span class="sr">${said}</span>
  </span>`;
}

/** A die that only shows; nobody's dice are grey. */
export const die = (/** @type {number} */ face, /** @type {number} */ seat, bonus = false, kind = "") =>
  seat === NEUTRAL
    ? html`<${AnyDie} face=${face} class=${`p-neutral ${kind}`} />`
    : html`<${AnyDie} face=${face} seat=${seat} bonus=${bonus} class=${kind} />`;

// -- what belongs to a card -------------------------------------------------------------------------------------------

/** The picture of a building, a governor or a kind of enemy has the id of its card; a card without one is a crown. */
export const cardIcon = (/** @type {string} */ id) => (document.getElementById(`i-${id}`) ? `i-${id}` : "i-crown");

const PHASE_ICONS = ["favor", "spring", "reward", "summer", "envoy", "autumn", "recruit", "winter"];
export const phaseIcon = (/** @type {number} */ phase) => `i-${PHASE_ICONS[phase - 1]}`;

export const isGovernor = (/** @type {Model} */ model, /** @type {string} */ id) => id in model.game.rows.governors;

// -- yields -----------------------------------------------------------------------------------------------------------

/**
 * What an advisor gives, in icons: everything its row names. Where it is said in words beside, the icons are `mute`.
 * @param {{words: Words, row: Partial<Advisor> & PrivateAdvisor, mute?: boolean}} props
 */
export function Yield({ words, row, mute = false }) {
  /** In the rows in which a narrow seat shows them. @type {object[][]} */
  const rows = [[]];
  const parts = { push: (/** @type {object} */ part) => rows[rows.length - 1].push(part) };
  const split = () => rows.push([]);
  const amount = (/** @type {string} */ kind, /** @type {number} */ n, shown = n > 1) =>
    parts.push(html`<${Amount} words=${words} kind=${kind} n=${n} text=${shown ? undefined : ""} />`);
  const between = (/** @type {string} */ sign) => parts.push(html`<span class="or">${sign}</span>`);
  const { gain } = row;
  if (row.pay?.vp) {
    amount("vp", -row.pay.vp, true);
    between("→");
    split();
  }
  if (row.trade) {
    amount("goods", 1);
    between("→");
    amount("goods", 2);
  }
  for (const kind of GOODS) if (gain[kind]) amount(kind, gain[kind]);
  if (row.one_of?.length) {
    if (rows[0].length) {
      between("+");
      split();
    }
    row.one_of.forEach((kind, place) => {
      if (place) between(words.say("web.kb.or"));
      amount(kind, 1);
    });
  }
  if (row.choose) amount("goods", row.choose);
  for (const kind of /** @type {const} */ (["vp", "soldiers", "plus2"])) if (gain[kind]) amount(kind, gain[kind]);
  if (row.peek) {
    if (rows[0].length > 1) split();
    parts.push(html`<span class="g">${icon("i-peek")}<span class="sr">${words.say("web.kb.peek")}</span></span>`);
  }
  if (rows.length === 1 && rows[0].length > 3) rows.push(rows[0].splice(2));
  return html`<span class="yl" aria-hidden=${mute ? "true" : null}>${rows.map(
    (row) => html`<span class="yr">${row}</span>`,
  )}</span>`;
}

/**
 * A price in icons; `has` marks what is missing, `real` is what is asked after discounts.
 * @typedef {{gold: number, wood: number, stone: number}} Goods
 * @param {{words: Words, row: Goods, has?: Goods|null, real?: number[]|null}} props
 */
export function Price({ words, row, has = null, real = null }) {
  return html`<span class="co">
    ${GOODS.map((kind, place) => {
      const n = real ? real[place] : row[kind];
      if (!row[kind]) return null;
      const marks = `s${has && n > has[kind] ? " miss" : ""}${n < row[kind] ? " less" : ""}`;
      return html`<${Amount} words=${words} kind=${kind} n=${n} size=${marks} />`;
    })}
  </span>`;
}

/** An advisor of the board. @returns {[string, Advisor]} */
export function advisorOf(/** @type {Model} */ model, /** @type {number} */ rank) {
  const found = Object.entries(model.game.rows.advisors).find(([, row]) => row.rank === rank);
  if (!found) throw new Error(`there is no advisor of rank ${rank}`);
  return found;
}

export const advisorName = (/** @type {Model} */ model, /** @type {number} */ rank) =>
  model.words.value.say(`advisor.${advisorOf(model, rank)[0]}`);

// -- a view's small questions -----------------------------------------------------------------------------------------

/**
 * The advisors on the governor cards of this table, with their places at court.
 * @typedef {{place: number, governor: string, row: PrivateAdvisor, owner: number}} PrivatePlace
 * @returns {PrivatePlace[]}
 */
export function privatePlaces(/** @type {Model} */ model) {
  const { governors } = model.game.rows;
  const places = model.seen.players.flatMap(({ governor, private: own }, owner) =>
    own.flatMap(([place, rank]) => {
      const printed = governors[governor].advisors ?? [];
      return printed.filter((row) => row.rank === rank).map((row) => ({ place, governor, row, owner }));
    }),
  );
  return places.sort((a, b) => a.place - b.place);
}

/** The dice of a group at court, as they lie there. */
export function diceOf(/** @type {Array<string|number>} */ group) {
  const [owner, ...words] = group;
  /** @type {{face: number, bonus: boolean}[]} */
  const dice = [];
  let bonus = false;
  for (const word of words) {
    if (word === "bonus") bonus = true;
    else if (typeof word === "number") dice.push({ face: word, bonus });
  }
  return { owner: Number(owner), dice, plus2: words.includes("plus2") };
}

/**
 * The dice of a season in the order of their faces, so that each keeps its place: those not placed yet with their number in
 * `dice` or `bonus` of the player, those already placed with the place at court.
 */
export function rolled(/** @type {View} */ view, /** @type {number} */ seat) {
  const player = view.players[seat];
  /** @type {RolledDie[]} */
  const all = Object.entries(view.court).flatMap(([place, groups]) =>
    groups
      .map(diceOf)
      .filter((group) => group.owner === seat)
      .flatMap((group) => group.dice.map((die) => ({ ...die, place, number: -1 }))),
  );
  player.dice.forEach((face, number) => all.push({ face, bonus: false, number }));
  player.bonus.forEach((face, number) => all.push({ face, bonus: true, number }));
  return all.sort((a, b) => Number(a.bonus) - Number(b.bonus) || a.face - b.face);
}

/** The module of the seven-row sheet, governors or the army is part of this game. */
export const plays = (/** @type {View} */ view, /** @type {string} */ module) =>
  (view.options.modules ?? "").split(",").includes(module);
