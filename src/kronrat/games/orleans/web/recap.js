/** The end of a round: what each player did and what came of it, in a line each, before the next round begins. */

import { counting } from "/static/log.js";
import { crest, html, icon, names, useEffect, useRef } from "/static/parts.js";
import { phaseIcon, placeIcon, roman, Token } from "./draw.js";

/**
 * @import { TableModel } from "/static/model.js"
 * @import { Beat, Playing, Scene } from "/static/playhead.js"
 * @import { EntryOf } from "/static/types.js"
 * @import { Words } from "/static/words.js"
 * @import { Desk } from "./desk.js"
 * @import { Events, Game, GameEvent, View } from "./types.js"
 */
/**
 * What one place brought, or the end of the round where `place` is empty: tokens by their number, and in words what was
 * settled, built or sent.
 * @typedef {{place: string, tokens: Record<string, number>, made: Made[]}} Step
 * @typedef {{icon: string, said: string}} Made
 * @typedef {{seat: number, steps: Step[]}} Row
 */

/** Milliseconds at normal pace. */
const [ROW, EMPTY, END] = [1_200, 600, 1_600];

/**
 * How the number of tokens changes, by the event that says it.
 * @type {{[Name in keyof Events]?: (event: Events[Name]) => Record<string, number>}}
 */
const CHANGES = {
  follower_recruited: ({ follower }) => ({ [follower]: 1 }),
  newcomer_welcomed: ({ follower }) => ({ [follower]: 1 }),
  follower_lost: ({ follower }) => ({ [follower]: -1 }),
  goods_gained: ({ token, count }) => ({ [token]: count }),
  goods_spent: ({ token, count }) => ({ [token]: -count }),
  coins_gained: ({ coins }) => ({ coins }),
  coins_paid: ({ coins }) => ({ coins: -coins }),
  good_sold: ({ good, coins }) => ({ [good]: -1, coins }),
  good_bought: ({ good, coins }) => ({ [good]: 1, coins: -coins }),
  good_delivered: ({ good }) => ({ [good]: -1 }),
  goods_swapped: ({ gives, takes }) => ({ [gives]: -1, [takes]: 1 }),
  fame_gained: ({ steps }) => ({ fame: steps }),
  citizen_joined: () => ({ citizens: 1 }),
  favourite_given: () => ({ favourites: -1 }),
};
/** What is counted and is no token. @type {Record<string, string>} */
const ICONS = { fame: "i-fame", citizens: "i-citizen", favourites: "i-favor" };

/**
 * What is there afterwards and has a name.
 * @type {{[Name in keyof Events]?: (event: Events[Name], words: Words) => Made}}
 */
const MADE = {
  area_settled: ({ area }, words) => ({ icon: "i-territory", said: words.say(`area.${area}`) }),
  built: ({ kind, area }, words) => ({ icon: `i-${kind}`, said: words.say(`area.${area}`) }),
  card_taken: ({ card }, words) => ({ icon: placeIcon(card), said: words.say(`place.${card}`) }),
  token_sent: ({ target }, words) => ({ icon: "u-arrow", said: words.say(`target.${target}`) }),
  deed_completed: ({ deed }, words) => ({ icon: "u-check", said: words.say(`deed.${deed}`) }),
  epoch_entered: ({ epoch }) => ({ icon: "i-crown", said: roman(epoch) }),
};

/** @returns {Scene|null} */
export function recapScene(
  /** @type {TableModel<Game>} */ model,
  /** @type {EntryOf<Game>[]} */ entries,
  /** @type {View} */ view,
) {
  const ended = view.round > model.seen.round || view.over;
  const rows = ended && model.seen.round ? rowsOf(model, entries) : [];
  if (!rows.some(({ steps }) => steps.length)) return null;
  /** @type {Beat[]} */
  const beats = rows.map((row) => ({ lasts: row.steps.length ? ROW : EMPTY, said: saidOf(model.words.value, row) }));
  return { name: "recap", beats: [...beats, { lasts: END }] };
}

/** A line for every player, in the order of this round. @returns {Row[]} */
function rowsOf(/** @type {TableModel<Game>} */ model, /** @type {EntryOf<Game>[]} */ entries) {
  const { playing, start } = model.seen;
  const first = Math.max(0, playing.indexOf(start));
  const order = [...playing.slice(first), ...playing.slice(0, first)];
  /** @type {Map<number, Row>} */
  const rows = new Map(order.map((seat) => [seat, { seat, steps: [] }]));
  /** @type {Set<number>} */
  const ending = new Set(); // whose steps at the end of the round have begun
  let over = false;
  for (const event of roundOf(model, entries)) {
    if (event.event === "phase_began") over = event.phase === "end";
    const row = "seat" in event && rows.get(event.seat);
    if (!row) continue;
    if (event.event === "place_used") row.steps.push({ place: event.place, tokens: {}, made: [] });
    else note(model.words.value, row, event, over && !ending.has(row.seat));
    if (over && row.steps.at(-1)?.place === "") ending.add(row.seat);
  }
  return [...rows.values()];
}

