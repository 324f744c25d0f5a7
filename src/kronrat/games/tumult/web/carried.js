/** What became of the orders: the raid played out, what I wanted and got, and of the others nothing but backs. */

import { crest, html, icon, names, useNarrow } from "/static/parts.js";
import { capital } from "/static/words.js";
import { Face, kindIcon, kindOf, KINDS, symbolsIn } from "./draw.js";
import { Need } from "./raid.js";

/**
 * @import { Scene } from "/static/playhead.js"
 * @import { EventOf } from "/static/types.js"
 * @import { Game, GameEvent, OrderView } from "./types.js"
 * @typedef {import("./desk.js").Desk} Desk
 * @typedef {import("./draw.js").Kind} Kind
 * @typedef {import("./draw.js").Words} Words
 * @typedef {import("./told.js").Telling} Telling
 * @typedef {EventOf<Game, "tile_lifted">|EventOf<Game, "tile_kept">|EventOf<Game, "tile_returned">|EventOf<Game, "tile_missed">} Move
 */
/**
 * The raid as far as it is told: who holds or has each tile, the tiles that my hand has kept and put back, and its
 * newest move.
 * @typedef {{slots: Map<number, {state: "held"|"taken", seat: number}>, kept: string[], back: string[], looks: number,
 *            missed: number, newest: {verb: Move["event"], tile: string, by: number}|null, told: number, whole: number}} Course
 */

const WHOLE = 8_000; // milliseconds at normal pace
const MOVES = ["tile_lifted", "tile_kept", "tile_returned", "tile_missed"];

const movesIn = (/** @type {GameEvent[]} */ events) =>
  /** @type {Move[]} */ (events.filter(({ event }) => MOVES.includes(event)));

/** The raid by orders as a scene, a beat for each move; the table waits until somebody has seen enough. @returns {Scene[]} */
export function carriedIn(
  /** @type {Words} */ words,
  /** @type {GameEvent[]} */ events,
  /** @type {number|null} */ seat,
) {
  if (!events.some(({ event }) => event === "orders_carried_out")) return [];
  const moves = movesIn(events);
  const beats = [{ lasts: 0, tells: 0 }].concat(
    moves.map((move, at) => ({
      lasts: WHOLE / moves.length,
      tells: at + 1,
      ...(move.seat === seat &&
        move.event === "tile_kept" && { said: newestSaid(words, courseOf(events, at + 1, seat)) }),
    })),
  );
  return [{ name: "carried", beats, until: "web.tr.carried.on", holds: true }];
}

/** The raid after so many moves, as a seat knows it. @returns {Course} */
function courseOf(/** @type {GameEvent[]} */ events, /** @type {number} */ told, /** @type {number|null} */ seat) {
  const faces = new Map(events.flatMap((event) => (event.event === "tile_seen" ? [[event.slot, event.tile]] : [])));
  const moves = movesIn(events);
  /** @type {Course} */
  const course = { slots: new Map(), kept: [], back: [], looks: 0, missed: 0, newest: null, told, whole: moves.length };
  for (const move of moves.slice(0, told)) {
    const { event: verb, slot, seat: hand } = move;
    if (move.event === "tile_missed") {
      course.missed += 1;
      course.newest = { verb, tile: "", by: move.by };
      continue;
    }
    if (verb === "tile_returned") course.slots.delete(slot);
    else course.slots.set(slot, { state: verb === "tile_kept" ? "taken" : "held", seat: hand });
    const tile = faces.get(slot);
    if (hand !== seat || !tile) continue;
    course.newest = { verb, tile, by: hand };
    if (verb === "tile_lifted") course.looks += 1;
    else (verb === "tile_kept" ? course.kept : course.back).push(tile);
  }
  return course;
}

// -- stage ------------------------------------------------------------------------------------------------------------

export function Carried(/** @type {{desk: Desk, telling: Telling}} */ { desk, telling }) {
  const { model } = desk;
  const words = model.words.value;
  const course = courseOf(telling.events, telling.step, model.front.value);
  const order = desk.me?.order;
  return html`<header><h2>${words.say("web.tr.scene.carried")}<small>${words.say("web.tr.carried.text")}</small></h2>
      <${Need} desk=${desk} /></header>
    <div class="done-bar" aria-hidden="true"><i style=${{ width: `${(100 * course.told) / Math.max(1, course.whole)}%` }}></i></div>
    <${Tiles} desk=${desk} course=${course} />
    <p class="caught">${telling.ended ? html`${icon("u-check")}<span>${overSaid(words, course, Boolean(order))}</span>` : html`<${Newest} words=${words} course=${course} />`}</p>
    <div class="spoils">
      ${order ? html`<${Wanted} words=${words} order=${order} course=${course} over=${telling.ended} />` : html`<span></span>`}
      <${Others} desk=${desk} course=${course} /></div>`;
}

