/** The short rules of Orléans Stories: what a single page of a summary covers, for the story of this table. */

import { html, icon } from "/static/parts.js";
import { placeIcon, phaseIcon, textOf } from "./draw.js";
import { storyNamed } from "./stories.js";

/**
 * @import { Place } from "./types.js"
 * @import { Words } from "/static/words.js"
 */

/** Which phase a section is about, how many points it has, and the first of its rules. */
const SECTIONS = [
  { id: "round", phase: "setup", points: 3, rule: "OS-ROUND-1" },
  { id: "draw", phase: "draw", points: 3, rule: "OS-BAG-1" },
  { id: "plan", phase: "plan", points: 5, rule: "OS-PLAN-1" },
  { id: "act", phase: "act", points: 3, rule: "OS-ACT-1" },
  { id: "map", phase: "", points: 4, rule: "OS-EXP-1", icon: "i-territory" },
  { id: "gate", phase: "", points: 3, rule: "OS-PLACE-GATE-1", icon: "i-gate" },
  { id: "gains", phase: "", points: 4, rule: "OS-FAME-1", icon: "i-fame" },
  { id: "end", phase: "end", points: 2, rule: "OS-ROUND-5" },
];
/** @returns {import("/static/rules.js").Section[]} */
export function shortRules(/** @type {import("/static/model.js").TableModel<import("./types.js").Game>} */ model) {
  const words = model.words.value;
  const { story } = model.info.value.options;
  const numbers = Object.entries(model.game.rows.numbers).map(([id, { value }]) => [id, value]);
  const figures = { ...Object.fromEntries(numbers), ...storyNamed(story).figures?.(model.game.rows) };
  const { phase: now = "", over = false } = /** @type {Partial<import("./types.js").View>} */ (model.view.value ?? {});
  const section = (
    /** @type {{id: string, phase?: string, points: number, rule: string, icon?: string}} */ {
      id,
      phase = "",
      points,
      rule,
      icon: of = "",
    },
  ) => ({
    id,
    rule,
    icon: of || phaseIcon(phase),
    title: words.say(`web.rules.os.${id}`),
    now: !over && phase !== "" && phase === now,
    points: Array.from({ length: points }, (_, at) => words.say(`web.rules.os.${id}.${at + 1}`, figures)),
  });
  const { sections } = storyNamed(story);
  const places = {
    ...{
      id: "places",
      icon: "i-builders_yard",
      rule: "OS-CARD-1",
      title: words.say("web.os.places"),
      now: false,
      points: [],
    },
    body: html`<${Places} words=${words} rows=${model.game.rows.places} story=${story} />`,
  };
  const data = {
    id: "data",
    icon: "u-book",
    rule: "OS-OPT-5",
    title: words.say("web.rules.os.data"),
    now: false,
    points: [words.say("web.rules.os.data.1")],
  };
  return [
    ...sections.slice(0, 1).map(section),
    ...SECTIONS.map(section),
    ...sections.slice(1).map(section),
    places,
    data,
  ];
}

function Places(/** @type {{words: Words, rows: Record<string, Place>, story: string}} */ { words, rows, story }) {
  const used = Object.entries(rows).filter(([, row]) => row.stories.some((one) => one === story));
  return html`<dl class="buildings">${used.map(
    ([id, row]) =>
      html`<div key=${id}><dt>${icon(placeIcon(id))} ${words.say(`place.${id}`)}</dt><dd>${textOf(words, "text", id, row)}</dd></div>`,
  )}</dl>`;
}
