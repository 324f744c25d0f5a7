/** Winter: the enemy's card, everybody's strength against it, and what falls. */

import { atOnce, find, turnOver } from "/static/motion.js";
import { crest, html, icon, names, useEffect, useInSight } from "/static/parts.js";
import { carded, enemyText } from "./cards.js";
import { Amount, cardIcon, die, GOODS, signed, tokenIcon } from "./draw.js";
import { tumble } from "./motion.js";
import { columnsOf } from "./province.js";
import { battleTold, sceneOf } from "./scenes.js";

/**
 * @import { Battle as BattleSeen, Enemy, Lane as LaneSeen } from "./types.js"
 * @import { Model } from "./draw.js"
 * @import { Desk } from "./desk.js"
 * @import { BattleTold } from "./scenes.js"
 * @import { Words } from "/static/words.js"
 */

export function Battle(/** @type {{desk: Desk}} */ { desk }) {
  const { model } = desk;
  const told = battleTold(model);
  if (!told) return null;
  const { battle } = told;
  return html`<div class="battle on-dark">
    <div class="ecol">
      ${
        battle.enemy
          ? html`<${EnemyCard} model=${model} id=${battle.enemy} open=${battle.open} />`
          : html`<${EnemyBack}
        model=${model} />`
      }
      <${Reinforcements} model=${model} battle=${battle} />
    </div>
    <${Lanes} model=${model} told=${told} />
  </div>`;
}

/** The card is laid before the one who looks at it. */
export function Peek(/** @type {{desk: Desk}} */ { desk: { model } }) {
  const enemy = sceneOf(model)?.view.enemy;
  if (!enemy) return null;
  return html`<div class="peek on-dark"><${EnemyCard} model=${model} id=${enemy} open=${false} /></div>`;
}

// -- the card ---------------------------------------------------------------------------------------------------------

function EnemyCard(/** @type {{model: Model, id: string, open: boolean}} */ { model, id, open }) {
  const words = model.words.value;
  const card = model.game.rows.enemies[id];
  useEffect(() => void (open && turnOver(find(".ecard"), atOnce())), [open]);
  return html`<article class="ecard" data-enemy=${id} tabindex="0" aria-label=${enemyText(words, card)}
    ...${carded(model, "enemy", id)}>
    <header>
      <div>
        <small>${words.say(open ? "web.kb.enemy.year" : "web.kb.enemy.only_you", { year: card.year })}</small>
        <b>${words.say(`enemy_type.${card.type}`)}</b>
      </div>
      <span class="st">${shield}<b>${card.strength}</b></span>
    </header>
    <div class="emb">${thorns}${icon(cardIcon(card.type), "ty")}</div>
    <div class="ll">
      <${Heap} words=${words} kind="los" title=${words.say("web.kb.enemy.loss")} amounts=${card.penalty} />
      <${Heap} words=${words} kind="rew" title=${words.say("web.kb.enemy.reward")} amounts=${card.reward} />
    </div>
  </article>`;
}

function EnemyBack(/** @type {{model: Model}} */ { model }) {
  const words = model.words.value;
  const [low, high] = model.seen.enemy_range;
  return html`<article class="ecard back" aria-label=${words.say("web.kb.enemy.hidden", { low, high })}>
    <header>
      <div>
        <small>${words.say("web.kb.enemy.year", { year: model.seen.year })}</small>
        <b>${words.say("web.kb.enemy.unknown")}</b>
      </div>
    </header>
    <div class="emb">${thorns}<b class="ty range">${low}–${high}</b></div>
  </article>`;
}

/** @param {{words: Words, kind: string, title: string, amounts: Record<string, number>}} props */
const Heap = ({ words, kind, title, amounts }) => html`<div class=${kind}>
  <b>${title}</b>
  <ul>
    ${Object.entries(amounts)
      .filter(([, n]) => n)
      .map(([name, n]) => html`<li>${icon(tokenIcon(name))}${words.say(`web.kb.short.${name}`, { n })}</li>`)}
  </ul>
</div>`;

function Reinforcements(/** @type {{model: Model, battle: BattleSeen}} */ { model, battle }) {
  const words = model.words.value;
  useEffect(() => void (battle.king && tumble(".rein .die", atOnce())), [battle.king]);
  if (!battle.king) return null;
  return html`<p class="rein">
    ${die(battle.king, 0, true)}
    <span>${words.event({ event: "reinforcements_sent", soldiers: battle.king })}</span>
  </p>`;
}

// -- lanes ------------------------------------------------------------------------------------------------------------

/** What a battle brings and costs. */
export const SPOILS = /** @type {const} */ ([...GOODS, "vp"]);

const ROOM = 8; // units that a lane shows at full width

