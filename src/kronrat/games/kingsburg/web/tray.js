/** The tray: what is asked, what the player holds, what would follow, and the only buttons that commit. */

import { Button, crest, html, icon, names, noted } from "/static/parts.js";
import { TakeBack } from "/static/turn.js";
import { awaitedPeople, Ready, SceneActs, Waits } from "/static/waits.js";
import { howReached } from "./court.js";
import { Control, onStage } from "./controls.js";
import { advisorName, advisorOf, Amount, cardIcon, die, GOODS, rolled, signed, WINTER, Yield } from "./draw.js";
import { lately } from "./log.js";
import { fitsNowhere, pickedFaces, soldierPrice, sumOf, ways } from "./pick.js";
import { largeSeat, oddsText, oddsWith } from "./players.js";
import { sceneOf, winterTold } from "./scenes.js";
import { foeOf, SPOILS } from "./winter.js";

/**
 * @import { GameEvent } from "./types.js"
 * @import { Choice, Model, Question } from "./draw.js"
 * @import { Changes, Desk } from "./desk.js"
 * @import { Faces, Group } from "./pick.js"
 * @import { Playing } from "./scenes.js"
 * @import { Words } from "/static/words.js"
 */

const LONG = 85; // letters of what is told in smaller ones

export function TrayBody(/** @type {{desk: Desk}} */ { desk }) {
  const { model } = desk;
  const question = desk.question.value;
  const scene = sceneOf(model);
  if (scene)
    return scene.ended
      ? html`<${AfterBattle} desk=${desk} scene=${scene} />`
      : html`<${Telling} ...${{ model, scene }} />`;
  return question ? html`<${Turn} desk=${desk} question=${question} />` : html`<${Waiting} desk=${desk} />`;
}

function Turn(/** @type {{desk: Desk, question: Question}} */ { desk, question }) {
  const { model } = desk;
  const words = model.words.value;
  return html`${
    !onStage(question) &&
    html`<div class="dicebox">
      <div class="ask"><h2>${prompt(words, question)}</h2>
        ${question.kind === "influence" && html`<${PlanButton} desk=${desk} />`}</div>
      <${Control} desk=${desk} question=${question} />
    </div>`
  }
    <div class=${onStage(question) ? "conseq alone" : "conseq"} aria-live="polite" tabindex="0"><${Consequence}
      desk=${desk} question=${question} /></div>
    <${Acts} desk=${desk} question=${question} />`;
}

/** What to do first, if the heading does not say it already. */
const hint = (/** @type {Words} */ words, /** @type {Question} */ question) =>
  prompt(words, question) === words.ask(question) ? words.say(`web.kb.primary.${question.kind}`) : words.ask(question);

function PlanButton(/** @type {{desk: Desk}} */ { desk }) {
  const label = desk.model.words.value.say("web.kb.plan");
  const press = () => (desk.planning.value = !desk.planning.value);
  return html`<button class="planbtn" aria-label=${label} aria-pressed=${String(desk.planning.value)}
    ...${noted(label, { named: true })} onClick=${press}>
    ${icon("u-dice")}
  </button>`;
}

const prompt = (/** @type {Words} */ words, /** @type {Question} */ question) =>
  words.has(`web.kb.ask.${question.kind}`)
    ? words.say(`web.kb.ask.${question.kind}`, question.facts)
    : words.ask(question);

// -- what would follow ------------------------------------------------------------------------------------------------

function Consequence(/** @type {{desk: Desk, question: Question}} */ { desk, question }) {
  const words = desk.model.words.value;
  const picked = desk.picked.value;
  if (desk.passing.value)
    return html`<p class="eq">${words.say("web.kb.pass.left", { dice: desk.me.dice.length })}</p>`;
  if (question.kind === "influence") return html`<${InfluenceConsequence} desk=${desk} question=${question} />`;
  const choice = desk.choice.value;
  if (!choice && picked.card)
    return html`<p class="then"><span class="text">${words.say(`text.${picked.card}`)}</span></p>`;
  if (!choice) {
    const uneven = question.kind === "recruit" && picked.goods?.length;
    return html`<p class="muted">${uneven ? missing(desk, question) : hint(words, question)}</p>`;
  }
  const card = question.kind === "build" ? picked.building : question.kind === "use_cards" ? picked.card : null;
  const told = headline(desk, question, choice);
  const changed = changedKinds(desk);
  const silent = !told && !changed.length && !desk.foreseen.value.some((event) => tells(desk, event));
  if (silent) return html`<p class="muted">${words.ask(question)}</p>`;
  return html`<p class="eq">${told}<${Deltas} desk=${desk} kinds=${changed} /></p>
    <p class="then">
      ${card && html`<span class="text">${words.say(`text.${card}`)}</span>`}
      <${Odds} desk=${desk} question=${question} />
      <${Others} desk=${desk} />
    </p>`;
}

