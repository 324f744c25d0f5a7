/** What notes say: what is printed on a card and where that is known from. */

import { html, noted } from "/static/parts.js";
import { Price, Yield } from "./draw.js";

/** @typedef {import("/static/words.js").Words} Words */

/** Props for something that shows its card when it is pointed at or focused. */
export const carded = (/** @type {any} */ model, /** @type {string} */ kind, /** @type {string} */ id, row = null) =>
  noted(() => printed(model, kind, id, row));

/** What is printed on an advisor, a building, a governor or an enemy; `row` is an advisor on a governor's card. */
export function printed(model, /** @type {string} */ kind, /** @type {string} */ id, row = null) {
  const words = model.words.value;
  const card = model.game.rows[TABLES[kind]][id];
  return html`<div class="printed">
    <b>${words.say(kind === "advisor" ? `rank.${card.rank}` : kind === "enemy" ? `enemy.${id}` : `${kind}.${id}`)}</b>
    ${TEXTS[kind](words, id, card, row)}
    <${Source} words=${words} card=${card} />
  </div>`;
}

const TABLES = { advisor: "advisors", building: "buildings", governor: "governors", enemy: "enemies" };

const TEXTS = {
  advisor: (words, id) => html`<p>${words.say(`gives.${id}`)}</p>`,
  building: (words, id, card) => html`<p class="facts">
      <${Price} words=${words} row=${card} /> → ${words.say("count.vp", { n: card.vp })}
    </p>
    <p>${words.say(`text.${id}`)}</p>`,
  governor: (
    words,
    id,
    card,
    row,
  ) => html`${row && html`<p class="facts">${row.rank} → <${Yield} words=${words} row=${row} /></p>`}
    <p>${words.say(`text.${id}`)}</p>
    <p class="known">${words.say("card.known", { id })}</p>
    ${card.reconstructed && html`<p class="known">${words.say("card.reconstructed", { id })}</p>`}`,
  enemy: (words, _id, card) => html`<p>${enemyText(words, card)}</p>`,
};

export function enemyText(/** @type {Words} */ words, /** @type {any} */ card) {
  const penalty = words.say("amounts.penalty", card.penalty);
  const reward = words.say("amounts.reward", card.reward);
  return words.say("card.enemy", { type: card.type, year: card.year, strength: card.strength, penalty, reward });
}

/** Where the figures are known from; what was made up to fit is marked. */
function Source({ words, card }) {
  return html`<small class="source">
    ${words.say(`web.kb.source.${card.source}`)} ${card.reconstructed && html`<${Reconstructed} words=${words} />`}
  </small>`;
}

export const Reconstructed = ({ words }) =>
  html`<span class="rek" title=${words.say("card.not_printed")}>${words.say("web.kb.reconstructed")}</span>`;
