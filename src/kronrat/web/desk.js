/**
 * What is on the desk of the person at this browser and concerns nobody else, as far as it is the same in all games:
 * the question, what has to be reset with it, answering, and what the game says about the position. The desk of a
 * game adds what is picked and not yet said.
 */

import { batch, computed, effect, signal } from "./parts.js";
import { odds } from "./settings.js";
import { offered } from "./turn.js";

/**
 * @import { AnyGame, Choice, QuestionOf } from "./types.js"
 * @import { TableModel } from "./model.js"
 */

/** @template {AnyGame} G */
export class AnyDesk {
  constructor(/** @type {TableModel<G>} */ model) {
    this.model = model;
    /** Which pane a small screen shows; the turn first. */
    this.pane = signal("turn");
    this.busy = false; // an answer is on its way
    /** What is asked at this browser; nothing while more is told. @type {import("./model.js").Signal<QuestionOf<G>|null>} */
    this.question = computed(() => {
      const told = model.playhead?.scene.value || model.playhead?.gathering.value;
      return model.readOnly || told ? null : model.question.value;
    });
    /** When what commits has appeared: the answer to a question, or the way on from a scene. */
    this.appeared = 0;
    let known = "";
    effect(() => {
      const question = this.question.value;
      const now = question
        ? `${String(question.kind)} ${question.version}`
        : String(model.playhead?.scene.value?.ended);
      if (now !== known) this.appeared = performance.now();
      known = now;
    });
  }

  /** The choice that declines the question, if there is one. @returns {Choice|null} */
  get wayOut() {
    return null;
  }

  decline() {
    if (this.wayOut) void this.say([this.wayOut]);
  }

  /** Send choices one after the other, each only if it is on offer: a question with one answer is never asked. */
  async say(/** @type {Choice[]} */ planned) {
    if (this.busy) return;
    this.busy = true;
    for (const choice of planned) {
      const question = this.model.question.value;
      if (question && offered(question, choice) && (await this.model.play(choice))) break;
    }
    this.busy = false;
  }

  /**
   * Start afresh whenever another question is asked, or somebody else is in front. `since` distinguishes two questions
   * of one kind.
   * @param {(question: QuestionOf<G>|null) => void} begin
   * @param {(question: QuestionOf<G>) => unknown} since
   */
  whenAsked(begin, since = ({ version }) => version) {
    let asked = "";
    effect(() => {
      const question = this.question.value;
      const now = question ? `${String(question.kind)} ${since(question)} ${this.model.front.value}` : "";
      if (now === asked) return;
      asked = now;
      batch(() => {
        if (question) this.pane.value = "turn";
        begin(question);
      });
    });
  }

  /**
   * Ask the game about a topic whenever what it depends on has changed; nothing to depend on means no question.
   * @template {keyof G["Hints"] & string} Topic
   * @param {Topic} topic
   * @param {(view: G["View"]) => string} about
   * @param {(answer: G["Hints"][Topic]) => void} put
   */
  keep(topic, about, put) {
    let known = "";
    effect(() => {
      const view = this.model.view.value;
      const now = view && !view.over && !this.model.readOnly && this.model.front.value !== null ? about(view) : "";
      if (now === known) return;
      known = now;
      if (now) void this.model.ask(topic).then((answer) => answer && now === known && put(answer));
    });
  }

  /**
   * The same for odds, which are not there where the table or the person does without them.
   * @param {(view: G["View"]) => string} about
   * @param {(answer: G["Hints"] extends {odds: infer Odds} ? Odds|null : never) => void} put
   */
  keepOdds(about, put) {
    const told = /** @type {(answer: object|null) => void} */ (put);
    effect(() => void (hasOdds(this.model) || told(null)));
    const topic = /** @type {keyof G["Hints"] & string} */ ("odds");
    this.keep(topic, (view) => (hasOdds(this.model) ? about(view) : ""), /** @type {never} */ (told));
  }
}

/** Whether this table has odds, and the person here wants to see them. */
export const hasOdds = (/** @type {{info: {value: {odds: boolean}|null}}} */ { info }) =>
  odds.value && info.value?.odds === true;

/**
 * One desk for each table that is shown, made when it is first asked for.
 * @template {object} M
 * @template D
 * @param {(model: M) => D} make
 * @returns {(model: M) => D}
 */
export function oneForEach(make) {
  /** @type {WeakMap<M, D>} */
  const desks = new WeakMap();
  return (model) => {
    const known = desks.get(model);
    if (known) return known;
    const desk = make(model);
    desks.set(model, desk);
    return desk;
  };
}