/** The answer in a few words; long ones are left to the button. */
function headline(/** @type {Desk} */ desk, /** @type {Question} */ question, /** @type {Choice} */ choice) {
  const words = desk.model.words.value;
  if (choice[0] === "build") return html`<b>${words.say(`building.${choice[1]}`)}</b>`;
  if (question.kind === "choose_token") return html`<b>${words.say("web.kb.token.number", { number: choice[1] })}</b>`;
  if (question.kind === "keep_governor") return html`<b>${words.say(`governor.${choice[1]}`)}</b>`;
  if (question.kind === "recruit")
    return html`<b>${words.say("web.kb.soldiers", { n: desk.answers.value.length })}</b>`;
  return null;
}

function InfluenceConsequence(/** @type {{desk: Desk, question: Question}} */ { desk, question }) {
  const { model } = desk;
  const words = model.words.value;
  const { group } = desk.picked.value;
  const faces = pickedFaces(desk.me, desk.picked.value);
  if (!group) {
    const all = [...faces.own, ...faces.bonus, ...(faces.plus2 ? [2] : [])];
    if (!all.length) return html`<p class="muted">${words.say("web.kb.pick_dice")}</p>`;
    const fits = !fitsNowhere(question, desk.me, desk.picked.value);
    return html`<p class="eq">
        <span>${all.join(" + ")} =</span><span class="res">${sumOf(desk.me, desk.picked.value)}</span>${
          fits && html`<b>${words.say("web.kb.pick_lit")}</b>`
        }
      </p>
      ${!fits && html`<p class="then"><span class="text">${desk.unfit.value}</span></p>`}`;
  }
  const terms = [...group.own, ...group.bonus, ...(group.plus2 ? [2] : [])];
  const shift = group.rank - terms.reduce((total, face) => total + face, 0);
  const sum = terms.join(" + ") + (shift ? ` ${shift > 0 ? "+" : "−"} ${Math.abs(shift)}` : "");
  const own = group.place.includes("private");
  const row = own ? privateRow(desk, group.rank) : advisorOf(model, group.rank)[1];
  const name = own ? words.say(`governor.${desk.me.governor}`) : advisorName(model, group.rank);
  const { at, of } = ways(question, desk.picked.value);
  return html`<p class="eq">
      <span>${sum} =</span><span class="res">${group.rank}</span><b>${name}</b><${Yield} words=${words} row=${row} />
    </p>
    <p class="then">
      ${
        of > 1 &&
        html`<button class="way" onClick=${() => desk.aim(group.place)}>${words.say("web.kb.way", { at, of })}</button>`
      }
      ${(group.plus2 || group.card || group.envoy) && html`<span>${howReached(words, group)}</span>`}
      <${Brought} desk=${desk} group=${group} />
      <${LeftOver} desk=${desk} faces=${group} />
      <${Others} desk=${desk} />
    </p>`;
}

const privateRow = (/** @type {Desk} */ { me, model }, /** @type {number} */ rank) =>
  model.game.rows.governors[me.governor].advisors?.find((row) => row.rank === rank);

