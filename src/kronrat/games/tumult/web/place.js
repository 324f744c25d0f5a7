/** Placing statues: the landscape with its lit fields, and below it how they are paid. */

import { crest, html, icon, names, noted } from "/static/parts.js";
import { capital } from "/static/words.js";
import { Amount, Face, kindIcon, kindOf, KINDS, PLACING, Star, symbolsIn } from "./draw.js";
import { Land } from "./land.js";

/**
 * @typedef {import("./desk.js").Desk} Desk
 * @typedef {import("./draw.js").Kind} Kind
 * @typedef {import("./draw.js").Model} Model
 */

// -- stage ------------------------------------------------------------------------------------------------------------

export function PlaceStage(/** @type {{desk: Desk}} */ { desk }) {
  const { model } = desk;
  const words = model.words.value;
  const kind = desk.question.value?.kind;
  const title = words.has(`web.tr.land.${kind}`) ? `web.tr.land.${kind}` : "web.tr.land.title";
  const text = words.has(`${title}.text`) ? words.say(`${title}.text`) : "";
  const { land, layouts } = model.game.rows;
  const parts = { land: Object.values(land), layouts: [layouts[`layout_${model.seen.seats}`]] };
  return html`<header><h2>${words.say(title)} <${Star} words=${words} parts=${parts} />${text && html`<small>${text}</small>`}</h2>
      ${model.seen.phase === PLACING && html`<${Order} model=${model} />`}</header>
    <${Land} desk=${desk} />`;
}

/** Who has placed in this round, whose turn it is, and who comes after. */
function Order(/** @type {{model: Model}} */ { model }) {
  const words = model.words.value;
  const { order, deciding, players } = model.seen;
  const now = order.findIndex((seat) => deciding.includes(seat));
  return html`<ol class="ordr" aria-label=${words.say("web.tr.order")}>
    ${order.map((seat, at) => {
      const said =
        at === now
          ? words.say(seat === model.front.value ? "web.tr.order.you" : "web.tr.order.now")
          : at < now && players[seat].acted
            ? words.say(`web.tr.order.${players[seat].acted}`)
            : words.say("web.tr.order.place", { n: at + 1 });
      return html`<li key=${seat} class=${at === now ? "now" : ""} aria-current=${at === now ? "true" : null}>
        ${crest(seat)}<span class="sr">${words.player(seat)} </span>${said}</li>`;
    })}
  </ol>`;
}

// -- tray -------------------------------------------------------------------------------------------------------------

/** How the chosen field is paid: a box for each kind, what it brings, and all that is allowed. */
export function Payment(/** @type {{desk: Desk}} */ { desk }) {
  const { model } = desk;
  const words = model.words.value;
  const target = desk.target;
  const field = desk.fieldAt(target);
  const tiles = desk.me?.castle ?? [];
  const paying = desk.payment;
  const title = field ? words.say("web.tr.pay", { field: field.field }) : words.say("web.tr.goods");
  return html`<div class="kgbox">
    <div class="ask"><h2>${title}</h2><small>${words.say(field ? "web.tr.pay.text" : "web.tr.goods.text")}</small></div>
    <div class="kgs">${KINDS.map(
      (kind) => html`<${KindBox} key=${kind} desk=${desk} kind=${kind} cost=${field ? (field.cost[kind] ?? 0) : null}
        tiles=${tiles.filter((tile) => kindOf(tile) === kind)}
        paid=${(paying?.tiles ?? []).filter((tile) => kindOf(tile) === kind)} />`,
    )}</div>
  </div>`;
}

/**
 * The tiles of one kind, and those that pay; without a field there is no cost.
 * @param {{desk: Desk, kind: Kind, cost: number|null, tiles: string[], paid: string[]}} props
 */
