/**
 * What is on the desk of the person at this browser and is nobody else's business: what is picked but not yet said,
 * what would follow from it, whose province is enlarged, which note is open. One desk for each table that is shown.
 */

import { AnyDesk, oneForEach } from "/static/desk.js";
import { computed, effect, hideNote, signal } from "/static/parts.js";
import { confirms } from "/static/settings.js";
import { same } from "/static/turn.js";
import { paned } from "./layout.js";
import { aimed, answers, attempt, fitsNowhere, onlyCard, picksOf, refusal, sumOf, toggled } from "./pick.js";

/**
 * @import { Game, GameEvent, Odds, Outlook } from "./types.js"
 * @import { Choice, Model } from "./draw.js"
 * @import { Heap, Picked } from "./pick.js"
 */
/**
 * What changes for a player, by kind; `goods` are of choice.
 * @typedef {Partial<Record<"gold"|"wood"|"stone"|"goods"|"vp"|"soldiers"|"plus2", number>>} Changes
 */

const PAYMENTS = /** @type {const} */ (["gold", "wood", "stone", "plus2"]);

export const deskOf = oneForEach((/** @type {Model} */ model) => new Desk(model));

/** @extends {AnyDesk<Game>} */
export class Desk extends AnyDesk {
  constructor(/** @type {Model} */ model) {
    super(model);
    this.picked = signal(/** @type {Picked} */ ({}));
    /** Which seat's province is large; null is one's own. */
    this.enlarged = signal(/** @type {number|null} */ (null));
    /** A way out that a refusal has offered: of which place, and what to do. */
    this.remedy = /** @type {{place: string, pressed: boolean, run: () => void}|null} */ (null);
    this.planning = signal(false);
    /** Whether a pass waits to be confirmed, because dice are left. */
    this.passing = signal(false);
    /** Whether a phone shows no more of the court than its track: while something is built, or the sheet was drawn up. */
    this.folded = signal(false);
    this.awaitsDigit = false; // V was pressed: the next digit is a player
    this.looking = false; // an outlook is on its way
    /** What the game says about the coming help; asked anew with every view. */
    this.outlook = signal(/** @type {Outlook|null} */ (null));
    /** How likely victories are, and what rivals can reach; null where odds are not shown. */
    this.odds = signal(/** @type {Odds|null} */ (null));
    /** What would follow from the picked answer. */
    this.foreseen = signal(/** @type {GameEvent[]} */ ([]));

    /** Why the dice picked by hand fit nowhere. */
    this.unfit = signal("");

    this.answers = computed(() => (this.question.value ? answers(this.question.value, this.picked.value) : []));
    this.choice = computed(() => this.answers.value[0] ?? null);
    /** What would change for me, by what was foreseen. */
    this.changes = computed(() => this.#changes());

    let building = false; // a phone has opened the province by itself
    this.whenAsked((question) => {
      this.picked.value = question ? onlyCard(question) : {};
      this.passing.value = false;
      this.remedy = null;
      this.planning.value = false;
      this.folded.value = question?.kind === "build";
      if (question && (question.kind === "build" || paned.peek() === "tabs")) this.pane.value = "province";
      else if (building && this.pane.peek() === "province") this.pane.value = "turn"; // where what happens is told
      building = question?.kind === "build";
    });
    effect(() => {
      if (paned.value === "tabs" && this.pane.value === "turn") this.pane.value = "province"; // the turn is always seen
    });
    effect(() => void this.#lookAhead());
    this.keepOdds(
      ({ year, step, enemy, court, passed, players }) => JSON.stringify([year, step, enemy, court, passed, players]),
      (odds) => (this.odds.value = odds),
    );
    effect(() => void this.#foresee(this.answers.value));
    effect(() => void this.#explain(this.picked.value));
  }

  /** The player in front, where there is one. */
  get me() {
    const { myself } = this.model;
    if (!myself) throw new Error("no player is in front");
    return myself;
  }

  /** Whether somebody plays at this browser, and the game is not over. */
  get plays() {
    return !this.model.readOnly && this.model.front.value !== null && !this.model.seen.over;
  }

  /** The question, where one is asked. */
  get asked() {
    const question = this.question.value;
    if (!question) throw new Error("nothing is asked");
    return question;
  }

  pick(/** @type {Picked} */ change) {
    this.#tidy();
    this.picked.value = { ...this.picked.value, ...change };
  }

  toggleDie(/** @type {Heap} */ heap, place = 0) {
    this.#tidy();
    this.picked.value = toggled(this.asked, this.me, this.picked.value, heap, place);
  }

  aim(/** @type {string} */ place) {
    this.#tidy();
    this.picked.value = aimed(this.asked, this.me, this.picked.value, place);
  }

  /** Pick what makes this answer; false if it is given in another way. */
  lay(/** @type {Choice[]} */ [choice]) {
    const question = this.question.value;
    const made = (/** @type {Picked} */ picks) => (question ? (answers(question, picks)[0] ?? []) : []);
    const found = question && picksOf(this.me, question, choice).find((picks) => same(made(picks), choice));
    if (!found) return false;
    this.#tidy();
    this.picked.value = found;
    return true;
  }

  #tidy() {
    hideNote();
    this.passing.value = false;
    this.remedy = null;
  }

  get wayOut() {
    return this.question.value ? refusal(this.question.value) : null;
  }

  decline() {
    const asks = this.question.value?.kind === "influence" && this.me.dice.length > 0 && confirms.peek();
    if (asks && !this.passing.value) this.passing.value = true;
    else super.decline();
  }

  /** Give the picked answer. */
  commit(planned = this.answers.value) {
    return this.say(planned);
  }

  async #lookAhead() {
    const view = this.model.view.value;
    if (!view || view.over || this.model.readOnly || this.model.front.value === null) {
      this.outlook.value = null;
      return;
    }
    if (this.looking) return; // the caller asks again if the table has moved on
    this.looking = true;
    const answer = await this.model.ask("outlook");
    this.looking = false;
    if (view === this.model.view.peek()) this.outlook.value = answer;
    else void this.#lookAhead();
  }

  async #foresee(/** @type {Choice[]} */ planned) {
    if (!planned.length) {
      this.foreseen.value = [];
      return;
    }
    const { events = [] } = await this.model.preview(planned[0]);
    if (planned === this.answers.peek()) this.foreseen.value = events;
  }

  /** Asks why nothing can be done with dice that fit nowhere: their sum may be taken, or no own die is among them. */
  async #explain(/** @type {Picked} */ picked) {
    this.unfit.value = "";
    const question = this.question.peek();
    if (!question || !fitsNowhere(question, this.me, picked)) return;
    const reason = await this.model.why(attempt(this.me, picked, String(sumOf(this.me, picked))));
    if (picked === this.picked.peek() && reason?.code === "rule")
      this.unfit.value = this.model.words.peek().reason(reason);
  }

