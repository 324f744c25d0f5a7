/**
 * What is on the desk of the person at this browser and concerns nobody else: what is picked but not yet sent,
 * what the game says about fields and risks, and which part of the round is being shown. One desk for each table.
 */

import { AnyDesk, oneForEach } from "/static/desk.js";
import { computed, effect, hideNote, signal } from "/static/parts.js";
import { memory } from "/static/settings.js";
import { offered, same } from "/static/turn.js";
import { fromOne, KINDS, ownerOf } from "./draw.js";
import { replayed, tellingOf } from "./told.js";

/**
 * @import { Choice, QuestionOf } from "/static/types.js"
 * @import { FieldInReach, Game, Hints, OrderView, Payment, Spot, View } from "./types.js"
 * @typedef {import("./draw.js").Model} Model
 * @typedef {QuestionOf<Game>} Question
 * @typedef {{field?: Spot|null, payment?: number, side?: string|null,
 *            order?: Partial<Record<keyof OrderView, number>>}} Picked what is picked and not yet said
 */

const SLOWER = 20; // milliseconds that a hand takes longer than it has to, because no two clocks are equal
const TAUGHT = "kronrat.tumult.taught";
const LOST = 1_200; // milliseconds for which it is said that another hand was quicker

export const deskOf = oneForEach((/** @type {Model} */ model) => new Desk(model));

/** Questions about one hand in the raid: answered by the tiles and the hand, at once. */
const ROBBING = ["rob", "last_tile", "draft_lift", "draft_look"];

