/**
 * What happened and what is shown are two things. The server tells a table as fast as it is played; the playhead shows it
 * one step after the other, in beats that a person can follow. Everything that is drawn reads what has been shown. Only
 * the time that runs for a person, the connection and the chat read what is known.
 *
 * Nobody is held up: what others do arrives and waits here, in `waiting`.
 */

import { batch, signal } from "./vendor/signals.js";
import { pace } from "./settings.js";

/** How long a step is looked at before the next one, in milliseconds at normal pace. */
export const BEAT = 1_000;
/** The name of a scene that has no stage of its own: what somebody did is said, on the table that it has come to. */
export const DEED = "deed";
/** While somebody's own time runs, the rest is shown within this. */
const HURRY = 3_000;
/** A step that goes on is told with the next one if that comes within this. */
const GATHERING = 4_000;

/**
 * @template T
 * @typedef {import("./vendor/signals.js").Signal<T>} Signal
 */
/** @typedef {import("./messages.js").Delta} Step  one step of the table, as the server tells it */
/** @typedef {import("./types.js").AnyGame} AnyGame */
/**
 * A part of a scene: how long it lasts, what is said of it to a person who listens, and what the drawing tells in it.
 * @typedef {{lasts: number, said?: string, tells?: string|number}} Beat
 */
/**
 * A step told in several beats, before the table shows it. With `until`, the id of the words on a button, the table shows
 * the step and waits there for this person; scenes of the same step may follow. With `holds` it goes on to show what was
 * before the step, because those tell more of it; with `part` it shows so much of the step, and with `first` so much of it
 * from the beginning of the scene on.
 * @typedef {{name: string, beats: Beat[], until?: string, holds?: boolean, part?: Part, first?: Part}} Scene
 */
/**
 * What has been told of a step when more of it is to come: its first events, and the table after them.
 * @template [View=object]
 * @typedef {{events: number, view: View}} Part
 */
/**
 * Where the rules pause in the middle of a step, by the name of what has ended there; told by the server with the step.
 * @template [View=object]
 * @typedef {Part<View> & {name: string}} Pause
 */
/**
 * A scene being played: `beat` counts from 0, `before` is the view before the step, `view` and `entries` are what the
 * table will show when all of it is told.
 * @template {AnyGame} [G=AnyGame]
 * @typedef {Scene & {beat: number, before: G["View"], view: G["View"], entries: import("./types.js").EntryOf<G>[],
 *           ended: boolean}} Playing
 */
/**
 * How the steps of a table are shown; the drawing of the game has a say.
 * @typedef {object} Direction
 * @property {(step: Step) => number} lasts how long it is looked at, in milliseconds at normal pace
 * @property {(step: Step) => Omit<Playing, "beat"|"ended">[]} scenes the scenes of it, in their order
 * @property {(step: Step) => Part|null} goesOn what is shown of a step to which belongs what others do next, so that all
 *           of it is told together; null where nothing does
 */
/**
 * What a playhead needs to know of its table.
 * @typedef {object} Table
 * @property {(step: Step) => void} show put a step on the table
 * @property {(step: Step, part: Part|null) => void} showPart put only so much of it there, or nothing of it again
 * @property {(step: Step) => boolean} mine whether a person at this browser did it
 * @property {() => boolean} hurried whether the time of a person at this browser runs
 */

export class Playhead {
  /** @type {Direction|null} */
  #direction = null;
  /** @type {number|undefined} */
  #timer = undefined;
  /** What comes when that timer is over, and when. @type {{then: () => void, due: number}|null} */
  #held = null;
  /** When all is shown, since the time of a person at this browser began to run. @type {number|null} */
  #until = null;
  /** Whether a step is being looked at, or a scene played. */
  #busy = false;
  /** The scenes of the same step that follow. @type {Omit<Playing, "beat"|"ended">[]} */
  #coming = [];
  /** Whether the table shows the step whose scenes are played. */
  #shown = false;
  /** Whether somebody's press has led on from the newest step that is shown. */
  pressed = false;

