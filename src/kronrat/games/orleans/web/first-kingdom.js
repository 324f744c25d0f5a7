/** The First Kingdom on the page: the task sheet with the control board, trials, and narrations. */

import { html, icon, names, noted } from "/static/parts.js";
import { epochsOf, Field, Made, opIcon, opsWords, Points, roman, rowsOf, sheetTitle } from "./draw.js";
import { Ascent, ascentScene } from "./ascent.js";
import { Condition } from "./epochs.js";
import { unasked } from "./idle.js";

/**
 * @import { Words } from "/static/words.js"
 * @import { Desk } from "./desk.js"
 * @import { ChronicleView, PlayerView, TaskSheetView } from "./types.js"
 */

const sheetOf = (/** @type {PlayerView} */ player) => /** @type {TaskSheetView} */ (player.story);

/** @type {Record<string, string>} */
const COLUMN_ICONS = { areas: "i-territory", villages: "i-village", churches: "i-church" };
/** Questions whose answers may cost wealth. @type {string[]} */
const SPENDS = ["deliver", "treat"];
const BESIDE = 3; // the church, the citizens and the wealth are beside the tasks with fields

function Tasks(/** @type {{desk: Desk, seat: number, player: PlayerView}} */ { desk, seat, player }) {
  const { model } = desk;
  const words = model.words.value;
  const numbers = rowsOf(model, "numbers");
  const control = rowsOf(model, "control");
  const sheet = sheetOf(player);
  const [citizens, wealth] = [numbers.citizens.value, numbers.wealth.value];
  const most = Object.keys(sheet.tasks).length + BESIDE;
  return html`<section class=${`panel tsk p-${model.tincture(seat)}`} aria-label=${words.say("term.tasks")}>
    ${seat === model.front.value && html`<${NextEpoch} desk=${desk} player=${player} />`}
    <h2 class="h">${sheetTitle(desk, seat, "tasks")}<small>${words.say("web.os.tasks.done", { n: sheet.done, most })} <${Points} words=${words} player=${player} /></small></h2>
    <ul>
      ${Object.entries(sheet.tasks).map(([id, task]) => html`<${Task} key=${id} desk=${desk} id=${id} task=${task} mine=${seat === model.front.value} />`)}
      <li ...${noted(words.say("task_text.church"), { press: true })}><span>${words.say("task.church")}</span><span class="dfs"><span class=${names("df", sheet.church ? "tk wa on" : "sl wa")} role="img"
        aria-label=${words.say(sheet.church ? "web.os.done" : "web.os.open")}>${icon("i-church")}</span></span></li>
      <${Bar} desk=${desk} id="citizens" n=${sheet.citizens} most=${citizens} />
      <${Bar} desk=${desk} id="wealth" n=${sheet.wealth} most=${wealth} />
    </ul>
    <p class="ctlh" ...${noted(words.say("web.os.control.text"))}>${words.say("term.control")}</p>
    <dl class="ctl" aria-label=${words.say("term.control")}>${Object.entries(control).map(([column, row]) => {
      const reached = sheet.control[column];
      return html`<div key=${column}><dt>${icon(COLUMN_ICONS[column])}<span class="sr">${words.say(`column.${column}`)}</span></dt>
        <dd>${row.thresholds.map((number, at) => html`<span key=${number} class=${at < reached ? "on" : ""}>${number}${at < reached && html`<span class="sr"> ${words.say("web.os.done")}</span>`}</span>`)}</dd></div>`;
    })}</dl>
  </section>`;
}

