/**
 * What is shown of a finished game of Tumult Royal: its rounds, the statues after each of them, where they
 * are, what everybody did besides, and what turned the game.
 */

import { leadForGood, phases, turningPoints } from "/static/course.js";
import { phaseIcon, PLACING, RAID, RANKS } from "./draw.js";

/**
 * @typedef {import("./types.js").Game} Game
 * @typedef {import("./types.js").GameEvent} GameEvent
 * @typedef {import("./types.js").View} View
 * @typedef {import("/static/replay-model.js").Replay<Game>} Replay
 * @typedef {import("/static/types.js").Course<Game>} Course
 * @typedef {import("/static/words.js").Words} Words
 */

const FIELDS = ["meadow", "forest", "mountain", "village", "castle"];
const CHRONICLE = "chronicle";
const RIOT = 2.5; // what a riot weighs against statues, beside what it takes away

/** Events that say best what a line of the journal was about; without one of them, its first event does. */
const HEADLINES = [
  "riot_broke_out",
  "king_crowned",
  "statues_placed",
  "passed",
  "disc_spun",
  "tile_kept",
  "tile_returned",
];

/** What everybody did besides placing statues, as the table of the result page lists it. */
const DEEDS = [
  { id: "robbed", icon: "i-hand" },
  { id: "riots", icon: "i-riot" },
  { id: "overpaid", icon: "i-follower" },
  { id: "crowns", icon: "i-crown" },
  { id: "mercy", icon: "i-favor" },
];

/** @returns {Course} */
export function courseOf(/** @type {Replay} */ replay) {
  /** @returns {number[]} */
  const nobody = () => Array(replay.file.seats).fill(0);
  const scores = nobody();
  const columns = (/** @type {{id: string, icon: string}[]} */ list) =>
    list.map(({ id, icon }) => ({ id, icon, values: nobody(), say: named(id) }));
  const sources = columns([...FIELDS.map((id) => ({ id, icon: `ter-${id}` })), { id: CHRONICLE, icon: "i-crown" }]);
  const deeds = columns(DEEDS);
  const count = (
    /** @type {ReturnType<columns>} */ list,
    /** @type {string} */ id,
    /** @type {number} */ seat,
    /** @type {number} */ n,
  ) => {
    const values = list.find((one) => one.id === id)?.values;
    if (values) values[seat] += n;
  };
  const curve = [{ at: 0, part: 1, scores: nobody() }];
  const built = [nobody()];
  /** @type {Candidate[]} */
  const candidates = [];
  let [round, phase] = [1, 0];

  replay.frames.forEach(({ entry: { events } }, place) => {
    const at = place + 1;
    /** @type {({weight: number, phase: number, event: GameEvent}|null)[]} */
    const gained = scores.map(() => null);
    for (const event of events) {
      if (event.event === "statues_placed" || event.event === "chronicle_written") {
        const { seat, statues } = event;
        scores[seat] += statues;
        gained[seat] = { weight: (gained[seat]?.weight ?? 0) + statues, phase, event };
        built[built.length - 1][seat] += statues;
        count(sources, event.event === "statues_placed" ? event.field : CHRONICLE, seat, statues);
      } else if (event.event === "phase_began") {
        phase = event.phase;
        if (phase === RANKS) curve.push({ at, part: round, scores: [...scores] });
      } else if (event.event === "round_began" && event.round > 1) {
        curve.push({ at, part: round, scores: [...scores] });
        built.push(nobody());
        round = event.round;
      } else if (event.event === "tiles_revealed") {
        event.castles.forEach((tiles, owner) => count(deeds, "robbed", owner, tiles.length));
      } else if (event.event === "riot_broke_out") {
        const { seat, greed } = event;
        count(deeds, "riots", seat, 1);
        candidates.push({ at, seat, weight: RIOT + greed[seat] / 4, round, phase, event, score: scores[seat] });
      } else if (event.event === "followers_gained" && event.source === "source.overpaid") {
        count(deeds, "overpaid", event.seat, event.followers);
      } else if (event.event === "king_crowned") count(deeds, "crowns", event.seat, 1);
      else if (event.event === "mercy_shown") event.seats.forEach((one) => count(deeds, "mercy", one, 1));
    }
    gained.forEach((found, seat) => {
      if (found?.phase) candidates.push({ at, seat, round, score: scores[seat], ...found });
    });
  });
  if (replay.file.over) curve.push({ at: replay.length, part: round, scores: [...scores] });
  return {
    ...{ curve, sources, built, deeds, part, short, headlines: HEADLINES, rolls: [], diceLeft: null },
    ...{ chapters: phases(replay.views, chapter), turns: turns(replay, candidates), clock: candle(replay), slow },
  };
}

