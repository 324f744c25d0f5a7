/** What is beside the stage: players by seat, the landscape in small, the chronicle of kings, and what fields cost. */

import { crest, html, icon, isMadeUp, names, noted, PlayerName, seatLook } from "/static/parts.js";
import { capital } from "/static/words.js";
import { Amount, Face, KINDS, Price, priceWords, RAID, Rank, Statues, symbolsIn } from "./draw.js";
import { SmallLand } from "./land.js";

/**
 * @typedef {import("./desk.js").Desk} Desk
 * @typedef {import("./draw.js").Model} Model
 */

// -- players ----------------------------------------------------------------------------------------------------------

/** Everybody stays in their place, whoever is king: a rank is written on the panel. */
export function Players(/** @type {{desk: Desk}} */ { desk }) {
  const { model } = desk;
  const words = model.words.value;
  const view = model.seen;
  return html`<section class="panel plyp" aria-label=${words.say("web.tr.players")}>
    <ol class=${`ply n${view.seats}`}>${view.players.map((_, seat) => html`<${Player} key=${seat} desk=${desk} seat=${seat} />`)}</ol>
  </section>`;
}

function Player(/** @type {{desk: Desk, seat: number}} */ { desk, seat }) {
  const { model } = desk;
  const words = model.words.value;
  const view = model.seen;
  const player = view.players[seat];
  const over = seat === model.front.value ? (desk.target && desk.payment?.over) || 0 : 0;
  const more =
    seat === model.front.value && desk.target && desk.payment ? (desk.fieldAt(desk.target)?.statues ?? 0) : 0;
  return html`<li class=${seatLook(model, seat, "py", !desk.telling.value && isTurn(view, seat) && "act")} data-panel=${seat}>
    ${crest(seat)}
    <div><${PlayerName} model=${model} seat=${seat} /><${Rank} model=${model} seat=${seat} /></div>
    <span data-stock=${seat}><${Amount} words=${words} kind="followers" n=${player.followers}
      to=${over ? player.followers + over : undefined} /></span>
    <${Amount} words=${words} kind="statues" n=${player.statues} to=${more ? player.statues + more : undefined} />
    <${Loot} model=${model} seat=${seat} />
  </li>`;
}

/** Whether all others wait for this seat. */
const isTurn = (/** @type {{deciding: number[]}} */ { deciding }, /** @type {number} */ seat) =>
  deciding.length === 1 && deciding[0] === seat;

/** What a player has robbed: backs while it is secret, symbols once it is open; and the people's mercy. */
function Loot(/** @type {{model: Model, seat: number}} */ { model, seat }) {
  const words = model.words.value;
  const view = model.seen;
  const player = view.players[seat];
  const { castle, tiles } = player;
  const raiding = view.phase === RAID;
  if (!castle && !raiding && !player.mercy) return null;
  return html`<span class="kept" data-loot=${seat}>
    ${
      castle
        ? html`<span class="sums" tabindex="0" role="note" ...${noted(
            castle.length > 0 &&
              (() => html`<span class="hoard">
          ${castle.map((tile) => html`<${Face} words=${words} tile=${tile} />`)}</span>`),
          )}>
          ${KINDS.map((kind) => html`<${Amount} words=${words} kind=${kind} n=${symbolsIn(castle, kind)} class="s" />`)}</span>`
        : raiding &&
          html`${Array.from({ length: tiles }, () => html`<i></i>`)}<span class="sr">${words.say("count.tiles", { n: tiles })}</span>`
    }
    ${raiding && player.done && html`<em class="done">${words.say("web.tr.done")}</em>`}
    ${player.mercy && html`<em ...${noted(words.say("term.mercy"))}>${icon("i-favor")}${words.say("web.tr.mercy")}</em>`}
  </span>`;
}

// -- the landscape, the chronicle -------------------------------------------------------------------------------------

export const LandPanel = (/** @type {{desk: Desk}} */ { desk }) =>
  html`<section class=${`panel lp n${desk.model.seen.seats}`} aria-label=${desk.model.words.value.say("web.tr.land_and_chronicle")}>
    <${SmallLand} model=${desk.model} reach=${desk.reach.value} /><${Chronicle} model=${desk.model} />
  </section>`;

export function ChroniclePanel(/** @type {{model: Model}} */ { model }) {
  const words = model.words.value;
  return html`<section class="panel chr" aria-label=${words.say("term.chronicle")}>
    <h2>${capital(words.say("term.chronicle"))}</h2><${Chronicle} model=${model} /></section>`;
}

/** The spaces with their statues, what they turn up, and by what difference the game ends there. */
function Chronicle(/** @type {{model: Model}} */ { model }) {
  const words = model.words.value;
  const { chronicle, seats, over } = model.seen;
  const spaces = Object.values(model.game.rows.chronicle);
  return html`<ol class="chron" aria-label=${words.say("term.chronicle")}>${spaces.map((space, at) => {
    const king = chronicle[at] ?? null;
    const now = at === chronicle.length && !over;
    const turns = space.reveal?.[seats - 2] ?? 0;
    const number = space.number < 0 ? null : space.number;
    const last = number === 0;
    const said = [
      words.say("web.tr.space", { n: at + 1 }),
      king === null ? words.say("count.statues", { n: space.statues }) : words.player(king),
      turns > 0 && words.say("web.tr.space.turns"),
      number !== null && words.say(last ? "web.tr.space.last" : "web.tr.space.ends", { number }),
      isMadeUp(space) && words.say("term.reconstructed"),
    ];
    return html`<li key=${at} class=${names(now && "now")} aria-current=${now ? "true" : null}
      ...${noted(said.slice(2).filter(Boolean).join(" · "))}><span class="sr">${said.filter(Boolean).join(", ")}</span>
      <b aria-hidden="true">${at + 1}</b>
      <span aria-hidden="true">${
        king === null
          ? Array.from({ length: space.statues }, () => html`<i></i>`)
          : html`<${Statues}
        model=${model} seat=${king} n=${space.statues} />`
      }</span>
      <small aria-hidden="true">${turns > 0 ? icon("u-zoom") : number !== null && (last ? words.say("web.tr.space.end") : `>${number}`)}</small>
    </li>`;
  })}</ol>`;
}

// -- costs ------------------------------------------------------------------------------------------------------------

/** What a placement costs on each kind of field, and how many statues it takes. */
export function Costs(/** @type {{desk: Desk}} */ { desk }) {
  const { model } = desk;
  const words = model.words.value;
  const chosen = desk.fieldAt(desk.target);
  return html`<section class=${`panel cost p-${model.tincture(model.front.value ?? 0)}`} aria-label=${words.say("web.tr.costs")}>
    <h2 class="h">${words.say("web.tr.costs")}<small>${words.say("web.tr.costs.text")}</small></h2>
    <ul>${Object.entries(model.game.rows.fields).map(([id, row]) => {
      const made = isMadeUp(row);
      return html`<li key=${id} class=${chosen?.field === id ? "cur" : ""} ...${noted(made && words.say("term.reconstructed"))}>
        <span class="sr">${words.say("card.field", { id, cost: priceWords(words, row), statues: row.statues })}${made && ` ${words.say("term.reconstructed")}`}</span>
        ${icon(`ter-${id}`)}<b aria-hidden="true">${capital(words.say(`field.${id}`))}${made && html`<sup>*</sup>`}</b>
        <${Price} cost=${row} /><${Statues} model=${model} seat=${model.front.value ?? 0} n=${row.statues} /></li>`;
    })}</ul>
    <p class="dbl">${words.say("web.tr.costs.double")}</p>
  </section>`;
}