/** What it takes to enter the next epoch, and whether it is there. */
function NextEpoch(/** @type {{desk: Desk, player: PlayerView}} */ { desk, player }) {
  const words = desk.model.words.value;
  const epochs = epochsOf(desk.model);
  const next = epochs[player.epoch];
  const crown = crownWords(desk, player);
  if (crown)
    return html`<div class=${names("nextep", crown.enough ? "met" : "not")}>${icon("i-crown")}<p><small>${crown.said}</small></p></div>`;
  if (!next) return null;
  const known = desk.ascent.value;
  const asked = epochs[player.epoch - 1][1].conditions;
  const met = known.length === asked.length && known.every((condition) => condition.met);
  const state = player.ascended ? "done" : met ? "met" : "not";
  const how = noted(words.say("web.rules.os.fk.epochs.1"));
  return html`<div class=${names("nextep", state)} ...${how}><b class="rom" aria-hidden="true">${roman(player.epoch + 1)}</b>
    <p><b>${words.say(`epoch.${next[0]}`)}</b><small>${words.say(`web.os.nextep.${state}`, { price: desk.ascentPrice.value })}
      ${
        state === "not" &&
        asked.map(
          (op, at) => html` <${Condition} words=${words} op=${op} known=${known[at] ?? null} />
            ${op.do === "task" && html`<${InPlan} desk=${desk} task=${op.task} />`}`,
        )
      }</small></p></div>`;
}

/** When all but the wealth is done: what is left to win, and how much of it is there. */
function crownWords(/** @type {Desk} */ { model }, /** @type {PlayerView} */ player) {
  const { ready, wealth } = sheetOf(player);
  const most = rowsOf(model, "numbers").wealth.value;
  return ready ? { enough: wealth >= most, said: model.words.value.say("web.os.crown", { n: wealth, most }) } : null;
}

/** Whether my plan brings something for the task that the next epoch asks for. */
function InPlan(/** @type {{desk: Desk, task: string}} */ { desk, task }) {
  const known = desk.inPlan.value[task];
  const planning = ["plan", "act"].includes(desk.model.seen.phase);
  if (!known || !planning) return null;
  return html`<b>${desk.model.words.value.say(known.planned ? "web.os.planned" : "web.os.unplanned")}</b>`;
}

function Task(
  /** @type {{desk: Desk, id: string, task: TaskSheetView["tasks"][string], mine: boolean}} */ { desk, id, task, mine },
) {
  const words = desk.model.words.value;
  const row = rowsOf(desk.model, "tasks")[id];
  const options = [...desk.options("send"), ...desk.options("strike", id)].filter((option) => option.includes(id));
  const chosen = options.some((option) => desk.isPicked(option));
  const note = () =>
    html`<b>${words.say(`task.${id}`)}</b><p>${words.say(`task_text.${id}`)}</p><${Made} words=${words} row=${row} />`;
  const pick = () => desk.pick(options[(options.findIndex((option) => desk.isPicked(option)) + 1) % options.length]);
  const planned = mine && (desk.inPlan.value[id]?.planned ?? 0) > 0;
  const asked = desk.question.value?.kind === "strike" ? ["strike", id] : desk.sending(id);
  const idle = mine ? unasked(desk, "task", note, asked) : unasked(desk, "others", note);
  return html`<li class=${names(options.length && "can", chosen && "sel", planned && "planned")} data-task=${id} onClick=${options.length ? null : idle.onClick}>
    ${
      options.length
        ? html`<button type="button" data-target="" aria-pressed=${String(chosen)} onClick=${pick}>${words.say(`task.${id}`)}</button>`
        : html`<span ...${noted(note)}>${words.say(`task.${id}`)}${planned && html`<span class="sr">, ${words.say("web.os.planned")}</span>${icon("u-quill")}`}</span>`
    }
    <span class="dfs">${task.map(([token, crossed], at) => html`<${Field} key=${at} words=${words} shown=${token} token=${crossed ? token : null} />`)}</span></li>`;
}

