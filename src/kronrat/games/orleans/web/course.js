/**
 * What is shown of a finished game of Orléans Stories: its rounds by epoch, how everybody was doing after each
 * of them, where points came from, what everybody did, and what turned the game.
 */

import { leadForGood, turningPoints } from "/static/course.js";
import { phaseIcon, roman } from "./draw.js";
import { storyNamed } from "./stories.js";

/**
 * @import { GameEvent, View } from "./types.js"
 * @typedef {import("/static/replay-model.js").Replay<import("./types.js").Game>} Replay
 * @typedef {import("/static/types.js").Course<import("./types.js").Game>} Course
 * @typedef {import("/static/words.js").Words} Words
 */

/** Events that say best what a line of the journal was about; without one of them, its first event does. */
const HEADLINES = [
  ...[
    "game_ended",
    "seat_eliminated",
    "epoch_entered",
    "settler_displaced",
    "area_settled",
    "built",
    "deed_completed",
    "token_sent",
  ],
  ...["card_taken", "follower_recruited", "good_sold", "good_bought", "plan_shown", "place_used", "passed"],
];

/** How much an event weighs when it is asked what turned the game. */
/** @type {Record<string, number>} */
const WEIGHTS = {
  epoch_entered: 4,
  deed_completed: 3,
  settler_displaced: 6,
  built: 2,
};

/** What everybody did, as the table of the result page lists it. */
const DEEDS = [
  { id: "settled", icon: "i-territory", event: "area_settled" },
  { id: "conquered", icon: "i-knight", event: "settler_displaced" },
  { id: "built", icon: "i-village", event: "built" },
  { id: "sent", icon: "i-gate", event: "token_sent" },
  { id: "recruited", icon: "i-recruit", event: "follower_recruited" },
];

/** @returns {Course} */
export function courseOf(/** @type {Replay} */ replay) {
  const { views } = replay;
  const story = storyNamed(views[0].options.story);
  const seats = views[0].players.map((_, seat) => seat);
  const nobody = () => seats.map(() => 0);
  const counts = (/** @type {View} */ view, /** @type {number} */ seat) =>
    view.over ? Boolean(view.standing.find(([one]) => one === seat)?.[2]) : !story.isOut?.(view.players[seat]);
  const scoresOf = (/** @type {View} */ view) =>
    story.scores(view).map((score, seat) => (counts(view, seat) ? score : 0)); // who is out has no points, unless all are
  const epochOf = (/** @type {View} */ view) => Math.max(...view.players.map((player) => player.epoch));
  const curve = [{ at: 0, part: 1, scores: scoresOf(views[0]) }];
  const grown = [nobody()];
  const deeds = DEEDS.map(({ id, icon, event }) => ({ id, icon, event, values: nobody(), say: named(id) }));
  /** @type {Course["chapters"]} */
  const chapters = [];
  /** @type {Candidate[]} */
  const candidates = [];
  replay.frames.forEach(({ entry: { events } }, place) => {
    const at = place + 1;
    const view = views[at];
    const before = views[at - 1];
    const part = epochOf(before);
    while (grown.length < epochOf(view)) grown.push(nobody());
    if (view.round !== before.round) {
      if (before.round) curve.push({ at, part, scores: scoresOf(before) });
      const begins = chapters.at(-1)?.part !== epochOf(view); // as many rounds as the kingdom has do not fit side by side
      chapters.push({
        at,
        part: epochOf(view),
        icon: phaseIcon("plan"),
        major: !story.manyRounds || begins,
        say: moment(view.round, epochOf(view)),
      });
    }
    let { round } = before; // what ends a round still belongs to it, and to its epoch
    let epoch = part;
    for (const event of events) {
      if (event.event === "round_began") [round, epoch] = [event.round, epochOf(view)];
      const seat = "seat" in event ? event.seat : -1;
      const deed = deeds.find((one) => one.event === event.event);
      if (deed) deed.values[seat] += 1;
      if (event.event === "area_settled" || event.event === "built") grown[part - 1][seat] += 1;
      const weight = WEIGHTS[event.event] ?? story.weights?.[event.event];
      if (weight && seat >= 0)
        candidates.push({
          at,
          seat,
          weight,
          round,
          epoch,
          event,
          score: scoresOf(view)[seat],
        });
    }
  });
  const last = views[views.length - 1];
  curve.push({ at: replay.length, part: epochOf(last), scores: scoresOf(last) });
  const sources = story.sources
    .map(({ id, icon, always }) => ({
      ...{ id, icon, always, say: named(id) },
      values: seats.map((seat) => (counts(last, seat) && last.players[seat].story.parts[id]) || 0),
    }))
    .filter(({ always, values }) => always || values.some(Boolean));
  return {
    ending: (words) => story.ending?.(words, last) ?? "",
    running: true,
    ...{ chapters, curve, sources, built: grown, deeds, headlines: HEADLINES, rolls: [], diceLeft: null },
    ...{ part: (_words, part) => roman(part), short: (_words, part) => roman(part) },
    turns: turns(replay, candidates),
  };
}

const named = (/** @type {string} */ id) => (/** @type {Words} */ words) => words.say(`web.os.course.${id}`);
const moment = (/** @type {number} */ round, /** @type {number} */ epoch) => (/** @type {Words} */ words) =>
  words.say("web.os.caption", { round, epoch: roman(epoch) });

// -- what turned the game ---------------------------------------------------------------------------------------------

/**
 * Somebody did something that weighs.
 * @typedef {{at: number, seat: number, weight: number, round: number, epoch: number, score: number,
 *            event: GameEvent}} Candidate
 */

/** The winner takes the lead for good, and apart from that what weighed most; rather late than early. */
function turns(/** @type {Replay} */ replay, /** @type {Candidate[]} */ candidates) {
  const lead = leadForGood(replay, ({ round }) => round > 0, candidates);
  const heaviest = [...candidates]
    .sort((a, b) => b.weight - a.weight || b.at - a.at)
    .filter(({ at }, place, all) => all.findIndex((other) => other.at === at) === place);
  return turningPoints(heaviest, lead).map((candidate) => {
    const { at, seat, round, epoch, score, event } = candidate;
    const more = (/** @type {Words} */ words) =>
      candidate === lead ? ` ${words.say("web.os.course.lead", { seat })}` : "";
    const say = (/** @type {Words} */ words) => words.event(event) + more(words);
    return { at, seat, score, title: moment(round, epoch), say };
  });
}
