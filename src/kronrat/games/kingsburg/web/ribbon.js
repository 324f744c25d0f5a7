/** The year and its eight phases; the current one shows its steps. */

import { html, icon, names, noted } from "/static/parts.js";
import { battleOf, stepOf, stepsOf } from "./chronicle.js";
import { deskOf } from "./desk.js";
import { phaseIcon, WINTER } from "./draw.js";

const PHASES = [1, 2, 3, 4, 5, 6, 7, 8];

export function Ribbon({ model }) {
  const words = model.words.value;
  const view = model.view.value;
  if (!view) return null;
  const { year } = shown(model);
  return html`<div class="year">
      <span>${words.say("web.kb.year")}</span><b>${words.say(`year.${year}`)}</b>
      <span>${words.say("web.kb.of_five")}</span>
    </div>
    <ol class="ribbon" aria-label=${words.say("web.kb.phases")}>
      ${PHASES.map((phase) => html`<${Phase} key=${phase} model=${model} phase=${phase} />`)}
    </ol>`;
}

/** Where the table is; while a battle is still looked at, that is its Winter. */
function shown(model) {
  const view = model.view.value;
  return deskOf(model).battleShown.value ? { ...view, year: battleOf(model).year, phase: WINTER } : view;
}

function Phase({ model, phase }) {
  const words = model.words.value;
  const current = shown(model).phase;
  const now = phase === current;
  const text =
    phase === WINTER
      ? () => html`<${WinterNote} model=${model} />`
      : () => html`<b>${words.say(`phase.${phase}`)}</b><p>${words.say(`phase.${phase}.text`)}</p>`;
  return html`<li
    class=${names(phase < current && "past", now && "now")}
    aria-current=${now ? "step" : undefined}
    tabindex="0"
    data-phase=${phase}
    ...${noted(text)}
  >
    ${icon(phaseIcon(phase))}
    <span class="lb">${words.say(`web.kb.phase.${phase}`)}${phase === WINTER && html` <${Foe} model=${model} />`}</span>
    ${now && html`<${Steps} model=${model} />`}
  </li>`;
}

/** How strong the enemy of the year may be, or is, for those who know it. */
function Foe({ model }) {
  const view = model.view.value;
  const [low, high] = view.enemy_range;
  if (!view.enemy) return view.phase === WINTER ? null : html`<span class="foe">${low}–${high}</span>`;
  return html`<span class="foe known">${icon("i-peek")}${model.game.rows.enemies[view.enemy].strength}</span>`;
}

function WinterNote({ model }) {
  const words = model.words.value;
  const { enemy, enemy_range, enemy_open } = model.view.value;
  return html`<b>${words.say("phase.8")}</b>
    <p>${words.say("phase.8.text")}</p>
    <p>
      ${
        enemy
          ? words.say(enemy_open ? "web.kb.enemy.open" : "web.kb.enemy.secret", { enemy })
          : words.say("web.kb.enemy.hidden", { low: enemy_range[0], high: enemy_range[1] })
      }
    </p>`;
}

// -- steps ------------------------------------------------------------------------------------------------------------

function Steps({ model }) {
  const words = model.words.value;
  const steps = stepsOf(shown(model));
  if (!steps.length) return null;
  const at = deskOf(model).battleShown.value ? steps.length - 1 : steps.indexOf(stepOf(model));
  return html`<span class="steps">
    ${steps.map(
      (step, place) => html`<span class=${place < at ? "done" : ""} aria-current=${place === at ? "true" : undefined}>
        ${place < at && icon("u-check")}${words.say(`web.kb.step.${step}`)}
      </span>`,
    )}
  </span>`;
}