const named = (/** @type {string} */ id) => (/** @type {Words} */ words) =>
  words.say(FIELDS.includes(id) ? `field.${id}` : `web.tr.course.${id}`);
const part = (/** @type {Words} */ words, /** @type {number} */ round) => words.say("web.tr.course.round", { round });
const short = (/** @type {Words} */ _words, /** @type {number} */ round) => String(round);
const moment = (/** @type {number} */ round, /** @type {number} */ phase) => (/** @type {Words} */ words) =>
  words.say("web.tr.caption", { round, phase });

/** A phase in which somebody decides as a chapter. */
const chapter = (/** @type {View} */ { round, phase }) => ({
  ...{ part: round, icon: phaseIcon(phase), major: phase === RAID, say: moment(round, phase) },
});

// -- real time --------------------------------------------------------------------------------------------------------

const SLOW = 3;

/** A live raid is so much slower when it is seen again. */
const slow = (/** @type {View} */ { phase, raid }) => (phase === RAID && raid.pace ? SLOW : 0);

/** The candle as it burned when a line was written. */
function candle(/** @type {Replay} */ { frames, views }) {
  const told =
    (/** @type {GameEvent["event"]} */ name) =>
    (/** @type {import("/static/replay-model.js").FrameOf<Game>} */ { entry }) =>
      entry.events.some(({ event }) => event === name);
  return (/** @type {number} */ at) => {
    const { slots, pace } = views[at].raid;
    const began = slow(views[at]) ? frames.slice(0, at).findLastIndex(told("raid_began")) : -1;
    const before = began < 0 || views[began + 1].round !== views[at].round; // tiles are there while people get ready
    if (before || !slots.length || !pace) return null;
    const { lasts, countdown } = pace;
    const out = frames.slice(began + 1).find((frame) => told("time_ran_out")(frame) || told("raid_began")(frame));
    const said = frames[began].entry.at; // nobody's clock in a game of bots, whose raid begins with its first lift
    const begin = said ? said + countdown : (frames[began + 1]?.entry.at ?? 0);
    const last = out && told("time_ran_out")(out) ? out.entry.at : begin + lasts;
    return { kind: "hourglass", begin: last - lasts, end: last, lasts, resumed: false, still: frames[at - 1].entry.at };
  };
}

// -- what turned the game ---------------------------------------------------------------------------------------------

/**
 * Somebody placed statues, or was hit by a riot.
 * @typedef {{at: number, seat: number, weight: number, round: number, phase: number, score: number,
 *            event: GameEvent}} Candidate
 */

/** The winner takes the lead for good, and apart from that what weighed most. */
function turns(/** @type {Replay} */ replay, /** @type {Candidate[]} */ candidates) {
  const gains = candidates.filter(({ event }) => event.event !== "riot_broke_out");
  const lead = leadForGood(replay, ({ phase }) => phase > 0, gains);
  const heaviest = [...candidates].sort((a, b) => b.weight - a.weight || b.at - a.at);
  return turningPoints(heaviest, lead).map((candidate) => {
    const { at, seat, round, phase, score, event } = candidate;
    const more = (/** @type {Words} */ words) =>
      candidate === lead ? ` ${words.say("web.tr.course.lead", { seat })}` : "";
    const say = (/** @type {Words} */ words) => told(words, event) + more(words);
    return { at, seat, score, title: moment(round, phase || PLACING), say };
  });
}

/** A riot and statues in a few words; what the king writes as the log tells it. */
function told(/** @type {Words} */ words, /** @type {GameEvent} */ event) {
  if (event.event === "riot_broke_out") return words.say("web.tr.course.riot", event);
  return event.event === "statues_placed" ? words.say("web.tr.course.statues", event) : words.event(event);
}
