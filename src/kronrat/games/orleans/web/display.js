/** What is beside the map for everybody: beneficial deeds, the market, place cards, and the epochs of the story. */

import { html, icon, names, noted, Tabs } from "/static/parts.js";
import { Epochs } from "./epochs.js";
import { chooseGood } from "./controls.js";
import { unasked } from "./idle.js";
import { storyOf } from "./stories.js";
import {
  Field,
  FOLLOWERS,
  GOODS,
  Made,
  opsWords,
  placeIcon,
  rowsOf,
  SpaceFace,
  spaceLook,
  spaceWords,
  textOf,
  Token,
} from "./draw.js";

/**
 * @import { Choice, Children } from "/static/types.js"
 * @import { Signal } from "/static/model.js"
 * @import { Desk } from "./desk.js"
 * @import { Deed, Op, Place } from "./types.js"
 */

/** @type {Record<string, (props: {desk: Desk}) => Children>} */
const PANELS = { deeds: Deeds, market: Market, cards: Cards, epochs: Epochs };

export function Display(/** @type {{desk: Desk}} */ { desk }) {
  return html`<${Pane} desk=${desk} ids=${Object.keys(PANELS)} tab=${desk.tab} label=${desk.model.words.value.say("web.os.display")} />`;
}

/** Where there is room, what is for everybody in two panes side by side. */
export function Duo(/** @type {{desk: Desk}} */ { desk }) {
  const words = desk.model.words.value;
  return html`<div class="duo"><${Pane} desk=${desk} ids=${["deeds", "cards"]} tab=${desk.tab} label=${words.say("web.os.display")} />
    <${Pane} desk=${desk} ids=${["market", "epochs"]} tab=${desk.second} label=${words.say("web.os.display.more")} /></div>`;
}

function Pane(
  /** @type {{desk: Desk, ids: string[], tab: Signal<string>, label: string}} */ { desk, ids, tab, label },
) {
  const words = desk.model.words.value;
  const shown = ids.includes(tab.value) ? tab.value : ids[0];
  const tabs = ids.map((id) => ({
    id,
    label: words.say(`web.os.tab.${id}`),
    ...(id === shown && { panel: html`<${PANELS[id]} desk=${desk} />` }),
  }));
  return html`<section class="panel display" aria-label=${label}>
    <${Tabs} label=${label} tabs=${tabs} selected=${shown} onSelect=${(/** @type {string} */ id) => (tab.value = id)} />
  </section>`;
}

// -- deeds ------------------------------------------------------------------------------------------------------------

function Deeds(/** @type {{desk: Desk}} */ { desk }) {
  const { model } = desk;
  const words = model.words.value;
  const rows = rowsOf(model, "deeds");
  return html`<ul class="deeds" tabindex="0" aria-label=${words.say("term.deeds")}>${model.seen.deeds.map(
    ({ id, fields }) => html`<${Deed} key=${id} desk=${desk} id=${id} fields=${fields} row=${rows[id]} />`,
  )}</ul>`;
}

function Deed(/** @type {{desk: Desk, id: string, fields: (string|null)[], row: Deed}} */ { desk, id, fields, row }) {
  const { model } = desk;
  const words = model.words.value;
  const options = [...desk.options("send"), ...desk.options("ascend")].filter((option) => option[2] === id);
  const chosen = options.some((option) => desk.isPicked(option));
  const text = textOf(words, "deed_text", id, row);
  const note = () => html`<b>${words.say(`deed.${id}`)}</b><p>${text}</p>
    ${row.ascent && storyOf(model).ascends && html`<p>${words.say("web.os.deed.ascent")}</p>`}<${Made} words=${words} row=${row} />`;
  const name = html`<b>${words.say(`deed.${id}`)}</b>`;
  const idle = options.length ? null : unasked(desk, "deed", note, desk.sending(id)).onClick;
  return html`<li class=${names(options.length && "can", chosen && "sel")} data-deed=${id} onClick=${idle}>
    ${
      options.length
        ? html`<button type="button" class="dname" data-target="" aria-pressed=${String(chosen)} onClick=${() => desk.pick(next(desk, options))}>${name}</button>`
        : html`<span class="dname" ...${noted(note)}>${name}</span>`
    }
    <span class="dfs" ...${noted(note)}>${row.fields.map((shown, at) => html`<${Field} words=${words} shown=${shown} token=${fields[at]} />`)}</span>
    <span class="db" ...${noted(note)}><span class="sr">${text}</span><${Bonus} ops=${row.ops} /></span>
  </li>`;
}

/** A press picks the first way to send something there, the next press the next one. */
function next(/** @type {Desk} */ desk, /** @type {Choice[]} */ options) {
  const at = options.findIndex((option) => desk.isPicked(option));
  return options[(at + 1) % options.length];
}

