/** Who plays: what everybody has in short, whether the plan is ready, and what is in front of me. */

import { crest, html, icon, names, noted, PlayerName, seatLook } from "/static/parts.js";
import { dragToken } from "./board.js";
import { chooseGood } from "./controls.js";
import { epochsOf, Figure, GOODS, placeIcon, roman, rowsOf, Stack, supplyOf, TokenFace, tokenLook } from "./draw.js";
import { unasked } from "./idle.js";
import { Doing } from "./recap.js";
import { storyOf } from "./stories.js";

/**
 * @import { Choice } from "/static/types.js"
 * @import { Desk } from "./desk.js"
 * @import { Game } from "./types.js"
 * @import { TableModel } from "/static/model.js"
 */

export function Players(/** @type {{desk: Desk}} */ { desk }) {
  const { model } = desk;
  const words = model.words.value;
  const seats = model.seen.players.map((_, seat) => seat).filter((seat) => seat !== model.front.value);
  return html`<section class="panel plyp" aria-label=${words.say("web.os.players")}>
    <ul class="ply">${seats.map((seat) => html`<${Player} key=${seat} desk=${desk} seat=${seat} />`)}</ul>
  </section>`;
}

function Player(/** @type {{desk: Desk, seat: number}} */ { desk, seat }) {
  const { model } = desk;
  const words = model.words.value;
  const view = model.seen;
  const player = view.players[seat];
  const shown = desk.shown.value === seat;
  const acts = !plansAreHidden(view) && view.deciding.includes(seat);
  const look = seatLook(model, seat, "py", acts && "act", shown && "sel");
  const { Progress } = storyOf(model);
  const figure = storyOf(model).figure?.(words, player);
  const [id] = epochsOf(model)[player.epoch - 1];
  return html`<li class=${look} data-panel=${seat}>
    <button type="button" aria-pressed=${String(shown)} onClick=${() => desk.look(shown ? null : seat)} data-look=${seat}>${crest(seat)}
      <span class="who"><${PlayerName} model=${model} seat=${seat} />
        <small>${roman(player.epoch)} ${words.say(`epoch.${id}`)}</small></span><span class="sr">, ${words.say("web.os.look")}</span></button>
    <span class="figs" data-stock=${seat}>
      <${Figure} id="i-fame" n=${player.fame} label=${words.say("count.fame", { n: player.fame })} />
      <${Figure} id="i-territory" n=${player.areas.length} label=${words.say("count.areas", { n: player.areas.length })} />
      ${figure && html`<${Figure} ...${figure} />`}
      <${Figure} id="i-coins" n=${player.coins} label=${words.say("count.coins", { n: player.coins })} />
    </span>
    ${Progress && html`<${Progress} words=${words} player=${player} />`}
    <${Status} model=${model} seat=${seat} /><${Lately} model=${model} seat=${seat} />
  </li>`;
}

/** What somebody did last in this round, and the places of the plan that are still to be used. */
function Lately(/** @type {{model: TableModel<Game>, seat: number}} */ { model, seat }) {
  const words = model.words.value;
  const known = model.seen.lately.find((one) => one.seat === seat);
  if (!known) return null;
  const { did, ready } = known;
  return html`<span class="lt">
    ${did && html`<span class="did" key=${JSON.stringify(did)}><${Doing} model=${model} step=${did} short /></span>`}
    ${ready.length > 0 && html`<span class="left" ...${noted(words.say("web.os.lately.ready", { places: ready }))}><span class="sr">${words.say("web.os.lately.ready", { places: ready })}</span>${ready.map((id) => icon(placeIcon(id)))}</span>`}
  </span>`;
}

/** Whether all plan at the same time now, and nobody sees the plans of others. */
export const plansAreHidden = (/** @type {import("./types.js").View} */ view) =>
  view.phase === "plan" && view.players.some((player) => player.sealed);

/** What somebody does now: a lamp while plans are made, then whose turn it is and who has passed. */
export function Status(/** @type {{model: TableModel<Game>, seat: number}} */ { model, seat }) {
  const words = model.words.value;
  const view = model.seen;
  const player = view.players[seat];
  const start =
    view.start === seat &&
    html`<span class="first" ...${noted(words.say("web.os.first"))}>${icon("i-crown")}<span class="sr">${words.say("web.os.first")}</span></span>`;
  const waits = view.deciding.includes(seat);
  if (storyOf(model).isOut?.(player)) return html`<em class="st">${words.say("web.os.out")}</em>`;
  if (view.over) return html`<em class="st">${start}</em>`;
  if (plansAreHidden(view))
    return html`<em class="st">${start}<span class=${names("lamp", !waits && "on")}>${words.say(waits ? "web.os.plans" : "web.os.ready")}</span></em>`;
  const said = waits ? "web.os.acts" : view.phase === "act" && player.passed ? "web.os.passed" : "";
  return html`<em class=${names("st", waits && "now")}>${start}${said && words.say(said)}</em>`;
}

