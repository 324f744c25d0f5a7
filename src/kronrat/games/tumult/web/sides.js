/** Before the first round everybody chooses which side of the rank card to show. */

import { crest, html, icon, names } from "/static/parts.js";
import { rankIcon } from "./draw.js";

/** @typedef {import("./desk.js").Desk} Desk */

const SIDES = /** @type {const} */ (["male", "female"]);

export function Sides(/** @type {{desk: Desk}} */ { desk }) {
  const { model } = desk;
  const words = model.words.value;
  const view = model.seen;
  const question = desk.question.value?.kind === "choose_side" ? desk.question.value : null;
  const seat = model.front.value;
  const rank = seat === null ? 1 : view.order.indexOf(seat) + 1;
  return html`<header><h2>${words.say("web.tr.sides")}<small>${words.say("web.tr.sides.text")}</small></h2></header>
    <div class="cards" role="group" aria-label=${words.say("web.tr.sides")}>
      ${SIDES.map((side) => {
        const on = desk.picked.value.side === side;
        const name = words.say(`${side === "female" ? "rank_female" : "rank"}.${rank}`);
        const face = html`${icon(rankIcon(rank))}<b>${name}</b>${seat !== null && crest(seat)}`;
        if (!question || seat === null) return html`<span class="rcard" key=${side}>${face}</span>`;
        return html`<button type="button" key=${side} class=${names("rcard can", on && "sel", `p-${model.tincture(seat)}`)}
          data-target="" aria-pressed=${String(on)} onClick=${() => desk.pick({ side: on ? null : side })}>${face}</button>`;
      })}
    </div>
    <ol class="drawn" aria-label=${words.say("web.tr.ranks")}>${view.order.map(
      (one, at) => html`<li key=${one}>${crest(one)}<b>${words.player(one)}</b>
        <small>${words.say(`${view.players[one].side === "female" ? "rank_female" : "rank"}.${at + 1}`)}</small></li>`,
    )}</ol>`;
}
