/** What notes say: what is printed on a card and where that is known from. */

import { html, noted } from "/static/parts.js";
import { Price, Yield } from "./draw.js";

/**
 * @import { Enemy, PrivateAdvisor } from "./types.js"
 * @import { Model } from "./draw.js"
 * @import { Words } from "/static/words.js"
 */
/** @typedef {"advisor"|"building"|"governor"|"enemy"} CardKind */

/**
 * Props for something that shows its card when it is pointed at or focused.
 * @param {Model} model
 * @param {CardKind} kind
 * @param {string} id
 * @param {PrivateAdvisor|null} row
 */
export const carded = (model, kind, id, row = null) => noted(() => printed(model, kind, id, row));

/** When something can be done that nobody is asked for now. */
export const outOfSeason = (/** @type {Words} */ words, /** @type {"court"|"cell"} */ what) =>
  html`<p class="when">${words.say(`web.kb.${what}.when`)}</p>`;

/**
 * What is printed on an advisor, a building, a governor or an enemy; `row` is an advisor on a governor's card.
 * @param {Model} model
 * @param {CardKind} kind
 * @param {string} id
 * @param {PrivateAdvisor|null} row
 */
export function printed(model, kind, id, row = null) {
  const words = model.words.value;
  const { name, text, card, more = null } = PRINTED[kind](model, words, id, row);
  return html`<div class="printed">
    <b>${words.say(name)}</b>
    ${text}
    <${Source} words=${words} card=${card} more=${more} />
  </div>`;
}

/**
 * The id of its name, what its text says, and its row.
 * @typedef {(model: Model, words: Words, id: string, row: PrivateAdvisor|null) =>
 *           {name: string, text: object, card: {source: string, reconstructed: string}, more?: object}} Printing
 * @type {Record<CardKind, Printing>}
 */
const PRINTED = {
  advisor(model, words, id) {
    const card = model.game.rows.advisors[id];
    return { card, name: `rank.${card.rank}`, text: html`<p>${words.say(`gives.${id}`)}</p>` };
  },

  building(model, words, id) {
    const card = model.game.rows.buildings[id];
    const text = html`<p class="facts">
        <${Price} words=${words} row=${card} /> → ${words.say("count.vp", { n: card.vp })}
      </p>
      <p>${words.say(`text.${id}`)}</p>`;
    return { card, name: `building.${id}`, text };
  },

  governor(model, words, id, row) {
    const card = model.game.rows.governors[id];
    const text = html`${row && html`<p class="facts">${row.rank} → <${Yield} words=${words} row=${row} /></p>`}
      <p>${words.say(`text.${id}`)}</p>`;
    const more = html`<p class="known">${words.say("card.known", { id })}</p>
      ${card.reconstructed && html`<p class="known">${words.say("card.reconstructed", { id })}</p>`}`;
    return { card, name: `governor.${id}`, text, more };
  },

  enemy(model, words, id) {
    const card = model.game.rows.enemies[id];
    return { card, name: `enemy.${id}`, text: html`<p>${enemyText(words, card)}</p>` };
  },
};

export function enemyText(/** @type {Words} */ words, /** @type {Enemy} */ card) {
  const penalty = words.say("amounts.penalty", card.penalty);
  const reward = words.say("amounts.reward", card.reward);
  return words.say("card.enemy", { type: card.type, year: card.year, strength: card.strength, penalty, reward });
}

/**
 * Where the figures are known from, for a person who wants to know; what was made up to fit is marked.
 * @param {{words: Words, card: {source: string, reconstructed: string}, more: object|null}} props
 */
function Source({ words, card, more }) {
  return html`<details class="source">
    <summary><i aria-hidden="true">i</i><span class="sr">${words.say("web.kb.source")}</span>
      ${card.reconstructed && html`<${Reconstructed} words=${words} />`}</summary>
    <p>${words.say(`web.kb.source.${card.source}`)}</p>
    ${more}
  </details>`;
}

/** The same behind one sign, for a card that is shown whole. @param {{model: Model, kind: CardKind, id: string}} props */
export function CardSource({ model, kind, id }) {
  const words = model.words.value;
  const { card, more = null } = PRINTED[kind](model, words, id, null);
  const known = () => html`<p>${words.say(`web.kb.source.${card.source}`)}</p>${more}`;
  return html`<button type="button" class="srci" aria-label=${words.say("web.kb.source")} ...${noted(known, { press: true })}>
    <i aria-hidden="true">i</i></button>`;
}

export const Reconstructed = (/** @type {{words: Words}} */ { words }) =>
  html`<span class="rek" title=${words.say("card.not_printed")}>${words.say("web.kb.reconstructed")}</span>`;
