/** The King's court: three benches of six advisors, and who has dice with them. */

import { crest, html, icon, names, noted } from "/static/parts.js";
import { refused } from "/static/turn.js";
import { carded, outOfSeason, printed } from "./cards.js";
import { advisorOf, diceOf, die, NEUTRAL, privatePlaces, Yield } from "./draw.js";
import { attempt, bindingFaces, fitting, nearby, nothingPicked, picksFor, placements } from "./pick.js";
import { Roving } from "/static/roving.js";

/**
 * @import { Model, PrivatePlace } from "./draw.js"
 * @import { Desk } from "./desk.js"
 * @import { Group } from "./pick.js"
 * @import { Words } from "/static/words.js"
 */
/**
 * @typedef {{now: Map<string, Group[]>, ever: Map<string, Group[]>, picking: boolean}} Reach  by place
 * @typedef {ReturnType<typeof diceOf>} Heap
 */

const BENCHES = [
  { number: 3, metal: "m-go" },
  { number: 2, metal: "m-sv" },
  { number: 1, metal: "m-bz" },
];
const COLUMNS = 6;

/** The metal of the bench on which an advisor of this rank sits. */
export const metalOf = (/** @type {number} */ rank) =>
  BENCHES.find(({ number }) => number === Math.ceil(rank / COLUMNS))?.metal ?? "";

export function Court(/** @type {{desk: Desk}} */ { desk }) {
  const { model } = desk;
  const words = model.words.value;
  const own = privatePlaces(model);
  const reach = reachable(desk);
  const bench = (/** @type {{number: number, metal: string}} */ { number, metal }) => {
    const first = (number - 1) * COLUMNS + 1;
    const ranks = Array.from({ length: COLUMNS }, (_, column) => first + column);
    const beside = own.filter(({ row }) => row.rank >= first && row.rank < first + COLUMNS);
    return html`<div class=${`bench b${number}`} role="row">
      ${ranks.map(
        (rank, column) => html`<${Seat} key=${rank}
        ...${{ desk, reach, metal, column, place: String(rank) }} />`,
      )}
      ${beside.map(
        (entry) => html`<${Seat} key=${entry.place}
        ...${{ desk, reach, metal, column: COLUMNS, place: `${entry.row.rank} private`, entry }} />`,
      )}
    </div>`;
  };
  return html`<${Roving} class=${`benches${own.length ? " wide" : ""}`} role="grid" label=${words.say("web.kb.court")}>
    ${rail}${BENCHES.map(bench)}
  <//>`;
}

/** The placements on offer for what is picked, by place; null while nobody is asked for dice. @returns {Reach|null} */
function reachable(/** @type {Desk} */ desk) {
  const question = desk.question.value;
  if (question?.kind !== "influence") return null;
  const all = placements(question);
  const faces = bindingFaces(desk.me, desk.picked.value);
  const byPlace = (/** @type {Group[]} */ groups) => Map.groupBy(groups, (group) => group.place);
  return { now: byPlace(fitting(all, faces)), ever: byPlace(all), picking: !nothingPicked(faces) };
}

/**
 * @param {{desk: Desk, reach: Reach|null, metal: string, column: number, place: string, entry?: PrivatePlace|null}} props
 */
function Seat({ desk, reach, metal, column, place, entry = null }) {
  const { model } = desk;
  const words = model.words.value;
  const [id, row] = entry ? [entry.governor, entry.row] : advisorOf(model, Number(place));
  const name = words.say(entry ? `governor.${id}` : `advisor.${id}`);
  const gives = words.say(entry ? `text.${id}` : `gives.${id}`);
  const groups = (model.seen.court[entry ? entry.place : place] ?? []).map(diceOf);
  const way = reach?.now.get(place)?.[0] ?? null;
  const chosen = desk.picked.value.group?.place === place ? desk.picked.value.group : null;
  const barred = reach !== null && !way;
  const owner = entry ? entry.owner : groups[0]?.owner;
  const look = names(
    "seat",
    metal,
    entry && "private",
    groups.length && "occ",
    reach?.picking && way && "can",
    chosen && "sel can",
    barred && !groups.length && "dim",
    owner !== undefined && owner !== NEUTRAL && `p-${model.tincture(owner)}`,
  );
  const kind = entry ? "governor" : "advisor";
  const group = chosen ?? (reach?.picking ? way : null);
  const how = group ? howReached(words, group) : "";
  const behaviour = barred
    ? explaining(
        desk,
        place,
        refused(
          model,
          () => whyNot(desk, place),
          () => printed(model, kind, id, entry?.row),
        ),
      )
    : reach
      ? { ...carded(model, kind, id, entry?.row), onClick: () => desk.aim(place) }
      : noted(() => [printed(model, kind, id, entry?.row), desk.plays && outOfSeason(words, "court")], { press: true });
  return html`<div class=${`c${column}`} role="gridcell">
    <button
      class=${look}
      data-rank=${place}
      data-id=${id}
      data-roving=${`${3 - Math.ceil(row.rank / COLUMNS)} ${column}`}
      data-target=${reach && !barred ? "" : undefined}
      aria-pressed=${reach && !barred ? String(chosen !== null) : undefined}
      ...${behaviour}
    >
      <span class="rank">${row.rank}</span>
      <span class="nm">${name}</span>
      <span class="sr">, ${stateText(words, { how, groups, barred })}${gives}</span>
      ${how && html`<span class="how" aria-hidden="true">${how}</span>`}
      <span class="owners">${groups
        .filter((group) => group.owner !== NEUTRAL)
        .map((group) => crest(group.owner, "own"))}</span>
      ${entry ? icon("i-embassy", "arms charge") : icon(`seat-${row.rank}`, "arms")}
      <span class="on" aria-hidden="true">${groups.map((group) => heap(group))}${
        chosen && heap(ghost(model, chosen), "ghost")
      }</span>
      <${Yield} words=${words} row=${row} mute />
    </button>
  </div>`;
}

