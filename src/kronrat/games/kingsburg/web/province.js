/** The province sheet: a table of buildings, five or seven rows of four, with what can be done about each. */

import { html, icon, names } from "/static/parts.js";
import { refused } from "/static/turn.js";
import { carded, printed } from "./cards.js";
import { cardIcon, plays, Price } from "./draw.js";
import { buildingWays } from "./pick.js";
import { Roving } from "/static/roving.js";

const COLUMNS = [1, 2, 3, 4];

export function Province({ desk, seat }) {
  const { model } = desk;
  const words = model.words.value;
  const view = model.view.value;
  const seven = plays(view, "buildings");
  const rows = sheetRows(model);
  return html`<${Roving} as="table" class=${names("prov", seven && "seven")}>
    <caption class="sr">${words.say("web.kb.province", { seat })}</caption>
    <thead>
      <tr>
        <td></td>
        ${COLUMNS.map((column) => html`<th scope="col">${words.say(`year.${column}`)}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        ([letter, cells], row) => html`<tr key=${letter} class=${cells[0][1].module ? "mod" : ""}>
          <th scope="row"><span class=${seven ? "" : "sr"}>${letter}</span></th>
          ${cells.map(
            ([id, card], column) => html`<td key=${id}><${Cell}
            ...${{ desk, seat, id, card, spot: `${row} ${column}`, cells }} /></td>`,
          )}
        </tr>`,
      )}
    </tbody>
  <//>`;
}

/** The buildings on the sheets of this game: `[letter, [[id, row], …]]` from top to bottom. */
export function sheetRows(model) {
  const large = plays(model.view.value, "buildings");
  const inPlay = Object.entries(model.game.rows.buildings).filter(([, card]) => !card.module || large);
  const rows = Map.groupBy(inPlay, ([, card]) => card.row);
  const byColumn = (cells) => cells.sort((a, b) => a[1].column - b[1].column);
  return [...rows].sort().map(([letter, cells]) => [letter, byColumn(cells)]);
}

function Cell({ desk, seat, id, card, spot, cells }) {
  const { model } = desk;
  const words = model.words.value;
  const player = model.view.value.players[seat];
  const state = stateOf(desk, seat, id, cells);
  const built = state.name === "built" || state.name === "fall";
  const real = seat === model.front.value ? (desk.outlook.value?.prices[id] ?? null) : null;
  const said = words.say(`web.kb.cell.${state.name}`, { missing: state.missing ?? id });
  const note = state.why
    ? refused(model, state.why, () => printed(model, "building", id))
    : { ...carded(model, "building", id), onClick: state.pick };
  return html`<button
    class=${names("cell", state.name, state.chosen && "sel")}
    data-building=${id}
    data-owner=${seat}
    data-roving=${spot}
    data-target=${state.pick ? "" : undefined}
    aria-pressed=${state.pick ? String(state.chosen) : undefined}
    aria-disabled=${state.why ? "true" : undefined}
    ...${note}
  >
    <span class="bl">${icon(cardIcon(id), "bi")}<span class="bv" aria-hidden="true">${card.vp}</span></span>
    <span class="bn">${words.say(`short.${id}`)}</span>
    <span class="sr">, ${said}, ${words.say("count.score", { n: card.vp })}, </span>
    ${
      built
        ? html`<span class="ef">${words.say(`web.kb.effect.${id}`)}</span>`
        : html`<${Price} words=${words} row=${card} has=${state.name === "next" ? player : null} real=${real} />`
    }
  </button>`;
}

/** How a cell stands: its name as a class, and what pressing it does or why nothing. */
function stateOf(desk, seat, id, cells) {
  const { model } = desk;
  const built = model.view.value.players[seat].buildings;
  const first = cells.find(([other]) => !built.includes(other))?.[0];
  const plain = built.includes(id)
    ? { name: "built" }
    : first === id
      ? { name: "next" }
      : { name: "lock", missing: first };
  const question = desk.question.value;
  if (seat !== model.front.value || !question) return plain;
  const asked = ASKED[question.kind];
  return asked ? asked(desk, question, id, plain) : plain;
}

/** What a question makes of a cell of one's own sheet. */
const ASKED = {
  build(desk, question, id, plain) {
    const chosen = desk.picked.value.building === id;
    if (buildingWays(question, id).length) {
      return { name: "afford", chosen, pick: () => desk.pick({ building: chosen ? undefined : id, way: 0 }) };
    }
    const attempt = ["build", id, ...(question.facts.again ? ["envoy"] : [])];
    return { ...plain, why: () => whyNot(desk, attempt) };
  },

  use_cards(desk, question, id, plain) {
    const use = question.options.find((option) => option[0] === "use" && option[2] === id);
    if (!use) return plain;
    const chosen = desk.picked.value.detail?.[0] === id;
    return {
      name: "afford",
      chosen,
      pick: () => desk.pick(chosen ? { detail: undefined } : { card: use[1], detail: [id] }),
    };
  },

  influence(desk, _question, id, plain) {
    if (plain.name !== "next") return plain;
    const place = desk.picked.value.group?.place;
    if (desk.outlook.value?.stands?.buildings.includes(id)) return { name: "afford" };
    return place && desk.helpOf(place)?.buildings.includes(id) ? { name: "soon" } : plain;
  },

  spare_building: (_desk, question, id, plain) => (question.facts.building === id ? { name: "fall" } : plain),
};

async function whyNot(desk, attempt) {
  const reason = await desk.model.why(attempt);
  const words = desk.model.words.value;
  return reason?.code === "rule"
    ? { said: words.reason(reason), rule: reason.rule }
    : { said: words.say("web.kb.why.not_now") };
}
