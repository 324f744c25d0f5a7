/** The tray: what is asked, what would follow, and the only buttons that commit. */

import { announce, Button, crest, html } from "/static/parts.js";
import { TakeBack } from "/static/turn.js";
import { awaitedPeople, Waits } from "/static/waits.js";
import { capital } from "/static/words.js";
import { Check, doubtIn } from "./check.js";
import { Controls, severalIn } from "./controls.js";
import { FOLLOWERS, fromOne, rowsOf, spoken, supplyOf, textOf } from "./draw.js";
import { lately } from "./log.js";
import { amountAfter, Held, plansAreHidden, Status } from "./players.js";
import { SlipLine } from "./slip.js";
import { storyOf } from "./stories.js";

/**
 * @import { Desk, Question } from "./desk.js"
 * @import { GameEvent } from "./types.js"
 */

export function TrayBody(/** @type {{desk: Desk, narrow: boolean}} */ { desk, narrow }) {
  const question = desk.question.value;
  if (!question) return html`<${Waiting} desk=${desk} narrow=${narrow} />`;
  const checks = question.kind === "plan" && !desk.held.value;
  return html`<div class="prompt" aria-live=${checks ? "off" : "polite"}>${
    checks ? html`<${Check} desk=${desk} />` : html`<${Said} desk=${desk} question=${question} />`
  }</div>
    <div class="ways"><${Controls} desk=${desk} question=${question} />${narrow && html`<${Threat} desk=${desk} /><${Pocket} desk=${desk} /><${SlipLine} desk=${desk} />`}</div>
    <${Acts} desk=${desk} question=${question} />`;
}

/** What is asked and what would follow. */
function Said(/** @type {{desk: Desk, question: Question}} */ { desk, question }) {
  const words = desk.model.words.value;
  const { title, text } = question.kind === "plan" ? planWords(desk) : askedWords(desk, question);
  return html`<p class="t">${title}</p><p class="x">${text || html`<span>${words.has(`web.os.hint.${question.kind}`) && words.say(`web.os.hint.${question.kind}`)}</span>`}</p>`;
}

function askedWords(/** @type {Desk} */ desk, /** @type {Question} */ question) {
  const words = desk.model.words.value;
  if (asksToPass(desk)) {
    const places = desk.options("use").map(([, place]) => place);
    return { title: words.ask(question), text: words.say("web.os.pass", { places }) };
  }
  const several = desk.basket.value;
  if (several.length > 1) {
    const goods = [...new Set(several.map(([, good]) => String(good)))];
    const counts = goods.map((good) => [good, several.filter(([, one]) => one === good).length]);
    return { title: severalWords(desk, question), text: words.say("web.os.several.of", { goods: counts }) };
  }
  if (!desk.answer.value) return { title: words.ask(question), text: askedBy(desk) };
  const title = conquest(desk) || words.choice(spoken(desk.answer.value), question);
  const follows = desk.foreseen.value
    .slice(0, endOfPhase(desk.foreseen.value))
    .filter((event) => !UNSAID.includes(event.event) && words.has(`event.${event.event}`))
    .filter((event) => !("seat" in event) || event.seat === desk.model.front.value)
    .slice(0, 5);
  const place = desk.answer.value[0] === "use" ? String(desk.answer.value[1]) : "";
  const lifts = desk.places.value[place]?.lifts ? ` ${words.say("web.os.hint.move")}` : "";
  const text =
    place && !follows.length // what it does is asked
      ? textOf(words, "text", place, rowsOf(desk.model, "places")[place]) + lifts
      : [...follows.map((event) => words.event(fromOne(event))), lostLand(desk), farewell(desk, question)]
          .filter(Boolean)
          .join(" ");
  return { title, text: [text || words.ask(question), warning(desk)].filter(Boolean).join(" ") };
}

const warning = (/** @type {Desk} */ desk) => storyOf(desk.model).warning?.(desk);

