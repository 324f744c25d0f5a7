/** The year and its eight phases; the current one shows its steps. */

import { html, icon, Phase } from "/static/parts.js";
import { phaseIcon, WINTER } from "./draw.js";
import { sceneOf, toldNow, winterTold } from "./scenes.js";

const PHASES = [1, 2, 3, 4, 5, 6, 7, 8];

/** @import { Model } from "./draw.js" */

export function Ribbon(/** @type {{model: Model}} */ { model }) {
  const words = model.words.value;
  if (!model.view.value) return null;
  const { year } = shown(model);
  return html`<div class="year">
      <span>${words.say("web.kb.year")}</span><b>${words.say(`year.${year}`)}</b>
      <span>${words.say("web.kb.of_five")}</span>
    </div>
    <ol class="ribbon" aria-label=${words.say("web.kb.phases")}>
      ${PHASES.map((phase) => html`<${PhaseOfYear} key=${phase} model=${model} phase=${phase} />`)}
    </ol>`;
}

/** Where the table is; while a scene is played, that is where it happens. */
function shown(/** @type {Model} */ model) {
  const { year, phase, steps, step, over } = model.seen;
  const winter = winterTold(model);
  const scene = sceneOf(model);
  if (scene?.name === "harvest") return { year, phase, steps, step: "c" };
  if (scene?.name === "king") return { year: scene.view.year, phase: Number(toldNow(scene)), steps: [], step: "" };
  if (scene?.name === "roll")
    return { year: scene.view.year, phase: scene.view.phase, steps: scene.view.steps, step: "a" };
  return winter ? { phase: WINTER, ...winter } : { year, phase, steps, step: over ? steps.at(-1) : step };
}

function PhaseOfYear(/** @type {{model: Model, phase: number}} */ { model, phase }) {
  const words = model.words.value;
  const current = shown(model).phase;
  const note =
    phase === WINTER
      ? () => html`<${WinterNote} model=${model} />`
      : () => html`<b>${words.say(`phase.${phase}`)}</b><p>${words.say(`phase.${phase}.text`)}</p>`;
  const label = html`${words.say(`web.kb.phase.${phase}`)}${phase === WINTER && html` <${Foe} model=${model} />`}`;
  return html`<${Phase} id=${phase} icon=${phaseIcon(phase)} label=${label} note=${note} past=${phase < current}
    now=${phase === current}><${Steps} model=${model} /><//>`;
}

/** How strong the enemy of the year may be, or is, for those who know it. */
function Foe(/** @type {{model: Model}} */ { model }) {
  const view = model.seen;
  const [low, high] = view.enemy_range;
  if (view.enemy_open && view.battle?.over) return null; // the year that is told now has another one
  if (!view.enemy)
    return view.phase === WINTER ? null : html`<span class="foe">${icon("t-soldiers")}${low}–${high}</span>`;
  return html`<span class="foe known">${icon("i-peek")}${model.game.rows.enemies[view.enemy].strength}</span>`;
}

function WinterNote(/** @type {{model: Model}} */ { model }) {
  const words = model.words.value;
  const { enemy, enemy_range, enemy_open } = model.seen;
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

function Steps(/** @type {{model: Model}} */ { model }) {
  const words = model.words.value;
  const { steps, step: current } = shown(model);
  if (!steps.length) return null;
  const at = /** @type {(string|undefined)[]} */ (steps).indexOf(current);
  return html`<span class="steps">
    ${steps.map(
      (step, place) => html`<span class=${place < at ? "done" : ""} aria-current=${place === at ? "true" : undefined}>
        ${place < at && icon("u-check")}${words.say(`web.kb.step.${step}`)}
      </span>`,
    )}
  </span>`;
}
