/** The short rules of Kingsburg: what a single page of a summary covers, in the words of this table's edition. */

import { html } from "/static/parts.js";
import { Amount, GOODS } from "./draw.js";

/**
 * @import { Rows } from "./types.js"
 * @import { Section } from "/static/rules.js"
 * @import { Words } from "/static/words.js"
 */

/** Which phases a section is about, its icon, how many points it has, and the first of its rules. */
const SECTIONS = [
  { id: "goal", icon: "i-crown", phases: [], points: 3, rule: "KB-GOAL-1" },
  { id: "aid", icon: "i-favor", phases: [1], points: 2, rule: "KB-P1-1" },
  { id: "season", icon: "i-spring", phases: [2, 4, 6], points: 6, rule: "KB-P2a-1" },
  { id: "reward", icon: "i-reward", phases: [3], points: 1, rule: "KB-P3-1" },
  { id: "envoy", icon: "i-envoy", phases: [5], points: 3, rule: "KB-P5-1" },
  { id: "recruit", icon: "i-recruit", phases: [7], points: 1, rule: "KB-P7-1" },
  { id: "winter", icon: "i-winter", phases: [8], points: 5, rule: "KB-P8-1" },
  { id: "end", icon: "u-trophy", phases: [], points: 2, rule: "KB-END-1" },
];

/** @returns {import("/static/rules.js").Section[]} */
export function shortRules(/** @type {import("/static/model.js").TableModel<import("./types.js").Game>} */ model) {
  const words = model.words.value;
  const { options, seats } = model.info.value;
  const modules = (options.modules ?? "").split(",").filter(Boolean);
  const { phase = 0, over = false } = /** @type {Partial<import("./types.js").View>} */ (model.view.value ?? {});
  const tokens = words.say(`web.rules.kb.plus2.${options.plus2}`);
  const facts = { tokens, army: modules.includes("army") };
  const sections = SECTIONS.map(({ id, icon, phases, points, rule }) => ({
    id,
    icon,
    rule,
    title: title(words, id, phases),
    now: over ? id === "end" : phases.includes(phase),
    points: Array.from({ length: points }, (_, i) => words.say(`web.rules.kb.${id}.${i + 1}`, facts)),
  }));
  const extra = (
    /** @type {string} */ id,
    /** @type {string} */ icon,
    /** @type {string} */ rule,
    /** @type {Partial<Section>} */ given,
  ) => ({
    id,
    icon,
    rule,
    title: words.say(`web.rules.kb.${id}`),
    now: false,
    points: [],
    ...given,
  });
  const { advisors, buildings } = model.game.rows;
  const sheet = html`<${Buildings} words=${words} rows=${buildings} modules=${modules} />`;
  const cards = [
    extra("advisors", "i-queen", "KB-ADV-1", { body: html`<${Advisors} words=${words} rows=${advisors} />` }),
    extra("buildings", "i-church", "KB-P2d-1", { body: sheet }),
  ];
  const neutral = [words.say("web.rules.kb.two.1")];
  const two = seats.length === 2 ? [extra("two", "u-dice", "KB-2P-1", { points: neutral })] : [];
  const about = modules.map((name) => words.say(`web.rules.kb.modules.${name}`));
  const used = modules.length ? [extra("modules", "i-territory", "KB2-MOD-1", { points: about })] : [];
  return [...sections.slice(0, -1), ...cards, ...two, ...used, ...sections.slice(-1)];
}

function title(/** @type {Words} */ words, /** @type {string} */ id, /** @type {number[]} */ phases) {
  if (!phases.length) return words.say(`web.rules.kb.${id}`);
  const name = words.list(phases.map((phase) => words.say(`phase.${phase}`)));
  return words.say("web.rules.kb.phase", { numbers: phases, name });
}

function Advisors(/** @type {{words: Words, rows: Rows["advisors"]}} */ { words, rows }) {
  const advisors = Object.entries(rows).sort(([, a], [, b]) => a.rank - b.rank);
  return html`<dl class="advisors">${advisors.map(
    ([id, { rank }]) => html`<div key=${id}><dt>${rank} ${words.say(`advisor.${id}`)}</dt>
      <dd>${words.say(`gives.${id}`)}</dd></div>`,
  )}</dl>`;
}

/** The buildings that this table has, row by row, as they are built from left to right. */
function Buildings(/** @type {{words: Words, rows: Rows["buildings"], modules: string[]}} */ { words, rows, modules }) {
  const there = Object.entries(rows).filter(([, { module: needed }]) => !needed || modules.includes(needed));
  const sheet = there.sort(([, a], [, b]) => a.row.localeCompare(b.row) || a.column - b.column);
  const some = (/** @type {string} */ kind, n = 0) => html`<${Amount} words=${words} kind=${kind} n=${n} size="s" />`;
  return html`<dl class="buildings">${sheet.map(
    ([id, row]) => html`<div key=${id}><dt>${words.say(`building.${id}`)} ${some("vp", row.vp)}</dt>
      <dd><span class="cost">${GOODS.filter((good) => row[good]).map((good) => some(good, row[good]))}</span>
        ${words.say(`text.${id}`)}</dd></div>`,
  )}</dl>`;
}