  constructor(/** @type {Table} */ table) {
    this.table = table;
    /** What is known and not yet shown, oldest first. @type {Signal<Step[]>} */
    this.waiting = signal([]);
    /** @type {Signal<Playing|null>} */
    this.scene = signal(null);
    /** The newest version that scenes have told, which need not be said again, and their last words if they had no stage. */
    this.staged = signal({ version: 0, said: "" });
    /** Whether a step that goes on waits for the next one: what was asked before it is answered. */
    this.gathering = signal(false);
    this.#hide = () => document.hidden && this.toNow();
    document.addEventListener("visibilitychange", this.#hide);
  }

  #hide;

  /** From now on steps are shown as the drawing of this game says; before, they are shown as they come. */
  direct(/** @type {Direction} */ direction) {
    this.#direction = direction;
  }

  /** The server has told a step. */
  push(/** @type {Step} */ step) {
    const mine = this.table.mine(step);
    if (mine) this.toNow(); // what a person does at this browser is seen at once
    this.waiting.value = [...this.waiting.peek(), step];
    if (this.#mustNotWait(step)) this.toNow();
    else if (!this.#busy || this.gathering.peek()) this.#next();
    else if (this.table.hurried()) this.#hurry();
  }

  /** What is being looked at is cut short, too. */
  #hurry() {
    if (!this.#held) return;
    const { then, due } = this.#held;
    this.#wait(then, Math.min(due - performance.now(), BEAT * this.#factor()));
  }

  /** Show everything that is known, and nothing more of the scene. */
  toNow() {
    clearTimeout(this.#timer);
    this.#held = this.#until = null;
    this.#busy = this.gathering.value = false;
    this.#coming = [];
    this.scene.value = null;
    while (this.waiting.peek().length) this.#show(); // each by itself, so that none is missed
  }

  /** Whether something is shown step by step just now. */
  get behind() {
    return this.waiting.value.length > 0 || this.scene.value !== null;
  }

  /** The table was told anew: what was waiting is part of it. */
  clear() {
    clearTimeout(this.#timer);
    this.#held = this.#until = null;
    this.#busy = false;
    this.#coming = [];
    batch(() => {
      this.gathering.value = false;
      this.waiting.value = [];
      this.scene.value = null;
    });
  }

  /** To the next beat of the scene; false where none is played. */
  nextBeat() {
    return this.#running ? void this.#advance() : false;
  }

  /** To the end of the scene; false where none is played. */
  endScene() {
    return this.#running ? this.#endScene() : false;
  }

  get #running() {
    return this.scene.peek()?.ended === false;
  }

  /** On from a scene that waits for somebody. */
  goOn() {
    if (!this.scene.peek()?.ended) return;
    this.pressed = true;
    this.#nextScene();
  }

  /** The scene that waits from its beginning, for somebody who wants to see it once more. */
  again() {
    const scene = this.scene.peek();
    if (!scene?.ended) return;
    batch(() => {
      if (!this.#shown) this.table.showPart(this.waiting.peek()[0], null);
      this.#begin(scene);
    });
  }

  /** Show these steps before those that wait, for somebody who wants to see them once more. */
  rewind(/** @type {Step[]} */ steps) {
    const waiting = [...steps, ...this.waiting.peek()];
    this.clear();
    this.waiting.value = waiting;
    this.#next();
  }

  dispose() {
    this.clear();
    document.removeEventListener("visibilitychange", this.#hide);
  }

  // -- steps ----------------------------------------------------------------------------------------------------------

  /** A clock of the rules waits for nobody, and what is taken back is gone. */
  #mustNotWait(/** @type {Step} */ { clock, log = [] }) {
    return Boolean(clock) || document.hidden || log.some(({ undoes = null }) => undoes !== null);
  }

  #next() {
    this.#busy = true;
    const [step, another, ...others] = this.waiting.peek();
    if (!step) {
      this.#busy = false;
      this.#until = null;
      return;
    }
    const first = pace.peek() && !this.table.hurried() ? this.#direction?.goesOn(step) : null;
    if (!first) return void this.#tell(step);
    if (!another) return void this.#gather(step, first);
    this.waiting.value = [joined(step, another), ...others];
    this.#next();
  }

  /** What goes on is told when it is over, or when somebody takes long; how it begins is seen meanwhile. */
  #gather(/** @type {Step} */ step, /** @type {Part} */ first) {
    batch(() => {
      this.gathering.value = true;
      this.table.showPart(step, first);
    });
    this.#hold(() => this.#tell(step), GATHERING);
  }

  #tell(/** @type {Step} */ step) {
    const scenes = this.#direction?.scenes(step) ?? [];
    this.pressed = false;
    this.#coming = scenes.filter(({ until }) => pace.peek() || until);
    this.#shown = false;
    batch(() => {
      this.gathering.value = false;
      const last = this.#coming.at(-1);
      const said = (last?.name === DEED && last.beats.at(-1)?.said) || "";
      if (last) this.staged.value = { version: step.version, said };
      if (this.#coming.length) return void this.#nextScene();
      this.#show();
      const lasts = this.#direction?.lasts(step) ?? 0;
      this.#hold(() => this.#next(), lasts);
    });
  }

  /** Put the oldest step on the table. */
  #show() {
    const [step, ...rest] = this.waiting.peek();
    batch(() => {
      this.waiting.value = rest;
      this.table.show(step);
    });
  }

  /** Do something when this time has gone by: at once if there is nothing to wait for, which keeps one order. */
  #hold(/** @type {() => void} */ then, /** @type {number} */ lasts) {
    this.#wait(then, lasts * this.#factor());
  }

  #wait(/** @type {() => void} */ then, /** @type {number} */ wait) {
    clearTimeout(this.#timer);
    this.#held = null;
    if (wait <= 0) return then();
    this.#held = { then, due: performance.now() + wait };
    this.#timer = setTimeout(then, wait);
  }

  /** By what every time is multiplied: the chosen pace, and less while a person's time runs. */
  #factor() {
    const chosen = pace.peek();
    if (!this.table.hurried() || !this.#direction) return chosen;
    const now = performance.now();
    this.#until ??= now + HURRY;
    const { lasts } = this.#direction;
    const scene = this.scene.peek()?.beats.reduce((sum, beat) => sum + beat.lasts, 0) ?? BEAT;
    const whole = this.waiting.peek().reduce((sum, step) => sum + lasts(step), scene);
    return Math.min(chosen, Math.max(0, this.#until - now) / whole);
  }

  // -- scenes ---------------------------------------------------------------------------------------------------------

  /** On to the next scene of this step, or to the next step. */
  #nextScene() {
    const scene = this.#coming.shift();
    if (scene) return this.#begin(scene);
    const held = !this.#shown; // by all of them, until somebody pressed
    batch(() => {
      if (held) this.#show();
      this.scene.value = null;
    });
    if (held && this.waiting.peek().length) this.#hold(() => this.#next(), BEAT);
    else this.#next();
  }

  #begin(/** @type {Omit<Playing, "beat"|"ended">} */ scene) {
    batch(() => {
      // Of what is on the table already nothing is shown in part, when it is told once more.
      if (scene.first && !this.#shown) this.table.showPart(this.waiting.peek()[0], scene.first);
      this.scene.value = { ...scene, beat: 0, ended: false };
    });
    if (pace.peek()) this.#hold(() => this.#advance(), scene.beats[0].lasts);
    else this.#endScene();
  }

  #advance() {
    const scene = this.scene.peek();
    if (!scene) return;
    const beat = scene.beat + 1;
    if (beat >= scene.beats.length) return this.#endScene();
    this.scene.value = { ...scene, beat };
    this.#hold(() => this.#advance(), scene.beats[beat].lasts);
  }

  /** The table shows what its scenes have told; one that waits is in sight until somebody goes on. */
  #endScene() {
    clearTimeout(this.#timer);
    this.#held = null;
    const scene = this.scene.peek();
    if (!scene) return;
    const waits = Boolean(scene.until) && !this.table.hurried();
    const more = waits || this.#coming.length > 0;
    batch(() => {
      if (this.#shown || (scene.holds && more)) {
        // The table stays as it is.
      } else if (scene.part && more) this.table.showPart(this.waiting.peek()[0], scene.part);
      else if (waits || !more) {
        this.#shown = true;
        this.#show();
      }
      if (waits) this.scene.value = { ...scene, beat: scene.beats.length - 1, ended: true };
      else if (!this.#coming.length) this.scene.value = null;
    });
    if (waits) return;
    if (this.#coming.length) this.#nextScene();
    else this.#hold(() => this.#next(), BEAT); // the table is looked at, too
  }
}

/** Two steps as one. @returns {Step} */
function joined(/** @type {Step} */ step, /** @type {Step} */ next) {
  const asked = next.same_question
    ? { question: step.question, same_question: step.same_question }
    : { question: next.question, same_question: false };
  const known = (step.log ?? []).reduce((sum, { events }) => sum + events.length, 0);
  const later = (next.pauses ?? []).map((pause) => ({
    ...pause,
    events: known + pause.events,
    patch: [...(step.patch ?? []), ...pause.patch],
  }));
  return {
    ...next,
    ...asked,
    pauses: [...(step.pauses ?? []), ...later],
    before: step.before,
    log: [...(step.log ?? []), ...(next.log ?? [])],
    patch: [...(step.patch ?? []), ...(next.patch ?? [])],
    table: next.table ?? step.table,
  };
}
