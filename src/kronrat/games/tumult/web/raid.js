/** The raid: the goods of the people face down, the candle or the number of looks, the hand, and the own castle. */

import { Button, crest, html, icon, names, noted, useEffect, useNarrow, useRef } from "/static/parts.js";
import { capital, decimal } from "/static/words.js";
import { Roving } from "/static/roving.js";
import { refused, TakeBack } from "/static/turn.js";
import { Candle, Countdown } from "./candle.js";
import { Face, KINDS, kindIcon, LargeFace, ownerOf, robbedBy, Star } from "./draw.js";
import { lately } from "./log.js";
import { deedOf } from "./told.js";

const TILTS = [-2, 0, -3, 3, 1, -1, 2]; // degrees, so that the pile looks thrown
const DRAGGED = 12; // pixels after which a press is a drag
const PLACES = 8; // for tiles in the castle; more move closer together

/**
 * @typedef {import("./desk.js").Desk} Desk
 * @typedef {import("./draw.js").Model} Model
 * @typedef {import("./draw.js").Words} Words
 */

// -- stage ------------------------------------------------------------------------------------------------------------

export function Raid(/** @type {{desk: Desk}} */ { desk }) {
  const { model } = desk;
  const words = model.words.value;
  const { options, raid } = model.seen;
  return html`<header>
      <h2>${words.say("web.tr.raid.title")}<small>${words.say(`web.tr.raid.${options.raid}`)}</small></h2>
      <${Need} desk=${desk} />
    </header>
    ${raid.pace ? html`<${Candle} model=${model} pace=${raid.pace} burnt=${deedOf(model)?.raided === true} />` : html`<${Looks} model=${model} />`}
    <${Pile} desk=${desk} /><${RaidOver} model=${model} /><${Countdown} model=${model} /><${Readiness} desk=${desk} />`;
}

/** Before a live raid: who is ready, over the tiles that nobody may touch yet, and how a raid goes. */
function Readiness(/** @type {{desk: Desk}} */ { desk }) {
  const { model } = desk;
  const words = model.words.value;
  const { raid, deciding, order } = model.seen;
  if (!raid.gathering) return null;
  const lamps = html`<ol class="lamps" aria-label=${words.say("web.tr.readiness")}>${order.map((seat) => {
    const ready = !deciding.includes(seat);
    return html`<li key=${seat}>${crest(seat)}<span class=${names("lamp", ready && "on")}>${words.player(seat)}
      <span class="sr">${words.say(ready ? "web.tr.ready.yes" : "web.tr.ready.not")}</span></span></li>`;
  })}</ol>`;
  if (!desk.taught.value) return html`<${Teach} desk=${desk}>${lamps}<//>`;
  return html`<div class="countdown">${lamps}</div>`;
}

/** How a raid goes, in three steps; until somebody has seen enough of it. */
function Teach(/** @type {{desk: Desk, children?: import("/static/types.js").Children}} */ { desk, children }) {
  const { model } = desk;
  const words = model.words.value;
  const seconds = Number(model.seen.options.raid_seconds);
  const step = (
    /** @type {string} */ id,
    /** @type {import("/static/types.js").Children} */ picture,
    /** @type {string[]} */ ...keys
  ) => html`<li key=${id}>
    <div class="demo" aria-hidden="true">${picture}</div>
    <h3>${words.say(`web.tr.teach.${id}`)}</h3><p>${words.say(`web.tr.teach.${id}.text`)}</p>
    <p class="keys">${keys.map((key) => html`<kbd>${key}</kbd>`)}</p></li>`;
  return html`<section class="teach" aria-label=${words.say("web.tr.teach")}>
    <h2>${words.say("web.tr.teach")}<small>${words.say("web.tr.teach.text", { n: seconds })}</small></h2>
    <ol class="t3">
      ${step("lift", html`<span class="gt back">${icon("mark")}</span>`, "← ↑ ↓ →", "↵")}
      ${step("keep", html`<${Face} words=${words} tile="b2" mute />${icon("u-arrow")}${icon("ter-castle", "cs")}`, "K", "R")}
      ${step("stop", icon("i-hand"), "D")}
    </ol>
    <p class="warnp">${icon("i-riot")}<span>${words.say("web.tr.teach.riot")}</span></p>
    <footer>${children}
      <${Button} kind="quiet" onClick=${() => desk.taughtEnough()}>${words.say("web.tr.teach.enough")}<//></footer>
  </section>`;
}

