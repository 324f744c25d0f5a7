/** Which steps are told in beats before the table shows them, and how much of them is told so far. */

import { plays, WINTER } from "./draw.js";
import { DEED } from "/static/playhead.js";
import { deedScene, kingScenes, pauseAt, rollScene, seasonScenes } from "./seasons.js";

/**
 * @import { Battle, Events, Game, GameEvent, Lane, View } from "./types.js"
 * @import { Model } from "./draw.js"
 * @import { Told } from "./seasons.js"
 * @import { Beat, Pause, Scene } from "/static/playhead.js"
 * @import { EntryOf } from "/static/types.js"
 * @import { Words } from "/static/words.js"
 * @typedef {import("/static/playhead.js").Playing<Game>} Playing
 */

/** How long beats last, in milliseconds at normal pace. */
const CARDS = 3_000; // to be read
const ARRIVAL = 1_300; // the King's soldiers, the enemy's card
const STRENGTHS = 1_800;
const OUTCOME = 900;
const AFTER = 500;

/** The scene that is played, or waits; null in a replay. @returns {Playing|null} */
export const sceneOf = (/** @type {Model} */ model) =>
  /** @type {Playing|null} */ (/** @type {unknown} */ (model.playhead?.scene.value ?? null));

/** What the beat of this moment tells. */
export const toldNow = (/** @type {Playing|null} */ scene) => scene?.beats[scene.beat].tells;

/**
 * @param {Model} model
 * @param {EntryOf<Game>[]} entries
 * @param {View} view
 * @param {View} before
 * @param {Pause<View>[]} pauses
 */
export function scenesOf(model, entries, view, before, pauses) {
  const events = entries.flatMap((entry) => entry.events);
  const step = { before, view, events, pauses };
  return [
    ...shownScenes(model, step, "governors_revealed"),
    ...deedScene(model, step),
    ...seasonScenes(model, step, shownScenes(model, step, "enemy_seen")),
    ...battleScene(model, step),
    ...kingScenes(model, step),
    ...rollScene(model, events),
  ];
}

const SHOWN = { governors_revealed: "governors", enemy_seen: "peek" };

/**
 * Cards that are turned over: the governors of all, and the enemy for the one who looks at it.
 * @param {Model} model
 * @param {Told} step
 * @param {keyof typeof SHOWN} kind
 * @returns {Scene[]}
 */
const shownScenes = (model, step, kind) =>
  step.events.flatMap((event) =>
    event.event === kind
      ? [
          {
            name: SHOWN[kind],
            beats: [{ lasts: CARDS, said: model.words.value.event(event) }],
            part: pauseAt(step, SHOWN[kind]),
          },
        ]
      : [],
  );

/**
 * The advisors help everybody in one harvest, whoever chooses a good in it; dice that were placed are seen meanwhile, and
 * what the person here has chosen.
 * @param {Model} model
 * @param {EntryOf<Game>[]} entries
 * @param {View} view
 * @param {View} before
 * @param {Pause<View>[]} pauses
 */
export function goesOn({ front }, entries, view, before, pauses) {
  if (view.step !== "c") return null;
  const at = (/** @type {string} */ name) => pauses.find((pause) => pause.name === name);
  const chosen = entries[0].seat === front.value ? at("chosen") : null;
  const part = at("placed") ?? chosen;
  return part ? { ...part, view: { ...part.view, deciding: view.deciding } } : { events: 0, view: before };
}

/**
 * What is on the stage: a scene, or what is decided now.
 * @typedef {"court"|"battle"|"governor"|"token"|"harvest"|"season"|"king"|"roll"|"governors"|"peek"} Stage
 * @returns {Stage}
 */
export function stageOf(/** @type {Model} */ model) {
  const view = model.seen;
  const scene = sceneOf(model);
  if (scene && scene.name !== DEED) return /** @type {Stage} */ (scene.name);
  if (tellsOfBattle(model)) return "battle";
  if (plays(view, "governors") && view.players.every(({ governor }) => !governor)) return "governor";
  if (view.phase < WINTER - 1 || view.over) return "court";
  return view.phase === WINTER && plays(view, "army") && view.step === "token" ? "token" : "battle";
}

/** Whether this is a replay, and the newest entry, which is the frame that is shown, tells of a battle. */
const tellsOfBattle = (/** @type {Model} */ { readOnly, log }) =>
  readOnly && Boolean(log.value.at(-1)?.events.some(({ event }) => event === "battle_fought"));

// -- the battle -------------------------------------------------------------------------------------------------------