/**
 * A barred seat says why when pressed; pressed again it takes the way out that was offered.
 * @param {Desk} desk
 * @param {string} place
 * @typedef {MouseEvent & {currentTarget: HTMLElement}} Pressed
 * @param {{onClick?: (event: Pressed) => unknown}} note
 */
function explaining(desk, place, note) {
  const press = (/** @type {Pressed} */ event) => {
    const { remedy } = desk;
    if (remedy?.place === place && remedy.pressed) remedy.run();
    else {
      desk.remedy = { place, pressed: true, run: () => {} };
      note.onClick?.(event);
    }
  };
  return { "aria-disabled": "true", ...note, onClick: press };
}

/** The dice of one group. */
const heap = (/** @type {Heap} */ { owner, dice, plus2 }, kind = "") => html`<span class="heap">
  ${dice.map(({ face, bonus }) => die(face, owner, bonus, `sm ${kind}`))}${plus2 && icon("t-plus2", "plus2")}
</span>`;

/** The group that is picked, as if it lay there already. */
const ghost = (/** @type {Model} */ model, /** @type {Group} */ { own, bonus, plus2 }) => ({
  owner: model.front.value ?? 0,
  dice: [...own.map((face) => ({ face, bonus: false })), ...bonus.map((face) => ({ face, bonus: true }))],
  plus2,
});

/** How a group gets there: exactly, with a token, with a card, beside others with the envoy. */
export function howReached(/** @type {Words} */ words, /** @type {Group} */ group) {
  const total = [...group.own, ...group.bonus].reduce((sum, face) => sum + face, group.plus2 ? 2 : 0);
  const ways = [];
  if (group.plus2) ways.push(words.say("web.kb.how.plus2"));
  if (group.card) ways.push(words.say("web.kb.how.card", { card: group.card, shift: group.rank - total }));
  if (group.envoy) ways.push(words.say("web.kb.how.envoy"));
  return ways.length ? ways.join(", ") : words.say("web.kb.how.exact");
}

/**
 * The state of a place, for screen readers.
 * @param {Words} words
 * @param {{how: string, groups: Heap[], barred: boolean}} state
 */
function stateText(words, { how, groups, barred }) {
  const parts = groups.map(({ owner, dice }) =>
    words.say("web.kb.taken", { who: nameOf(words, owner), dice: dice.map(({ face }) => face) }),
  );
  if (how) parts.push(words.say("web.kb.reached", { how }));
  else if (barred && !groups.length) parts.push(words.say("web.kb.out_of_reach"));
  return parts.map((part) => `${part}, `).join("");
}

const nameOf = (/** @type {Words} */ words, /** @type {number} */ owner) =>
  owner === NEUTRAL ? words.say("owner.neutral") : words.player(owner);

/** Why the picked dice do not go there, or why none do, and the nearest way that does work. */
async function whyNot(/** @type {Desk} */ desk, /** @type {string} */ place) {
  const { model } = desk;
  const words = model.words.value;
  const picked = desk.picked.peek();
  const question = desk.question.peek(); // gone, if it was answered elsewhere since the pointer came here
  const near = question && nearby(question, desk.me, picked, place);
  const reason = await model.why(attempt(desk.me, near ? picked : {}, place));
  const said = reason?.code === "rule" ? words.reason(reason) : words.say("web.kb.why.not_now");
  const run = () => near && desk.pick(picksFor(desk.me, near));
  const fix = near && { label: words.say("web.kb.fix", { group: near.option.slice(2) }), run };
  if (near && desk.remedy?.place === place) desk.remedy.run = run;
  return { said, rule: reason?.rule, fix };
}

const rail = html`<svg class="rail" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
  <g fill="none" stroke="var(--bench)">
    <path
      vector-effect="non-scaling-stroke"
      stroke-width="12"
      d="M-2 33.5Q50 28.5 102 33.5M-2 66.5Q50 61.5 102 66.5M-2 99.5Q50 94.5 102 99.5"
    />
  </g>
  <g fill="none" stroke="var(--bench-hi)">
    <path
      vector-effect="non-scaling-stroke"
      stroke-width="2"
      d="M-2 32.2Q50 27.2 102 32.2M-2 65.2Q50 60.2 102 65.2M-2 98.2Q50 93.2 102 98.2"
    />
  </g>
</svg>`;