  /** @returns {Changes} */
  #changes() {
    const group = this.question.value?.kind === "influence" ? this.picked.value.group : null;
    if (group) {
      const brought = this.helpOf(group.place);
      if (!brought) return {};
      const { buildings: _, ...sums } = brought;
      return { ...sums, plus2: sums.plus2 - Number(group.plus2) };
    }
    /** @type {Changes} */
    const sums = {};
    // Only the first of several answers can be foreseen, for the next one is asked after it. Several there are only
    // when soldiers are recruited, and then each brings the same; what each costs is counted from the goods picked.
    const times = this.answers.value.length;
    for (const event of this.foreseen.value) {
      if (event.event === "phase_began") break; // what a later phase brings does not follow from this answer
      if (!("seat" in event) || event.seat !== this.model.front.value) continue;
      for (const [kind, n] of changesBy(event)) if (n) sums[kind] = (sums[kind] ?? 0) + times * n;
    }
    if (this.question.value?.kind === "recruit") this.#pay(sums);
    return sums;
  }

  /** Several soldiers may be paid with different goods, so the first payment says nothing about the others. */
  #pay(/** @type {Changes} */ sums) {
    for (const kind of PAYMENTS) {
      sums[kind] = -(this.picked.value.goods ?? []).filter((good) => good === kind).length;
    }
  }

  /** What the advisors would bring together with the one of this place. */
  helpOf(/** @type {string} */ place) {
    const [rank, own] = place.split(" ");
    return this.outlook.value?.[own ? "private" : "with"]?.[rank] ?? null;
  }
}

/** What an event changes for its player. @returns {[keyof Changes, number][]} */
function changesBy(/** @type {GameEvent} */ event) {
  switch (event.event) {
    case "goods_gained":
      return [
        ["gold", event.gold],
        ["wood", event.wood],
        ["stone", event.stone],
      ];
    case "goods_paid":
      return [
        ["gold", -event.gold],
        ["wood", -event.wood],
        ["stone", -event.stone],
      ];
    case "soldiers_gained":
      return [["soldiers", event.soldiers]];
    case "vp_changed":
      return [["vp", event.vp]];
    case "token_gained":
      return [["plus2", event.plus2]];
    case "token_paid":
      return [["plus2", -event.plus2]];
    default:
      return [];
  }
}
