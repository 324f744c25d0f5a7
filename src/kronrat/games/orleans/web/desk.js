/**
 * What is on the desk of the person at this browser and concerns nobody else: what is picked but not yet sent,
 * the token in hand while planning, what the game says about places and areas, and what is shown. One desk for each
 * table.
 */

import { AnyDesk, oneForEach } from "/static/desk.js";
import { batch, computed, effect, hideNote, signal } from "/static/parts.js";
import { confirms } from "/static/settings.js";
import { offered, same } from "/static/turn.js";
import { fromOne } from "./draw.js";
import { storyOf } from "./stories.js";

/**
 * @import { TableModel } from "/static/model.js"
 * @import { Choice, EntryOf, QuestionOf } from "/static/types.js"
 * @import { Condition, DrawOdds, Game, GameEvent, PlaceReady, TaskInPlan, View } from "./types.js"
 * @typedef {QuestionOf<Game>} Question
 */

export const deskOf = oneForEach((/** @type {TableModel<Game>} */ model) => new Desk(model));

/** Questions that are answered on the map. */
/** @type {string[]} */
export const ON_MAP = ["start_village", "expand", "move", "build", "leave_area"];
/** Words that refuse or end something; the others choose. */
const REFUSALS = ["pass", "decline", "enough", "return"];

const POINTING = 3_000; // milliseconds

/** @extends {AnyDesk<Game>} */
export class Desk extends AnyDesk {
  constructor(/** @type {TableModel<Game>} */ model) {
    super(model);
    /** The option that is picked and not said yet. */
    this.picked = signal(/** @type {Choice|null} */ (null));
    /** Several options of one kind that are said one after the other. */
    this.basket = signal(/** @type {Choice[]} */ ([]));
    /** The token in hand, and where on the green it is. */
    this.held = signal(/** @type {{token: string, at: number}|null} */ (null));
    /** What the newest placement was, to say what follows from it. */
    this.placed = signal(/** @type {{token: string, place: string}|null} */ (null));
    /** Whether all spaces are lit where somebody from the green could go. */
    this.pointing = signal(false);
    /** Whether it was asked if this plan, which leaves something undone, is really done. */
    this.doubted = signal(false);
    /** Whether it was asked if somebody passes who could still use a place. */
    this.passing = signal(false);
    /** Which of its two stages a small screen shows. */
    this.stage = signal("board");
    /** What of the display is shown: deeds, market, cards or epochs. */
    this.tab = signal("deeds");
    /** What the second pane of the display shows where there is room for two. */
    this.second = signal("market");
    /** What a tablet shows beside the map. */
    this.aside = signal("display");
    /** Whose board is shown large instead of mine. */
    this.shown = signal(/** @type {number|null} */ (null));
    this.inspecting = signal(false); // whether the bag is open
    /** What the game says: my places and what they reach, the next draw, and what the next epoch takes. */
    this.places = signal(/** @type {Record<string, PlaceReady>} */ ({}));
    this.odds = signal(/** @type {DrawOdds|null} */ (null));
    this.ascent = signal(/** @type {Condition[]} */ ([]));
    this.ascentPrice = signal(/** @type {[string, number][]} */ ([])); // food and coins that it would take now
    /** What my plan does for my open tasks, by their ids. */
    this.inPlan = signal(/** @type {Record<string, TaskInPlan>} */ ({}));
    /** What would follow from what is picked. */
    this.foreseen = signal(/** @type {GameEvent[]} */ ([]));
    /** Narrations that came up while I watched and are still to be shown. */
    this.untold = signal(/** @type {string[]} */ ([]));
    this.awaitsDigit = false; // the key V was pressed: whose board to show

    this.planning = computed(() => this.question.value?.kind === "plan");
    this.answer = computed(() => {
      const [question, picked] = [this.question.value, this.picked.value];
      return question && picked ? offered(question, picked) : null;
    });
    /** What I have placed in this planning phase and still may move: pairs of place and space. */
    this.plan = computed(() => this.me?.planned ?? []);

    // A plan is one question, however long it grows.
    this.whenAsked(
      (question) => this.#begin(question),
      ({ kind, version }) => (kind === "plan" ? "" : version),
    );
    const placed = computed(() => JSON.stringify(this.plan.value));
    effect(() => {
      if (placed.value) this.doubted.value = false; // another plan, another question
    });
    effect(() => this.#foresee(this.answer.value));
    effect(() => this.#noteNarrations(model.fresh.value));
    const board = (/** @type {View} */ view) =>
      JSON.stringify([this.me?.places, this.me?.epoch, view.areas, view.playing]);
    this.keep("places", board, ({ places }) => (this.places.value = places));
    this.keepOdds(
      () => JSON.stringify([this.me?.bag, this.me?.green, this.me?.epoch]),
      (odds) => (this.odds.value = odds?.draw ?? null),
    );
    const holdings = () =>
      JSON.stringify([this.me?.story, this.me?.areas, this.me?.goods, this.me?.coins, this.me?.epoch]);
    this.keep("ascent", holdings, ({ conditions, price }) =>
      batch(() => ((this.ascent.value = conditions), (this.ascentPrice.value = price))),
    );
    const plan = () => JSON.stringify([this.me?.places, this.me?.idle, this.me?.green, holdings()]);
    this.keep("plan", plan, ({ tasks }) => (this.inPlan.value = tasks));
  }

  get me() {
    return this.model.myself;
  }

  /** Whose board is on the table: mine, another one that is looked at, or for a spectator the first. @returns {number} */
  get boardOf() {
    return this.shown.value ?? this.model.front.value ?? this.model.seen.playing[0] ?? 0;
  }

  /** Show the board of a seat, or mine again. */
  look(/** @type {number|null} */ seat) {
    batch(() => {
      this.shown.value = seat === this.model.front.value ? null : seat;
      this.stage.value = "board";
      this.pane.value = "turn";
    });
  }

  #begin(/** @type {Question|null} */ question) {
    this.picked.value = null;
    this.basket.value = [];
    this.held.value = null;
    this.placed.value = null;
    this.doubted.value = false;
    this.passing.value = false;
    this.#putDisplayBack();
    if (!question) return;
    this.stage.value = ON_MAP.includes(question.kind) ? "map" : "board";
    if (question.kind !== "send_away") this.shown.value = null;
    if (question.kind === "take_card") {
      this.#showDisplay("cards");
      this.pane.value = "display"; // a small screen shows them only there, with the button that takes one
    }
    if (question.kind === "send") this.#showDisplay("deeds");
    if (question.kind === "draw_another") this.picked.value = question.options[0]; // all there is besides declining
  }

  /** Show what is chosen from, until it is chosen. */
  #showDisplay(/** @type {string} */ tab) {
    this.#turned = { from: this.tab.peek(), to: tab };
    this.tab.value = tab;
    this.aside.value = "display";
  }

