/** The small things of which everything else is drawn: icons, crests, dice, goods. */

import { Die as AnyDie, html, icon, names } from "/static/parts.js";

export const GOODS = ["gold", "wood", "stone"];
export const NEUTRAL = -3; // the owner of dice that belong to nobody
export const SEASONS = [2, 4, 6];
export const WINTER = 8;

/** @typedef {import("/static/words.js").Words} Words */

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

/** The drawing of a building, a governor or a kind of enemy has the id of its card. */
export const cardIcon = (/** @type {string} */ id) => `i-${id}`;

const PHASE_ICONS = ["favor", "spring", "reward", "summer", "envoy", "autumn", "recruit", "winter"];
export const phaseIcon = (/** @type {number} */ phase) => `i-${PHASE_ICONS[phase - 1]}`;

export const isGovernor = (/** @type {any} */ model, /** @type {string} */ id) => id in model.game.rows.governors;

// -- yields -----------------------------------------------------------------------------------------------------------

/**
 * What an advisor gives, in icons: everything its row names. Where it is said in words beside, the icons are `mute`.
 * @param {{words: Words, row: Object<string, any>, mute?: boolean}} props
 */
export function Yield({ words, row, mute = false }) {
  const parts = [];
  const amount = (kind, n, shown = n > 1) =>
    parts.push(html`<${Amount} words=${words} kind=${kind} n=${n} text=${shown ? undefined : ""} />`);
  const between = (sign) => parts.push(html`<span class="or">${sign}</span>`);
  const gain = row.gain ?? {};
  if (row.pay?.vp) {
    amount("vp", -row.pay.vp, true);
    between("→");
  }
  if (row.trade) {
    amount("goods", 1);
    between("→");
    amount("goods", 2);
  }
  for (const kind of GOODS) if (gain[kind]) amount(kind, gain[kind]);
  if (row.one_of?.length) {
    if (parts.length) between("+");
    row.one_of.forEach((kind, place) => {
      if (place) between(words.say("web.kb.or"));
      amount(kind, 1);
    });
  }
  if (row.choose) amount("goods", row.choose);
  for (const kind of ["vp", "soldiers", "plus2"]) if (gain[kind]) amount(kind, gain[kind]);
  if (row.peek) {
    parts.push(html`<span class="g">${icon("i-peek")}<span class="sr">${words.say("web.kb.peek")}</span></span>`);
  }
  return html`<span class="yl" aria-hidden=${mute ? "true" : null}>${parts}</span>`;
}

/** A price in icons; `has` marks what is missing, `real` is what is asked after discounts. */
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

/** The name of an advisor of the board. */
export const advisorName = (/** @type {any} */ model, /** @type {number} */ rank) => {
  const [id] = Object.entries(model.game.rows.advisors).find(([, row]) => row.rank === Number(rank));
  return model.words.value.say(`advisor.${id}`);
};

// -- a view's small questions -----------------------------------------------------------------------------------------

/** Places behind the eighteen of the board belong to advisors on governor cards, in the order of the rows. */
export function privatePlaces(/** @type {any} */ model) {
  const places = [];
  for (const [governor, row] of Object.entries(model.game.rows.governors)) {
    for (const advisor of row.advisors ?? []) places.push({ place: 19 + places.length, governor, row: advisor });
  }
  const owner = (governor) => model.view.value.players.findIndex((player) => player.governor === governor);
  return places.map((entry) => ({ ...entry, owner: owner(entry.governor) })).filter((entry) => entry.owner >= 0);
}

/** The dice of a group at court, as they lie there. */
export function diceOf(/** @type {Array<string|number>} */ group) {
  const [owner, ...words] = group;
  const dice = [];
  let bonus = false;
  for (const word of words) {
    if (word === "bonus") bonus = true;
    else if (typeof word === "number") dice.push({ face: word, bonus });
  }
  return { owner: Number(owner), dice, plus2: words.includes("plus2") };
}

/**
 * The dice of a season in the order of their faces, so that each keeps its place: those in hand with their number in
 * `dice` or `bonus` of the player, those already placed with the place at court.
 */
export function rolled(/** @type {Object<string, any>} */ view, /** @type {number} */ seat) {
  const player = view.players[seat];
  const all = Object.entries(view.court).flatMap(([place, groups]) =>
    groups
      .map(diceOf)
      .filter((group) => group.owner === seat)
      .flatMap((group) => group.dice.map((die) => ({ ...die, place }))),
  );
  player.dice.forEach((face, number) => all.push({ face, bonus: false, number }));
  player.bonus.forEach((face, number) => all.push({ face, bonus: true, number }));
  return all.sort((a, b) => Number(a.bonus) - Number(b.bonus) || a.face - b.face);
}

/** The module of the seven-row sheet, governors or the army is part of this game. */
export const plays = (/** @type {Object<string, any>} */ view, /** @type {string} */ module) =>
  (view.options.modules ?? "").split(",").includes(module);