/** What is said of an answer by itself, and what its title says. */
const UNSAID = ["forced", "place_used", "followers_returned", "token_sent"];

/** What belongs to the next phase does not follow from the answer alone. */
function endOfPhase(/** @type {GameEvent[]} */ events) {
  const at = events.findIndex(({ event }) => event === "phase_began" || event === "round_began");
  return at < 0 ? events.length : at;
}

/** Why something is asked, where it is not the place that was used. */
function askedBy(/** @type {Desk} */ desk) {
  const { model } = desk;
  const words = model.words.value;
  const { field, phase } = model.seen;
  const kind = `web.os.asked_by.${desk.question.value?.kind}`; // what a place asks likewise, but in its own phase
  const mark =
    field &&
    storyOf(model)
      .marks?.(model)
      .find((one) => one.field === field);
  const said = mark
    ? words.say("web.os.asked_by", { field, text: mark.name || mark.text })
    : phase === "end" && words.has(kind) && words.say(kind);
  return [said, warning(desk)].filter(Boolean).join(" ");
}

/** Whose area would be taken by going there, as the button says it; empty if it is free. */
function conquest(/** @type {Desk} */ desk) {
  const taken = desk.foreseen.value.some(({ event }) => event === "settler_displaced");
  const [verb, area] = desk.answer.value ?? [];
  return verb === "settle" && taken ? desk.model.words.value.say("web.os.conquer", { area }) : "";
}

const severalWords = (/** @type {Desk} */ { model, basket }, /** @type {Question} */ question) =>
  model.words.value.say(`web.os.several.${question.kind}`, { n: basket.value.length, most: severalIn(question) });

/** Whether it was asked if somebody really passes, and nothing else has been picked since. */
const asksToPass = (/** @type {Desk} */ desk) => desk.passing.value && desk.answer.value === null;

/** A village takes the place of a land, from which no goods come any more. */
function lostLand(/** @type {Desk} */ { model, foreseen }) {
  const [area] = foreseen.value.flatMap((one) => (one.event === "built" && one.kind === "village" ? [one.area] : []));
  const land = area && model.seen.areas[area].land;
  return land ? model.words.value.say("web.os.build.lost", { land }) : "";
}

/** A follower who is sent away never comes back: how many of the kind the bag still has. */
function farewell(/** @type {Desk} */ desk, /** @type {Question} */ question) {
  const token = String(desk.answer.value?.[1] ?? "");
  if (question.kind !== "send" || !FOLLOWERS.includes(token)) return "";
  return capital(desk.model.words.value.say("web.os.send.forever", { token, n: desk.me?.bag?.[token] ?? 0 }));
}

/** While planning: the token in hand. */
function planWords(/** @type {Desk} */ desk) {
  const words = desk.model.words.value;
  const token = desk.held.value?.token ?? "";
  const more = amountAfter(desk, token);
  const open = desk.placesFor(token).length; // none while it is being set down
  const said = [
    open > 0 && words.say("web.os.plan.held.text", { n: open }),
    more && words.say("web.os.plan.more", { token: more }),
    token === "technology" && words.say("web.os.plan.tile"),
  ];
  return { title: capital(words.say("web.os.plan.held", { token })), text: said.filter(Boolean).join(" ") };
}

