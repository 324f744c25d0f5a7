/** What one works for: the task sheet of The First Kingdom with the control board, or the tasks of the king. */

import { html, icon, names, noted } from "/static/parts.js";
import { Field } from "./display.js";
import { goalWords } from "./epochs.js";
import { KINGDOM, Made, rowsOf } from "./draw.js";

export function Tasks({ desk }) {
  const { model } = desk;
  const seat = desk.boardOf;
  const player = model.view.value.players[seat];
  const Sheet = model.info.value.options.story === KINGDOM ? Kingdom : Favor;
  return html`<${Sheet} desk=${desk} seat=${seat} player=${player} />`;
}

const COLUMN_ICONS = { areas: "i-territory", villages: "i-village", churches: "i-church" };

function Kingdom({ desk, seat, player }) {
  const { model } = desk;
  const words = model.words.value;
  const numbers = rowsOf(model, "numbers");
  const control = rowsOf(model, "control");
  const sheet = player.story;
  const fields = Object.values(sheet.tasks);
  const [citizens, wealth] = [numbers.citizens.value, numbers.wealth.value];
  const done =
    fields.filter((task) => task.every(([, crossed]) => crossed)).length +
    Number(sheet.church) +
    Number(sheet.citizens >= citizens) +
    Number(sheet.wealth >= wealth);
  return html`<section class=${`panel tsk p-${model.tincture(seat)}`} aria-label=${words.say("term.tasks")}>
    <h2 class="h">${title(desk, seat, "tasks")}<small>${words.say("web.os.tasks.done", { n: done, most: fields.length + 3 })}</small></h2>
    <ul>
      ${Object.entries(sheet.tasks).map(([id, task]) => html`<${Task} key=${id} desk=${desk} id=${id} task=${task} />`)}
      <li ...${noted(words.say("task_text.church"))}><span>${words.say("task.church")}</span><span class="dfs"><span class=${names("df", sheet.church ? "tk wa on" : "sl wa")} role="img"
        aria-label=${words.say(sheet.church ? "web.os.done" : "web.os.open")}>${icon("i-church")}</span></span></li>
      <${Bar} desk=${desk} id="citizens" n=${sheet.citizens} most=${citizens} />
      <${Bar} desk=${desk} id="wealth" n=${sheet.wealth} most=${wealth} />
    </ul>
    <dl class="ctl" aria-label=${words.say("term.control")} ...${noted(words.say("web.os.control.text"))}>${Object.entries(
      control,
    ).map(([column, row]) => {
      const reached = sheet.control[column];
      return html`<div key=${column}><dt>${icon(COLUMN_ICONS[column])}<span class="sr">${words.say(`column.${column}`)}</span></dt>
        <dd>${row.thresholds.map((number, at) => html`<span key=${number} class=${at < reached ? "on" : ""}>${number}${at < reached && html`<span class="sr"> ${words.say("web.os.done")}</span>`}</span>`)}</dd></div>`;
    })}</dl>
  </section>`;
}

const title = (desk, seat, kind) => {
  const words = desk.model.words.value;
  return seat === desk.model.front.value ? words.say(`web.os.${kind}.mine`) : words.say(`web.os.${kind}.of`, { seat });
};

function Task({ desk, id, task }) {
  const words = desk.model.words.value;
  const row = rowsOf(desk.model, "tasks")[id];
  const options = [...desk.options("send"), ...desk.options("strike", id)].filter((option) => option.includes(id));
  const chosen = options.some((option) => desk.isPicked(option));
  const note = () =>
    html`<b>${words.say(`task.${id}`)}</b><p>${words.say(`task_text.${id}`)}</p><${Made} words=${words} row=${row} />`;
  const pick = () => desk.pick(options[(options.findIndex((option) => desk.isPicked(option)) + 1) % options.length]);
  return html`<li class=${names(options.length && "can", chosen && "sel")} data-task=${id}>
    ${
      options.length
        ? html`<button type="button" data-target="" aria-pressed=${String(chosen)} onClick=${pick}>${words.say(`task.${id}`)}</button>`
        : html`<span ...${noted(note)}>${words.say(`task.${id}`)}</span>`
    }
    <span class="dfs">${task.map(([token, crossed], at) => html`<${Field} key=${at} words=${words} shown=${token} token=${crossed ? token : null} />`)}</span></li>`;
}

function Bar({ desk, id, n, most }) {
  const words = desk.model.words.value;
  const option = id === "citizens" && desk.options("strike", "citizen")[0];
  const name = words.say(`task.${id}`);
  const chosen = option && desk.isPicked(option);
  return html`<li class=${names(option && "can", chosen && "sel")}>
    ${option ? html`<button type="button" data-target="" aria-pressed=${String(chosen)} onClick=${() => desk.pick(option)}>${name}</button>` : html`<span ...${noted(words.say(`task_text.${id}`))}>${name}</span>`}
    <span class="br"><i aria-hidden="true"><s style=${{ width: `${Math.min(100, (100 * n) / most)}%` }}></s></i><b>${words.say("web.os.of", { n, most })}</b></span></li>`;
}

// -- The King's Favor -------------------------------------------------------------------------------------------------

function Favor({ desk, seat, player }) {
  const { model } = desk;
  const words = model.words.value;
  const goals = rowsOf(model, "goals");
  const { goals: states, favourites, points, out } = player.story;
  const ids = Object.keys(states);
  const done = ids.filter((id) => states[id]).length;
  return html`<section class=${`panel tsk kf p-${model.tincture(seat)}`} aria-label=${words.say("term.goals")}>
    <h2 class="h">${title(desk, seat, "goals")}<small>${out ? words.say("web.os.out") : words.say("web.os.tasks.done", { n: done, most: ids.length })}</small></h2>
    <ul>${ids.map((id) => {
      const goal = goals[id];
      const options = desk.options("send").filter((option) => option[2] === id);
      const chosen = options.some((option) => desk.isPicked(option));
      const note = () =>
        html`<b>${words.say(`goal.${id}`)}</b><p>${goalWords(words, goal)}</p>${!goal.replaceable && html`<p>${words.say("goal.not_replaceable")}</p>`}<${Made} words=${words} row=${goal} />`;
      const face = html`${icon(states[id] ? "u-check" : "u-dots")}<span><b>${words.say(`goal.${id}`)}</b><small>${goalWords(words, goal)}</small></span>
        <span class="sr">${words.say(states[id] ? "web.os.done" : "web.os.open")}</span>`;
      return html`<li key=${id} class=${names("goal", states[id] && "met", options.length && "can", chosen && "sel")} data-task=${id}>
        ${
          options.length
            ? html`<button type="button" data-target="" aria-pressed=${String(chosen)} onClick=${() => desk.pick(options[0])}>${face}</button>`
            : html`<div ...${noted(note)}>${face}</div>`
        }</li>`;
    })}</ul>
    <p class="fav"><span ...${noted(words.say("web.os.favourites.text"))}>${icon("i-favor")}${words.say("count.favourites", { n: favourites })}</span>
      <span>${icon("u-trophy")}${words.say("count.score", { n: points })}</span></p>
  </section>`;
}