function Lanes(/** @type {{model: Model, told: BattleTold}} */ { model, told }) {
  const words = model.words.value;
  const { battle } = told;
  const enemy = foeOf(model, battle);
  const [low, high] = enemy ? [enemy.strength, enemy.strength] : model.seen.enemy_range;
  const longest = Math.max(
    ROOM,
    high + 1,
    ...told.whole.lanes.map((lane) => units(lane).length + lane.walls.filter(([, n]) => n < 0).length),
  );
  const style = { "--n": longest, "--lanes": battle.lanes.length };
  const foe = enemy ? `${words.say(`enemy_type.${enemy.type}`)} ${low}` : `${low}–${high}`;
  return html`<ol class=${names("lanes", longest > 11 && "narrow")} style=${style}
    aria-label=${words.say("web.kb.lanes", { foe })}>
    <li class="cap" aria-hidden="true">${words.say("term.strength")}</li>
    ${battle.lanes.map((lane) => html`<${Lane} key=${lane.seat} model=${model} told=${told} lane=${lane} />`)}
    <li class=${names("wallx", low < high && "wide")} style=${{ "--at": low, "--to": high }}
      aria-hidden="true"><b>${foe}</b></li>
  </ol>`;
}

/** The card of the enemy, where it is known. @returns {Enemy|null} */
export const foeOf = (/** @type {Model} */ model, /** @type {BattleSeen} */ { enemy }) =>
  enemy ? model.game.rows.enemies[enemy] : null;

/** One unit for each point: soldiers, reinforcements, buildings; what a building costs strikes the last one. */
function units(/** @type {LaneSeen} */ lane) {
  const walls = lane.walls.flatMap(([id, n]) => (n > 0 ? Array(n).fill(id) : []));
  const minus = lane.walls.reduce((sum, [, n]) => sum + Math.max(0, -n), 0);
  /** @type {string[]} */
  const all = [
    ...Array(Math.max(0, lane.soldiers - lane.reinforced)).fill("soldier"),
    ...Array(Math.min(lane.soldiers, lane.reinforced)).fill("sent"),
    ...walls,
  ];
  return all.map((what, place) => ({ what, cut: place >= all.length - minus }));
}

function Lane(/** @type {{model: Model, told: BattleTold, lane: LaneSeen}} */ { model, told, lane }) {
  const words = model.words.value;
  const { strong, turn } = told;
  const walls = lane.strength - lane.soldiers;
  const bar = units(lane);
  const parts = [
    words.say("web.kb.soldiers", { n: lane.soldiers }),
    ...lane.walls.map(([id, n]) => `${words.say(`building.${id}`)} ${signed(n)}`),
  ];
  const label = strong ? `${words.say("term.strength")} ${lane.strength}: ${parts.join(", ")}` : parts[0];
  const forces = strong ? words.say("web.kb.forces", { soldiers: parts[0], walls }) : parts[0];
  const weaker = lane.walls.filter(([, n]) => n < 0);
  const now = lane.seat === turn;
  const line = useInSight(now);
  return html`<li
    ref=${line}
    class=${names(
      "lane",
      `p-${model.tincture(lane.seat)}`,
      lane.outcome,
      lane.strongest && "top0",
      lane.seat === model.front.value && "mine",
      now && "now",
    )}
    data-lane=${lane.seat}
  >
    <div class="who">
      ${crest(lane.seat)}
      <div><b>${words.player(lane.seat)}</b><small>${forces}</small></div>
    </div>
    <div class="us" role="img" aria-label=${label}>
      ${bar.map(({ what, cut }) => html`<${Unit} what=${what} cut=${cut} />`)}
      ${weaker.map(([id, n]) => html`<span class="ng">${icon(cardIcon(id))}${signed(n)}</span>`)}
    </div>
    <b class="tot">${strong && lane.strength}</b>
    <${Outcome} words=${words} lane=${lane} coming=${turn !== undefined} />
  </li>`;
}

function Unit(/** @type {{what: string, cut: boolean}} */ { what, cut }) {
  if (what === "soldier" || what === "sent") {
    return html`<span class=${names("u", what === "sent" ? "dd" : "so", cut && "cut")}>${icon("t-soldiers")}</span>`;
  }
  return html`<span class=${names("u bu", cut && "cut")}>${icon(cardIcon(what))}<b>+1</b></span>`;
}

function Outcome(/** @type {{words: Words, lane: LaneSeen, coming: boolean}} */ { words, lane, coming }) {
  if (!lane.outcome) return html`<div class="out">${coming && html`<i>${words.say("web.kb.coming")}</i>`}</div>`;
  const sign = { victory: icon("u-check"), draw: html`<span>=</span>`, defeat: icon("i-broken") }[lane.outcome];
  return html`<div class="out">
    <b class="w">${sign}${words.say(`web.kb.outcome.${lane.outcome}`)}</b>
    <span class="rs">
      ${SPOILS.map(
        (kind) =>
          lane.after[kind] !== 0 &&
          html`<${Amount} words=${words} kind=${kind}
        n=${lane.after[kind]} text=${signed(lane.after[kind])} />`,
      )}
      ${lane.strongest && html`<span class="ex">${icon("i-fame")}${words.say("web.kb.strongest")}</span>`}
      ${lane.outcome === "draw" && html`<span class="mu">${words.say("web.kb.draw")}</span>`}
      ${lane.fallen.map((id) => html`<span class="ex">${words.say("web.kb.falls", { building: id })}</span>`)}
      ${lane.spared && html`<span class="ex">${words.say("web.kb.spared", { building: lane.spared })}</span>`}
    </span>
  </div>`;
}