function Acts(/** @type {{desk: Desk, question: Question}} */ { desk, question }) {
  const words = desk.model.words.value;
  const ready = desk.primary !== null;
  const done = ["plan", "recall"].includes(question.kind);
  const several = desk.basket.value.length;
  const sure = desk.doubted.value;
  const shines = sure || !doubtIn(desk); // not before a plan is as good as done
  const press = (/** @type {MouseEvent} */ event) => {
    const doubt = sure ? "" : doubtIn(desk);
    if (doubt) {
      desk.doubted.value = true;
      announce(doubt);
      if (!event.detail) toIdleLine();
      return;
    }
    if (!event.detail && toIdleLine()) return; // by key: first to the line that says what does nothing
    void desk.commit();
  };
  return html`<div class="acts"><div class="row"><${TakeBack} model=${desk.model} />
      ${desk.wayOut && html`<${Button} kind="quiet" data-decline="" onClick=${() => desk.decline()}>${words.choice(desk.wayOut, question)}<//>`}</div>
    <${Button} kind=${shines ? "pri" : ""} icon="u-check" kbd="↵" data-primary="" data-sure=${sure ? "" : null} why=${ready ? "" : words.say("web.os.choose_first", { ask: words.ask(question) })} onClick=${press}>
      ${several ? severalWords(desk, question) : done || !ready ? words.say(`web.os.primary.${sure ? "sure" : done ? question.kind : "choose"}`) : conquest(desk) || words.choice(spoken(desk.primary), question)}<//>
  </div>`;
}

/** Focus what a plan leaves without effect; not a second time. */
function toIdleLine() {
  /** @type {HTMLElement|null} */
  const line = document.querySelector(".tray [data-idle]");
  if (!line || line === document.activeElement) return false;
  line.focus();
  return true;
}

// -- on a small screen ------------------------------------------------------------------------------------------------

/** My supply and the lamps of the others, which are beside it on a large screen. */
function Pocket(/** @type {{desk: Desk}} */ { desk }) {
  const { model } = desk;
  const words = model.words.value;
  const view = model.seen;
  if (!desk.me) return null;
  return html`<div class="wares">${supplyOf(desk.me).map(([token, n]) => html`<${Held} key=${token} desk=${desk} token=${token} n=${n} />`)}</div>
    <div class="lamps">${view.players.map((_, seat) => seat !== model.front.value && html`<span key=${seat}>${crest(seat)}<span class="sr">${words.player(seat)}</span><${Status} model=${model} seat=${seat} /></span>`)}</div>`;
}

/** What threatens me, which is beside my tasks on a large screen. */
function Threat(/** @type {{desk: Desk}} */ { desk }) {
  const { Risk } = storyOf(desk.model);
  return Risk ? html`<${Risk} desk=${desk} />` : null;
}

// -- nothing is asked -------------------------------------------------------------------------------------------------

function Waiting(/** @type {{desk: Desk, narrow: boolean}} */ { desk, narrow }) {
  const { model } = desk;
  const words = model.words.value;
  const view = model.seen;
  const awaited = view.over ? [] : awaitedPeople(model);
  const winners = view.over ? view.standing.filter(([, place]) => place === 1).map(([seat]) => seat) : [];
  const said = view.over
    ? words.say("web.os.won", { winners })
    : words.say(awaited.length ? "web.os.waiting" : "web.os.soon", { seats: awaited });
  const out = desk.me !== null && !view.over && Boolean(storyOf(model).isOut?.(desk.me));
  const planned = plansAreHidden(view) && model.front.value !== null && !view.over;
  const last = view.over || plansAreHidden(view) ? null : lately(model);
  const scrolls = narrow ? 0 : null; // by keys, too, although nothing in it can be pressed
  return html`<div class="prompt waiting">
      ${last && html`<p class="t eq lately">${last.seat >= 0 && crest(last.seat)}<span>${last.said}</span></p>`}
      <p class=${last ? "x eq" : "t eq"} aria-live="polite">${!last && (view.over ? winners : awaited).map((seat) => crest(seat))}<span>${said}</span></p>
      ${!last && html`<p class="x">${planned ? words.say("web.os.plan.sealed") : ""}</p>`}
      ${out && html`<p class="x">${words.say("web.os.watching")}</p>`}
    </div>
    <div class="ways" tabindex=${scrolls}>${narrow && html`<${Pocket} desk=${desk} /><${SlipLine} desk=${desk} />`}</div>
    <div class="acts"><div class="row"><${Waits} model=${model} />${!out && html`<${TakeBack} model=${model} />`}</div></div>`;
}
