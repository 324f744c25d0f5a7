/**
 * What lies on the desk of the person at this browser and is nobody else's business: what is picked but not yet said,
 * what would follow from it, whose province is enlarged, which note is open. One desk for each table that is shown.
 */

import { batch, computed, effect, hideNote, signal } from "/static/parts.js";
import { offered } from "/static/turn.js";
import { foughtAt, winterFoughtAt } from "./chronicle.js";
import { aimed, answers, refusal, toggled } from "./pick.js";

/** @type {WeakMap<any, Desk>} */
const desks = new WeakMap();

/** @returns {Desk} */
export function deskOf(/** @type {any} */ model) {
  let desk = desks.get(model);
  if (!desk) desks.set(model, (desk = new Desk(model)));
  return desk;
}

export class Desk {
  constructor(/** @type {any} */ model) {
    this.model = model;
    this.picked = signal(/** @type {any} */ ({}));
    /** Which seat's province lies large; null is one's own. */
    this.enlarged = signal(/** @type {number|null} */ (null));
    /** A way out that a refusal has offered: of which place, and what to do. */
    this.wayOut = /** @type {{place: string, pressed: boolean, run: () => void}|null} */ (null);
    this.planning = signal(false);
    /** What the sheet of a small screen shows: turn, province, players or log. */
    this.sheet = signal("turn");
    this.awaitsDigit = false; // V was pressed: the next digit is a player
    this.busy = false; // an answer is on its way
    this.looking = false; // an outlook is on its way
    /** The version up to which battles are left behind: what was fought before I came, and what I went on from. */
    this.leftAt = signal(model.version.peek());
    /** Whether the battle of this Winter is still looked at. An undo that takes it back takes it from sight, too. */
    this.battleShown = computed(() =>
      model.readOnly ? foughtAt(model.log.value.slice(-1)) > 0 : winterFoughtAt(model.log.value) > this.leftAt.value,
    );
    /** What the game says about the coming help and the battle; asked anew with every view. */
    this.outlook = signal(/** @type {any} */ (null));
    /** What would follow from the picked answer. */
    this.foreseen = signal(/** @type {any[]} */ ([]));

    this.question = computed(() => (model.readOnly ? null : model.question.value));
    this.answers = computed(() => (this.question.value ? answers(this.question.value, this.picked.value) : []));
    this.choice = computed(() => this.answers.value[0] ?? null);
    this.refusal = computed(() => (this.question.value ? refusal(this.question.value) : null));
    /** What would change for me, by what was foreseen: gold, wood, stone, goods, vp, soldiers, plus2. */
    this.changes = computed(() => this.#changes());

    let asked = "";
    effect(() => {
      const question = this.question.value;
      const now = question ? `${question.kind} ${question.version} ${model.front.value}` : "";
      if (now === asked) return;
      asked = now;
      batch(() => {
        this.picked.value = {};
        this.wayOut = null;
        this.planning.value = false;
        if (question) this.sheet.value = "turn";
      });
    });
    effect(() => void this.#lookAhead(model.view.value));
    effect(() => void this.#foresee(this.answers.value));
  }

  get me() {
    return this.model.myself;
  }

  pick(/** @type {any} */ change) {
    this.#tidy();
    this.picked.value = { ...this.picked.value, ...change };
  }

  toggleDie(/** @type {"own"|"bonus"|"plus2"} */ heap, place = 0) {
    this.#tidy();
    this.picked.value = toggled(this.question.value, this.me, this.picked.value, heap, place);
  }

  aim(/** @type {string} */ place) {
    this.#tidy();
    this.picked.value = aimed(this.question.value, this.me, this.picked.value, place);
  }

  #tidy() {
    hideNote();
    this.wayOut = null;
  }

  /** Give the picked answer; where it takes several, each as long as it is on offer. */
  async commit(planned = this.answers.value) {
    if (this.busy) return;
    this.busy = true;
    for (const choice of planned) {
      const question = this.model.question.value;
      if (!question || !offered(question, choice) || (await this.model.play(choice))) break;
    }
    this.busy = false;
  }

  decline() {
    if (this.refusal.value) void this.commit([this.refusal.value]);
  }

  leaveBattle() {
    this.leftAt.value = this.model.version.peek();
  }

  async #lookAhead(/** @type {any} */ view) {
    if (!view || view.over || this.model.readOnly || this.model.front.value === null) {
      this.outlook.value = null;
      return;
    }
    if (this.looking) return; // whoever waits for an answer asks again if the table has moved on
    this.looking = true;
    const answer = await this.model.ask("outlook");
    this.looking = false;
    const now = this.model.view.peek();
    if (view === now) this.outlook.value = answer;
    else void this.#lookAhead(now);
  }

  async #foresee(/** @type {any[]} */ planned) {
    if (!planned.length) {
      this.foreseen.value = [];
      return;
    }
    const { events = [] } = await this.model.preview(planned[0]);
    if (planned === this.answers.peek()) this.foreseen.value = events;
  }

  #changes() {
    const group = this.question.value?.kind === "influence" ? this.picked.value.group : null;
    if (group) {
      const brought = this.helpOf(group.place);
      return brought ? { ...brought, plus2: brought.plus2 - Number(group.plus2) } : {};
    }
    const sums = {};
    const add = (kind, n) => (sums[kind] = (sums[kind] ?? 0) + n);
    // Only the first of several answers can be foreseen, for the next one is asked after it. Several there are only
    // when soldiers are recruited, and then each brings the same; what each costs is counted from the goods picked.
    const times = this.answers.value.length;
    for (const event of this.foreseen.value) {
      if (event.event === "phase_began") break; // what a later phase brings is no matter of this answer
      if (event.seat !== this.model.front.value) continue;
      const sign = event.event.endsWith("_paid") ? -times : times;
      if (/^(goods|token)_(gained|paid)$|^soldiers_gained$|^vp_changed$/.test(event.event)) {
        for (const kind of ["gold", "wood", "stone", "vp", "soldiers", "plus2"])
          if (event[kind]) add(kind, sign * event[kind]);
      }
    }
    if (this.question.value?.kind === "recruit") this.#pay(sums);
    return sums;
  }

  /** Several soldiers may be paid with different goods, so that the first payment does not tell of the others. */
  #pay(/** @type {any} */ sums) {
    for (const kind of ["gold", "wood", "stone", "plus2"]) {
      sums[kind] = -(this.picked.value.goods ?? []).filter((good) => good === kind).length;
    }
  }

  /** What the advisors would bring together with the one of this place. */
  helpOf(/** @type {string} */ place) {
    const [rank, own] = place.split(" ");
    return this.outlook.value?.[own ? "private" : "with"]?.[rank] ?? null;
  }
}
