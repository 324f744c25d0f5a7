/** The end of a round: what each player did and what came of it, in a line each, before the next round begins. */

import { crest, html, icon, IconButton, names, useInSight } from "/static/parts.js";
import { phaseIcon, placeIcon, roman, Token } from "./draw.js";
import { storyOf } from "./stories.js";

/**
 * @import { TableModel } from "/static/model.js"
 * @import { Beat, Playing, Scene } from "/static/playhead.js"
 * @import { Words } from "/static/words.js"
 * @import { Desk } from "./desk.js"
 * @import { Did as Step, Game, GameEvent, Made, Row, View } from "./types.js"
 */

/** Milliseconds at normal pace. */
const [ROW, EMPTY, END] = [1_200, 600, 1_600];

/** What is counted and is no token. @type {Record<string, string>} */
const ICONS = { fame: "i-fame", citizens: "i-citizen", favourites: "i-favor" };

/**
 * The drawing of what is there afterwards, and its name.
 * @type {Record<Made["kind"], (id: string, words: Words) => {face: string, said: string}>}
 */
const MADE = {
  settler: (id, words) => ({ face: "i-territory", said: words.say(`area.${id}`) }),
  village: (id, words) => ({ face: "i-village", said: words.say(`area.${id}`) }),
  fortress: (id, words) => ({ face: "i-fortress", said: words.say(`area.${id}`) }),
  church: (id, words) => ({ face: "i-church", said: words.say(`area.${id}`) }),
  card: (id, words) => ({ face: placeIcon(id), said: words.say(`place.${id}`) }),
  sent: (id, words) => ({ face: "u-arrow", said: words.say(`target.${id}`) }),
  deed: (id, words) => ({ face: "u-check", said: words.say(`deed.${id}`) }),
  epoch: (id) => ({ face: "i-crown", said: roman(Number(id)) }),
};

/** @returns {Scene|null} */
export function recapScene(
  /** @type {TableModel<Game>} */ model,
  /** @type {View} */ view,
  /** @type {GameEvent[]} */ events,
) {
  const rows = (view.recap?.round ?? 0) > (model.seen.recap?.round ?? 0) ? rowsOf(model, view, events) : [];
  if (!rows.some(({ did }) => did.length)) return null;
  /** @type {Beat[]} */
  const beats = rows.map((row) => ({ lasts: row.did.length ? ROW : EMPTY, said: saidOf(model, row) }));
  return { name: "recap", beats: [...beats, { lasts: END }] };
}

/** A line for every player, in the order of the round that is over. @returns {Row[]} */
function rowsOf(
  /** @type {TableModel<Game>} */ model,
  /** @type {View} */ { recap },
  /** @type {GameEvent[]} */ events,
) {
  const judged = storyOf(model).judges?.(events) ?? false;
  const { playing, start } = model.seen;
  const first = Math.max(0, playing.indexOf(start));
  const order = [...playing.slice(first), ...playing.slice(0, first)];
  return order.map((seat) => {
    const did = recap?.rows.find((row) => row.seat === seat)?.did ?? [];
    return { seat, did: judged ? did.map(untilJudged).filter(isSomething) : did };
  });
}

/** What is told here of the end of a round that is judged afterwards: neither who ascends nor what it costs. @returns {Step} */
function untilJudged(/** @type {Step} */ step) {
  if (step.place || step.phase !== "end") return step;
  const tokens = Object.fromEntries(Object.entries(step.tokens).filter(([token]) => token !== "favourites"));
  return { ...step, tokens, made: step.made.filter(({ kind }) => kind !== "epoch") };
}

const isSomething = (/** @type {Step} */ step) => step.place || step.made.length || changes(step).length;

/** A line in words, for a person who listens. */
function saidOf(/** @type {TableModel<Game>} */ model, /** @type {Row} */ { seat, did }) {
  const words = model.words.value;
  const all = did.map((step) => {
    const things = step.made.map(({ kind, id }) => MADE[kind](id, words).said);
    return [lookOf(model, step).name, ...things, ...changes(step).map(([token, n]) => changeOf(words, token, n))].join(
      " ",
    );
  });
  return words.say("web.os.recap.row", { seat, said: all.length ? words.list(all) : words.say("web.os.recap.none") });
}