/**
 * What the people demand, and how many tiles with one, two and three symbols are in the game; in the gamblers' variant
 * nobody knows the demand yet.
 */
export function Need(/** @type {{desk: Desk}} */ { desk }) {
  const { model } = desk;
  const words = model.words.value;
  const { demand, options } = model.seen;
  const known = demand.some((number) => number !== null);
  const left = desk.odds.value?.left;
  const { disc, goods } = model.game.rows;
  const supply = supplyOf(model);
  const all = KINDS.map((kind) => words.say("web.tr.supply.all", { kind, tiles: supply[kind].join(" / ") }));
  const behind = useNarrow()
    ? {
        tabindex: 0,
        role: "note",
        "aria-label": all.join(" "),
        ...noted(() => all.map((said) => html`<p>${said}</p>`), { press: true }),
      }
    : {};
  return html`<div class="need">
    <span ...${behind}><${Disc} model=${model} number=${options.variant === "gamblers" ? null : demand[0]} /></span>
    <table><caption>${words.say(known ? "web.tr.need" : "web.tr.need.unknown")}
        <${Star} words=${words} parts=${{ disc: Object.values(disc), goods: Object.values(goods) }} /></caption>
      <thead class="sr"><tr><td></td><th scope="col">${words.say("web.tr.riot.wanted")}</th>
        ${SIZES.map((n) => html`<th key=${n} scope="col">${words.say("web.tr.supply", { n })}</th>`)}</tr></thead>
      <tbody>${KINDS.map((kind, at) => {
        const n = demand[at];
        const about = left && words.say("web.tr.need.left", { left: decimal(words, left[kind].likely / 10) });
        return html`<tr key=${kind}><th scope="row">${icon(kindIcon(kind))}<span class="kn">${capital(words.say(`kind.${kind}`))}</span></th>
          <td class="nd"><span ...${about ? { tabindex: 0, role: "note", ...noted(about) } : {}}>${n ?? "?"}</span></td>
          ${supply[kind].map(
            (tiles, size) =>
              html`<td key=${size} class="of"><span class="tl" aria-hidden="true">${Array.from(
                { length: SIZES[size] },
                () => icon(kindIcon(kind)),
              )}</span><span aria-hidden="true">×</span>${tiles}</td>`,
          )}</tr>`;
      })}</tbody></table>
  </div>`;
}

const SIZES = [1, 2, 3]; // symbols on a tile

/** How many tiles of each size are in the game with so many players, those set aside included. */
function supplyOf(/** @type {Model} */ model) {
  const { goods, tables } = model.game.rows;
  const table = Object.values(tables).find(({ players }) => players === model.seen.seats);
  const used = Object.values(goods).filter(({ edge }) => table?.edges.includes(edge));
  const count = (/** @type {string} */ kind, /** @type {number} */ size) =>
    used.filter((row) => row.kind === kind).flatMap(({ values }) => values.filter((value) => value === size)).length;
  return /** @type {Record<import("./draw.js").Kind, number[]>} */ (
    Object.fromEntries(KINDS.map((kind) => [kind, SIZES.map((size) => count(kind, size))]))
  );
}

/** The tumult disc with its arrow. */
function Disc(/** @type {{model: Model, number: number|null}} */ { model, number }) {
  const sections = Object.values(model.game.rows.disc);
  const whole = sections.reduce((sum, { weight }) => sum + weight, 0);
  const point = (/** @type {number} */ share, /** @type {number} */ radius) => {
    const angle = 2 * Math.PI * share;
    return [50 + radius * Math.sin(angle), 50 - radius * Math.cos(angle)];
  };
  let begin = 0;
  const drawn = sections.map((section) => {
    const [from, to] = [begin / whole, (begin += section.weight) / whole];
    return { ...section, from, to, middle: (from + to) / 2 };
  });
  const shown = drawn.find((section) => section.number === number);
  return html`<svg class="disc" viewBox="0 0 100 100" aria-hidden="true">
    <circle cx="50" cy="50" r="49" class="rim" />
    ${drawn.map(({ from, to, middle, number: printed }) => {
      const [[x0, y0], [x1, y1], [x, y]] = [point(from, 46), point(to, 46), point(middle, 29)];
      const d = `M50 50L${x0} ${y0}A46 46 0 ${to - from > 0.5 ? 1 : 0} 1 ${x1} ${y1}z`;
      return html`<path d=${d} class=${printed === number ? "on" : ""} />
        <text x=${x} y=${y + 7} text-anchor="middle" class=${printed === number ? "on" : ""}>${printed}</text>`;
    })}
    ${shown && html`<g class="spin"><path class="arrow" d="M50 31l6 9h-4v10h-4V40h-4z" transform=${`rotate(${360 * shown.middle} 50 50)`} /></g>`}
    <circle cx="50" cy="50" r="6" class="hub" />
  </svg>`;
}

