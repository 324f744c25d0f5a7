/** The players: one province large, the others as small panels with all that lies open before them. */

import { crest, html, icon, IconButton, names, noted, seatLook } from "/static/parts.js";
import { companyOf } from "/static/terms.js";
import { carded } from "./cards.js";
import { Amount, cardIcon, die, GOODS, rolled, signed, WINTER } from "./draw.js";
import { layout } from "./layout.js";
import { Province } from "./province.js";
import { sceneOf } from "./scenes.js";

/**
 * @import { PlayerView } from "./types.js"
 * @import { Model } from "./draw.js"
 * @import { Changes, Desk } from "./desk.js"
 * @import { Words } from "/static/words.js"
 */

/** The seat whose province is large: the one that was asked for, one's own, or the first. */
export const largeSeat = (/** @type {Desk} */ desk) => desk.enlarged.value ?? desk.model.front.value ?? 0;

export function Players(/** @type {{desk: Desk}} */ { desk }) {
  const { model } = desk;
  const large = largeSeat(desk);
  const { seats } = model.seen;
  const others = Array.from({ length: seats - 1 }, (_, at) => (large + 1 + at) % seats); // as they sit: nobody moves
  const own = model.front.value;
  const small = desk.enlarged.value !== null && own !== null ? [own, ...others.filter((seat) => seat !== own)] : others;
  return html`<${Large} desk=${desk} seat=${large} />
    <div class=${`opps n${small.length}`}>${small.map(
      (seat) => html`<${Small} key=${seat} desk=${desk}
      seat=${seat} />`,
    )}</div>`;
}

// -- large ------------------------------------------------------------------------------------------------------------

function Large(/** @type {{desk: Desk, seat: number}} */ { desk, seat }) {
  const { model } = desk;
  const words = model.words.value;
  const view = model.seen;
  const player = view.players[seat];
  const mine = seat === model.front.value;
  const back = () => (desk.enlarged.value = null);
  const label = words.say(mine ? "web.kb.my_province" : "web.kb.province", { seat });
  return html`<section class=${names("panel me", mine && "mine", `p-${model.tincture(seat)}`)} aria-label=${label} data-panel=${seat}>
    <header>
      ${crest(seat)}
      <div>
        <b>${words.player(seat)}</b>
        ${mine && heldByBattle(model) ? html`<${Held} words=${words} />` : html`<small>${words.say("web.kb.place", { place: view.order.indexOf(seat) + 1 })}</small>`}
      </div>
      <${Points} words=${words} vp=${player.vp} />
      ${player.governor && html`<${GovernorBadge} model=${model} id=${player.governor} />`}
      ${view.envoy === seat && html`<${Envoy} words=${words} />`}
      ${
        desk.enlarged.value !== null &&
        html`<${IconButton} icon="u-close" label=${words.say("web.kb.back")}
        onClick=${back} />`
      }
      <${Stock} desk=${desk} seat=${seat} />
    </header>
    <${Province} desk=${desk} seat=${seat} />
  </section>`;
}

/** What a player has, and what it would become. @param {{desk: Desk, seat: number}} props */
function Stock({ desk, seat }) {
  const { model } = desk;
  const words = model.words.value;
  const view = model.seen;
  const player = view.players[seat];
  /** @type {Changes} */
  const changes = seat === model.front.value ? desk.changes.value : {};
  const amount = (/** @type {"gold"|"wood"|"stone"|"plus2"} */ kind) => {
    const change = changes[kind] ?? 0;
    const free = kind === "gold" ? (changes.goods ?? 0) : 0;
    return html`<${Amount} words=${words} kind=${kind} n=${player[kind]}
      to=${change ? player[kind] + change : undefined} />
      ${free > 0 && html`<${Amount} words=${words} kind="goods" n=${free} text=${`+${free}`} size="to" />`}`;
  };
  const shown = [player.governor, view.envoy === seat, desk.enlarged.value !== null].filter(Boolean).length;
  return html`<div class=${names("stock", shown > 1 && "tight")} data-stock=${seat}>
    ${GOODS.map(amount)}${amount("plus2")}
    <span class="war">
      <${Strength} desk=${desk} seat=${seat} more=${changes.soldiers ?? 0} />
      <${Against} model=${model} />
    </span>
  </div>`;
}

/** Where the own province is not always in sight, the own goods are. @param {{desk: Desk}} props */
export function Purse({ desk }) {
  const { model } = desk;
  const seat = model.front.value;
  if (seat === null) return null;
  return html`<div class=${`purse p-${model.tincture(seat)}`} ...${layout.value.names === "sheet phone" ? drawn(desk) : {}}>
    ${crest(seat)}<${Points} words=${model.words.value} vp=${model.seen.players[seat].vp} />
    <${Stock} desk=${desk} seat=${seat} />
  </div>`;
}

