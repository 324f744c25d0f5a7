/** A look into the own bag: what is in it, and how likely the next draw brings each kind. */

import { Dialog, html } from "/static/parts.js";
import { FOLLOWERS, Token } from "./draw.js";

/**
 * @import { Words } from "/static/words.js"
 * @import { Desk } from "./desk.js"
 * @import { DrawOdds } from "./types.js"
 */

export function BagDialog(/** @type {{desk: Desk}} */ { desk }) {
  const words = desk.model.words.value;
  const { me } = desk;
  const close = () => (desk.inspecting.value = false);
  const bag = me?.bag;
  if (!desk.inspecting.value || !bag) return null;
  const held = Object.keys(bag).length > 0;
  const odds = desk.odds.value;
  return html`<${Dialog} class="narrow bagbox" title=${words.say("web.os.bag", { n: me.in_bag })} closeLabel=${words.say("web.close")} onClose=${close}>
    ${!held && html`<p>${words.say("web.os.bag.empty")}</p>`}
    ${held && odds && html`<p>${words.say("web.os.bag.text", { n: odds.count })}</p>`}
    ${held && html`<${BagTable} words=${words} bag=${bag} odds=${odds?.odds ?? {}} />`}
  <//>`;
}

/**
 * Who is in a bag, and how likely at least one, two … of each kind are drawn.
 * @param {{words: Words, bag: Record<string, number>, odds: DrawOdds["odds"]}} props
 */
export function BagTable({ words, bag, odds }) {
  const kinds = FOLLOWERS.filter((kind) => bag[kind]);
  const most = Math.max(0, ...Object.values(odds).map((list) => list.length));
  const columns = Array.from({ length: Math.min(most, 4) }, (_, n) => n + 1);
  return html`<table class="bag-odds"><thead><tr><th scope="col">${words.say("web.os.bag.kind")}</th><th scope="col">${words.say("web.os.bag.number")}</th>
        ${columns.map((n) => html`<th scope="col" key=${n}>${words.say("web.os.bag.least", { n })}</th>`)}</tr></thead>
      <tbody>${kinds.map(
        (
          kind,
        ) => html`<tr key=${kind}><th scope="row"><${Token} token=${kind} />${words.say(`token.${kind}`)}</th><td>${bag[kind]}</td>
        ${columns.map((n) => html`<td key=${n}>${percent(words, odds[kind]?.[n - 1])}</td>`)}</tr>`,
      )}</tbody></table>`;
}

/** Thousandths as percent, to a tenth; nothing where there are not so many. */
function percent(/** @type {Words} */ words, /** @type {number|undefined} */ thousandths) {
  if (thousandths === undefined) return "–";
  const said = (thousandths / 10).toFixed(thousandths % 10 ? 1 : 0).replace(".", words.say("join.decimal"));
  return words.say("web.os.percent", { n: said });
}