  /** What of the display was shown before, unless somebody has turned to something else. */
  #putDisplayBack() {
    if (this.#turned?.to === this.tab.peek()) this.tab.value = this.#turned.from;
    if (this.#turned?.to === "cards" && this.pane.peek() === "display") this.pane.value = "turn";
    this.#turned = null;
  }

  /** From what to what the display was turned for a question. @type {{from: string, to: string}|null} */
  #turned = null;

  // -- options --------------------------------------------------------------------------------------------------------

  /** The options that begin with these words. @returns {Choice[]} */
  options(/** @type {Choice} */ ...words) {
    return this.question.value?.options.filter((option) => words.every((word, at) => option[at] === word)) ?? [];
  }

  /** The option on the map that ends in this area, if one does. @returns {Choice|null} */
  areaOption(/** @type {string} */ area) {
    const question = this.question.value;
    return question && ON_MAP.includes(question.kind)
      ? (question.options.find((option) => option.at(-1) === area) ?? null)
      : null;
  }

  /** What would send something to this target, where something is sent now. @returns {Choice|null} */
  sending(/** @type {string} */ target) {
    const [first] = this.options("send");
    return first ? ["send", first[1], target] : null;
  }

  pick(/** @type {Choice|null} */ option) {
    hideNote();
    this.picked.value = option && this.picked.value && same(option, this.picked.value) ? null : option;
  }

  /** Pick this answer; a plan is placed, which is free to take back, but not declared ready. */
  lay(/** @type {Choice[]} */ answer) {
    if (this.planning.value) {
      const placements = answer.filter(([verb]) => verb === "place");
      void this.say(placements);
      return placements.length > 0;
    }
    const question = this.question.value;
    if (!question || REFUSALS.includes(String(answer[0][0])) || !offered(question, answer[0])) return false;
    hideNote();
    this.basket.value = [];
    this.picked.value = answer[0];
    return true;
  }

  /** One more of this into the basket, instead of the oldest if it is full; where no more is there, all of it out again. */
  gather(/** @type {Choice} */ option, /** @type {number} */ there, /** @type {number} */ most) {
    hideNote();
    const others = this.basket.value.filter((one) => !same(one, option));
    const n = this.basket.value.length - others.length;
    const full = this.basket.value.length >= most;
    if (!n && full) this.basket.value = [...others.slice(1), option];
    else this.basket.value = n < there && !full ? [...this.basket.value, option] : others;
    this.picked.value = this.basket.value.at(-1) ?? null;
  }

  isPicked(/** @type {Choice} */ option) {
    return this.picked.value !== null && same(option, this.picked.value);
  }

  /** Why something is not on offer, in words that count from one. */
  async why(/** @type {Choice} */ choice) {
    const words = this.model.words.value;
    const answer = await this.model.why(choice);
    if (!answer?.says) return { said: words.say("web.os.not_now") };
    return { said: words.reason({ ...answer, facts: fromOne(answer.facts ?? {}) }), rule: answer.rule };
  }

  get wayOut() {
    return this.question.value?.options.find(([verb]) => REFUSALS.includes(String(verb))) ?? null;
  }

  /** Passing ends the round for me, so it is asked once more while a place of mine is still ready. */
  decline() {
    const asked = this.passing.value && this.answer.value === null;
    if (this.options("use").length && !asked && confirms.peek())
      batch(() => ((this.passing.value = true), (this.picked.value = null)));
    else super.decline();
  }

  async commit(/** @type {Choice|null} */ choice = this.primary) {
    const several = this.basket.value;
    if (several.length) await this.say(several);
    else if (choice) await this.say([choice]);
  }

  /** What the primary button says: what is picked, or that the plan or the taking back is done. @returns {Choice|null} */
  get primary() {
    const kind = this.question.value?.kind;
    if (kind === "plan") return ["ready"];
    if (kind === "recall") return ["draw"];
    return this.answer.value;
  }

  // -- planning -------------------------------------------------------------------------------------------------------

  /** Take a token in hand, or put it down again. */
  hold(/** @type {string} */ token, at = -1) {
    hideNote();
    const held = this.held.value;
    this.held.value = held?.token === token && held.at === at ? null : { token, at };
  }

  /** Where this token may go now: `place space` as it is offered. @returns {Choice[]} */
  placesFor(/** @type {string} */ token) {
    return this.options("place", token);
  }

  /** Light up for a moment where those on the green could go. */
  point() {
    this.held.value = null;
    this.pointing.value = true;
    setTimeout(() => (this.pointing.value = false), POINTING);
  }

  async place(/** @type {Choice} */ option) {
    if (this.busy || !option) return;
    hideNote();
    this.busy = true;
    const refused = await this.model.play(option);
    batch(() => {
      this.held.value = null;
      if (!refused) this.placed.value = { token: String(option[1]), place: String(option[2]) };
    });
    this.busy = false;
  }

  isOfPlan(/** @type {string} */ place, /** @type {number} */ space) {
    return this.planning.value && this.plan.value.some((one) => one[0] === place && one[1] === space);
  }

  /**
   * Move a piece back: what was placed after it is taken back too and placed again, so that a piece can be taken from
   * the middle of a plan. `then` is where it goes instead.
   */
  async moveBack(/** @type {string} */ place, /** @type {number} */ space, /** @type {Choice|null} */ then = null) {
    if (this.busy || !this.isOfPlan(place, space)) return;
    hideNote();
    this.busy = true;
    const again = await this.#takeBackTo(place, space);
    for (const choice of then ? [...again, then] : again) await this.#placeAgain(choice);
    this.busy = false;
    this.placed.value = null;
  }

  /** Move several pieces back, the newest first. */
  async moveAllBack(/** @type {Array<[place: string, space: number]>} */ pieces) {
    for (const [place, space] of pieces.slice().reverse()) await this.moveBack(place, space);
  }

  /** Take back choices until this space is free; those taken back with it, oldest first. */
  async #takeBackTo(/** @type {string} */ place, /** @type {number} */ space) {
    /** @type {Choice[]} */
    const taken = [];
    while (this.isOfPlan(place, space)) {
      const before = this.#planned();
      if (await this.model.takeBack()) break;
      const now = this.#planned().map(String);
      taken.unshift(...before.filter((choice) => !now.includes(String(choice))));
    }
    return taken.filter((choice) => choice[2] !== place || choice[3] !== space);
  }

