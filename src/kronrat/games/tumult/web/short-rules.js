/** The short rules of Tumult Royal: what a single page of a summary covers, for the options of this table. */

import { html, icon, isMadeUp } from "/static/parts.js";
import { phaseIcon, priceWords } from "./draw.js";

/** Which phase a section is about, how many points it has, and the first of its rules. */
const SECTIONS = [
  { id: "goal", phase: 0, points: 3, rule: "TR-GEN-2" },
  { id: "mood", phase: 1, points: 2, rule: "TR-P1-1" },
  { id: "raid", phase: 2, points: 4, rule: "TR-P2-1" },
  { id: "riots", phase: 3, points: 4, rule: "TR-P3-1" },
  { id: "statues", phase: 4, points: 6, rule: "TR-P4-1" },
  { id: "ranks", phase: 5, points: 1, rule: "TR-P5-1" },
  { id: "crown", phase: 6, points: 3, rule: "TR-P6-1" },
  { id: "mercy", phase: 7, points: 2, rule: "TR-P7-1" },
];

/** @returns {import("/static/rules.js").Section[]} */
export function shortRules(/** @type {import("/static/model.js").TableModel<import("./types.js").Game>} */ model) {
  const words = model.words.value;
  const { options } = model.info.value;
  const { phase: now = 0, over = false } = /** @type {Partial<import("./types.js").View>} */ (model.view.value ?? {});
  const facts = {
    gamblers: options.variant === "gamblers",
    live: options.raid === "live",
    draft: options.raid === "draft",
    orders: options.raid === "orders",
    seconds: options.raid_seconds ?? "",
    steps: options.raid_steps ?? "",
  };
  const points = (/** @type {string} */ id, /** @type {number} */ n) =>
    Array.from({ length: n }, (_, at) => words.say(`web.rules.tr.${id}.${at + 1}`, facts));
  const sections = SECTIONS.map(({ id, phase, points: n, rule }) => ({
    id,
    rule,
    icon: phase ? phaseIcon(phase) : "i-crown",
    title: phase ? words.say("web.rules.tr.phase", { phase }) : words.say("web.rules.tr.goal"),
    now: !over && phase === now,
    points: points(id, n),
  }));
  const fields = {
    ...{ id: "fields", icon: "i-territory", rule: "TR-P4-9", title: words.say("web.tr.costs"), now: false },
    points: [words.say("web.tr.costs.text")],
    body: html`<${Fields} words=${words} rows=${model.game.rows.fields} />`,
  };
  const end = {
    ...{ id: "end", icon: "u-trophy", rule: "TR-END-1", title: words.say("web.rules.tr.end"), now: over },
    points: points("end", 3),
  };
  const data = {
    ...{ id: "data", icon: "u-book", rule: "", title: words.say("web.rules.tr.data"), now: false },
    points: points("data", 1),
  };
  return [...sections, fields, end, data];
}

function Fields(
  /** @type {{words: import("./draw.js").Words, rows: import("./types.js").Rows["fields"]}} */ { words, rows },
) {
  return html`<dl class="buildings">${Object.entries(rows).map(
    ([
      id,
      row,
    ]) => html`<div key=${id}><dt>${icon(`ter-${id}`)} ${words.say(`field.${id}`)}${isMadeUp(row) && html`<sup>*</sup>`}</dt>
      <dd>${words.say("card.field", { id, cost: priceWords(words, row), statues: row.statues })}
        ${isMadeUp(row) && ` (${words.say("term.reconstructed")})`}</dd></div>`,
  )}</dl>`;
}