/** Turn by turn there is no candle; everybody has a number of looks. */
function Looks(/** @type {{model: Model}} */ { model }) {
  const words = model.words.value;
  const view = model.seen;
  const { looks } = view.raid;
  const most = Number(view.options.raid_steps);
  const seat = model.front.value;
  if (!looks || !most) return html`<div class="timer"></div>`;
  const mine = seat === null ? Math.max(...looks) : looks[seat];
  return html`<div class="timer looks" role="img" aria-label=${words.say("web.tr.looks", { n: mine, most })}>
    <div class="pips">${Array.from({ length: most }, (_, at) => html`<i class=${at < mine ? "on" : ""}></i>`)}</div>
    <b>${mine}<small>/${most}</small></b><small>${words.say("web.tr.looks.label")}</small>
  </div>`;
}

/** How the raid ended, while the tiles still lie as they were left. */
function RaidOver(/** @type {{model: Model}} */ { model }) {
  const deed = deedOf(model);
  if (!deed?.raided) return null;
  return html`<div class="raid-over" role="status"><b>${model.words.value.say("web.tr.raid.over")}</b><p>${deed.said}</p></div>`;
}

// -- the tiles --------------------------------------------------------------------------------------------------------

function Pile(/** @type {{desk: Desk}} */ { desk }) {
  const { model } = desk;
  const words = model.words.value;
  const { slots } = model.seen.raid;
  const narrow = useNarrow();
  const columns = narrow || slots.length <= 15 ? 5 : 7;
  const robbing = useRobbing(desk);
  const grid = { "--cols": columns, "--rows": Math.ceil(slots.length / columns) };
  const box = useRef(/** @type {HTMLElement|null} */ (null));
  const lifting = slots.some((_, slot) => desk.may("lift", slot));
  useEffect(() => {
    // The button that said "ready" is gone, and the focus with it: keys begin at the tiles.
    if (!lifting || document.activeElement !== document.body) return;
    box.current?.querySelector(/** @type {"button"} */ ("[data-roving][tabindex='0']"))?.focus({ preventScroll: true });
  }, [lifting]);
  return html`<div class="pilebox" ref=${box}><${Roving} class="pile" role="group" style=${grid}
    label=${words.say("web.tr.pile", { n: slots.length })} ...${robbing}>
    ${slots.map(
      (_, slot) => html`<${Tile} key=${slot} desk=${desk} slot=${slot}
        spot=${`${Math.floor(slot / columns)} ${slot % columns}`} />`,
    )}
  <//></div>`;
}

function Tile(/** @type {{desk: Desk, slot: number, spot: string}} */ { desk, slot, spot }) {
  const { model } = desk;
  const words = model.words.value;
  const view = model.seen;
  const [state] = view.raid.slots[slot];
  const owner = ownerOf(view.raid.slots[slot]);
  const face = view.raid.faces[slot] ?? "";
  const mine = owner !== null && owner === model.front.value;
  const can = desk.may("lift", slot);
  const look = {
    free: names("back", can && "can", desk.asked.value === slot && "asked", desk.lost.value?.slot === slot && "lost"),
    held: mine ? "gone mine" : "back held",
    taken: "gone",
    paid: "gone",
  }[state];
  const name = words.say(`web.tr.tile.${mine && state === "held" ? "mine" : state}`, {
    slot: slot + 1,
    seat: owner ?? 0,
  });
  const known = face && !(mine && state === "held") ? words.say("web.tr.tile.known", { tile: face }) : "";
  const races = view.raid.pace && desk.question.value?.kind !== "ready"; // then a note would be in the way of hands
  const why = can || !desk.question.value || races ? {} : refused(model, () => desk.why(["lift", slot]));
  return html`<button type="button" class=${names("gt", look, owner !== null && `p-${model.tincture(owner)}`)}
    data-roving=${spot} data-slot=${slot} data-target=${can ? "" : null} aria-disabled=${can ? null : "true"}
    style=${{ rotate: state === "free" ? `${TILTS[(5 * slot) % 7]}deg` : null }}
    aria-label=${[name, known].filter(Boolean).join(", ")} ...${why}>
    ${state === "free" && icon("mark")}${owner !== null && !(mine && state === "held") && crest(owner)}
    ${mine && state === "held" && icon("i-hand")}
    ${face && !(mine && state === "held") && html`<${Face} words=${words} tile=${face} class="memo" mute />`}
  </button>`;
}

