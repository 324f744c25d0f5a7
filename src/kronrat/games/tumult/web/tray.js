/** The tray: what is asked, what would follow, and the only buttons that commit. */

import { Button, crest, html, icon } from "/static/parts.js";
import { TakeBack } from "/static/turn.js";
import { Waits } from "/static/waits.js";
import { sceneOf } from "./desk.js";
import { symbolsIn, KINDS, Amount } from "./draw.js";
import { Effect, Hint, Payment, placeLabel } from "./place.js";
import { HandRow } from "./raid.js";
import { afterwards, toldOf } from "./riot.js";

/**
 * @typedef {import("./desk.js").Desk} Desk
 * @typedef {import("./desk.js").Question} Question
 * @typedef {{desk: Desk, question: Question}} Props
 */

export function TrayBody(/** @type {{desk: Desk}} */ { desk }) {
  const scene = sceneOf(desk);
  if (desk.telling.value) return html`<${Telling} desk=${desk} />`;
  if (scene === "raid") return html`<${HandRow} desk=${desk} />`;
  return desk.question.value
    ? html`<${Turn} desk=${desk} question=${desk.question.value} />`
    : html`<${Waiting} desk=${desk} />`;
}

// -- a question -------------------------------------------------------------------------------------------------------

function Turn(/** @type {Props} */ { desk, question }) {
  const paying = question.kind === "place" || question.kind === "pay";
  return html`${paying ? html`<${Payment} desk=${desk} />` : html`<${Asked} desk=${desk} question=${question} />`}
    <div class=${paying ? "eff" : "eff alone"} aria-live="polite" tabindex="0">
      ${paying ? html`<${Effect} desk=${desk} />` : html`<${Hint} desk=${desk} />`}</div>
    <${Acts} desk=${desk} question=${question} />`;
}

const Asked = (/** @type {Props} */ { desk, question }) =>
  html`<div class="ask"><h2>${desk.model.words.value.ask(question)}</h2></div>`;

/** @type {Record<string, string>} */
const ICONS = { give_order: "u-lock", turn_up: "u-zoom", use_mercy: "i-favor" };

function Acts(/** @type {Props} */ { desk, question }) {
  const words = desk.model.words.value;
  const ready = desk.answers.value.length > 0;
  return html`<div class="acts">
    <${Button} kind="pri" icon=${ICONS[question.kind] ?? "u-check"} kbd="↵" data-primary=""
      why=${ready ? "" : words.say(`web.tr.do.${question.kind}`)} onClick=${() => desk.commit()}>
      ${ready ? label(desk, question) : words.say(`web.tr.primary.${question.kind}`)}<//>
    <div class="row"><${TakeBack} model=${desk.model} />
      ${
        desk.wayOut &&
        html`<${Button} kind="quiet" data-decline="" onClick=${() => desk.decline()}>
        ${words.choice(desk.wayOut, question)}<//>`
      }</div>
  </div>`;
}

/** A button says what it does. */
function label(/** @type {Desk} */ desk, /** @type {Question} */ question) {
  const words = desk.model.words.value;
  if (["first_statue", "place", "pay"].includes(question.kind)) return placeLabel(desk);
  if (question.kind === "turn_up") return words.say("web.tr.do.turn");
  return words.choice(desk.answers.value.at(-1) ?? [], question);
}

// -- what is told -----------------------------------------------------------------------------------------------------

function Telling(/** @type {{desk: Desk}} */ { desk }) {
  const words = desk.model.words.value;
  const view = desk.model.seen;
  const riots = desk.telling.value === "riots";
  const next = riots
    ? afterwards(desk)
    : {
        title: words.say(view.over ? "web.tr.crown.over" : "web.tr.crown.done"),
        text: view.over ? "" : words.say("phase.1.text"),
        label: view.over ? words.say("web.tr.crown.to_end") : words.say("web.tr.crown.on", { round: view.round }),
      };
  const checks = riots ? (toldOf(desk)?.riots.checks.length ?? 0) : 0;
  const last = !riots || desk.step.value >= checks - 1;
  return html`<div class="eff alone prompt" aria-live="polite"><p><b>${next.title}</b>${next.text}</p></div>
    <div class="acts"><${Button} kind="pri" icon="u-play" kbd="↵" data-primary="" onClick=${() => desk.onward(checks)}>${next.label}<//>
      ${!last && html`<div class="row"><${Button} kind="quiet" data-skip="" onClick=${() => desk.leave()}>${words.say("web.tr.skip")}<//></div>`}
    </div>`;
}

// -- nothing is asked -------------------------------------------------------------------------------------------------

function Waiting(/** @type {{desk: Desk}} */ { desk }) {
  const { model } = desk;
  const words = model.words.value;
  const view = model.seen;
  const awaited = view.over ? [] : view.deciding.filter((seat) => seat >= 0);
  const winner = view.over ? view.standing[0][0] : null;
  const said = view.over
    ? words.say("web.tr.won", { seat: winner })
    : words.say(awaited.length ? "web.tr.waiting" : "web.tr.soon", { seats: awaited });
  const castle = desk.me?.castle;
  return html`<div class="eff alone waiting" aria-live="polite">
      <p class="eq">${(winner === null ? awaited : [winner]).map((seat) => crest(seat))}<span>${said}</span></p>
      ${
        castle &&
        html`<p class="have">${KINDS.map((kind) => html`<${Amount} words=${words} kind=${kind} n=${symbolsIn(castle, kind)} />`)}
        ${icon("ter-castle")}</p>`
      }
    </div>
    <div class="acts"><div class="row"><${Waits} model=${model} /><${TakeBack} model=${model} /></div></div>`;
}
