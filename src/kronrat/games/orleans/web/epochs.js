/** The epochs of the story: what holds in each, who is in it, what it takes to go on, and the narration that belongs to it. */

import { crest, html, icon, names } from "/static/parts.js";
import { Made, epochsOf, opsWords, roman } from "./draw.js";
import { storyOf } from "./stories.js";

/**
 * @import { Desk } from "./desk.js"
 * @import { Condition, Epoch, Op } from "./types.js"
 * @import { Children } from "/static/types.js"
 * @import { Words } from "/static/words.js"
 */

/** @type {Array<["village"|"fortress"|"church", string]>} */
const BUILDINGS = [
  ["village", "i-village"],
  ["fortress", "i-castle"],
  ["church", "i-church"],
];

export function Epochs(/** @type {{desk: Desk}} */ { desk }) {
  const { model } = desk;
  const words = model.words.value;
  const { players, playing } = model.seen;
  const mine = desk.me?.epoch ?? Math.max(...players.map((player) => player.epoch));
  return html`<ol class="epochs" tabindex="0" aria-label=${words.say("web.os.epochs")}>${epochsOf(model).map(
    ([id, row]) => {
      const here = players.flatMap((player, seat) =>
        player.epoch === row.number && playing.includes(seat) ? [seat] : [],
      );
      const now = row.number === mine;
      return html`<li key=${`${id} ${now}`} class=${names(now && "now", row.number < mine && "past")} aria-current=${now ? "step" : null}><details open=${now}>
      <summary><b>${roman(row.number)}</b><span>${words.say(`epoch.${id}`)}</span>
        ${here.map((seat) => html`<span key=${seat}>${crest(seat)}<span class="sr">${words.player(seat)}</span></span>`)}
        <small>${words.say("web.os.epoch.draw", { n: row.draw })}</small></summary>
      <${Details} desk=${desk} id=${id} row=${row} now=${now && desk.me !== null} />
    </details></li>`;
    },
  )}</ol>`;
}

function Details(/** @type {{desk: Desk, id: string, row: Epoch, now: boolean}} */ { desk, id, row, now }) {
  const { model } = desk;
  const words = model.words.value;
  const story = storyOf(model);
  const trial = story.isTrial?.(model.seen, row) ?? false;
  const fame = BUILDINGS.filter(([building]) => row[building]);
  const goals = story.goals?.(model, row) ?? [];
  const list = (/** @type {string[]} */ places) => words.list(places.map((place) => words.say(`place.${place}`)));
  return html`<dl>
    ${
      fame.length > 0 &&
      html`<${Line} name=${words.say("web.os.epoch.building")}>${fame.map(
        ([building, of]) => html`<span class="g" key=${building}>
      ${icon(of)}<span class="sr">${words.say(`building.${building}`)}</span>${row[building]}</span>`,
      )}<//>`
    }
    ${row.unlocks.length > 0 && html`<${Line} name=${words.say("web.os.epoch.unlocks")}>${list(row.unlocks)}<//>`}
    ${row.settlers > 0 && html`<${Line} name=${words.say("term.settlers")}>+${row.settlers}<//>`}
    ${row.forbids.length > 0 && html`<${Line} name=${words.say("term.forbidden")} class="bad">${list(row.forbids)}<//>`}
    <${Line} name=${words.say("web.os.epoch.cards")}>${row.categories.map(roman).join(", ") || words.say("join.nothing")}<//>
    ${trial && html`<${Line} name=${words.say("term.malus")} class="bad">${opsWords(words, row.malus)}, ${words.say("web.os.epoch.until", { deed: row.until })}<//>`}
    ${row.bonus.length > 0 && html`<${Line} name=${words.say("term.bonus")}>${opsWords(words, row.bonus)}<//>`}
    ${
      row.conditions.length > 0 &&
      html`<${Line} name=${words.say("web.os.epoch.leave")}>${row.conditions.map(
        (op, at) => html`<${Condition} words=${words} op=${op} known=${now ? desk.ascent.value[at] : null} />`,
      )}<//>`
    }
    ${goals.length > 0 && html`<${Line} name=${words.say("term.goals")}>${goals.map(([goal, text]) => html`<span class="cond" key=${goal}>${text}</span>`)}<//>`}
  </dl>
  <p class="narration">${words.say(`narration.${story.narration?.(id) ?? id}`)}</p><${Made} words=${words} row=${row} />`;
}

const Line = (/** @type {{name: string, class?: string, children: Children}} */ { name, class: look = "", children }) =>
  html`<div class=${look}><dt>${name}</dt><dd>${children}</dd></div>`;

/** What leaving asks for, and how much of it is there. */
export function Condition(/** @type {{words: Words, op: Op, known: Condition|null}} */ { words, op, known }) {
  return html`<span class=${names("cond", known && (known.met ? "met" : "not"))}>${known && icon(known.met ? "u-check" : "u-dots")}
    ${opsWords(words, [op])}${known && known.need > 1 && html` <b>${words.say("web.os.of", { n: Math.min(known.have, known.need), most: known.need })}</b>`}</span>`;
}
