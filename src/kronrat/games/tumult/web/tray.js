/** The tray: what is asked, what would follow, and the only buttons that commit. */

import { Button, crest, html, icon } from "/static/parts.js";
import { TakeBack } from "/static/turn.js";
import { awaitedPeople, Waits } from "/static/waits.js";
import { sceneOf } from "./desk.js";
import { deedOf } from "./told.js";
import { symbolsIn, KINDS, Amount, RAID } from "./draw.js";
import { Effect, Hint, Payment, placeLabel } from "./place.js";
import { lately } from "./log.js";
import { HandRow } from "./raid.js";
import { afterCheck } from "./riot.js";

/**
 * @typedef {import("./desk.js").Desk} Desk
 * @typedef {import("./desk.js").Question} Question
 * @typedef {import("./draw.js").Words} Words
 * @typedef {import("./told.js").Telling} Telling
 * @typedef {{desk: Desk, question: Question}} Props
 */

export function TrayBody(/** @type {{desk: Desk}} */ { desk }) {
  const scene = sceneOf(desk);
  const telling = desk.telling.value;
  if (telling) return html`<${Told} desk=${desk} telling=${telling} />`;
  if (scene === "raid") return html`<${HandRow} desk=${desk} />`;
  return desk.question.value
    ? html`<${Turn} desk=${desk} question=${desk.question.value} />`
    : html`<${Waiting} desk=${desk} />`;
}

// -- a question -------------------------------------------------------------------------------------------------------

function Turn(/** @type {Props} */ { desk, question }) {
  const paying = question.kind === "place" || question.kind === "pay";
  return html`${
    paying
      ? html`<div class="pays"><${Payment} desk=${desk} />
          <div class="eff" aria-live="polite" tabindex="0"><${Effect} desk=${desk} /></div></div>`
      : html`<${Asked} desk=${desk} question=${question} />
        <div class="eff alone" aria-live="polite" tabindex="0"><${Hint} desk=${desk} /></div>`
  }
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

/** What is told now and how to go on: by itself while it is told, by a press when it is. */
function Told(/** @type {{desk: Desk, telling: Telling}} */ { desk, telling }) {
  const { playhead, words: said } = desk.model;
  const words = said.value;
  const { part, kind, step, said: verdict, ended, held } = telling;
  const next = AFTERWARDS[part](words, telling);
  const found = part === "riots" && step > 1 && verdict;
  const title = ended ? next.title : found || words.say(`web.tr.telling.${part}`, { kind });
  return html`<div class="eff alone prompt" aria-live="polite"><p><b>${title}</b>${ended && next.text}</p></div>
    <div class="acts">
      ${
        ended
          ? html`<${Button} kind="pri" icon="u-play" kbd="↵" data-primary="" onClick=${() => playhead?.goOn()}>${next.label}<//>`
          : part === "carried"
            ? html`<${Button} icon="u-next" kbd="Esc" aria-keyshortcuts="Escape" onClick=${() => playhead?.endScene()}>
              ${words.say("web.tr.carried.end")}<//>`
            : html`<${Button} icon="u-next" kbd=${words.say("web.key.space")} aria-keyshortcuts="Space"
              onClick=${() => playhead?.nextBeat()}>${words.say("web.scene.next")}<//>`
      }
      <div class="row">
        ${ended && part === "carried" && html`<${Button} kind="quiet" onClick=${() => playhead?.again()}>${words.say("web.tr.carried.again")}<//>`}
        ${
          (held || !ended) &&
          html`<${Button} kind="quiet" data-skip="" onClick=${() => playhead?.toNow()}>${words.say("web.tr.skip")}<//>`
        }</div>
    </div>`;
}

/** What comes after each part, as title, text and label of the button. */
const AFTERWARDS = { carried: afterRaid, riots: afterCheck, crown: afterCrown };

function afterRaid(/** @type {Words} */ words) {
  return {
    title: words.say("web.tr.carried.done"),
    text: words.say("phase.3.text"),
    label: words.say("web.tr.carried.on"),
  };
}

function afterCrown(/** @type {Words} */ words, /** @type {Telling} */ { view }) {
  const { over, round } = view;
  return {
    title: words.say(over ? "web.tr.crown.over" : "web.tr.crown.done"),
    text: over ? "" : words.say("phase.1.text"),
    label: over ? words.say("web.tr.crown.to_end") : words.say("web.tr.crown.on", { round }),
  };
}

// -- nothing is asked -------------------------------------------------------------------------------------------------

function Waiting(/** @type {{desk: Desk}} */ { desk }) {
  const { model } = desk;
  const words = model.words.value;
  const view = model.seen;
  const awaited = view.over ? [] : awaitedPeople(model);
  const winner = view.over ? view.standing[0][0] : null;
  const said = view.over
    ? words.say("web.tr.won", { seat: winner })
    : words.say(awaited.length ? "web.tr.waiting" : "web.tr.soon", { seats: awaited });
  const castle = desk.me?.castle;
  const writing = view.phase === RAID && view.options.raid === "orders"; // what was set aside before is old by now
  const last = view.over ? null : (deedOf(model) ?? (writing ? null : lately(model)));
  return html`<div class="eff alone waiting">
      ${last && html`<p class="eq lately">${last.seat >= 0 && crest(last.seat)}<span>${last.said}</span></p>`}
      <p class=${last ? "soon" : "eq"} aria-live="polite">${!last && (winner === null ? awaited : [winner]).map((seat) => crest(seat))}<span>${said}</span></p>
      ${
        castle &&
        html`<p class="have">${KINDS.map((kind) => html`<${Amount} words=${words} kind=${kind} n=${symbolsIn(castle, kind)} />`)}
        ${icon("ter-castle")}</p>`
      }
    </div>
    <div class="acts"><div class="row"><${Waits} model=${model} /><${TakeBack} model=${model} /></div></div>`;
}