/**
 * Tiles are taken when they are pressed, not when they are let go: in a live raid that counts. A tile dragged to
 * the castle is kept, one dragged elsewhere is put back; without a drag it stays in the hand.
 */
function useRobbing(/** @type {Desk} */ desk) {
  const press = useRef(/** @type {{x: number, y: number}|null} */ (null));
  const slotOf = (/** @type {Event} */ event) => {
    /** @type {HTMLElement|null} */
    const tile = /** @type {HTMLElement} */ (event.target).closest("[data-slot]");
    return tile ? Number(tile.dataset.slot) : -1;
  };
  const down = (/** @type {PointerEvent} */ event) => {
    const slot = slotOf(event);
    press.current = slot < 0 || event.button ? null : { x: event.clientX, y: event.clientY };
    if (!press.current) return;
    const tile = /** @type {HTMLElement} */ (event.target);
    if (tile.hasPointerCapture(event.pointerId)) tile.releasePointerCapture(event.pointerId); // a finger may leave it
    void desk.lift(slot);
  };
  // By keyboard, or by whatever presses without a pointer; what a pointer has lifted is not on offer any more. No press
  // may wait for its click: a tile changes in the hand, and then the browser reports none.
  const click = (/** @type {MouseEvent} */ event) => {
    const slot = slotOf(event);
    if (slot >= 0) void desk.lift(slot);
  };
  useEffect(() => {
    const up = (/** @type {PointerEvent} */ event) => {
      const began = press.current;
      press.current = null;
      if (!began || Math.hypot(event.clientX - began.x, event.clientY - began.y) < DRAGGED) return;
      const under = document.elementFromPoint(event.clientX, event.clientY);
      void desk.put(under?.closest(".keep") ? "keep" : "return");
    };
    const cancel = () => (press.current = null);
    addEventListener("pointerup", up);
    addEventListener("pointercancel", cancel);
    return () => {
      removeEventListener("pointerup", up);
      removeEventListener("pointercancel", cancel);
    };
  }, []);
  return { onPointerDown: down, onClick: click };
}

// -- the hand ---------------------------------------------------------------------------------------------------------

/** Below the tiles: what I hold and have robbed. Everything has its place at all times, so that no hand misses it. */
export function HandRow(/** @type {{desk: Desk}} */ { desk }) {
  const { model } = desk;
  const question = desk.question.value;
  const hand = desk.me?.hand ?? null;
  const tile = hand === null || !question ? "" : (model.seen.raid.faces[hand] ?? "");
  if (model.front.value === null) return html`<div class="hand"><${Status} desk=${desk} /></div>`;
  if (question?.kind === "ready")
    return html`<div class="hand"><${Ready} desk=${desk} /></div><${Castle} desk=${desk} />`;
  return html`<div class="hand">
      <div class="held-now" aria-live="assertive">${
        tile
          ? html`<${InHand} words=${model.words.value} tile=${tile} />`
          : html`<div class="face none" aria-hidden="true">${icon("i-hand")}<b>${model.words.value.say("web.tr.hand.empty")}</b></div>`
      }</div>
      <${Hand} desk=${desk} full=${tile !== ""} />
    </div>
    <${Castle} desk=${desk} />`;
}

const InHand = (/** @type {{words: Words, tile: string}} */ { words, tile }) =>
  html`<${LargeFace} words=${words} tile=${tile} label=${words.say("web.tr.hand", { tile })} />`;

