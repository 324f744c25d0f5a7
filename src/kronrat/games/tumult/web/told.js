/**
 * What is told before the table shows it: what became of the orders, each check of the people by itself, and the
 * coronation. Nothing is seen of a step that has not come yet.
 */

import { DEED } from "/static/playhead.js";
import { carriedIn } from "./carried.js";
import { KINDS, MOOD, PLACING } from "./draw.js";
import { logLine } from "./log.js";

/**
 * @import { EntryOf } from "/static/types.js"
 * @import { Pause, Scene } from "/static/playhead.js"
 * @import { Check, Coronation, Game, GameEvent, View } from "./types.js"
 * @typedef {import("./draw.js").Kind} Kind
 * @typedef {import("./draw.js").Model} Model
 * @typedef {import("./draw.js").Words} Words
 */
/**
 * What is being told: a part of the round, and of the riots one kind. `step` is the one it has come to and `said` what is
 * said of it, `view` is what it ends in, by these `events`. It is `ended` where only a press is missing, and the table is `held` while it shows what
 * was before.
 * @typedef {{part: "carried"|"riots"|"crown", kind: Kind, step: number, said: string, view: View, events: GameEvent[], ended: boolean,
 *            held: boolean}} Telling
 */

/** Milliseconds at normal pace. */
const [COUNTING, JUDGING, PAYING, CALM, CROWNING] = [1_200, 1_600, 1_200, 600, 1_600];
const [DOING, DENIED, ENDING] = [1_600, 2_600, 2_400];
const NOBODY = -1;

/**
 * The scenes in which a step is told; the table waits for the last of them.
 * @param {Model} model
 * @param {EntryOf<Game>[]} entries
 * @param {View} view
 * @param {View} _before
 * @param {Pause<View>[]} pauses
 * @returns {Scene[]}
 */
export function scene(model, entries, view, _before, pauses) {
  const events = entries.flatMap((entry) => entry.events);
  const words = model.words.value;
  const carried = carriedIn(words, events, model.front.value);
  const raided = carried.length ? carried : raidIn(model, events, pauses);
  const first = pauses.find(({ name }) => name === `phase ${PLACING}`); // what was placed last lies there
  const crowned = crownIn(words, events, view).map((one) => (first ? { ...one, first } : one));
  const scenes = [...raided, ...riotsIn(words, events, view), ...crowned];
  if (!scenes.length && !model.question.value) scenes.push(...moodIn(model, events, pauses));
  const all = [...deedIn(model, entries, view, scenes.length > 0, first), ...scenes];
  return all.map((one, at) => ({ holds: at < all.length - 1, ...one }));
}

/** What the people want in a new round, before the raid begins. @returns {Scene[]} */
function moodIn(/** @type {Model} */ model, /** @type {GameEvent[]} */ events, /** @type {Pause<View>[]} */ pauses) {
  const first = pauses.find(({ name }) => name === `phase ${MOOD}`);
  const spun = events.filter(({ event }) => event === "disc_spun" || event === "disc_spun_for");
  if (!first || !spun.length) return [];
  const said = spun.map((event) => logLine(model, event).text).join(" ");
  return [{ name: DEED, beats: [{ lasts: DOING, said, tells: NOBODY }], first }];
}

/** How the raid ended: the tiles lie as they were left, and what is left to the people is counted later. @returns {Scene[]} */
function raidIn(/** @type {Model} */ model, /** @type {GameEvent[]} */ events, /** @type {Pause<View>[]} */ pauses) {
  const end = events.findIndex(({ event }) => event === "tiles_revealed");
  if (end < 0) return [];
  const said = [
    ...events.slice(0, end).map((event) => logLine(model, event).text),
    model.words.value.say("web.tr.raid.over.text"),
  ];
  const first = pauses.find(({ name }) => name === "raided");
  const beats = [{ lasts: ENDING, said: said.filter(Boolean).join(" ") }];
  return [{ name: DEED, beats, ...(first && { first }) }];
}

/**
 * What somebody did that led to all this, in a beat of its own, and where it left nothing to me: that I had to pass. What I
 * did myself needs one where it was the last of a round.
 * @param {Model} model
 * @param {EntryOf<Game>[]} entries
 * @param {View} view
 * @param {boolean} leads
 * @param {Pause<View>} [last] all have placed
 * @returns {Scene[]}
 */
function deedIn(model, entries, view, leads, last) {
  const [{ seat, events }] = entries;
  const front = model.front.value;
  const placed = seat !== front && events.some(({ event }) => event === "statues_placed");
  const deeds = last || placed ? events.slice(0, last?.events).filter((event) => isOf(seat, event)) : [];
  const forced = events.filter(
    (event) => event.event === "forced" && event.seat === front && logLine(model, event).text,
  );
  if (!forced.length && !(leads && deeds.length)) return [];
  const lines = [...deeds, ...forced.filter((event) => !deeds.includes(event))].map(
    (event) => logLine(model, event).text,
  );
  const said = lines.filter(Boolean).join(" ");
  const lasts = forced.length ? DENIED : DOING;
  const beat = { lasts, said, tells: deeds.length ? seat : (front ?? seat) };
  const first = last ?? (leads ? undefined : { events: entries.flatMap((entry) => entry.events).length, view });
  return [{ name: DEED, beats: [beat], ...(first && { first }) }]; // on the table that it has come to
}