// -- the fall ---------------------------------------------------------------------------------------------------------

/** The province that lost a building: one's own before others. Null if nothing fell. */
export function fallenLane(/** @type {Model} */ model) {
  const losers = model.seen.battle?.lanes.filter(({ fallen }) => fallen.length) ?? [];
  return losers.find(({ seat }) => seat === model.front.value) ?? losers[0] ?? null;
}

/** How a building fell: the last column that is built, and in it the topmost row. */
export function Fall(/** @type {{desk: Desk, lane: LaneSeen}} */ { desk, lane }) {
  const { model } = desk;
  const words = model.words.value;
  const player = model.seen.players[lane.seat];
  const cards = model.game.rows.buildings;
  const id = lane.fallen[0];
  const hit = cards[id].column;
  const lost = GOODS.filter((kind) => lane.after[kind] < 0);
  return html`<section class="panel fallp" aria-label=${words.say("web.kb.fall.title", {
    seat: lane.seat,
    building: id,
  })}>
    <h2 class="h">
      ${crest(lane.seat)}
      <span>${words.say("web.kb.fall.title", {
        seat: lane.seat,
        building: id,
      })}<small>${words.say("web.kb.fall.order")}</small></span>
    </h2>
    <table class=${`mprov p-${model.tincture(lane.seat)}`}>
      <caption class="sr">${words.say("web.kb.province", { seat: lane.seat })}</caption>
      <thead>
        <tr>
          <td></td>
          ${columnsOf(model.seen).map(
            (column) => html`<th scope="col"
            class=${column === hit ? "hit" : ""}>${words.say(`year.${column}`)}</th>`,
          )}
        </tr>
      </thead>
      <tbody>
        ${model.seen.sheet.map(
          (ids) => html`<tr key=${ids[0]}>
            <th scope="row">${cards[ids[0]].row}</th>
            ${ids.map((building) => {
              const fell = lane.fallen.includes(building);
              const stands = fell || player.buildings.includes(building);
              return html`<td>
                <span class=${names("mc", stands && "on", fell && "fall")} data-building=${building}
                  data-owner=${lane.seat}>
                  ${icon(cardIcon(building))}<span>${words.say(`short.${building}`)}</span>
                  ${fell && html`<span class="sr">${words.say("web.kb.falls", { building })}</span>`}
                </span>
              </td>`;
            })}
          </tr>`,
        )}
      </tbody>
    </table>
    <ol class="why">
      ${
        lost.length > 0 &&
        html`<li>
        <i>1</i><span>${words.say("web.kb.fall.goods")}</span>
        <span class="ch">${lost.map(
          (kind) => html`<${Amount} words=${words} kind=${kind}
          n=${lane.after[kind]} />`,
        )}</span>
      </li>`
      }
      <li><i>${lost.length ? 2 : 1}</i><span>${words.say("web.kb.fall.column", { column: hit })}</span></li>
      <li>
        <i>${lost.length ? 3 : 2}</i><span>${words.say("web.kb.fall.row", { building: id })}</span>
        <span class="ch"><${Amount} words=${words} kind="vp" n=${-cards[id].vp} /></span>
      </li>
    </ol>
  </section>`;
}

// -- drawings ---------------------------------------------------------------------------------------------------------

const shield = html`<svg viewBox="0 0 100 118" aria-hidden="true">
  <path d="M50 4C66 10 82 12 96 12c1 46-8 80-46 102C12 92 3 58 4 12c14 0 30-2 46-8z" fill="#8F2318" stroke="#4E0F0A"
    stroke-width="6" />
</svg>`;

const thorns = html`<svg class="ray" viewBox="-100 -100 200 200" aria-hidden="true">
  <g fill="#8F2318" opacity=".13">
    ${Array.from(
      { length: 16 },
      (_, at) => html`<path transform=${`rotate(${at * 22.5})`} d=${`M-7 -50L0 ${at % 2 ? -84 : -97}L7 -50z`} />`,
    )}
  </g>
  <circle r="62" fill="#EFE3C4" stroke="#6B4A22" stroke-width="2.5" />
  <circle r="56" fill="none" stroke="#6B4A22" stroke-opacity=".5" stroke-dasharray="2 5" />
</svg>`;