  /** The placements of my plan, as they were said. @returns {Choice[]} */
  #planned() {
    return this.plan.value.map(([place, space]) => ["place", this.me?.places[place][space] ?? "", place, space]);
  }

  /** As before, or where such a token is offered at the same place: equal spaces are filled from the first on. */
  async #placeAgain(/** @type {Choice} */ choice) {
    const there = this.options("place", choice[1], choice[2]);
    const option = there.find((one) => one[3] === choice[3]) ?? there[0];
    if (option) await this.model.play(option);
  }

  // -- telling --------------------------------------------------------------------------------------------------------

  #noteNarrations(/** @type {EntryOf<Game>[]} */ fresh) {
    if (!fresh.length) return;
    const { narrations: tell } = storyOf(this.model);
    const front = this.model.front.peek() ?? 0;
    const narrations = fresh
      .flatMap((entry) => entry.events)
      .flatMap((event) => tell?.(event, front, (number) => this.#epochId(number)) ?? []);
    // Whoever has planned beside it has had the time to read; the tab of the epochs keeps it.
    const planned = fresh.some((entry) => entry.events.some(({ event }) => event === "plan_shown"));
    if (planned || narrations.length) this.untold.value = [...(planned ? [] : this.untold.peek()), ...narrations];
  }

  #epochId(/** @type {number} */ number) {
    const story = this.model.info.peek().options.story;
    const rows = Object.entries(this.model.game.rows.epochs);
    return rows.find(([, row]) => row.story === story && row.number === number)?.[0] ?? "";
  }

  told() {
    this.untold.value = this.untold.value.slice(1);
  }

  // -- hints ----------------------------------------------------------------------------------------------------------

  #foresee(/** @type {Choice|null} */ answer) {
    this.foreseen.value = [];
    if (!answer) return;
    void this.model.preview(answer).then(({ events }) => {
      if (answer === this.answer.peek()) this.foreseen.value = events ?? [];
    });
  }
}