function Bar(/** @type {{desk: Desk, id: string, n: number, most: number}} */ { desk, id, n, most }) {
  const words = desk.model.words.value;
  const option = id === "citizens" && desk.options("strike", "citizen")[0];
  const name = words.say(`task.${id}`);
  const chosen = option && desk.isPicked(option);
  return html`<li class=${names(option && "can", chosen && "sel")}>
    ${option ? html`<button type="button" data-target="" aria-pressed=${String(chosen)} onClick=${() => desk.pick(option)}>${name}</button>` : html`<span ...${noted(words.say(`task_text.${id}`), { press: true })}>${name}</span>`}
    <span class="br"><i aria-hidden="true"><s style=${{ width: `${Math.min(100, (100 * n) / most)}%` }}></s></i><b>${words.say("web.os.of", { n, most })}</b></span></li>`;
}

/** The narration of an epoch or of a trial goes by its card, an epoch by a longer id. */
const narration = (/** @type {string} */ epoch) => epoch.replace("fk_", "");
const title = (/** @type {Words} */ words, /** @type {string} */ card) =>
  words.say(words.has(`epoch.fk_${card}`) ? `epoch.fk_${card}` : `trial.${card}`);

/** What comes to somebody who has not acted, by its rule. @type {Array<[RegExp, string]>} */
const CAUSES = [
  [/^OS-FK-(BONUS-|III-5|VII-3)/, "term.bonus"],
  [/^OS-FK-III-[34]/, "epoch.fk_iii"],
  [/^OS-FK-VII-2/, "epoch.fk_vii"],
];

/** @type {import("./stories.js").Story} */
export const firstKingdom = {
  Tasks,
  marks: (model) =>
    Object.values(rowsOf(model, "track")).map((row) => ({
      field: row.number,
      icon: opIcon(row.ops[0]),
      name: "",
      text: opsWords(model.words.value, row.ops),
      row,
    })),
  figure: (words, player) => {
    const n = sheetOf(player).citizens;
    return { id: "i-citizen", n, label: words.say("count.citizens", { n }) };
  },
  warning: (desk) =>
    (desk.me && SPENDS.includes(desk.question.value?.kind ?? "") && crownWords(desk, desk.me)?.said) || "",
  ending: (words, { round, standing, players }) => {
    const [winner] = standing[0];
    const { done, tasks } = sheetOf(players[winner]);
    const n = Object.keys(tasks).length + BESIDE;
    return words.say(done === n ? "web.os.end.crown" : "web.os.end.rounds", { round, n });
  },
  figures: ({ epochs }) =>
    Object.fromEntries(
      Object.values(epochs).flatMap(({ malus }) =>
        malus.flatMap(({ do: does, n, least }) => [
          [does, n],
          [`${does}_least`, least],
        ]),
      ),
    ),
  isTrial: (view, row) =>
    row.malus.length > 0 && !(/** @type {ChronicleView} */ (view.story).overcome.includes(row.until)),
  narration,
  title,
  narrations: (event, _front, epochId) => {
    if (event.event === "narration_read") return [event.card];
    return event.event === "round_began" && event.round === 1 ? [narration(epochId(1))] : [];
  },
  scene: ascentScene,
  scenes: { ascent: Ascent },
  icons: { trial_overcome: "u-trophy", rounds_used_up: "u-clock" },
  cause: (model, rule) => {
    const [, word] = CAUSES.find(([pattern]) => pattern.test(rule)) ?? [];
    return word ? model.words.value.say(word) : "";
  },
  weights: { task_completed: 5, trial_overcome: 4 },
  ascends: true,
  manyRounds: true,
  sections: [
    { id: "fk.goal", points: 5, rule: "OS-FK-GOAL-1", icon: "i-crown" },
    { id: "fk.epochs", points: 3, rule: "OS-FK-EPOCH-1", icon: "i-reward" },
    { id: "fk.trials", points: 4, rule: "OS-FK-III-1", icon: "i-broken" },
  ],
  sources: [
    { id: "citizens", icon: "i-citizen", always: true },
    { id: "fields", icon: "u-quill", always: true },
    { id: "church", icon: "i-church", always: true },
    { id: "wealth", icon: "i-coins", always: true },
  ],
  scores: (view) => view.players.map((player) => Object.values(player.story.parts).reduce((sum, n) => sum + n, 0)),
};
