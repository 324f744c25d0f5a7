/** Before a plan is done: the places that will act, those that cannot and why, and the followers left on the green. */

import { announce, html, icon, names, noted, useEffect, useRef } from "/static/parts.js";
import { capital } from "/static/words.js";
import { oneByOne, rowsOf, Token } from "./draw.js";
import { storyOf } from "./stories.js";

/**
 * @import { Choice } from "/static/types.js"
 * @import { Desk } from "./desk.js"
 * @import { Op } from "./types.js"
 * @import { Words } from "/static/words.js"
 */

const QUIET = 600; // milliseconds after the last change before the check is read out

/** Why an action could do nothing now, in a few words; `does` is what fails. */
export function failWords(/** @type {Words} */ words, /** @type {Op[]} */ ops, /** @type {string} */ does) {
  const op = ops.find((one) => one.do === does);
  const id = `web.os.idle.${does}`;
  return words.say(words.has(id) ? id : "web.os.idle", op && { ...op, of: op.of });
}

/** My places by what becomes of them: those that act now, and those that cannot, though they are filled or planned. */
export function prospects(/** @type {Desk} */ desk) {
  const idle = desk.me?.idle ?? {};
  const ready = Object.entries(desk.places.value).flatMap(([id, place]) => (place.ready ? [id] : []));
  const banned = Object.keys(desk.places.value).filter((id) => desk.places.value[id].forbidden);
  const placed = desk.plan.value.map(([place]) => place);
  const vain = banned.filter((id) => placed.includes(id));
  const dead = [...vain, ...ready.filter((id) => id in idle && !banned.includes(id))];
  return { acts: ready.filter((id) => !banned.includes(id) && !(id in idle)), dead };
}

/**
 * What a plan leaves undone that could be done: it has no place that acts, or followers on the green could make another
 * one ready. Empty if it is as good as done.
 */
export function doubtIn(/** @type {Desk} */ desk) {
  const words = desk.model.words.value;
  if (!desk.planning.value || desk.model.taught || !desk.options("place").length) return "";
  const [place] = Object.keys(desk.places.value).filter((id) => canBeReady(desk, id));
  if (place) return words.say("web.os.doubt.place", { place });
  return prospects(desk).acts.length ? "" : words.say("web.os.doubt.none");
}

/** Whether followers on the green fill what is free at a place, as far as they are offered there. */
function canBeReady(/** @type {Desk} */ desk, /** @type {string} */ id) {
  const { ready, forbidden, missing } = desk.places.value[id];
  const offers = desk.options("place").filter(([, token, place]) => place === id && desk.me?.green[String(token)]);
  const spaces = [...new Set(offers.map(([, , , space]) => space))];
  if (ready || forbidden || !missing.length || spaces.length < missing.length) return false;
  return fills(offers, spaces, desk.me?.green ?? {});
}

/** Whether so many followers of each kind, where they are offered, take all of these spaces. @returns {boolean} */
function fills(
  /** @type {Choice[]} */ offers,
  /** @type {unknown[]} */ spaces,
  /** @type {Record<string, number>} */ left,
) {
  const [first, ...others] = spaces;
  const fit = offers.filter(([, token, , space]) => space === first && left[token] > 0);
  return !spaces.length || fit.some(([, token]) => fills(offers, others, { ...left, [token]: left[token] - 1 }));
}

const FEW = 4; // of the followers that are left so many are drawn

export function Check(/** @type {{desk: Desk}} */ { desk }) {
  const { model } = desk;
  const words = model.words.value;
  const { acts, dead } = prospects(desk);
  const unwanted = Object.entries(desk.me?.unwanted ?? {});
  const left = desk.me ? oneByOne(desk.me.green) : [];
  const tasks = tasksOf(desk);
  const begun = desk.plan.value.length > 0 || !desk.options("place").length;
  const box = useRef(null);
  useSaidLater(box);
  return html`<div class="check" ref=${box}><p class="t">${(desk.doubted.value && doubtIn(desk)) || words.say(begun ? "web.os.check" : "web.os.plan.how")}</p><ul>
    <li class=${acts.length ? "ok" : "idle"}>${icon(acts.length ? "u-check" : "u-dots")}<span>${
      acts.length
        ? html`<b>${words.say("web.os.check.act", { n: acts.length })}</b> ${words.say("web.os.check.places", { list: acts })}`
        : html`<b>${words.say("web.os.plan.none")}</b>`
    }</span></li>
    ${dead.length + unwanted.length > 0 && html`<${Dead} desk=${desk} places=${dead} unwanted=${unwanted} />`}
    ${
      left.length > 0 &&
      html`<li class="idle">${icon("i-hand")}<span><b>${words.say("web.os.check.left", { n: left.length })}</b></span>
      <span class="few">${left.slice(0, FEW).map((token, at) => html`<${Token} key=${at} words=${words} token=${token} />`)}${left.length > FEW && html`<small>+${left.length - FEW}</small>`}</span>
      ${desk.options("place").length > 0 && html`<button type="button" onClick=${() => desk.point()}>${words.say("web.os.check.where")}</button>`}</li>`
    }
    ${(tasks.planned.length > 0 || tasks.open.length > 0) && html`<${ForTasks} words=${words} ...${tasks} />`}
  </ul></div>`;
}

