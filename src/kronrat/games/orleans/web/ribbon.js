/** The epoch I am in, the round and its phases; the current one says how it is played. */

import { html, noted, Phase } from "/static/parts.js";
import { epochsOf, phaseIcon, roman } from "./draw.js";
import { storyOf } from "./stories.js";

/**
 * @import { Game, View } from "./types.js"
 * @import { Playing } from "/static/playhead.js"
 * @import { TableModel } from "/static/model.js"
 */

/** A year that is judged lasts until somebody goes on to the next one. @returns {View} */
function yearOf(/** @type {TableModel<Game>} */ model) {
  const scene = /** @type {Playing<Game>|null} */ (model.playhead?.scene.value ?? null);
  const last = /** @type {View|undefined} */ (scene?.first?.view);
  return scene?.until && !scene.view.over ? (last ?? scene.before) : model.seen;
}

export function Ribbon(/** @type {{model: TableModel<Game>}} */ { model }) {
  const words = model.words.value;
  if (!model.view.value) return null;
  const view = yearOf(model);
  const { phases } = view;
  const mine = model.front.value === null ? null : view.players[model.front.value];
  const plays = mine && !storyOf(model).isOut?.(mine); // a person who is out has no epoch any more
  const epoch = plays ? mine.epoch : Math.max(...view.players.map((player) => player.epoch));
  const [id] = epochsOf(model)[epoch - 1];
  return html`<div class="year os-epoch" ...${noted(words.say("web.os.round", { n: view.round }))}><b>${roman(epoch)}</b><span>${words.say(`epoch.${id}`)}</span>
      <small>${words.say(view.round ? "web.os.round.short" : "web.os.caption.first", { n: view.round })}</small></div>
    <ol class="ribbon os-ribbon" aria-label=${words.say("web.os.phases")}>
      ${phases.map((phase, at) => html`<${PhaseOfRound} key=${phase} model=${model} phase=${phase} now=${phase === view.phase} past=${at < phases.indexOf(view.phase)} />`)}
    </ol>`;
}

function PhaseOfRound(
  /** @type {{model: TableModel<Game>, phase: string, now: boolean, past: boolean}} */ { model, phase, now, past },
) {
  const words = model.words.value;
  const told = storyOf(model).phase?.(words, yearOf(model), phase);
  const note = () =>
    html`<b>${told?.name ?? words.say(`phase.${phase}`)}</b><p>${told?.text ?? words.say(`phase.${phase}.text`)}</p>`;
  const how = `web.os.how.${phase}`;
  return html`<${Phase} id=${phase} icon=${told?.icon ?? phaseIcon(phase)} label=${told?.name ?? words.say(`web.os.phase.${phase}`)}
    note=${note} past=${past} now=${now}>
    ${words.has(how) && html`<span class="steps"><span aria-current="true">${words.say(how)}</span></span>`}<//>`;
}