function KindBox({ desk, kind, cost, tiles, paid }) {
  const words = desk.model.words.value;
  const name = capital(words.say(`kind.${kind}`));
  const left = [...paid];
  const surplus = symbolsIn(paid, kind) - (cost ?? 0);
  const show = (/** @type {string} */ tile, /** @type {number} */ at) => {
    const place = left.indexOf(tile);
    const on = place >= 0;
    if (on) left.splice(place, 1);
    if (!cost) return html`<${Face} key=${at} words=${words} tile=${tile} class=${cost === 0 ? "idle" : ""} />`;
    const other = exchanged(desk, kind, tile, on);
    const act =
      other === null
        ? noted(words.say(on ? "web.tr.pay.needed" : "web.tr.pay.idle"), { press: true })
        : { onClick: () => desk.pick({ payment: other }) };
    return html`<button type="button" key=${at} class=${names("ptile", on && "sel")} aria-pressed=${String(on)}
      aria-disabled=${other === null ? "true" : undefined} ...${act}>
      <${Face} words=${words} tile=${tile} /></button>`;
  };
  return html`<div class="kg" role="group" aria-label=${name}>
    <header>${icon(kindIcon(kind))}<b>${name}</b>
      <span>${cost === null ? symbolsIn(tiles, kind) : words.say("web.tr.pay.price", { n: cost })}</span></header>
    <div class="pts" ...${cost === null ? noted(words.say("web.tr.goods.first"), { press: true }) : {}}>${tiles.map(show)}${!tiles.length && html`<span class="none">${words.say("web.tr.pay.none")}</span>`}</div>
    ${
      cost !== null &&
      html`<footer>${words.say("web.tr.pay.paid", { n: symbolsIn(paid, kind) })}
      ${cost > 0 && html`<em class=${surplus ? "" : "z"}>${surplus ? `+${surplus}` : words.say("web.tr.pay.exact")}</em>`}</footer>`
    }
  </div>`;
}

/** The allowed payment nearest to the current one, with this tile or without it; null if there is none. */
function exchanged(
  /** @type {Desk} */ desk,
  /** @type {string} */ kind,
  /** @type {string} */ tile,
  /** @type {boolean} */ on,
) {
  const now = desk.payment?.tiles ?? [];
  const count = (/** @type {string[]} */ tiles) => tiles.filter((other) => other === tile).length;
  const wanted = count(now) + (on ? -1 : 1);
  const apart = (/** @type {string[]} */ tiles) => {
    const left = [...now];
    const others = tiles.filter((other) => {
      const at = left.indexOf(other);
      if (at >= 0) left.splice(at, 1);
      return at < 0;
    });
    return others.length + left.length + (left.some((other) => kindOf(other) !== kind) ? 100 : 0);
  };
  const fitting = desk.payments.value
    .map(({ tiles }, at) => ({ at, tiles }))
    .filter(({ tiles }) => (on ? count(tiles) <= wanted : count(tiles) >= wanted))
    .sort((a, b) => apart(a.tiles) - apart(b.tiles));
  return fitting[0]?.at ?? null;
}

/** What the payment brings besides the statue, and the other allowed ones. */
export function Effect(/** @type {{desk: Desk}} */ { desk }) {
  const { model } = desk;
  const words = model.words.value;
  const me = desk.me;
  const paying = desk.payment;
  if (!me || !desk.target || !paying) return html`<${Hint} desk=${desk} />`;
  const { over } = paying;
  const payments = desk.payments.value;
  return html`<div class="big"><${Amount} words=${words} kind="followers" n=${me.followers} to=${over ? me.followers + over : undefined} /></div>
    <p>${over ? html`<b>${words.say("web.tr.pay.over", { n: over })}</b>` : words.say("web.tr.pay.nothing_over")}
      ${payments.length < 2 && ` ${words.say("web.tr.pay.lapses")}`}</p>
    ${
      payments.length > 1 &&
      html`<div class="ops" role="group" aria-label=${words.say("web.tr.pay.all")}>
      ${payments.map((payment, at) => {
        const on = payment === paying;
        return html`<button type="button" class=${names("op", on && "on")} aria-pressed=${String(on)} key=${at}
          data-target=${desk.question.value?.kind === "pay" ? "" : null}
          aria-label=${words.say("web.tr.pay.way", { tiles: payment.tiles, n: payment.over })}
          title=${words.say("web.tr.pay.way", { tiles: payment.tiles, n: payment.over })}
          onClick=${() => desk.pick({ payment: at })}>+${payment.over}</button>`;
      })}</div>`
    }`;
}

/** What to do, and in the first rounds what helps. */
export function Hint(/** @type {{desk: Desk}} */ { desk }) {
  const words = desk.model.words.value;
  const question = desk.question.value;
  if (!question) return null;
  const beginner = desk.model.seen.round <= 2 && question.kind !== "choose_side";
  const first = beginner ? desk.tips.value : [];
  return html`<p class="muted">${words.say(`web.tr.do.${question.kind}`)}</p>
    ${first.slice(0, 1).map((tip) => html`<p class="tip">${icon("u-quill")}<span>${words.say(tip)}</span></p>`)}`;
}

/** The button says what it does. */
export function placeLabel(/** @type {Desk} */ desk) {
  const words = desk.model.words.value;
  const field = desk.fieldAt(desk.target);
  if (desk.question.value?.kind === "first_statue") return words.say("web.tr.do.first");
  return words.say("web.tr.do.on", { field: field?.field ?? "meadow", n: field?.statues ?? 1 });
}
