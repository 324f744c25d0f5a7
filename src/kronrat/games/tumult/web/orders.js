/** The raid by secret orders: eight small numbers that say what to rob, and who has given theirs. */

import { crest, html, icon, names, noted } from "/static/parts.js";
import { refused } from "/static/turn.js";
import { capital } from "/static/words.js";
import { kindIcon, KINDS } from "./draw.js";
import { Need } from "./raid.js";

/**
 * @typedef {import("./desk.js").Desk} Desk
 * @typedef {keyof import("./types.js").OrderView} Name
 */

export function Orders(/** @type {{desk: Desk}} */ { desk }) {
  const { model } = desk;
  const words = model.words.value;
  const view = model.seen;
  const open = desk.question.value?.kind === "give_order";
  return html`<header><h2>${words.say("web.tr.orders")}<small>${words.say("web.tr.orders.text")}</small></h2>
      <${Need} desk=${desk} /></header>
    <div class="orders">
      ${
        desk.me?.order &&
        html`<div class="sheet" role="group" aria-label=${words.say("web.tr.orders")}>
        <table><thead><tr><td></td><th scope="col">${words.say("web.tr.orders.want")}</th>
          <th scope="col">${words.say("web.tr.orders.least")}</th></tr></thead>
          <tbody>${KINDS.map(
            (
              kind,
            ) => html`<tr key=${kind}><th scope="row">${icon(kindIcon(kind))}${capital(words.say(`kind.${kind}`))}</th>
              <td><${Number8} desk=${desk} name=${`want_${kind}`} open=${open} /></td>
              <td><${Number8} desk=${desk} name=${`least_${kind}`} open=${open} /></td></tr>`,
          )}</tbody></table>
        <div class="pair">
          <label>${capital(words.say("order.tiles"))}<${Number8} desk=${desk} name="tiles" open=${open} /></label>
          <label>${capital(words.say("order.over"))}<${Number8} desk=${desk} name="over" open=${open} /></label>
        </div>
        <p>${words.say("web.tr.orders.how")}</p>
      </div>`
      }
      <ol class="given" aria-label=${words.say("web.tr.orders.given")}>${view.order.map((seat) => {
        const waits = view.deciding.includes(seat);
        return html`<li key=${seat}>${crest(seat)}<b>${words.player(seat)}</b>
          <span class=${names("lamp", !waits && "on")}>${words.say(waits ? "web.tr.orders.writes" : "web.tr.orders.done")}</span></li>`;
      })}</ol>
    </div>`;
}

/** One number of the order: as far as the options go. */
function Number8(/** @type {{desk: Desk, name: Name, open: boolean}} */ { desk, name, open }) {
  const words = desk.model.words.value;
  const label = words.say(`order.${name}`);
  const current = desk.me?.order?.[name] ?? 0;
  const picked = desk.picked.value.order ?? {};
  const n = picked[name] ?? current;
  if (!open) return html`<span class="step8"><output>${n}</output></span>`;
  const allowed = [
    current,
    ...(desk.question.value?.options ?? []).flatMap(([verb, which, to]) =>
      verb === "set" && which === name ? [to] : [],
    ),
  ];
  const set = (/** @type {number} */ to) => {
    const { [name]: _, ...others } = picked;
    desk.pick({ order: to === current ? others : { ...others, [name]: to } });
  };
  const button = (/** @type {number} */ to, /** @type {string} */ id, /** @type {string} */ sign) =>
    html`<button type="button" aria-label=${words.say(`web.tr.orders.${id}`, { name: label })}
      aria-disabled=${allowed.includes(to) ? null : "true"}
      ...${allowed.includes(to) ? { onClick: () => set(to) } : refused(desk.model, () => desk.why(["set", name, to]))}>${sign}</button>`;
  return html`<span class=${names("step8", n !== current && "on")} role="group" aria-label=${label} ...${noted(label, { named: true })}>
    ${button(n - 1, "less", "−")}<output aria-live="polite">${n}</output>${button(n + 1, "more", "+")}</span>`;
}