const FAR = 24; // pixels that a finger draws the sheet before it follows
let from = 0; // where the finger is put down

/** The sheet of a phone is drawn up over the court, and down again. */
const drawn = (/** @type {Desk} */ { folded }) => ({
  onPointerDown(/** @type {PointerEvent} */ event) {
    from = event.clientY;
    /** @type {HTMLElement} */ (event.currentTarget).setPointerCapture(event.pointerId);
  },
  onPointerUp(/** @type {PointerEvent} */ event) {
    const way = event.clientY - from;
    if (Math.abs(way) > FAR) folded.value = way < 0;
  },
});

/** While a battle is told, the table is as it was before it. */
const heldByBattle = (/** @type {Model} */ model) => {
  const scene = sceneOf(model);
  return scene?.name === "battle" && !scene.ended;
};

const Held = (/** @type {{words: Words}} */ { words }) =>
  html`<span class="heldtag">${icon("u-lock")}${words.say("web.kb.held")}</span>`;

/**
 * Combat strength without reinforcements to come.
 * @param {{desk: Desk, seat: number, more?: number, size?: string}} props
 */
export function Strength({ desk, seat, more = 0, size = "" }) {
  const { model } = desk;
  const words = model.words.value;
  const player = model.seen.players[seat];
  const { strength } = player;
  const battle = seat === model.front.value ? desk.odds.value?.battle : null;
  const odds = battle && oddsWith(battle.more, more);
  const note = noted(() => html`<${StrengthNote} words=${words} player=${player} odds=${odds} />`);
  return html`<span class=${names("force", size)} tabindex="0" role="note" ...${note}>
    <${Amount} words=${words} kind="soldiers" label=${words.say("web.kb.strength", { n: strength })} n=${strength}
      to=${more ? strength + more : undefined} size=${size} />
  </span>`;
}

/** What the strength is up against. */
function Against(/** @type {{model: Model}} */ { model }) {
  const words = model.words.value;
  const view = model.seen;
  const enemy = view.enemy ? model.game.rows.enemies[view.enemy] : null;
  const [low, high] = view.enemy_range;
  if (view.over || (view.enemy_open && view.battle?.over)) return null; // the next one is not here yet
  if (view.enemy && enemy && !view.enemy_open) {
    return html`<small class="peeked" tabindex="0" role="note" ...${carded(model, "enemy", view.enemy)}>
      ${icon("i-peek")}${words.say("web.kb.foe", { strength: enemy.strength })}</small>`;
  }
  return html`<small>${
    enemy ? words.say("web.kb.foe", { strength: enemy.strength }) : words.say("web.kb.foe_range", { low, high })
  }</small>`;
}

/** @param {{words: Words, player: PlayerView, odds?: number[]|null}} props */
function StrengthNote({ words, player, odds }) {
  const buildings = player.walls.map(([id, n]) => `${words.say(`building.${id}`)} ${signed(n)}`);
  return html`<b>${words.say("term.strength")}</b>
    <p>${[words.say("web.kb.soldiers", { n: player.soldiers }), ...buildings].join(", ")}</p>
    ${odds && html`<p>${oddsText(words, odds)}</p>`}`;
}

/** The cases with so many more soldiers; beyond those that the server counts, more change nothing. */
export const oddsWith = (/** @type {number[][]} */ cases, /** @type {number} */ more) =>
  cases[Math.min(more, cases.length - 1)];

/** Victories, draws and defeats of all equally likely cases, in per cent. */
export function oddsText(/** @type {Words} */ words, /** @type {number[]} */ cases) {
  const of = cases.reduce((sum, n) => sum + n, 0);
  const [victory, draw, defeat] = cases.map((n) => Math.round((100 * n) / of));
  return words.say("web.kb.odds", { victory, draw, defeat });
}

const GovernorBadge = (/** @type {{model: Model, id: string}} */ { model, id }) =>
  html`<span class="badge named" tabindex="0" role="note" ...${carded(model, "governor", id)}>
    ${icon(cardIcon(id))}<span>${model.words.value.say(`governor.${id}`)}</span>
  </span>`;

const Envoy = (/** @type {{words: Words}} */ { words }) =>
  html`<span class="badge" tabindex="0" role="note" ...${noted(words.say("web.kb.envoy.text"))}>
    ${icon("i-envoy")}<span class="sr">${words.say("web.kb.envoy")}</span>
  </span>`;

const Points = (/** @type {{words: Words, vp: number}} */ { words, vp }) =>
  html`<span class="ov">${String(vp).replace("-", "−")}<span class="sr"> ${words.say("term.vp")}</span></span>`;

// -- small ------------------------------------------------------------------------------------------------------------