/** What a plan has to serve, and whether it does: the tasks that it brings further, and those that are due without it. */
function tasksOf(/** @type {Desk} */ desk) {
  const known = Object.entries(desk.inPlan.value);
  const planned = known.flatMap(([id, task]) => (task.planned ? [id] : []));
  const due = storyOf(desk.model).due?.(desk) ?? [];
  return { planned, open: due.filter((id) => !isPlanned(desk, id)) };
}

/** Whether the plan brings all that is missing of a task. */
export function isPlanned(/** @type {Desk} */ desk, /** @type {string} */ id) {
  const task = desk.inPlan.value[id];
  return task !== undefined && task.planned >= task.missing;
}

/** The tasks that the plan brings further, and those that it does not, in one line. */
function ForTasks(/** @type {{words: Words, planned: string[], open: string[]}} */ { words, planned, open }) {
  const said = [
    planned.length && words.say("web.os.check.planned", { tasks: planned }),
    open.length && words.say("web.os.check.open", { tasks: open }),
  ].filter(Boolean);
  return html`<li class=${names("task", open.length && "bad")}>${icon("u-quill")}<span tabindex="0" ...${noted(said.join(" "), { named: true })}>
    ${planned.length > 0 && html`<em>${said[0]}</em>`} ${open.length > 0 && html`<b>${said.at(-1)}</b>`}</span></li>`;
}

/** What is filled and does nothing, and what would stay where it could be sent, each with its reason, and the way back. */
function Dead(
  /** @type {{desk: Desk, places: string[], unwanted: Array<[place: string, tokens: string[]]>}} */ {
    desk,
    places,
    unwanted,
  },
) {
  const words = desk.model.words.value;
  const why = (/** @type {string} */ id) =>
    desk.places.value[id].forbidden
      ? words.say("web.os.place.banned", { epoch: desk.me?.epoch })
      : failWords(words, rowsOf(desk.model, "places")[id].ops, desk.me?.idle[id] ?? "");
  const said = [
    ...[...new Set(places.map(why))].map((reason) => [
      words.say("web.os.check.dead", { places: places.filter((id) => why(id) === reason) }),
      reason,
    ]),
    ...unwanted.map(([place, tokens]) => [
      words.say("web.os.check.unwanted", { place, tokens }),
      words.say("web.os.idle.send"),
    ]),
  ];
  const stays = (/** @type {string} */ place, /** @type {number} */ space) =>
    (desk.me?.unwanted[place] ?? []).includes(desk.me?.places[place][space] ?? "");
  const mine = desk.plan.value.filter(([place, space]) => places.includes(place) || stays(place, space));
  return html`<li class="bad" tabindex="-1" data-idle="">${icon("u-close")}<span>${said.map(
    ([what, reason]) => html`<b>${what}</b> ${capital(reason)}${said.length > 1 && ". "}`,
  )}</span>
    ${mine.length > 0 && html`<button type="button" onClick=${() => desk.moveAllBack(mine)}>${words.say("web.os.check.back", { n: mine.length })}</button>`}</li>`;
}

/** Read out when nothing has changed for a moment. */
function useSaidLater(/** @type {{current: HTMLElement|null}} */ box) {
  const said = useRef("");
  useEffect(() => {
    const lines = [...(box.current?.querySelectorAll("li > span:not(.few)") ?? [])];
    const told = lines.map((line) => (line.querySelector(":scope > .sr") ?? line).textContent ?? "").filter(Boolean);
    const text = told.map((line) => line.replace(/\.?$/, ".")).join(" ");
    if (text === said.current) return undefined;
    const timer = setTimeout(() => {
      said.current = text;
      announce(text);
    }, QUIET);
    return () => clearTimeout(timer);
  });
}