/** @returns {Scene[]} */
function battleScene(/** @type {Model} */ model, /** @type {Told} */ step) {
  const { events, view } = step;
  const begins = events.findIndex((event) => event.event === "phase_began" && event.phase === WINTER);
  if (!view.battle || (begins < 0 && model.seen.phase !== WINTER)) return [];
  const later = events.slice(begins + 1);
  const ends = later.findIndex(({ event }) => event === "soldiers_dismissed");
  const beats = battleBeats(model, ends < 0 ? later : later.slice(0, ends + 1), view.battle);
  if (!beats.length) return [];
  if (ends < 0) return [{ name: "battle", beats }];
  const until = view.over ? "web.kb.to_end" : "web.kb.to_year";
  return [{ name: "battle", beats, until, part: pauseAt(step, "fought") }];
}

/** In the order in which it happened: who helps, who comes, how strong everybody is, and how it ends for each. */
function battleBeats(/** @type {Model} */ model, /** @type {GameEvent[]} */ events, /** @type {Battle} */ battle) {
  const words = model.words.value;
  /** @type {Beat[]} */
  const beats = [];
  const tell = (/** @type {string|number} */ tells, /** @type {number} */ lasts, /** @type {string} */ said) => {
    if (!beats.some((beat) => beat.tells === tells)) beats.push({ tells, lasts, said });
  };
  let begun = hasBegun(model.seen);
  for (const event of events) {
    if (event.event in ARRIVALS) tell(/** @type {string} */ (ARRIVALS[event.event]), ARRIVAL, words.event(event));
    else if (event.event === "soldiers_dismissed") tell("after", AFTER, "");
    if (event.event === "battle_fought") {
      if (!begun) tell("strength", STRENGTHS, strengths(words, battle));
      begun = true;
    }
    if (begun && "seat" in event) tell(event.seat, OUTCOME, words.event(event));
  }
  return beats;
}

/** @type {Partial<Record<keyof Events, string>>} */
const ARRIVALS = { reinforcements_sent: "king", tokens_revealed: "token", enemy_revealed: "enemy" };

const strengths = (/** @type {Words} */ words, /** @type {Battle} */ { lanes }) =>
  words.say("web.kb.strengths", {
    said: words.list(lanes.map(({ seat, strength }) => words.say("web.kb.score", { seat, vp: strength }))),
  });

/** Whether somebody has fought in this Winter. */
const hasBegun = (/** @type {View} */ { phase, battle }) =>
  phase === WINTER && Boolean(battle?.lanes.some(({ outcome }) => outcome));

/**
 * The battle as far as it is told: `strong` says whether strengths are, and `turn` whose outcome is told now. Room is left
 * for the `whole` of it.
 * @typedef {{battle: Battle, whole: Battle, strong: boolean, turn?: number}} BattleTold
 * @returns {BattleTold|null}
 */
export function battleTold(/** @type {Model} */ model) {
  const scene = sceneOf(model);
  if (scene?.name !== "battle" || scene.ended) {
    const { battle } = scene?.name === "battle" ? scene.view : model.seen;
    return battle && { battle, whole: battle, strong: true };
  }
  const after = /** @type {Battle} */ (scene.view.battle);
  const told = new Set(scene.beats.slice(0, scene.beat + 1).map(({ tells }) => tells));
  const { before } = scene;
  const begun = hasBegun(before);
  const [helped, met, strong] = [["king", "token"], ["enemy"], ["strength"]].map(
    (tells) => begun || tells.some((one) => told.has(one)),
  );
  const lane = (/** @type {Lane} */ now) => {
    if (told.has(now.seat)) return { ...now, strongest: now.strongest && told.has("after") };
    const known = begun && before.battle?.lanes.find(({ seat, outcome }) => seat === now.seat && outcome);
    return known || untold(now, helped, strong);
  };
  const battle = {
    ...after,
    king: helped ? after.king : 0,
    enemy: met ? after.enemy : before.enemy,
    open: met,
    lanes: after.lanes.map(lane),
  };
  const turn = toldNow(scene);
  return { battle, whole: after, strong, ...(typeof turn === "number" && { turn }) };
}

/** Where in its Winter the battle is that is told; null where none is. */
export function winterTold(/** @type {Model} */ model) {
  const scene = sceneOf(model);
  const battle = (scene?.view ?? model.seen).battle;
  if (!battle || !(scene?.name === "battle" || tellsOfBattle(model))) return null;
  const now = scene ? toldNow(scene) : battle.over && "after";
  return { year: battle.year, steps: battle.steps, step: battle.steps.find((one) => one === now) ?? "battle" };
}

/** A lane before its outcome is told; with the soldiers of the King and with the buildings only when they are. */
function untold(/** @type {Lane} */ lane, /** @type {boolean} */ helped, /** @type {boolean} */ strong) {
  const nothing = { outcome: /** @type {const} */ (""), strongest: false, spared: "", fallen: [] };
  const after = { gold: 0, wood: 0, stone: 0, vp: 0 };
  const soldiers = helped ? lane.soldiers : lane.soldiers - lane.reinforced;
  const force = { soldiers, reinforced: helped ? lane.reinforced : 0, walls: strong ? lane.walls : [] };
  return { ...lane, ...nothing, ...force, after };
}