/** What did it: a place, or a phase, of which a season has a name of its own. @returns {{icon: string, name: string}} */
function lookOf(/** @type {TableModel<Game>} */ model, /** @type {Step} */ { place, phase }) {
  const words = model.words.value;
  if (place) return { icon: placeIcon(place), name: words.say(`place.${place}`) };
  const told = storyOf(model).phase?.(words, model.seen, phase);
  return told ?? { icon: phaseIcon(phase), name: words.say(`phase.${phase}`) };
}
/** The tokens that were gained or given after all. */
const changes = (/** @type {Step} */ { tokens }) => Object.entries(tokens).filter(([, n]) => n);
const changeOf = (/** @type {Words} */ words, /** @type {string} */ token, /** @type {number} */ n) =>
  `${n < 0 ? "−" : ""}${words.say(`count.${token}`, { n: Math.abs(n) })}`;

// -- over the table ---------------------------------------------------------------------------------------------------

export function Recap(/** @type {{desk: Desk, scene: Playing<Game>}} */ { desk: { model }, scene }) {
  const words = model.words.value;
  const events = scene.entries.flatMap((entry) => entry.events);
  return html`<section class="recap on-dark" aria-label=${words.say("web.os.recap", { round: model.seen.round })}>
    <h2>${words.say("web.os.recap", { round: model.seen.round })}
      <${IconButton} icon="u-close" label=${words.say("web.close")} onClick=${() => model.playhead?.endScene()} /></h2>
    <ol>${rowsOf(model, scene.view, events).map(
      (row, at) => html`<${Line} key=${row.seat} model=${model} row=${row}
        state=${at > scene.beat ? "later" : at === scene.beat ? "now" : ""} />`,
    )}</ol>
  </section>`;
}

function Line(/** @type {{model: TableModel<Game>, row: Row, state: string}} */ { model, row: { seat, did }, state }) {
  const words = model.words.value;
  const line = useInSight(state === "now");
  return html`<li ref=${line} class=${names(state, `p-${model.tincture(seat)}`)} data-recap=${state === "later" ? null : seat}>
    ${crest(seat)}<b>${words.player(seat)}</b>
    <ul>${did.map((step) => html`<${Did} model=${model} step=${step} />`)}
      ${!did.length && html`<li class="none">${words.say("web.os.recap.none")}</li>`}</ul></li>`;
}

/** A place that was used, and what it brought. */
function Did(/** @type {{model: TableModel<Game>, step: Step}} */ { model, step }) {
  return html`<li><${Doing} model=${model} step=${step} /></li>`;
}

/** The same among other things; a `short` one has no names. */
export function Doing(
  /** @type {{model: TableModel<Game>, step: Step, short?: boolean}} */ { model, step, short = false },
) {
  const words = model.words.value;
  const look = lookOf(model, step);
  const named = (/** @type {string} */ said) => html`<span class=${short ? "sr" : ""}>${said}</span>`;
  return html`${icon(look.icon)}${named(look.name)}
    ${step.made.map(({ kind, id }) => {
      const { face, said } = MADE[kind](id, words);
      return html`<em>${!(short && kind === "sent") && icon(face)}${named(said)}</em>`; // the Gate says so itself
    })}
    ${changes(step).map(([token, n]) => html`<${Change} words=${words} token=${token} n=${n} />`)}`;
}

function Change(/** @type {{words: Words, token: string, n: number}} */ { words, token, n }) {
  const face = ICONS[token] ? icon(ICONS[token]) : html`<${Token} token=${token} />`;
  return html`<em><span class="sr">${changeOf(words, token, n)}</span><i aria-hidden="true">${n > 0 ? "+" : "−"}${Math.abs(n)}</i>${face}</em>`;
}