const isOf = (/** @type {number} */ seat, /** @type {GameEvent} */ event) => "seat" in event && event.seat === seat;

/** What is told of somebody's deed just now: whose it is, what, and where; and whether it is how a raid ended. */
export function deedOf(/** @type {Model} */ model) {
  const scene = /** @type {import("/static/playhead.js").Playing<Game>|null} */ (model.playhead?.scene.value ?? null);
  if (scene?.name !== DEED) return null;
  const [{ said = "", tells = -1 }] = scene.beats;
  const events = scene.entries.flatMap((entry) => entry.events);
  const placed = events.find((event) => event.event === "statues_placed") ?? null;
  return { seat: Number(tells), said, placed, raided: events.some(({ event }) => event === "tiles_revealed") };
}

/** A scene for each kind that is checked. @returns {Scene[]} */
function riotsIn(/** @type {Words} */ words, /** @type {GameEvent[]} */ events, /** @type {View} */ view) {
  const checked = events.flatMap((event) =>
    event.event === "people_content" || event.event === "riot_broke_out" ? [event.kind] : [],
  );
  return (view.riots?.checks ?? [])
    .filter(({ kind }) => checked.includes(kind))
    .map((check) => ({ name: `riots ${check.kind}`, beats: beatsOf(words, check), until: "web.tr.riot.on" }));
}

function beatsOf(/** @type {Words} */ words, /** @type {Check} */ { kind, left, demand, penalty }) {
  const asked = `${words.say(`web.tr.enough.${kind}`)} ${words.say("web.tr.riot.text", { n: demand })}`;
  const count = { lasts: COUNTING, tells: 1, said: asked };
  if (!penalty) return [count, { lasts: CALM, tells: 3, said: words.say("web.tr.calm.verdict", { left, demand }) }];
  const { seat, before, after } = penalty;
  const paid = `${words.say("web.tr.riot.pays", { seat })}: ${words.say("term.followers")} ${before} → ${after}`;
  return [
    count,
    { lasts: JUDGING, tells: 2, said: words.say("web.tr.riot.verdict", { left, demand }) },
    { lasts: PAYING, tells: 3, said: paid },
  ];
}

/** The coronation, as far as this step comes: a king may first have to turn up land. @returns {Scene[]} */
function crownIn(/** @type {Words} */ words, /** @type {GameEvent[]} */ events, /** @type {View} */ view) {
  const crowned = view.coronation;
  const happened = (/** @type {GameEvent["event"]} */ name) => events.some(({ event }) => event === name);
  const ended = happened("game_ended") && crowned?.ended;
  if (!crowned || !(happened("ranks_set") || happened("mercy_shown") || ended)) return [];
  const over = happened("mercy_shown") || Boolean(ended);
  const steps = [
    ...(happened("ranks_set") ? [{ tells: 1, said: words.say("phase.5") }] : []),
    ...(happened("king_crowned") ? [{ tells: 2, said: words.say("web.tr.crown.king", { seat: crowned.king }) }] : []),
    ...(over ? [{ tells: 3, said: lastWords(words, crowned) }] : []),
  ];
  const beats = steps.map((step) => ({ ...step, lasts: CROWNING }));
  const waits = over && { until: "web.tr.crown.on", holds: !ended }; // what the next round brings is not given away
  return [{ name: "crown", beats, ...waits }];
}

function lastWords(/** @type {Words} */ words, /** @type {Coronation} */ { ended, mercy }) {
  if (ended) return words.event({ event: "game_ended", ...ended });
  const seats = mercy.map((seat) => words.player(seat)).join(", ");
  return seats
    ? `${words.say("phase.7")}: ${seats}. ${words.say("web.tr.crown.mercy")}`
    : words.say("web.tr.crown.no_mercy");
}

/** What the playhead tells just now. @returns {Telling|null} */
export function tellingOf(/** @type {Model} */ model) {
  const scene = /** @type {import("/static/playhead.js").Playing<Game>|null} */ (model.playhead?.scene.value ?? null);
  if (!scene || scene.name === DEED) return null;
  const [part, kind] = scene.name.split(" ");
  return {
    part: /** @type {Telling["part"]} */ (part),
    kind: /** @type {Kind} */ (kind ?? KINDS[0]),
    step: Number(scene.beats[scene.beat].tells),
    said: scene.beats[scene.beat].said ?? "",
    view: scene.view,
    events: scene.entries.flatMap((entry) => entry.events),
    ended: scene.ended,
    held: !scene.ended || Boolean(scene.holds),
  };
}

/** What a replay shows of the entry it has come to, all of it. @returns {Telling|null} */
export function replayed(/** @type {Model} */ model, /** @type {Kind} */ kind) {
  const events = model.log.value.at(-1)?.events ?? [];
  const parts = [...riotsIn(model.words.value, events, model.seen), ...crownIn(model.words.value, events, model.seen)];
  const part = parts.at(-1)?.name.split(" ")[0];
  if (!part) return null;
  return {
    part: /** @type {Telling["part"]} */ (part),
    kind,
    step: 3,
    said: "",
    view: model.seen,
    events,
    ended: true,
    held: false,
  };
}
