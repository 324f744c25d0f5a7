/** The tray: what is asked, the options as buttons, what would follow, and the only button that commits. */

import { Button, crest, html, names } from "/static/parts.js";
import { refused, same, TakeBack } from "/static/turn.js";
import { Waits } from "/static/waits.js";
import { useSeconds } from "/static/strips.js";

/**
 * @typedef {import("./desk.js").Desk} Desk
 * @typedef {import("./desk.js").Group} Group
 * @typedef {import("./desk.js").Barred} Barred
 * @typedef {import("./desk.js").Choice} Choice
 */

/** @param {{desk: Desk}} props */
export const TrayBody = ({ desk }) =>
  desk.question.value ? html`<${Turn} desk=${desk} />` : html`<${Waiting} desk=${desk} />`;

/** @param {{desk: Desk}} props */
function Turn({ desk }) {
  const { model } = desk;
  const words = model.words.value;
  const question = desk.question.value;
  if (!question) return null;
  const groups = desk.groups.value;
  const alone = groups.filter(({ entries }) => entries.length === 1);
  return html`<div class="ask"><h2>${words.ask(question)}<${TimeLeft} desk=${desk} /></h2></div>
    <div class="choices">
      ${groups.filter((group) => !alone.includes(group)).map((group) => html`<${Options} key=${group.verb} desk=${desk} groups=${[group]} verb=${group.verb} />`)}
      ${alone.length > 0 && html`<${Options} desk=${desk} groups=${alone} verb="" />`}
    </div>
    <div class="after" aria-live="polite"><${Foreseen} desk=${desk} /></div>
    <div class="acts">
      <${Button} kind="pri" icon="u-check" kbd="↵" data-primary="" onClick=${() => desk.commit()}
        why=${desk.picked.value ? "" : words.say("web.plain.pick")}>
        ${desk.picked.value ? words.choice(desk.picked.value, question) : words.say("web.plain.choose")}<//>
      <${TakeBack} model=${model} />
    </div>`;
}

/** Options with one first word, as its `verb.…` names them. @param {{desk: Desk, groups: Group[], verb: string}} props */
function Options({ desk, groups, verb }) {
  const words = desk.model.words.value;
  const title = words.has(`verb.${verb}`) ? words.say(`verb.${verb}`) : "";
  return html`<div class="opgroup" role="group" aria-label=${title || words.say("web.plain.options")}>
    ${title && html`<h3 aria-hidden="true">${title}</h3>`}
    ${groups.flatMap(({ entries }) =>
      entries.map(({ choice, barred }) =>
        barred
          ? html`<${NotNow} key=${choice.join(" ")} desk=${desk} barred=${barred} />`
          : html`<${Option} key=${choice.join(" ")} desk=${desk} option=${choice} />`,
      ),
    )}
  </div>`;
}

/** @param {{desk: Desk, option: Choice}} props */
function Option({ desk, option }) {
  const on = desk.picked.value !== null && same(desk.picked.value, option);
  return html`<button type="button" class=${names("op", on && "sel")} data-target="" aria-pressed=${String(on)}
    onClick=${() => desk.pick(option)}>${desk.model.words.value.choice(option, desk.question.value)}</button>`;
}

/** Something that cannot be chosen, and says why. @param {{desk: Desk, barred: Barred}} props */
function NotNow({ desk, barred }) {
  const words = desk.model.words.value;
  const why = async () => ({ said: words.reason(barred), rule: barred.rule });
  return html`<button type="button" class="op not" aria-disabled="true" ...${refused(desk.model, why)}>
    ${words.choice(barred.choice, desk.question.value)}</button>`;
}

/** What is known to follow, as the log will say it. @param {{desk: Desk}} props */
function Foreseen({ desk }) {
  const words = desk.model.words.value;
  if (!desk.picked.value) return html`<p class="muted">${words.say("web.plain.pick")}</p>`;
  const events = desk.foreseen.value;
  if (!events) return null;
  const known = events.filter(({ event }) => isTold(words, String(event)));
  const personal = known.filter((event) => "seat" in event); // what begins next goes without saying
  const told = (personal.length ? personal : known).map((event) => words.event(event));
  if (!told.length) return html`<p class="muted">${words.say("web.plain.unknown")}</p>`;
  return html`<ul aria-label=${words.say("web.plain.follows")}>${told.map((line) => html`<li>${line}</li>`)}</ul>`;
}

const UNTOLD = ["forced", "seals_broken"];

/** Whether the game has words for an event that people want to read. */
export const isTold = (/** @type {import("./view.js").Words} */ words, /** @type {string} */ event) =>
  !UNTOLD.includes(event) && words.has(`event.${event}`);

/** The seconds of a clock of the rules. @param {{desk: Desk}} props */
function TimeLeft({ desk }) {
  const clock = desk.model.clock.value;
  useSeconds(clock !== null);
  if (!clock) return null;
  const n = Math.max(0, Math.ceil((clock.end - performance.now()) / 1_000));
  return html`<small role="timer">${desk.model.words.value.say("web.time.seconds", { n })}</small>`;
}

/** Nothing is asked: whom everybody waits for, or who has won. @param {{desk: Desk}} props */
function Waiting({ desk }) {
  const { model } = desk;
  const words = model.words.value;
  const view = model.view.value;
  if (!view) return null;
  const awaited = view.deciding.filter((seat) => seat >= 0);
  const winners = (view.standing ?? []).filter(([, place]) => place === 1).map(([seat]) => seat);
  const seats = view.over ? winners : awaited;
  const said = view.over
    ? words.say(winners.length > 1 ? "web.end.winners" : "web.end.winner", { winners, seat: winners[0] ?? -1 })
    : words.say(awaited.length ? "web.waiting_for" : "web.plain.soon", { seats: awaited });
  return html`<div class="wait" aria-live="polite"><p>${seats.map((seat) => crest(seat))}<span>${said}</span></p></div>
    <div class="acts"><${Waits} model=${model} /><${TakeBack} model=${model} /></div>`;
}
