/** The King's Favor on the page: the tasks of the king, seasons, fame tiles and favourite tiles. */

import { style } from "/static/frame.js";
import { html, icon, Later, names, noted } from "/static/parts.js";
import { goalWords, Made, Points, rowsOf, seasonIcon, sheetTitle, textOf, tileIcon } from "./draw.js";
import { isPlanned } from "./check.js";
import { unasked } from "./idle.js";
import { endsYear, yearScene } from "./year.js";

/**
 * @import { TableModel } from "/static/model.js"
 * @import { Words } from "/static/words.js"
 * @import { Desk } from "./desk.js"
 * @import { BookletView, CalendarView, Game, Goal, PlayerView, View } from "./types.js"
 */

const bookletOf = (/** @type {PlayerView} */ player) => /** @type {BookletView} */ (player.story);
const calendarOf = (/** @type {View} */ view) => /** @type {CalendarView} */ (view.story);

/** What only the end of a year needs. */
const ofJudgement = (/** @type {"Judgement"|"YearTray"|"Out"} */ name) => (/** @type {object} */ props) =>
  html`<${Later} load=${() => loadJudgement().then((parts) => parts[name])} ...${props} />`;
const loadJudgement = () =>
  Promise.all([import("./judgement.js"), style("/games/orleans/judgement.css")]).then(([parts]) => parts);

/** The seasons of the year, and how much time is left. */
function Year(/** @type {{desk: Desk}} */ { desk }) {
  const words = desk.model.words.value;
  const { season, rounds_left: left } = calendarOf(desk.model.seen);
  if (!season) return null;
  return html`<ol class="seasons" aria-label=${words.say("web.os.kf.seasons")}>${[1, 2, 3, 4].map(
    (
      one,
    ) => html`<li key=${one} class=${names(one < season && "past", one === season && "now")} aria-current=${one === season ? "step" : null}>
      ${icon(seasonIcon(one))}<span>${words.say(`season.${one}`)}</span></li>`,
  )}</ol>
  <p class="due"><b>${words.say(left > 1 ? "web.os.kf.left" : "web.os.kf.last", { n: left })}</b> · ${words.say("web.os.kf.due")}</p>`;
}

/** What the open tasks cost at the end of the year, as the game says. */
function Risk(/** @type {{desk: Desk}} */ { desk }) {
  const words = desk.model.words.value;
  if (!desk.me) return null;
  const { risk, favourites, goals, hungry, out } = bookletOf(desk.me);
  if (out || desk.model.seen.over || !desk.model.seen.round) return null;
  const open = Object.keys(goals).filter((id) => !goals[id]);
  const n = open.length;
  const decisive = open.filter((id) => !rowsOf(desk.model, "goals")[id].replaceable);
  return html`<div class=${`risk r-${risk}`} role="status"><span class="tiles" ...${noted(favouriteWords(desk))}>${icon("i-favor")}<span class="sr">${words.say("count.favourites", { n: favourites })}</span><span aria-hidden="true">${favourites}</span></span>
    <p>${words.say(`web.os.kf.risk.${risk}`, { n, favourites, left: favourites - n, goals: decisive })}${hungry && html` <b>${words.say("web.os.kf.hungry", { favourites })}</b>`}</p></div>`;
}

/** What a favourite tile is good for. */
const favouriteWords = (/** @type {Desk} */ { model }) =>
  model.words.value.say("web.os.favourites.text", { n: rowsOf(model, "numbers").score_favourite.value });

/** How far somebody is with the tasks of the year, and whether it is enough. */
function Progress(/** @type {{words: Words, player: PlayerView}} */ { words, player }) {
  const { goals, risk, out } = bookletOf(player);
  if (out) return null;
  const states = Object.values(goals);
  const danger = risk === "lost" || risk === "final";
  return html`<span class="prog">${states.map((met, at) => html`<i key=${at} class=${met ? "on" : ""} aria-hidden="true"></i>`)}
    <small>${words.say("web.os.tasks.done", { n: states.filter(Boolean).length, most: states.length })}${danger && html`, <b>${words.say("web.os.kf.danger")}</b>`}</small></span>`;
}

/** @type {Record<string, string>} */
const GOAL_ICONS = { met: "u-check", planned: "u-quill", late: "u-clock", open: "u-dots", missed: "u-close" };
const SOON = 2; // rounds that are left when a task out of the plan is late

