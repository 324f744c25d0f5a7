/**
 * What is shown of a finished game of Kingsburg: its seasons and years, the score after each season, where
 * the points came from, what was built in each year, which dice fell, and what turned the game.
 */

import { leadForGood, phases, turningPoints } from "/static/course.js";

/**
 * @import { GameEvent, View, VpChanged } from "./types.js"
 * @import { Roll } from "/static/types.js"
 */
/**
 * @typedef {import("/static/replay-model.js").Replay<import("./types.js").Game>} Replay
 * @typedef {import("/static/types.js").Course<import("./types.js").Game>} Course
 * @typedef {import("/static/words.js").Words} Words
 */

const ICONS = ["", "i-favor", "i-spring", "i-reward", "i-summer", "i-envoy", "i-autumn", "i-recruit", "i-winter"];
const SEASONS = [2, 4, 6, 8];
const CHANCE = -1;
const BUILDING = "KB-P2d-2"; // the rule by which a building is built
const STRONGEST = "source.strongest";

/** Events that say best what a line of the journal was about; without one of them, its first event does. */
const HEADLINES = ["building_built", "advisor_influenced", "passed", "dice_rolled", "enemy_revealed", "battle_fought"];

/** Where points come from, as the table of the result page lists it. */
const SOURCES = [
  { id: "buildings", icon: "i-church" },
  { id: "advisors", icon: "i-queen" },
  { id: "battle", icon: "i-battle" },
  { id: "reward", icon: "i-reward" },
  { id: "effects", icon: "i-embassy" },
];

/** What a building brings when it is built are its printed points; whatever else it brings is its effect. */
function sourceOf(/** @type {VpChanged} */ { source, rule }) {
  const [kind] = source.split(".");
  if (kind === "advisor") return "advisors";
  if (kind === "phase") return "reward";
  if (kind === "enemy" || source === STRONGEST) return "battle";
  return rule === BUILDING ? "buildings" : "effects";
}

/** @returns {Course} */
export function courseOf(/** @type {Replay} */ replay) {
  const seats = replay.file.seats;
  /** @returns {number[]} */
  const nobody = () => Array(seats).fill(0);
  const scores = nobody();
  const sources = SOURCES.map(({ id, icon }) => ({ id, icon, values: nobody(), say: named(id) }));
  const curve = [{ at: 0, part: 1, scores: nobody() }];
  let building = nobody();
  const built = [building];
  /** @type {Candidate[]} */
  const candidates = [];
  let [year, phase] = [1, 1];

  replay.frames.forEach(({ entry: { events } }, place) => {
    const at = place + 1;
    const gained = nobody();
    for (const event of events) {
      if (event.event === "vp_changed") {
        scores[event.seat] += event.vp;
        gained[event.seat] += event.vp;
        for (const { id, values } of sources) if (id === sourceOf(event)) values[event.seat] += event.vp;
      } else if (event.event === "phase_began") {
        phase = event.phase;
        if (SEASONS.includes(phase - 1)) curve.push({ at, part: year, scores: [...scores] });
      } else if (event.event === "year_began") {
        if (event.year > 1) curve.push({ at, part: year, scores: [...scores] });
        year = event.year;
        if (year > 1) built.push((building = nobody()));
      } else if (event.event === "building_built") building[event.seat] += 1;
    }
    gained.forEach((vp, seat) => vp && candidates.push({ at, seat, vp, year, phase, events, score: scores[seat] }));
  });
  if (replay.file.over) curve.push({ at: replay.length, part: year, scores: [...scores] });
  return {
    ...{ curve, sources, built, part, short, diceLeft, headlines: HEADLINES },
    ...{ chapters: phases(replay.views, chapter), rolls: rolls(replay), turns: turns(replay, candidates) },
  };
}

const named = (/** @type {string} */ id) => (/** @type {Words} */ words) => words.say(`web.kb.course.${id}`);
const part = (/** @type {Words} */ words, /** @type {number} */ year) => words.say("web.kb.course.year", { year });
const short = (/** @type {Words} */ words, /** @type {number} */ year) => words.say(`year.${year}`);
const moment = (/** @type {number} */ year, /** @type {number} */ phase) => (/** @type {Words} */ words) =>
  words.say("web.kb.course.moment", { year, phase });

/** The dice that the players have not placed yet. */
const diceLeft = (/** @type {View} */ { order, players }) =>
  order.map((seat) => ({ seat, dice: players[seat].dice, bonus: players[seat].bonus }));

/** A phase as a chapter. */
const chapter = (/** @type {View} */ { year, phase }) => ({
  ...{ part: year, icon: ICONS[phase], major: SEASONS.includes(phase), say: moment(year, phase) },
});

/** Only dice that were thrown: after a reroll, those that stayed as they lay do not count again. */
function rolls(/** @type {Replay} */ { frames }) {
  /** @type {Roll[]} */
  const found = [];
  frames.forEach(({ entry: { seat, choice }, dice = [] }, place) => {
    if (seat !== CHANCE || choice?.[0] !== "roll") return;
    const faces = /** @type {number[]} */ (choice.slice(2).filter((word) => typeof word === "number"));
    found.push({ at: place + 1, seat: /** @type {number} */ (choice[1]), faces, dice });
  });
  return found;
}

// -- what turned the game ---------------------------------------------------------------------------------------------

/**
 * Somebody's points changed.
 * @typedef {{at: number, seat: number, vp: number, year: number, phase: number, score: number,
 *            events: GameEvent[]}} Candidate
 */

/** The winner takes the lead for good, and apart from that the largest gains and losses. */
function turns(/** @type {Replay} */ replay, /** @type {Candidate[]} */ candidates) {
  const scored = (/** @type {View} */ { players }) => players.some(({ vp }) => vp);
  const gains = candidates.filter(({ vp }) => vp > 0);
  const lead = leadForGood(replay, scored, gains);
  const heaviest = [...candidates].sort((a, b) => Math.abs(b.vp) - Math.abs(a.vp) || a.at - b.at);
  return turningPoints(heaviest, lead).map((candidate) => {
    const { at, seat, year, phase, score } = candidate;
    const say = (/** @type {Words} */ words) => tellTurn(words, candidate, candidate === lead);
    return { at, seat, score, title: moment(year, phase), say };
  });
}

/**
 * What brought the points: the building or the battle they came with, or else just that they came.
 * @returns {GameEvent|undefined}
 */
function causeOf(/** @type {GameEvent[]} */ events) {
  const scored = events.find((event) => event.event === "vp_changed");
  if (!scored) return undefined;
  const [kind, name] = scored.source.split(".");
  const told = (/** @type {GameEvent["event"]} */ id) => events.find((event) => event.event === id);
  if (scored.rule === BUILDING)
    return events.find((event) => event.event === "building_built" && event.building === name) ?? scored;
  if (kind !== "enemy" && scored.source !== STRONGEST) return scored;
  return (scored.vp < 0 && told("building_destroyed")) || told("battle_fought") || scored;
}

function tellTurn(/** @type {Words} */ words, /** @type {Candidate} */ candidate, /** @type {boolean} */ lead) {
  const { seat, vp, events } = candidate;
  const cause = causeOf(events.filter((event) => "seat" in event && event.seat === seat));
  const what = cause ? words.event(cause) : "";
  if (lead) return `${what} ${words.say("web.kb.course.lead", { seat })}`;
  return cause?.event === "vp_changed" && cause.vp === vp
    ? what
    : `${what} ${words.say("web.kb.course.points", { vp })}`;
}