/** What the hand may do, and what it may not do now. */
function Hand(/** @type {{desk: Desk, full: boolean}} */ { desk, full }) {
  const { model } = desk;
  const words = model.words.value;
  const stopped = desk.may("resume");
  const verb = stopped ? "resume" : "stop";
  const rests = desk.may(verb);
  const act = (/** @type {boolean} */ can, /** @type {string} */ choice, /** @type {() => unknown} */ run) =>
    can ? { onClick: run } : { "aria-disabled": "true", ...refused(model, () => desk.why([choice])) };
  return html`<div class="hb">
      <${Button} kind="pri" icon="i-fortress" kbd="K" data-keep=${full ? "" : null} ...${act(full, "keep", () => desk.put("keep"))}>
        ${words.say("web.tr.keep")}<//>
      <${Button} class="sec" icon="u-undo" kbd="R" data-return=${full ? "" : null} ...${act(full, "return", () => desk.put("return"))}>
        ${words.say("web.tr.return")}<//>
    </div>
    <div class="dn"><${Status} desk=${desk} />
      <${Button} class="sec" icon=${stopped ? "i-hand" : "u-check"} kbd="D" data-stop=${rests ? "" : null}
        ...${act(rests, verb, () => desk.rest())}>${words.say(`web.tr.${verb}`)}<//>
      <${TakeBack} model=${model} />
    </div>`;
}

/** Before a live raid everybody says when they are ready. */
function Ready(/** @type {{desk: Desk}} */ { desk }) {
  const { model } = desk;
  const words = model.words.value;
  return html`<div class="empty">${icon("i-candle")}
      <p><b>${desk.question.value && words.ask(desk.question.value)}</b><small>${words.say("web.tr.ready.text", {
        n: Number(model.seen.options.raid_seconds),
      })}</small></p></div>
    <div class="hb"><${Button} kind="pri" icon="u-check" kbd="↵" data-primary="" onClick=${() => desk.commit()}>
      ${words.say("web.tr.ready")}<//></div>`;
}

/** What my hand is for now, or whom the table waits for. */
function Status(/** @type {{desk: Desk}} */ { desk }) {
  const { model } = desk;
  const words = model.words.value;
  const awaited = model.seen.deciding.filter((seat) => seat >= 0);
  const quicker = desk.lost.value?.seat ?? -1;
  const last = model.seen.options.raid === "draft" ? lately(model)?.said : "";
  const denied = desk.denied.value;
  const said = denied
    ? words.say(`web.tr.denied.${denied.why}`, denied)
    : quicker >= 0
      ? words.say("web.tr.lost", { seat: quicker })
      : desk.question.value
        ? words.say(handWords(desk))
        : awaited.length
          ? [last, words.say("web.tr.waiting", { seats: awaited })].filter(Boolean).join(" ")
          : words.say("web.tr.soon");
  return html`<p class=${names("status", denied && "denied")} aria-live="polite">${said}</p>`;
}

/** What my hand may do, in words; with no tile left to lift, that it need not wait for the end. */
function handWords(/** @type {Desk} */ desk) {
  if (desk.may("resume")) return "web.tr.stopped";
  if (desk.may("keep")) return "web.tr.keep_or_return";
  const lifts = desk.model.seen.raid.slots.some((_, slot) => desk.may("lift", slot));
  return lifts || !desk.may("stop") ? "web.tr.empty" : "web.tr.nothing_left";
}

/** What I have robbed; face down where the table wants me to remember it. */
function Castle(/** @type {{desk: Desk}} */ { desk }) {
  const { model } = desk;
  const words = model.words.value;
  const view = model.seen;
  const slots = robbedBy(view, model.front.value);
  const shown = view.options.own_tiles === "shown";
  return html`<section class="keep" aria-label=${words.say("web.tr.castle")} data-castle="">
    ${icon("ter-castle", "cas")}
    <div><h3>${words.say("web.tr.castle")}</h3>
      <p>${words.say(shown ? "web.tr.castle.shown" : "web.tr.castle.hidden", { n: slots.length })}</p></div>
    <ul>${slots.map((slot) => {
      const tile = view.raid.faces[slot];
      return html`<li key=${slot}>${
        tile
          ? html`<${Face} words=${words} tile=${tile} />`
          : html`<span class="gt back" role="img" aria-label=${words.say("web.tr.tile.back")}>${icon("mark")}</span>`
      }</li>`;
    })}${Array.from({ length: Math.max(0, PLACES - slots.length) }, () => html`<li><span class="slot"></span></li>`)}</ul>
  </section>`;
}