/** How a task is: done, brought by my plan, late because no plan brings it and the year ends, or simply open. */
function stateOf(
  /** @type {Desk} */ desk,
  /** @type {boolean} */ mine,
  /** @type {string} */ id,
  /** @type {boolean} */ met,
) {
  if (met || !mine || !isPlanOut(desk) || !desk.inPlan.value[id]) return met ? "met" : "open";
  if (isPlanned(desk, id)) return "planned";
  if (isActing(desk)) return "open";
  return calendarOf(desk.model.seen).rounds_left <= SOON ? "late" : "open";
}

/** Whether a plan of this round is on my board. */
const isPlanOut = (/** @type {Desk} */ desk) => ["plan", "act"].includes(desk.model.seen.phase);

/** Whether a place of mine is at work: it is empty already, and what it brings is not there yet. */
const isActing = (/** @type {Desk} */ desk) =>
  desk.model.seen.phase === "act" && desk.question.value !== null && desk.question.value.kind !== "turn";

/** Whether my plan brings a task, and otherwise from where it could be brought. */
function InPlan(/** @type {{desk: Desk, id: string}} */ { desk, id }) {
  const words = desk.model.words.value;
  const task = desk.inPlan.value[id];
  if (!task || !isPlanOut(desk)) return null;
  const { have, need, planned, missing } = task;
  if (isPlanned(desk, id)) return html` <i class="inplan">${words.say("web.os.planned")}</i>`;
  if (isActing(desk)) return null;
  const said =
    have < need
      ? words.say("web.os.kf.short", { have, need })
      : planned
        ? words.say("web.os.planned.of", { planned, missing })
        : words.say("web.os.unplanned");
  return html` <i class="notplan">${said}</i>`;
}

/** From which of my places a task can be brought further. */
function Where(/** @type {{desk: Desk, id: string}} */ { desk, id }) {
  const places = desk.inPlan.value[id]?.places;
  return places && html`<p>${desk.model.words.value.say("web.os.kf.where", { places })}</p>`;
}

function Tasks(/** @type {{desk: Desk, seat: number, player: PlayerView}} */ { desk, seat, player }) {
  const { model } = desk;
  const words = model.words.value;
  const goals = rowsOf(model, "goals");
  const { goals: states, progress, favourites, out, missed } = bookletOf(player);
  const ids = out ? missed : Object.keys(states); // whose settlers have left the map controls nothing any more
  const done = ids.filter((id) => states[id]).length;
  const front = seat === model.front.value;
  const mine = front && !out; // whoever is out plans nothing any more
  return html`<section class=${`panel tsk kf p-${model.tincture(seat)}`} aria-label=${words.say("term.goals")}>
    <h2 class="h">${sheetTitle(desk, seat, "goals")}<small>${out ? words.say("web.os.out") : words.say("web.os.tasks.done", { n: done, most: ids.length })} <${Points} words=${words} player=${player} /></small></h2>
    ${!out && html`<${Year} desk=${desk} />`}
    <ul>${ids.map((id) => {
      const goal = goals[id];
      const [have, need] = progress[id];
      const state = out ? "missed" : stateOf(desk, mine, id, states[id]);
      const options = desk.options("send").filter((option) => option[2] === id);
      const chosen = options.some((option) => desk.isPicked(option));
      const note = () =>
        html`<b>${words.say(`goal.${id}`)}</b><p>${goalWords(words, goal)}</p>${!goal.replaceable && html`<p>${words.say("goal.not_replaceable")}</p>`}
          ${mine && !states[id] && html`<${Where} desk=${desk} id=${id} />`}<${Made} words=${words} row=${goal} />`;
      const face = html`${icon(GOAL_ICONS[state])}<span><b>${words.say(`goal.${id}`)}${need > 1 && !out && html` <em>${words.say("web.os.of", { n: Math.min(have, need), most: need })}</em>`}${mine && !states[id] && html`<${InPlan} desk=${desk} id=${id} />`}</b><small>${state === "met" && goal.count ? words.say("web.os.kf.lasting") : goalWords(words, goal)}</small></span>
        <span class="sr">${words.say(states[id] ? "web.os.done" : "web.os.open")}</span>`;
      return html`<li key=${id} class=${names("goal", state, options.length && "can", chosen && "sel")} data-task=${id}>
        ${
          options.length
            ? html`<button type="button" data-target="" aria-pressed=${String(chosen)} onClick=${() => desk.pick(options[0])}>${face}</button>`
            : html`<div ...${unasked(desk, front ? "task" : "others", note, front ? desk.sending(id) : null)}>${face}</div>`
        }</li>`;
    })}</ul>
    ${
      front
        ? html`<${Risk} desk=${desk} />`
        : html`<p class="fav"><span ...${noted(favouriteWords(desk))}>${icon("i-favor")}${words.say("count.favourites", { n: favourites })}</span></p>`
    }
  </section>`;
}