/** What the advisors bring together, and which buildings come into reach. */
function Brought(/** @type {{desk: Desk, group: Group}} */ { desk, group }) {
  const words = desk.model.words.value;
  const me = desk.me;
  const brought = desk.helpOf(group.place);
  const stands = desk.outlook.value?.stands;
  if (!brought || !stands) return null;
  const own = me.private.map(([place]) => String(place));
  const others = Object.entries(desk.model.seen.court)
    .filter(([place, groups]) => place !== group.place && groups.some(([owner]) => owner === desk.model.front.value))
    .map(([place]) =>
      own.includes(place) ? words.say(`governor.${me.governor}`) : advisorName(desk.model, Number(place)),
    );
  const news = brought.buildings.filter((id) => !stands.buildings.includes(id));
  const odds = oddsWith(desk.odds.value?.battle?.more ?? [], brought.soldiers);
  return html`${GOODS.filter((kind) => brought[kind]).map(
    (kind) => html`<span>
        ${icon(`t-${kind}`)}${me[kind]} → <b>${me[kind] + brought[kind]}</b>
        ${
          stands[kind] > 0 &&
          brought[kind] > stands[kind] &&
          others.length > 0 &&
          words.say("web.kb.with", { others: words.list(others) })
        }
      </span>`,
  )}
    ${news.slice(0, 2).map(
      (id) => html`<span>
        ${icon(cardIcon(id))}<b>${words.say(`short.${id}`)}</b> ${words.say("web.kb.affordable")}
        <${Amount} words=${words} kind="vp" n=${desk.model.game.rows.buildings[id].vp}
          text=${signed(desk.model.game.rows.buildings[id].vp)} size="s" />
      </span>`,
    )}
    ${news.length > 2 && html`<span>${words.say("web.kb.more_buildings", { n: news.length - 2 })}</span>`}
    ${
      brought.soldiers > stands.soldiers &&
      odds &&
      html`<span class="text">${icon("t-soldiers")}${oddsText(words, odds)}</span>`
    }`;
}

/** Dice that fit nothing any more. */
function LeftOver(/** @type {{desk: Desk, faces: Faces}} */ { desk, faces }) {
  const me = desk.me;
  const words = desk.model.words.value;
  if (faces.own.length < me.dice.length) return null;
  const left = [...me.bonus];
  for (const face of faces.bonus) left.splice(left.indexOf(face), 1);
  return left.length ? html`<span>${words.say("web.kb.left_alone", { bonus: left })}</span>` : null;
}

/** @type {(keyof Changes)[]} */
const KINDS = [...GOODS, "vp", "soldiers", "plus2"];
const changedKinds = (/** @type {Desk} */ desk) => KINDS.filter((kind) => desk.changes.value[kind]);

/** What changes for me, as icons. */
function Deltas(/** @type {{desk: Desk, kinds: (keyof Changes)[]}} */ { desk, kinds }) {
  const words = desk.model.words.value;
  const changes = desk.changes.value;
  return kinds.map((kind) => {
    const n = changes[kind] ?? 0;
    return html`<${Amount} words=${words} kind=${kind} n=${n} text=${signed(n)} size="l" />`;
  });
}

function Odds(/** @type {{desk: Desk, question: Question}} */ { desk, question }) {
  const words = desk.model.words.value;
  const battle = desk.odds.value?.battle;
  if (question.kind === "recruit") {
    const n = desk.answers.value.length;
    const odds = oddsWith(battle?.more ?? [], n);
    return html`<span>${icon("t-soldiers")}${desk.me.strength} → <b>${desk.me.strength + n}</b></span>${
      odds && html`<span class="text">${oddsText(words, odds)}</span>`
    }`;
  }
  if (question.kind === "choose_token") {
    const number = Number(desk.choice.value?.[1]);
    const left = desk.me.tokens.filter((_token, at, all) => at !== all.indexOf(number));
    return html`<span>${icon("t-soldiers")}${desk.me.strength} → <b>${desk.me.strength + number}</b></span>
      ${battle?.tokens[number] && html`<span class="text">${oddsText(words, battle.tokens[number][0])}</span>`}
      <span>${words.say("web.kb.token.left", { left })}</span>`;
  }
  return null;
}

const TELLING = [
  "envoy_returned",
  "enemy_looked_at",
  "bonus_die_gained",
  "dice_turned",
  "group_moved",
  "building_destroyed",
  "building_spared",
];

/** Whether an event is said in words, because icons do not show what it does to me. */
const tells = (/** @type {Desk} */ desk, /** @type {GameEvent} */ event) =>
  TELLING.includes(event.event) && "seat" in event && event.seat === desk.model.front.value;

