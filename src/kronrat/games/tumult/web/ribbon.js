/** The round and its seven phases; the current one says how it is played. */

import { html, Phase } from "/static/parts.js";
import { capital } from "/static/words.js";
import { deskOf } from "./desk.js";
import { KINDS, phaseIcon, PLACING, RAID, RANKS, RIOTS } from "./draw.js";

/** @typedef {import("./draw.js").Model} Model */

const PHASES = [1, 2, 3, 4, 5, 6, 7];

export function Ribbon(/** @type {{model: Model}} */ { model }) {
  const words = model.words.value;
  const view = model.view.value;
  if (!view) return null;
  const { round, phase } = shown(model);
  return html`<div class="year"><span>${words.say("web.tr.round")}</span><b>${round || "–"}</b></div>
    <ol class="ribbon tr-ribbon" aria-label=${words.say("web.tr.phases")}>
      ${PHASES.map((one) => html`<${PhaseOfRound} key=${one} model=${model} phase=${one} current=${phase} />`)}
    </ol>`;
}

/** Where the table is; what is being told counts as now. */
function shown(/** @type {Model} */ model) {
  const telling = deskOf(model).telling.value;
  const { round, phase } = model.seen;
  if (!telling || telling.part === "carried") return { round, phase };
  const { riots, coronation } = telling.view;
  return telling.part === "riots"
    ? { round: riots?.round ?? round, phase: RIOTS }
    : { round: coronation?.round ?? round, phase: RANKS + telling.step - 1 };
}

function PhaseOfRound(/** @type {{model: Model, phase: number, current: number}} */ { model, phase, current }) {
  const words = model.words.value;
  const note = () => html`<b>${words.say(`phase.${phase}`)}</b><p>${words.say(`phase.${phase}.text`)}</p>`;
  return html`<${Phase} id=${phase} icon=${phaseIcon(phase)} label=${words.say(`web.tr.phase.${phase}`)} note=${note}
    past=${phase < current} now=${phase === current}><${Steps} model=${model} phase=${phase} /><//>`;
}

function Steps(/** @type {{model: Model, phase: number}} */ { model, phase }) {
  const words = model.words.value;
  if (phase === RIOTS) {
    const now = KINDS.indexOf(deskOf(model).telling.value?.kind ?? KINDS[0]);
    return html`<span class="steps">${KINDS.map(
      (kind, at) => html`<span key=${kind} class=${at < now ? "done" : ""} aria-current=${at === now ? "true" : null}>
        ${capital(words.say(`kind.${kind}`))}</span>`,
    )}</span>`;
  }
  const said =
    phase === RAID
      ? words.say(`web.tr.how.${model.seen.options.raid}`)
      : phase === PLACING && words.say("web.tr.how.place");
  return said ? html`<span class="steps"><span aria-current="true">${said}</span></span>` : null;
}
