/** The province sheet: a table of buildings, five or seven rows of four, with what can be done about each. */

import { html, icon, names, noted } from "/static/parts.js";
import { refused } from "/static/turn.js";
import { outOfSeason, printed } from "./cards.js";
import { cardIcon, plays, Price } from "./draw.js";
import { buildingWays } from "./pick.js";
import { Roving } from "/static/roving.js";
import { capital } from "/static/words.js";

/**
 * @import { Building, View } from "./types.js"
 * @import { Choice, Question } from "./draw.js"
 * @import { Desk } from "./desk.js"
 */
/**
 * @typedef {{name: "built"|"next"|"lock"|"afford"|"soon"|"fall", missing?: string|null, chosen?: boolean,
 *            pick?: () => void, why?: () => Promise<{said: string, rule?: string}>}} CellState
 */

/** The numbers of the columns, for a sheet on which a row may be longer than others. */
export const columnsOf = (/** @type {View} */ { sheet }) =>
  Array.from({ length: Math.max(...sheet.map((row) => row.length)) }, (_, at) => at + 1);

export function Province(/** @type {{desk: Desk, seat: number}} */ { desk, seat }) {
  const { model } = desk;
  const words = model.words.value;
  const { sheet } = model.seen;
  const cards = model.game.rows.buildings;
  const seven = plays(model.seen, "buildings");
  return html`<${Roving} as="table" class=${names("prov", seven && "seven")}>
    <caption class="sr">${words.say("web.kb.province", { seat })}</caption>
    <thead>
      <tr>
        <td></td>
        ${columnsOf(model.seen).map((column) => html`<th scope="col">${words.say(`year.${column}`)}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${sheet.map((ids, row) => {
        const { row: letter, module } = cards[ids[0]];
        return html`<tr key=${letter} class=${module ? "mod" : ""}>
          <th scope="row"><span class=${seven ? "" : "sr"}>${letter}</span></th>
          ${ids.map(
            (id, column) => html`<td key=${id}><${Cell}
            ...${{ desk, seat, id, card: cards[id], row, column }} /></td>`,
          )}
        </tr>`;
      })}
    </tbody>
  <//>`;
}

/** @param {{desk: Desk, seat: number, id: string, card: Building, row: number, column: number}} props */
function Cell({ desk, seat, id, card: figures, row, column }) {
  const { model } = desk;
  const words = model.words.value;
  const player = model.seen.players[seat];
  const state = stateOf(desk, seat, id, row);
  const built = state.name === "built" || state.name === "fall";
  const real = seat === model.front.value ? (desk.outlook.value?.prices[id] ?? null) : null;
  const said = words.say(`web.kb.cell.${state.name}`, { missing: state.missing ?? id });
  const locked = state.name === "lock" && html`<p class="locked">${capital(said)}.</p>`;
  const late = desk.plays && seat === model.front.value && !built && outOfSeason(words, "cell");
  const card = () => printed(model, "building", id);
  const note = state.why
    ? refused(model, state.why, card)
    : state.pick
      ? { ...noted(card), onClick: state.pick }
      : noted(() => [card(), locked, late], { press: true });
  return html`<button
    class=${names("cell", state.name, state.chosen && "sel")}
    data-building=${id}
    data-owner=${seat}
    data-roving=${`${row} ${column}`}
    data-target=${state.pick ? "" : undefined}
    aria-pressed=${state.pick ? String(state.chosen) : undefined}
    aria-disabled=${state.why ? "true" : undefined}
    ...${note}
  >
    <span class="bl">${icon(cardIcon(id), "bi")}<span class="bv" aria-hidden="true">${figures.vp}</span></span>
    <span class="bn">${words.say(`short.${id}`)}</span>
    <span class="sr">, ${said}, ${words.say("count.score", { n: figures.vp })}, </span>
    ${
      built
        ? html`<span class="ef">${words.say(`web.kb.effect.${id}`)}</span>`
        : html`<${Price} words=${words} row=${figures} has=${state.name === "next" ? player : null} real=${real} />`
    }
  </button>`;
}

/**
 * The state of a cell: its name as a class, and what pressing it does or why it does nothing.
 * @param {Desk} desk
 * @param {number} seat
 * @param {string} id
 * @param {number} row
 * @returns {CellState}
 */
function stateOf(desk, seat, id, row) {
  const { model } = desk;
  const { buildings, coming } = model.seen.players[seat];
  const name = buildings.includes(id) ? "built" : coming[row] === id ? "next" : "lock";
  /** @type {CellState} */
  const plain = name === "lock" ? { name, missing: coming[row] } : { name };
  const question = desk.question.value;
  if (seat !== model.front.value || !question) return plain;
  const asked = ASKED[question.kind];
  return asked ? asked(desk, question, id, plain) : plain;
}

/**
 * What a question makes of a cell of one's own sheet.
 * @type {Record<string, (desk: Desk, question: Question, id: string, plain: CellState) => CellState>}
 */
const ASKED = {
  build(desk, question, id, plain) {
    const chosen = desk.picked.value.building === id;
    if (buildingWays(question, id).length) {
      return { name: "afford", chosen, pick: () => desk.pick({ building: chosen ? undefined : id, way: 0 }) };
    }
    const again = question.kind === "build" && question.facts.again;
    const attempt = ["build", id, ...(again ? ["envoy"] : [])];
    return { ...plain, why: () => whyNot(desk, attempt) };
  },

  use_cards(desk, question, id, plain) {
    const use = question.options.find((option) => option[0] === "use" && option[2] === id);
    if (!use) return plain;
    const chosen = desk.picked.value.detail?.[0] === id;
    return {
      name: "afford",
      chosen,
      pick: () => desk.pick(chosen ? { detail: undefined } : { card: String(use[1]), detail: [id] }),
    };
  },

  influence(desk, _question, id, plain) {
    if (plain.name !== "next") return plain;
    const place = desk.picked.value.group?.place;
    if (desk.outlook.value?.stands?.buildings.includes(id)) return { name: "afford" };
    return place && desk.helpOf(place)?.buildings.includes(id) ? { name: "soon" } : plain;
  },

  spare_building: (_desk, question, id, plain) =>
    question.kind === "spare_building" && question.facts.building === id ? { name: "fall" } : plain,
};

async function whyNot(/** @type {Desk} */ desk, /** @type {Choice} */ attempt) {
  const reason = await desk.model.why(attempt);
  const words = desk.model.words.value;
  return reason?.code === "rule"
    ? { said: words.reason(reason), rule: reason.rule }
    : { said: words.say("web.kb.why.not_now") };
}
