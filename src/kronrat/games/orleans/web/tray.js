/** The tray: what is asked, what would follow, and the only buttons that commit. */

import { Button, crest, html } from "/static/parts.js";
import { TakeBack } from "/static/turn.js";
import { Waits } from "/static/waits.js";
import { Controls } from "./controls.js";
import { fromOne, rowsOf, spoken, supplyOf, textOf } from "./draw.js";
import { reached } from "./map.js";
import { Held, plansAreHidden, Status } from "./players.js";

/**
 * @import { Desk, Question } from "./desk.js"
 */

export function TrayBody(/** @type {{desk: Desk, narrow: boolean}} */ { desk, narrow }) {
  const question = desk.question.value;
  if (!question) return html`<${Waiting} desk=${desk} narrow=${narrow} />`;
  return html`<div class="prompt" aria-live="polite"><${Said} desk=${desk} question=${question} /></div>
    <div class="ways"><${Controls} desk=${desk} question=${question} />${narrow && html`<${Pocket} desk=${desk} />`}</div>
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
  const title = desk.answer.value ? words.choice(spoken(desk.answer.value), question) : words.ask(question);
  const follows = desk.foreseen.value
    .filter(({ event }) => event !== "forced" && words.has(`event.${event}`))
    .slice(0, 5);
  const place = desk.answer.value?.[0] === "use" ? String(desk.answer.value[1]) : "";
  const text = place
    ? textOf(words, "text", place, rowsOf(desk.model, "places")[place])
    : follows.map((event) => words.event(fromOne(event))).join(" ");
  return { title, text };
}

/** While planning: the token in hand, else what was placed last, else what is ready. */
function planWords(/** @type {Desk} */ desk) {
  const words = desk.model.words.value;
  const held = desk.held.value?.token;
  if (held)
    return {
      title: words.say("web.os.plan.held", { token: held }),
      text: words.say("web.os.plan.held.text", { n: desk.placesFor(held).length }),
    };
  const ready = Object.entries(desk.places.value)
    .filter(([, place]) => place.ready && !place.forbidden)
    .map(([id]) => id);
  const last = desk.placed.value;
  if (last) {
    const title = words.say("web.os.plan.placed", last);
    const row = rowsOf(desk.model, "places")[last.place];
    if (ready.includes(last.place)) {
      const n = reached(desk);
      const more = desk.places.value[last.place].expand ? ` ${words.say("web.os.plan.reach", { n })}` : "";
      return {
        title,
        text:
          words.say("web.os.plan.ready", { place: last.place, text: textOf(words, "text", last.place, row) }) + more,
      };
    }
    return { title, text: words.say("web.os.plan.more", { place: last.place }) };
  }
  if (desk.plan.value.length || ready.length)
    return {
      title: words.say("web.os.plan"),
      text: words.say(ready.length ? "web.os.plan.so_far" : "web.os.plan.none", { ready }),
    };
  return { title: words.say("web.os.plan"), text: words.say("web.os.hint.plan") };
}

function Acts(/** @type {{desk: Desk, question: Question}} */ { desk, question }) {
  const words = desk.model.words.value;
  const ready = desk.primary !== null;
  const done = ["plan", "recall"].includes(question.kind);
  return html`<div class="acts"><div class="row"><${TakeBack} model=${desk.model} />
      ${desk.wayOut && html`<${Button} kind="quiet" data-decline="" onClick=${() => desk.decline()}>${words.choice(desk.wayOut, question)}<//>`}</div>
    <${Button} kind="pri" icon="u-check" kbd="↵" data-primary="" why=${ready ? "" : words.ask(question)} onClick=${() => desk.commit()}>
      ${done || !ready ? words.say(`web.os.primary.${done ? question.kind : "choose"}`) : words.choice(spoken(desk.primary), question)}<//>
  </div>`;
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

// -- nothing is asked -------------------------------------------------------------------------------------------------

function Waiting(/** @type {{desk: Desk, narrow: boolean}} */ { desk, narrow }) {
  const { model } = desk;
  const words = model.words.value;
  const view = model.seen;
  const awaited = view.over ? [] : view.deciding.filter((seat) => seat >= 0);
  const winners = view.over ? view.standing.filter(([, place]) => place === 1).map(([seat]) => seat) : [];
  const said = view.over
    ? words.say("web.os.won", { winners })
    : words.say(awaited.length ? "web.os.waiting" : "web.os.soon", { seats: awaited });
  const planned = plansAreHidden(view) && model.front.value !== null && !view.over;
  return html`<div class="prompt waiting" aria-live="polite">
      <p class="t eq">${(view.over ? winners : awaited).map((seat) => crest(seat))}<span>${said}</span></p>
      <p class="x">${planned ? words.say("web.os.plan.sealed") : ""}</p>
    </div>
    <div class="ways">${narrow && html`<${Pocket} desk=${desk} />`}</div>
    <div class="acts"><div class="row"><${Waits} model=${model} /><${TakeBack} model=${model} /></div></div>`;
}
