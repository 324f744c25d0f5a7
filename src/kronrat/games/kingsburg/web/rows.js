/** Lines on the stage, one for each player: the harvest, the end of a season, the favors of the King, a roll. */

import { atOnce } from "/static/motion.js";
import { crest, html, icon, names, useEffect, useInSight } from "/static/parts.js";
import { metalOf } from "./court.js";
import { Amount, cardIcon, die, rolled, signed } from "./draw.js";
import { tumble } from "./motion.js";
import { sceneOf, toldNow } from "./scenes.js";
import { comparedIn, givenIn, isEmpty, linesOf } from "./seasons.js";

/**
 * @import { Line as Row, OrderSet } from "./types.js"
 * @import { Model } from "./draw.js"
 * @import { Desk } from "./desk.js"
 * @import { Playing } from "./scenes.js"
 */

/**
 * @param {{title: string, text: string, rows: object[]}} props
 */
const Lines = ({ title, text, rows }) => html`<div class="rows on-dark">
  <h2>${title}<small>${text}</small></h2>
  <ol>${rows}</ol>
</div>`;

/** @param {{model: Model, seat: number, look?: string, children?: unknown}} props */
function Line({ model, seat, look = "", children }) {
  const line = useInSight(look === "now");
  return html`<li ref=${line}
    class=${names("hr", `p-${model.tincture(seat)}`, look, seat === model.front.value && "mine")} data-row=${seat}>
    ${crest(seat)}<b class="n">${model.words.value.player(seat)}</b>${children}
  </li>`;
}

// -- a season ---------------------------------------------------------------------------------------------------------

/** What a season has brought, line by line. */
export function Harvest(/** @type {{desk: Desk}} */ { desk: { model } }) {
  const scene = sceneOf(model);
  if (!scene) return null;
  const words = model.words.value;
  const { name } = scene;
  const rows = linesOf(name === "harvest" ? "harvest" : "season", scene);
  const now = toldNow(scene);
  const told = scene.beats.slice(0, scene.beat + 1).map(({ tells }) => tells);
  const season = words.say(`phase.${model.seen.phase}`);
  const line = (/** @type {Row} */ row) => {
    if (!told.includes(row.seat))
      return html`<${Line} model=${model} seat=${row.seat} look="wait"><span class="dots">· · ·</span><//>`;
    return html`<${Line} key=${row.seat} model=${model} seat=${row.seat} look=${now === row.seat ? "now" : ""}>
      <span class="srcs">${row.sources.map((source) => html`<${Source} model=${model} source=${source} />`)}</span>
      <${Got} model=${model} row=${row} none=${words.say("web.kb.nothing")} />
    <//>`;
  };
  return html`<${Lines} title=${words.say(`web.kb.${name}`, { season })} text=${words.say(`web.kb.${name}.text`)}
    rows=${rows.map(line)} />`;
}

/** From where something came: an advisor by its rank, a card by its name. */
function Source(/** @type {{model: Model, source: string}} */ { model, source }) {
  const words = model.words.value;
  const [kind, id] = source.split(".");
  const advisor = kind === "advisor" && model.game.rows.advisors[id];
  if (advisor) {
    const { rank } = advisor;
    return html`<span class=${`src1 ${metalOf(rank)}`}>${icon(`seat-${rank}`)}<i aria-hidden="true">${rank}</i>
      <span class="sr">${words.say(`advisor.${id}`)}</span></span>`;
  }
  return html`<span class="src1">${icon(cardIcon(id))}${words.has(source) ? words.say(source) : ""}</span>`;
}

function Got(/** @type {{model: Model, row: Row, none: string}} */ { model, row, none }) {
  const words = model.words.value;
  if (isEmpty(row)) return html`<span class="got none">${none}</span>`;
  const got = Object.entries(row.got);
  return html`<span class="got">
    ${got.map(([kind, n]) => html`<${Amount} words=${words} kind=${kind} n=${n} text=${signed(n)} size="l" />`)}
    ${row.looked && html`<span class="g l">${icon("i-peek")}<span class="sr">${words.say("web.kb.peek")}</span></span>`}
  </span>`;
}

// -- the King ---------------------------------------------------------------------------------------------------------

/** What the King gives between the seasons, and what he compares for it. */
export function King(/** @type {{desk: Desk}} */ { desk: { model } }) {
  const scene = sceneOf(model);
  if (!scene) return null;
  const words = model.words.value;
  const phase = Number(toldNow(scene));
  const given = givenIn(
    scene.entries.flatMap((entry) => entry.events),
    phase,
  );
  const king = comparedIn(scene);
  const of = (/** @type {number} */ seat) => given.filter((event) => "seat" in event && event.seat === seat);
  const rows = king.map(
    ({
      seat,
      buildings,
      goods,
      found,
    }) => html`<${Line} key=${seat} model=${model} seat=${seat} look=${found ? "now" : ""}>
      <span class="srcs"><span class="src1">${icon("i-territory")}${words.say("count.buildings", { n: buildings })}</span>
        ${goods !== null && html`<span class="src1">${icon("t-any")}${words.say("count.goods", { n: goods })}</span>`}</span>
      <span class="got said">${of(seat)
        .map((event) => words.event(event))
        .join(" ")}</span><//>`,
  );
  const others = given.filter((event) => !("seat" in event && king.some(({ seat }) => seat === event.seat)));
  const more = others.map(
    (event) => html`<li class="hr">${icon("i-crown", "crest")}<span class="srcs">${words.event(event)}</span></li>`,
  );
  return html`<${Lines} title=${words.say(`phase.${phase}`)} text=${words.say(`phase.${phase}.text`)}
    rows=${[...rows, ...more]} />`;
}

// -- the roll ---------------------------------------------------------------------------------------------------------

/** The dice of all, and then the order that they make. */
export function Roll(/** @type {{desk: Desk}} */ { desk: { model } }) {
  const scene = sceneOf(model);
  useEffect(() => void (toldNow(scene) === "dice" && tumble(".rows .die", atOnce())), []);
  if (!scene) return null;
  const words = model.words.value;
  const set = toldNow(scene) === "order" ? orderOf(scene) : null;
  const seats = set?.order ?? model.seen.order;
  const rows = seats.map(
    (seat, place) => html`<${Line} key=${seat} model=${model} seat=${seat} look=${set ? "set" : ""}>
      <span class="srcs">${rolled(scene.view, seat).map(({ face, bonus }) => die(face, seat, bonus))}</span>
      <span class="got">${set && html`<span class="sum">${set.totals[place]}</span><b class="ord">${place + 1}.</b>`}</span>
    <//>`,
  );
  const season = words.say(`phase.${scene.view.phase}`);
  return html`<${Lines} title=${words.say("web.kb.roll", { season })} text=${words.say("web.kb.roll.text")} rows=${rows} />`;
}

/** @returns {OrderSet|undefined} */
const orderOf = (/** @type {Playing} */ { entries }) =>
  entries.flatMap((entry) => entry.events).find((event) => event.event === "order_set");