function Tiles(/** @type {{desk: Desk, course: Course}} */ { desk, course }) {
  const { model } = desk;
  const { slots } = model.seen.raid;
  const columns = useNarrow() || slots.length <= 15 ? 5 : slots.length <= 21 ? 7 : 9;
  const grid = { "--cols": columns, "--rows": Math.ceil(slots.length / columns) };
  return html`<div class="pilebox" aria-hidden="true"><div class="pile" style=${grid}>${slots.map((_, slot) => {
    const now = course.slots.get(slot);
    const mine = now?.seat === model.front.value && now?.state === "held";
    const look = !now ? "back" : mine ? "gone mine" : now.state === "held" ? "back held" : "gone";
    return html`<span key=${slot} class=${names("gt", look, now && `p-${model.tincture(now.seat)}`)}>
      ${now ? (mine ? icon("i-hand") : crest(now.seat)) : icon("mark")}</span>`;
  })}</div></div>`;
}

/** What my hand did last. */
const Newest = (/** @type {{words: Words, course: Course}} */ { words, course }) =>
  course.newest &&
  html`${course.newest.tile ? html`<${Face} words=${words} tile=${course.newest.tile} mute />` : crest(course.newest.by)}<span>${newestSaid(words, course)}</span>`;

function newestSaid(/** @type {Words} */ words, /** @type {Course} */ { newest, kept }) {
  if (!newest) return "";
  const { verb, tile, by } = newest;
  return words.say(`web.tr.carried.${verb}`, { tile, seat: by, n: tile ? symbolsIn(kept, kindOf(tile)) : 0 });
}

function overSaid(
  /** @type {Words} */ words,
  /** @type {Course} */ { looks, kept, missed },
  /** @type {boolean} */ mine,
) {
  if (!mine) return words.say("web.tr.carried.over.watched");
  const over = words.say("web.tr.carried.over", { looks, n: kept.length });
  return missed ? `${over} ${words.say("web.tr.carried.missed", { n: missed })}` : over;
}

// -- wanted and got ---------------------------------------------------------------------------------------------------

/** @param {{words: Words, order: OrderView, course: Course, over: boolean}} props */
function Wanted({ words, order, course, over }) {
  return html`<table><caption>${words.say("web.tr.carried.order")}</caption>
    <thead><tr><td></td><th scope="col">${words.say("web.tr.carried.wanted")}</th>
      <th scope="col">${words.say("web.tr.carried.got")}</th><th scope="col">${over && words.say("web.tr.carried.why")}</th></tr></thead>
    <tbody>${KINDS.map((kind) => {
      const want = order[/** @type {const} */ (`want_${kind}`)];
      const got = symbolsIn(course.kept, kind);
      return html`<tr key=${kind}><th scope="row">${icon(kindIcon(kind))}${capital(words.say(`kind.${kind}`))}</th>
        <td>${words.say("web.tr.carried.up_to", { n: want })}</td>
        <td><span class="got"><span aria-hidden="true">${Array.from(
          { length: Math.max(want, got) },
          (_, at) => html`<i class=${at < got ? "on" : ""}></i>`,
        )}</span><b>${got}</b></span></td>
        <td class="why">${over && whySaid(words, course, kind, got >= want)}</td></tr>`;
    })}</tbody></table>`;
}

/** What the hand found of a kind besides what it kept. */
function whySaid(
  /** @type {Words} */ words,
  /** @type {Course} */ { back },
  /** @type {Kind} */ kind,
  /** @type {boolean} */ full,
) {
  if (full) return words.say("web.tr.carried.full");
  const tiles = [...new Set(back.filter((tile) => kindOf(tile) === kind))].sort();
  return tiles.length ? words.say("web.tr.carried.back", { tiles }) : words.say("web.tr.carried.none");
}

/** Of the others everybody sees how many tiles they have, and nothing else. */
function Others(/** @type {{desk: Desk, course: Course}} */ { desk, course }) {
  const { model } = desk;
  const words = model.words.value;
  const taken = [...course.slots.values()].filter(({ state }) => state === "taken");
  const others = model.seen.order.filter((seat) => seat !== model.front.value);
  return html`<ul class="hands" aria-label=${words.say("web.tr.carried.others")}>${others.map((seat) => {
    const n = taken.filter((one) => one.seat === seat).length;
    return html`<li key=${seat}>${crest(seat)}<b>${words.player(seat)}</b>
      <span class="kept" aria-hidden="true">${Array.from({ length: n }, () => html`<i></i>`)}</span>
      <small>${words.say("count.tiles", { n })}</small></li>`;
  })}</ul>`;
}