/** What gives something for which nobody used a place: the round bonus of a year, or a tile on the fame track. */
function cause(/** @type {TableModel<Game>} */ model, /** @type {string} */ rule) {
  const words = model.words.value;
  if (rule.startsWith("OS-KF-BONUS-")) return words.say("term.bonus");
  const laid = Object.entries(calendarOf(model.seen).tiles).find(([, tile]) => rule === tileRule(tile));
  return laid ? `${words.say("web.os.fame.field", { n: Number(laid[0]) })}, ${words.say(`tile.${laid[1]}`)}` : "";
}

const tileRule = (/** @type {string} */ tile) => `OS-KF-TILE-${tile.toUpperCase().replaceAll("_", "-")}`;

/** @type {import("./stories.js").Story} */
export const kingsFavor = {
  Tasks,
  marks: (model) => {
    const words = model.words.value;
    const laid = calendarOf(model.seen).tiles;
    const tiles = rowsOf(model, "tiles");
    return Object.values(rowsOf(model, "track")).map((row) => {
      const tile = laid[row.number];
      if (!tile) return { field: row.number, icon: "i-any", name: "", text: "", row };
      return {
        field: row.number,
        icon: tileIcon(tile),
        name: words.say(`tile.${tile}`),
        text: textOf(words, "tile_text", tile, tiles[tile]),
        row: tiles[tile],
      };
    });
  },
  figure: (words, player) => {
    const n = bookletOf(player).favourites;
    return { id: "i-favor", n, label: words.say("count.favourites", { n }) };
  },
  scene: yearScene,
  judges: endsYear,
  scenes: { year: ofJudgement("Judgement") },
  trays: { year: ofJudgement("YearTray") },
  Out: ofJudgement("Out"),
  Progress,
  Risk,
  ending: (words, { players, standing }) => {
    const seats = standing.flatMap(([seat, place]) => (place > 1 && bookletOf(players[seat]).out ? [seat] : []));
    return seats.length === standing.length - 1 ? words.say("web.os.end.out", { seats }) : "";
  },
  due: (desk) => (desk.me ? Object.entries(bookletOf(desk.me).goals).flatMap(([id, met]) => (met ? [] : [id])) : []),
  isOut: (player) => bookletOf(player).out,
  phase: (words, view, phase) => {
    const { season } = calendarOf(view);
    if (phase !== "season" || !season) return null;
    return {
      icon: seasonIcon(season),
      name: words.say(`season.${season}`),
      text: words.say(`season.${season}.text`),
    };
  },
  goals: (model, row) =>
    Object.entries(rowsOf(model, "goals")).flatMap(([id, goal]) =>
      goal.epoch === row.number ? [[id, goalWords(model.words.value, goal)]] : [],
    ),
  cause,
  title: (words, card) => words.say(`epoch.${card}`),
  narrations: (event, front, epochId) => {
    if (event.event === "epoch_entered" && event.seat === front) return [epochId(event.epoch)];
    return event.event === "round_began" && event.round === 1 ? [epochId(1)] : [];
  },
  icons: { season_began: "i-spring", year_ended: "i-crown" },
  weights: { seat_eliminated: 9 },
  sections: [
    { id: "kf.goal", points: 5, rule: "OS-KF-WIN-2", icon: "i-crown" },
    { id: "kf.season", phase: "season", points: 4, rule: "OS-KF-SEASON-1", icon: "i-spring" },
    { id: "kf.tasks", points: 3, rule: "OS-KF-GOAL-1", icon: "u-quill" },
  ],
  sources: [
    { id: "wealth", icon: "i-coins", always: true },
    { id: "areas", icon: "i-territory", always: true },
    { id: "villages", icon: "i-village", always: true },
    { id: "fortresses", icon: "i-castle", always: true },
    { id: "churches", icon: "i-church", always: true },
    { id: "favourites", icon: "i-favor", always: true },
    { id: "remembered", icon: "u-clock", always: false },
  ],
  scores: (view) => view.players.map((player) => bookletOf(player).points),
};