/** @type {Record<string, string>} */
const BONUS = { fame: "i-fame", coins: "i-coins", barter: "i-market", knights: "i-knight", alchemy: "i-laboratory" };

const Bonus = (/** @type {{ops: Op[]}} */ { ops }) =>
  html`<span aria-hidden="true" class="bns">${ops.map((op) => html`${op.n > 0 && op.n}${icon(BONUS[op.do] ?? "i-reward")}`)}</span>`;

// -- the market -------------------------------------------------------------------------------------------------------

/** Questions that are about what is in the market, and what is said of a token. @type {Partial<Record<string, [verb: string, tokens: string[]]>>} */
const OF_MARKET = { trade: ["buy", GOODS], recruit: ["recruit", FOLLOWERS], gather: ["gather", GOODS] };

/** What a press on a token of the market means now. @returns {Choice|null} */
function choiceOf(/** @type {Desk} */ desk, /** @type {string} */ token) {
  const [verb, tokens] = OF_MARKET[desk.question.value?.kind ?? ""] ?? ["", []];
  return tokens.includes(token) ? [verb, token] : null;
}

function Market(/** @type {{desk: Desk}} */ { desk }) {
  const { model } = desk;
  const words = model.words.value;
  const { market, storage, churches } = model.seen;
  const goods = rowsOf(model, "goods");
  return html`<div class="mkt" tabindex="0">
    <ul aria-label=${words.say("term.market")}>${[...FOLLOWERS, "technology", ...GOODS].map((token) => {
      const [n, kept] = [market[token] ?? 0, storage[token] ?? 0];
      const price = goods[token]?.price;
      const said =
        words.say("web.os.market.of", { token, n, kept }) +
        (price ? `, ${words.say("web.os.market.price", { n: price })}` : "");
      const choice = choiceOf(desk, token);
      const option = choice && desk.options(...choice)[0];
      const press = option
        ? { onClick: () => chooseGood(desk, option, n) }
        : unasked(desk, "market", () => said, choice);
      return html`<li key=${token} class=${n ? "" : "none"} ...${press}><span class="sr">${said}</span>
        <${Token} token=${token} /><b aria-hidden="true">${n}</b><small aria-hidden="true">${kept}</small>
        ${price && html`<i aria-hidden="true">${price}</i>`}</li>`;
    })}</ul>
    <p>${words.say("web.os.market.text", { n: churches })}</p>
  </div>`;
}

// -- place cards ------------------------------------------------------------------------------------------------------

function Cards(/** @type {{desk: Desk}} */ { desk }) {
  const { model } = desk;
  const words = model.words.value;
  const rows = rowsOf(model, "places");
  const cards = model.seen.cards;
  return html`<div class="cards" tabindex="0" role="group" aria-label=${words.say("term.cards")}>
    ${[1, 2, 3].map((category) => {
      const here = cards.filter((id) => rows[id].category === category);
      return (
        here.length > 0 &&
        html`<section key=${category}><h2>${words.say(`category.${category}`)}</h2>
        <ul>${here.map((id) => html`<${Card} key=${id} desk=${desk} id=${id} row=${rows[id]} />`)}</ul></section>`
      );
    })}
    ${!cards.length && html`<p>${words.say("web.os.cards.none")}</p>`}
  </div>`;
}

function Card(/** @type {{desk: Desk, id: string, row: Place}} */ { desk, id, row }) {
  const words = desk.model.words.value;
  const option = desk.options("card", id)[0];
  const chosen = option && desk.isPicked(option);
  const takes = row.spaces.length
    ? words.say("web.os.card.takes", { list: row.spaces.map((space) => spaceWords(words, space)).join(", ") })
    : words.say("web.os.card.passive");
  const note = () =>
    html`<b>${words.say(`place.${id}`)}</b><p>${textOf(words, "text", id, row)}</p><p>${takes}</p><${Made} words=${words} row=${row} />`;
  const face = html`${icon(placeIcon(id))}<b>${words.say(`place.${id}`)}</b>
    <span class=${names("sls", row.spaces.length > 4 && "many")} aria-hidden="true">${row.spaces.map((space) => html`<span class=${spaceLook(space)}><${SpaceFace} space=${space} /></span>`)}</span>
    <small>${row.ops.length ? opsWords(words, row.ops) : words.say("web.os.card.passive")}</small>`;
  if (!option)
    return html`<li class="pc" tabindex="0" ...${unasked(desk, "card", note, desk.options("card").length ? ["card", id] : null)}><div>${face}</div></li>`;
  return html`<li class=${names("pc can", chosen && "sel")}><button type="button" data-target="" data-card=${id} aria-pressed=${String(Boolean(chosen))}
    onClick=${() => desk.pick(option)} ...${{ ...noted(note), onClick: () => desk.pick(option) }}>${face}</button></li>`;
}