/** @extends {AnyDesk<Game>} */
export class Desk extends AnyDesk {
  constructor(/** @type {Model} */ model) {
    super(model);
    this.picked = signal(/** @type {Picked} */ ({}));
    /** What the game says about fields: which are in reach, what they cost and how they may be paid. */
    this.reach = signal(/** @type {FieldInReach[]} */ ([]));
    /** How much of each kind the people can expect to keep, in tenths. */
    this.odds = signal(/** @type {Hints["odds"]|null} */ (null));
    /** Ids of what helps in this phase. */
    this.tips = signal(/** @type {string[]} */ ([]));
    /** The tile that another hand took first, and whose, for a moment. */
    this.lost = signal(/** @type {{slot: number, seat: number}|null} */ (null));
    /** Why my hand could not do what I wanted, and who has the tile, for a moment. */
    this.denied = signal(/** @type {{why: "full"|"stopped"|"mine"|"gone", seat: number}|null} */ (null));
    /** The tile that I have asked for, until the server has answered. */
    this.asked = signal(-1);
    /** Which of the three checks a replay shows. */
    this.check = signal(/** @type {import("./draw.js").Kind} */ (KINDS[0]));
    /** Whether somebody at this browser has seen enough of how a raid goes. */
    this.taught = signal(memory.read(TAUGHT) !== null);
    /** @type {number|undefined} */
    this.deniedFor = undefined; // the timer of what is denied
    this.moved = 0; // when my hand moved last
    this.wish = ""; // what shall become of the tile that is on its way into my hand

    /** What is told before the table shows it, if anything is. */
    this.telling = computed(() => (model.readOnly ? replayed(model, this.check.value) : tellingOf(model)));
    this.payments = computed(() => this.#payments());
    this.answers = computed(() => (this.question.value ? this.#answers(this.question.value, this.picked.value) : []));

    this.whenAsked(() => (this.picked.value = {}));
    effect(() => model.picks(this.answers.value[0] ?? null));
    const about = (/** @type {View} */ view) =>
      `${model.front.value} ${view.round} ${view.phase} ${view.board.owners} ${this.me?.castle} ${view.board.fields}`;
    this.keep("fields", about, ({ fields }) => (this.reach.value = fields));
    this.keep(
      "tips",
      (view) => `${view.round} ${view.phase}`,
      ({ tips }) => (this.tips.value = tips),
    );
    const robbed = (/** @type {View} */ view) =>
      view.raid.pace ? "" : `${view.round} ${view.phase} ${JSON.stringify(view.raid)} ${view.demand}`;
    this.keepOdds(robbed, (odds) => (this.odds.value = odds));
  }

  get me() {
    return this.model.myself;
  }

  /** How a raid goes is not explained here again. */
  taughtEnough() {
    memory.write(TAUGHT, true);
    this.taught.value = true;
  }

  pick(/** @type {Picked} */ change) {
    hideNote();
    this.picked.value = { ...this.picked.value, ...change };
  }

  /** Why something is not on offer, in words that count from one. */
  async why(/** @type {Array<string|number>} */ choice) {
    const words = this.model.words.value;
    const answer = this.question.value && (await this.model.why(choice));
    if (!answer?.says) return { said: words.say("web.tr.not_now") };
    return { said: words.reason({ ...answer, facts: fromOne(answer.facts ?? {}) }), rule: answer.rule };
  }

  // -- answers --------------------------------------------------------------------------------------------------------

  /** The field that is picked, or being paid for. @returns {Spot|null} */
  get target() {
    const question = this.question.value;
    if (question?.kind === "pay") {
      const { columns } = this.model.seen.board;
      const { field } = question.facts;
      return { row: Math.floor(field / columns), column: field % columns };
    }
    return this.picked.value.field ?? null;
  }

  /** What the game says of a field; nothing if it is out of reach. */
  fieldAt(/** @type {Spot|null} */ spot) {
    return this.reach.value.find(({ row, column }) => row === spot?.row && column === spot?.column) ?? null;
  }

  /** The ways to pay for the target, the proposed one first. @returns {Payment[]} */
  #payments() {
    const question = this.question.value;
    if (question?.kind !== "place" && question?.kind !== "pay") return [];
    const known = this.fieldAt(this.target)?.payments ?? [];
    if (question.kind === "place") return known;
    return question.options.map((option) => {
      const tiles = option.slice(1).map(String);
      return known.find((payment) => same(payment.tiles, tiles)) ?? { tiles, over: 0 };
    });
  }

  get payment() {
    return this.payments.value[this.picked.value.payment ?? 0] ?? null;
  }

  /** The choices that say what is picked, one after the other; empty while something is missing. @returns {Choice[]} */
  #answers(/** @type {Question} */ question, /** @type {Picked} */ picked) {
    const one = (/** @type {Choice} */ choice) => (offered(question, choice) ? [choice] : []);
    const { field, side, order = {} } = picked;
    const pay = this.payment && ["pay", ...this.payment.tiles];
    switch (question.kind) {
      case "ready":
        return [["ready"]];
      case "use_mercy":
        return [["mercy"]];
      case "choose_side":
        return side ? one(["side", side]) : [];
      case "first_statue":
        return field ? one(["place", field.row, field.column]) : [];
      case "turn_up":
        return field ? one(["turn", field.row, field.column]) : [];
      case "place": {
        const place = field ? one(["place", field.row, field.column]) : [];
        return place.length && pay && !this.model.taught ? [...place, pay] : place; // a lesson has a step for each
      }
      case "pay":
        return pay ? one(pay) : [];
      case "give_order":
        return [...Object.entries(order).map(([name, number]) => ["set", name, number]), ["submit"]];
      default:
        return [];
    }
  }

  get wayOut() {
    return this.question.value?.options.find((option) => ["pass", "decline"].includes(String(option[0]))) ?? null;
  }

  /** Pick what makes this answer; false if it is given in another way, as all that a hand does. */
  lay(/** @type {Choice[]} */ answer) {
    const before = this.picked.value;
    const [verb, first, second] = answer[0];
    const field = verb === "place" || verb === "turn" ? { row: Number(first), column: Number(second) } : null;
    const sets = answer.filter(([word]) => word === "set").map(([, name, number]) => [name, number]);
    this.picked.value = { field, side: verb === "side" ? String(first) : null, order: Object.fromEntries(sets) };
    const paid = answer.find(([word]) => word === "pay")?.slice(1) ?? [];
    const way = this.payments.value.findIndex(({ tiles }) => same(tiles, paid));
    if (way > 0) this.picked.value = { ...this.picked.value, payment: way };
    const made = this.answers.value[0];
    if (made && same(made, answer[0])) return true;
    this.picked.value = before;
    return false;
  }

  /** Say what is picked. */
  commit() {
    return this.say(this.answers.value);
  }

  // -- the hand -------------------------------------------------------------------------------------------------------

  /** Whether my hand may do this now. */
  may(/** @type {Array<string|number>} */ ...choice) {
    const question = this.question.value;
    return question !== null && ROBBING.includes(question.kind) && offered(question, choice) !== null;
  }

  async lift(/** @type {number} */ slot) {
    const begins = this.model.clock.peek()?.begin ?? 0;
    if (this.busy || performance.now() < begins) return;
    if (!this.may("lift", slot)) return this.#deny(slot);
    this.wish = "";
    this.asked.value = slot;
    const refused = await this.#move(["lift", slot]);
    this.asked.value = -1;
    if (refused) this.#show(slot);
    else if (this.wish) await this.put(this.wish);
  }

  /** Keep the tile in hand or put it back; one that is still on its way is waited for. */
  async put(/** @type {string} */ verb) {
    if (this.asked.peek() >= 0) this.wish = verb;
    else if (!this.busy && this.may(verb)) await this.#move([verb]);
  }

  /** Stop, or go on after all. */
  async rest() {
    const verb = this.may("resume") ? "resume" : "stop";
    if (this.busy) return;
    if (this.may(verb)) await this.#move([verb]);
    else this.#deny();
  }

  /** Say why the hand does not do it. */
  #deny(slot = -1) {
    if (!ROBBING.includes(this.question.value?.kind ?? "")) return;
    const full = (this.me?.hand ?? null) !== null;
    const seat = slot < 0 ? null : ownerOf(this.model.seen.raid.slots[slot]);
    const whose = seat === this.model.front.peek() ? "mine" : "gone";
    const why = full ? "full" : this.may("resume") ? "stopped" : seat !== null ? whose : null;
    if (!why) return;
    this.denied.value = { why, seat: seat ?? -1 };
    clearTimeout(this.deniedFor);
    this.deniedFor = setTimeout(() => (this.denied.value = null), LOST);
  }

  /** One movement; in a live raid not sooner after the last one than a hand can. */
  async #move(/** @type {Array<string|number>} */ choice) {
    this.busy = true;
    this.denied.value = null; // what was not possible is no news once the hand moves
    const { pace } = this.model.seen.raid;
    const wait = pace ? this.moved + pace.hand + SLOWER - performance.now() : 0;
    if (wait > 0) await new Promise((done) => setTimeout(done, wait));
    const refused = await this.model.play(choice, { quiet: pace !== null });
    this.moved = performance.now();
    this.busy = false;
    return refused;
  }

  /** Somebody was quicker, if the tile is theirs by now. */
  #show(/** @type {number} */ slot) {
    const owner = ownerOf(this.model.seen.raid.slots[slot]);
    const lost = { slot, seat: owner === this.model.front.peek() ? -1 : (owner ?? -1) };
    this.lost.value = lost;
    setTimeout(() => this.lost.peek() === lost && (this.lost.value = null), LOST);
  }
}

/** What the stage shows. */
export function sceneOf(/** @type {Desk} */ desk) {
  return desk.telling.value?.part ?? desk.model.seen.scene;
}