/** Add what an event says to the newest step of a line, or to a step of its own. */
function note(
  /** @type {Words} */ words,
  /** @type {Row} */ { steps },
  /** @type {GameEvent} */ event,
  /** @type {boolean} */ apart,
) {
  const changes = /** @type {((event: GameEvent) => Record<string, number>)|undefined} */ (CHANGES[event.event]);
  const made = /** @type {((event: GameEvent, words: Words) => Made)|undefined} */ (MADE[event.event]);
  if (!changes && !made) return;
  if (apart || !steps.length) steps.push({ place: "", tokens: {}, made: [] });
  const step = steps[steps.length - 1];
  for (const [token, n] of Object.entries(changes?.(event) ?? {})) step.tokens[token] = (step.tokens[token] ?? 0) + n;
  if (made) step.made.push(made(event, words));
}

/** What happened in this round, with what these entries add. @returns {GameEvent[]} */
function roundOf(/** @type {TableModel<Game>} */ model, /** @type {EntryOf<Game>[]} */ entries) {
  const fresh = entries.flatMap((entry) => entry.events);
  const next = fresh.findIndex(({ event }) => event === "round_began");
  const before = counting(model.log.value).flatMap((entry) => entry.events);
  const all = [...before, ...(next < 0 ? fresh : fresh.slice(0, next))];
  return all.slice(all.findLastIndex(({ event }) => event === "round_began") + 1);
}

/** A line in words, for a person who listens. */
function saidOf(/** @type {Words} */ words, /** @type {Row} */ { seat, steps }) {
  const all = steps.map(({ place, tokens, made }) => {
    const counts = Object.entries(tokens).map(([token, n]) => changeOf(words, token, n));
    return [nameOf(words, place), ...made.map(({ said }) => said), ...counts].join(" ");
  });
  return words.say("web.os.recap.row", { seat, said: all.length ? words.list(all) : words.say("web.os.recap.none") });
}

const nameOf = (/** @type {Words} */ words, /** @type {string} */ place) =>
  words.say(place ? `place.${place}` : "phase.end");
const changeOf = (/** @type {Words} */ words, /** @type {string} */ token, /** @type {number} */ n) =>
  `${n < 0 ? "−" : ""}${words.say(`count.${token}`, { n: Math.abs(n) })}`;

// -- over the table ---------------------------------------------------------------------------------------------------

export function Recap(/** @type {{desk: Desk, scene: Playing<Game>}} */ { desk: { model }, scene }) {
  const words = model.words.value;
  return html`<section class="recap on-dark" aria-label=${words.say("web.os.recap", { round: model.seen.round })}>
    <h2>${words.say("web.os.recap", { round: model.seen.round })}</h2>
    <ol>${rowsOf(model, scene.entries).map(
      (row, at) => html`<${Line} key=${row.seat} model=${model} row=${row}
        state=${at > scene.beat ? "later" : at === scene.beat ? "now" : ""} />`,
    )}</ol>
  </section>`;
}

function Line(
  /** @type {{model: TableModel<Game>, row: Row, state: string}} */ { model, row: { seat, steps }, state },
) {
  const words = model.words.value;
  const line = useRef(null);
  useEffect(() => {
    if (state === "now") line.current?.scrollIntoView({ block: "nearest" }); // a phone does not show all of them
  }, [state]);
  return html`<li ref=${line} class=${names(state, `p-${model.tincture(seat)}`)} data-recap=${state === "later" ? null : seat}>
    ${crest(seat)}<b>${words.player(seat)}</b>
    <ul>${steps.map((step) => html`<${Did} words=${words} step=${step} />`)}
      ${!steps.length && html`<li class="none">${words.say("web.os.recap.none")}</li>`}</ul></li>`;
}

/** A place that was used, and what it brought. */
function Did(/** @type {{words: Words, step: Step}} */ { words, step: { place, tokens, made } }) {
  return html`<li>${icon(place ? placeIcon(place) : phaseIcon("end"))}<span>${nameOf(words, place)}</span>
    ${made.map(({ icon: id, said }) => html`<em>${icon(id)}${said}</em>`)}
    ${Object.entries(tokens).map(([token, n]) => n !== 0 && html`<${Change} words=${words} token=${token} n=${n} />`)}</li>`;
}

function Change(/** @type {{words: Words, token: string, n: number}} */ { words, token, n }) {
  const face = ICONS[token] ? icon(ICONS[token]) : html`<${Token} token=${token} />`;
  return html`<em><span class="sr">${changeOf(words, token, n)}</span><i aria-hidden="true">${n > 0 ? "+" : "−"}${Math.abs(n)}</i>${face}</em>`;
}