function Small(/** @type {{desk: Desk, seat: number}} */ { desk, seat }) {
  const { model } = desk;
  const words = model.words.value;
  const view = model.seen;
  const player = view.players[seat];
  const sitting = model.info.value?.seats[seat];
  const enlarge = () => (desk.enlarged.value = seat === model.front.value ? null : seat);
  const active = view.deciding.includes(seat);
  const count = player.buildings.length;
  const company = sitting && companyOf(words, sitting);
  const governor = player.governor && words.say(`governor.${player.governor}`);
  const built = (/** @type {string} */ id) => {
    const look = player.buildings.includes(id) ? "on" : "";
    return html`<i key=${id} class=${look} data-building=${id} data-owner=${seat}>${icon(cardIcon(id))}</i>`;
  };
  return html`<section
    class=${seatLook(model, seat, "opp", active && "active")}
    aria-label=${words.say("web.kb.score", { seat, vp: player.vp })}
    data-panel=${seat}
  >
    <header>
      <button class="enlarge" ...${player.governor ? carded(model, "governor", player.governor) : {}}
        onClick=${enlarge}>
        ${crest(seat)}
        <span>
          <b>${words.player(seat)}</b>
          <small><span class="ord">${view.order.indexOf(seat) + 1}.</span> ${governor && html`<span>${governor}</span>`}
            ${company && !governor && html`<span class="company">${company}</span>`}</small>
          <span class="sr">, ${words.say("web.kb.look_at")}</span>
        </span>
      </button>
      <${Points} words=${words} vp=${player.vp} />
    </header>
    <div class="om">
      <div class="mini" role="img" aria-label=${words.say("count.buildings", { n: count })}>
        ${view.sheet.flat().map(built)}
      </div>
      <div class="lot" data-stock=${seat}>
        <div>${GOODS.map((kind) => html`<${Amount} words=${words} kind=${kind} n=${player[kind]} size="s" />`)}</div>
        <div>
          <${Amount} words=${words} kind="plus2" n=${player.plus2} size="s" />
          <${Strength} desk=${desk} seat=${seat} size="s" />
          ${view.envoy === seat && html`<${SmallEnvoy} words=${words} />`}
        </div>
        <${Dice} model=${model} seat=${seat} />
        ${player.tokens.length > 0 && html`<${Tokens} model=${model} tokens=${player.tokens} />`}
      </div>
    </div>
    <footer>${statusOf(model, seat)}${company && governor && html` · <span class="company">${company}</span>`}</footer>
  </section>`;
}

const SmallEnvoy = (/** @type {{words: Words}} */ { words }) =>
  html`<span class="g s" ...${noted(words.say("web.kb.envoy.text"))}>
    ${icon("i-envoy")}<span class="sr">${words.say("web.kb.envoy")}</span>
  </span>`;

/** The dice of this season: those not placed yet, and pale those already placed. */
function Dice(/** @type {{model: Model, seat: number}} */ { model, seat }) {
  const view = model.seen;
  const dice = rolled(view, seat);
  const waiting = dice.length ? 0 : view.players[seat].extra_dice;
  return html`<div class="od" data-dice=${seat}>
    ${dice.map(({ face, bonus, place }) => die(face, seat, bonus, place ? "sm used" : "sm"))}
    ${waiting > 0 && html`<span class="g s">${model.words.value.say("count.bonus_dice", { n: waiting })}</span>`}
  </div>`;
}

/** The army tokens in their places; those that are spent are struck. @param {{model: Model, tokens: number[]}} props */
const Tokens = ({ model, tokens }) => html`<div class="tl" role="img"
  aria-label=${model.words.value.say("web.kb.tokens_left", { tokens })}>
  ${armyOf(model, tokens).map(({ value, spent }) => html`<i class=${spent ? "gone" : ""}>${value}</i>`)}
</div>`;

/** All tokens of an army, and which of them are spent when these are left. */
export function armyOf(/** @type {Model} */ model, /** @type {number[]} */ tokens) {
  const left = [...tokens];
  return Object.values(model.game.rows.army).map(({ value }) => {
    const at = left.indexOf(value);
    if (at >= 0) left.splice(at, 1);
    return { value, spent: at < 0 };
  });
}

/** What a player is about, in a word or two. */
function statusOf(/** @type {Model} */ model, /** @type {number} */ seat) {
  const words = model.words.value;
  const view = model.seen;
  const player = view.players[seat];
  if (view.over) return words.say("web.kb.status.over");
  if (view.deciding.includes(seat)) return words.say("web.kb.status.deciding");
  if (view.phase === WINTER && view.step !== "after") return words.say("web.kb.status.winter");
  if (view.step !== "b") return words.say("web.kb.status.waiting");
  if (!player.dice.length) return words.say("web.kb.status.placed");
  if (view.passed.includes(seat)) return words.say("web.kb.status.passed");
  return words.say(view.up_next === seat ? "web.kb.status.next" : "web.kb.status.waiting");
}