/** What else would happen to me, in words. */
function Others(/** @type {{desk: Desk}} */ { desk }) {
  const words = desk.model.words.value;
  return desk.foreseen.value
    .filter((event) => tells(desk, event))
    .slice(0, 2)
    .map((event) => html`<span class="text">${words.event(event)}</span>`);
}

// -- buttons ----------------------------------------------------------------------------------------------------------

function Acts(/** @type {{desk: Desk, question: Question}} */ { desk, question }) {
  const { model } = desk;
  const words = model.words.value;
  const choice = desk.choice.value;
  const no = desk.wayOut;
  const sealed = ["choose_token", "keep_governor"].includes(question.kind);
  if (desk.passing.value) return html`<${Passing} desk=${desk} />`;
  return html`<div class="acts">
    <${Button}
      kind="pri"
      icon=${sealed ? "u-lock" : "u-check"}
      kbd="↵"
      why=${choice ? "" : missing(desk, question)}
      onClick=${() => desk.commit()}
      data-primary=""
      >${choice ? effect(desk, question, choice) : words.say(`web.kb.primary.${desk.picked.value.card ? "other" : question.kind}`)}<//
    >
    <div class="row">
      <${TakeBack} model=${model} />
      ${
        no &&
        html`<${Button} kind="quiet" onClick=${() => desk.decline()}
        data-decline="">${refusalText(words, question, no)}<//>`
      }
    </div>
  </div>`;
}

/** Dice are left: whether to pass all the same. */
function Passing(/** @type {{desk: Desk}} */ { desk }) {
  const words = desk.model.words.value;
  return html`<div class="acts">
    <${Button} kind="pri" onClick=${() => desk.decline()} data-decline="">${words.say("web.kb.pass.yes")}<//>
    <${Button} kind="quiet" onClick=${() => (desk.passing.value = false)}>${words.say("web.kb.pass.no")}<//>
  </div>`;
}

/** Why there is no answer yet: what is picked does not fit, or nothing is picked. */
function missing(/** @type {Desk} */ desk, /** @type {Question} */ question) {
  const words = desk.model.words.value;
  if (desk.unfit.value) return desk.unfit.value;
  const goods = desk.picked.value.goods?.length ?? 0;
  if (question.kind === "recruit" && goods)
    return words.say("web.kb.recruit.uneven", { n: goods, goods: soldierPrice(question) });
  const id = `web.kb.missing.${question.kind}`;
  return words.has(id) ? words.say(id) : words.ask(question);
}

/** A button says what it does. */
function effect(/** @type {Desk} */ desk, /** @type {Question} */ question, /** @type {Choice} */ choice) {
  const words = desk.model.words.value;
  switch (question.kind) {
    case "influence":
      return choice.includes("private")
        ? words.say(`governor.${desk.me.governor}`)
        : advisorName(desk.model, Number(choice[1]));
    case "build":
      return choice[0] === "build"
        ? words.say("web.kb.do.build", { building: choice[1] })
        : words.choice(choice, question);
    case "recruit":
      return words.say("web.kb.do.recruit", { n: desk.answers.value.length });
    case "choose_token":
      return words.say("web.kb.do.token", { number: choice[1] });
    case "keep_governor":
      return words.choice(choice);
    default:
      return words.choice(choice, question);
  }
}

const refusalText = (/** @type {Words} */ words, /** @type {Question} */ question, /** @type {Choice} */ no) =>
  words.has(`web.kb.no.${question.kind}`) ? words.say(`web.kb.no.${question.kind}`) : words.choice(no, question);

// -- when nothing is asked --------------------------------------------------------------------------------------------

function Waiting(/** @type {{desk: Desk}} */ { desk }) {
  const { model } = desk;
  const words = model.words.value;
  const view = model.seen;
  if (view.over) return html`<${Over} model=${model} />`;
  const awaited = awaitedPeople(model);
  const about =
    view.phase === WINTER - 1 ? "recruit" : view.step === "b" ? "influence" : view.step === "d" ? "build" : "other";
  const last = lately(model);
  return html`<div class="conseq waiting" aria-live="polite">
      ${last && html`<p class=${names("eq lately", last.said.length > LONG && "long")}>${last.seat >= 0 && crest(last.seat)}<span>${last.said}</span></p>`}
      <p class=${last ? "soon" : "eq"}>
        ${!last && awaited.map((seat) => crest(seat))}
        <span>${words.say(awaited.length ? `web.kb.waiting.${about}` : "web.kb.waiting", { seats: awaited })}</span>
      </p>
      <${LargeDice} model=${model} seat=${model.front.value ?? largeSeat(desk)} />
    </div>
    <div class="acts"><div class="row"><${Waits} model=${model} /><${TakeBack} model=${model} /></div></div>`;
}

/** While others decide, the own roll stays readable; a spectator sees that of the player whose province is large. */
function LargeDice(/** @type {{model: Model, seat: number}} */ { model, seat }) {
  const dice = rolled(model.seen, seat);
  if (!dice.length) return null;
  return html`<p class="then dice" data-dice=${seat}>
    ${dice.map(({ face, bonus, place }) => die(face, seat, bonus, place ? "used" : ""))}
  </p>`;
}

function Over(/** @type {{model: Model}} */ { model }) {
  const words = model.words.value;
  const winners = model.seen.standing.filter(([, place]) => place === 1).map(([seat]) => seat);
  return html`<div class="conseq waiting" aria-live="polite">
    <p class="eq">${winners.map((seat) => crest(seat))}<span>${words.event({ event: "game_ended", winners })}</span></p>
  </div>`;
}

/** A scene is played: what it tells now, how far it is, and the ways to skip. */
function Telling(/** @type {{model: Model, scene: Playing}} */ { model, scene }) {
  const words = model.words.value;
  const winter = winterTold(model);
  return html`<div class="conseq waiting">
      <p class=${scene.name === "king" ? "sr" : "eq"}>${scene.beats[scene.beat].said}</p>
      ${winter && html`<${Beats} words=${words} ...${winter} />`}
    </div>
    <${SceneActs} model=${model} />`;
}

/** How far it is. @param {{words: Words, steps: string[], step: string}} props */
function Beats({ words, steps, step: now }) {
  const at = steps.indexOf(now);
  const look = (/** @type {number} */ place) => (place < at ? "done" : place === at ? "now" : "");
  return html`<ol class="beats" aria-hidden="true">
    ${steps.map((step, place) => html`<li class=${look(place)}><i></i>${words.say(`web.kb.step.${step}`)}</li>`)}
  </ol>`;
}

/** The battle is over: how it went for me, and on to the next year. */
function AfterBattle(/** @type {{desk: Desk, scene: Playing}} */ { desk, scene }) {
  const { model } = desk;
  const words = model.words.value;
  const { view } = scene;
  const lane = view.battle?.lanes.find(({ seat, outcome }) => seat === model.front.value && outcome);
  const against = view.battle && foeOf(model, view.battle)?.strength;
  return html`<div class=${`conseq after p-${model.tincture(model.front.value ?? 0)}`} aria-live="polite">
      ${
        lane &&
        html`<p class="eq">
        <span>${words.say("web.kb.you")}</span><span class="res">${lane.strength}</span>
        <span>${words.say("web.kb.against", {
          strength: against,
        })},</span><b>${words.say(`web.kb.outcome.${lane.outcome}`)}</b>
        ${SPOILS.map(
          (kind) =>
            lane.after[kind] !== 0 &&
            html`<${Amount} words=${words} kind=${kind}
          n=${lane.after[kind]} text=${signed(lane.after[kind])} size="l" />`,
        )}
      </p>`
      }
      <p class="legend">
        <span><i></i>${words.say("term.soldiers")}</span><span
          class="d"><i></i>${words.say("term.reinforcements")}</span>
        <span class="b"><i></i>${words.say("table.buildings")}</span><span>${words.say("web.kb.home")}</span>
      </p>
      <${Ready} model=${model} />
    </div>
    <div class="acts">
      <${Button} kind="pri" icon="u-check" kbd="↵" data-primary="" onClick=${() => model.playhead?.goOn()}
        >${words.say(scene.until ?? "", { year: view.year })}<//
      >
      <div class="row">
        <${TakeBack} model=${model} />
        <${Button} kind="quiet" onClick=${() => model.playhead?.again()}>${words.say("web.scene.again")}<//>
      </div>
    </div>`;
}
