/** A look into the own bag: what is in it, and how likely the next draw brings each kind. */

import { Dialog, html } from "/static/parts.js";
import { FOLLOWERS, Token } from "./draw.js";

/**
 * @import { Words } from "/static/words.js"
 * @import { Desk } from "./desk.js"
 */

export function BagDialog(/** @type {{desk: Desk}} */ { desk }) {
  const words = desk.model.words.value;
  const { me } = desk;
  const close = () => (desk.inspecting.value = false);
  const bag = me?.bag;
  if (!desk.inspecting.value || !bag) return null;
  const kinds = FOLLOWERS.filter((kind) => bag[kind]);
  const odds = desk.odds.value ?? { count: 0, odds: {} };
  const most = Math.max(0, ...Object.values(odds.odds).map((list) => list.length));
  const columns = Array.from({ length: Math.min(most, 4) }, (_, n) => n + 1);
  return html`<${Dialog} class="narrow bagbox" title=${words.say("web.os.bag", { n: me.in_bag })} closeLabel=${words.say("web.close")} onClose=${close}>
    <p>${words.say(kinds.length ? "web.os.bag.text" : "web.os.bag.empty", { n: odds.count })}</p>
    ${
      kinds.length > 0 &&
      html`<table class="odds"><thead><tr><th scope="col">${words.say("web.os.bag.kind")}</th><th scope="col">${words.say("web.os.bag.number")}</th>
        ${columns.map((n) => html`<th scope="col" key=${n}>${words.say("web.os.bag.least", { n })}</th>`)}</tr></thead>
      <tbody>${kinds.map(
        (
          kind,
        ) => html`<tr key=${kind}><th scope="row"><${Token} token=${kind} />${words.say(`token.${kind}`)}</th><td>${bag[kind]}</td>
        ${columns.map((n) => html`<td key=${n}>${percent(words, odds.odds[kind]?.[n - 1])}</td>`)}</tr>`,
      )}</tbody></table>`
    }
  <//>`;
}

/** Thousandths as percent, to a tenth; nothing where there are not so many. */
function percent(/** @type {Words} */ words, /** @type {number|undefined} */ thousandths) {
  if (thousandths === undefined) return "–";
  const said = (thousandths / 10).toFixed(thousandths % 10 ? 1 : 0).replace(".", words.say("join.decimal"));
  return words.say("web.os.percent", { n: said });
}