// -- what lies before me ----------------------------------------------------------------------------------------------

export function Mine(/** @type {{desk: Desk}} */ { desk }) {
  const { model } = desk;
  const words = model.words.value;
  const { me } = desk;
  const seat = model.front.value;
  if (!me || seat === null) return null;
  return html`<section class=${`panel mine p-${model.tincture(seat)}`} aria-label=${words.say("term.supply")} data-panel=${seat}>
    <h2 class="h">${crest(seat)}${words.player(seat)}<small><span ...${noted(words.say("count.fame", { n: me.fame }))}>${icon("i-fame")}<span class="sr">${words.say("count.fame", { n: me.fame })}</span><span aria-hidden="true">${me.fame}</span></span>
      <span ...${noted(words.say("count.settlers", { n: me.settlers }))}>${icon("i-follower")}<span class="sr">${words.say("count.settlers", { n: me.settlers })}</span><span aria-hidden="true">${me.settlers}</span></span>
      <${Status} model=${model} seat=${seat} /></small></h2>
    <div class="stock">${supplyOf(me).map(([token, n]) => html`<${Held} key=${token} desk=${desk} token=${token} n=${n} />`)}</div>
  </section>`;
}

/** As what a kind of my supply can be placed: coins in the amounts that are asked for. */
function placeable(/** @type {Desk} */ desk, /** @type {string} */ kind) {
  const placing = desk.planning.value ? desk.options("place") : [];
  return [
    ...new Set(placing.map((option) => String(option[1])).filter((one) => one === kind || one.startsWith(`${kind}_`))),
  ];
}

/** What is in hand after another press on what it was taken from; empty if there is no larger amount. */
export function amountAfter(/** @type {Desk} */ desk, /** @type {string} */ held) {
  const tokens = placeable(desk, held.replace(/_\d+$/, ""));
  return tokens[tokens.indexOf(held) + 1] ?? "";
}

/** Questions that are about my goods, and what is said of one. @type {Partial<Record<string, string>>} */
const OF_MINE = { feed: "feed", store: "feed", deliver: "deliver", trade: "sell" };

/** What a press on a good of mine means now. @returns {Choice|null} */
function choiceOf(/** @type {Desk} */ desk, /** @type {string} */ token) {
  const verb = OF_MINE[desk.question.value?.kind ?? ""];
  return verb && GOODS.includes(token) ? [verb, token] : null;
}

/** Whether a space that takes anything is free: then coins stay because no field asks for them. */
function takesAll(/** @type {Desk} */ desk) {
  const rows = rowsOf(desk.model, "places");
  return Object.entries(desk.me?.places ?? {}).some(([id, tokens]) =>
    rows[id].spaces.some((space, at) => space === "any" && !tokens[at]),
  );
}

/** A kind in my supply: while planning it can be taken in hand, if some space takes it. */
export function Held(/** @type {{desk: Desk, token: string, n: number}} */ { desk, token, n }) {
  const words = desk.model.words.value;
  const tokens = placeable(desk, token);
  const named = () => words.say(`count.${token}`, { n });
  if (!tokens.length) {
    const choice = choiceOf(desk, token);
    const offered = choice && desk.options(...choice)[0];
    const idle = desk.planning.value ? (token === "coins" && takesAll(desk) ? "unpaid" : "unplaced") : "goods";
    const note = offered ? { onClick: () => chooseGood(desk, offered, n) } : unasked(desk, idle, named, choice);
    return html`<${Stack} words=${words} token=${token} n=${n} note=${note} class=${offered ? "can" : ""} />`;
  }
  const held = tokens.find((one) => desk.held.value?.token === one);
  const press = () => desk.hold(held ? (tokens[tokens.indexOf(held) + 1] ?? held) : tokens[0]);
  return html`<span class="it"><button type="button" class=${tokenLook(held ?? token, names("can", held && "sel"))} data-held=${token} aria-pressed=${String(Boolean(held))}
    aria-label=${words.say(`count.${token}`, { n })} onClick=${press} ...${dragToken(desk, held ?? tokens[0])}><${TokenFace} token=${held ?? token} /></button><b aria-hidden="true">${n}</b></span>`;
}
