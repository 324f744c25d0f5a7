/** What the person at this browser is about to do: which choice is picked, what follows from it, and what is refused. */

import { AnyDesk, oneForEach } from "/static/desk.js";
import { computed, hideNote, signal } from "/static/parts.js";
import { same } from "/static/turn.js";

/**
 * @typedef {import("./types.js").PlainGame} PlainGame
 * @typedef {import("/static/types.js").Choice} Choice
 * @typedef {import("./view.js").Model} Model
 * @typedef {{choice: Choice, rule: string, says: string, facts: Record<string, unknown>}} Barred  what may be wished for, and why it cannot be had now
 * @typedef {{verb: string, entries: {choice: Choice, barred: Barred|null}[]}} Group
 */

const MOST_WISHES = 16; // asked for at a time

export const deskOf = oneForEach((/** @type {Model} */ model) => new Desk(model));

/** @extends {AnyDesk<PlainGame>} */
export class Desk extends AnyDesk {
  constructor(/** @type {Model} */ model) {
    super(model);
    this.picked = signal(/** @type {Choice|null} */ (null));
    /** What is known to follow from what is picked; null until the server has said it. */
    this.foreseen = signal(/** @type {Record<string, unknown>[]|null} */ (null));
    this.barred = signal(/** @type {Barred[]} */ ([]));
    this.wishes = signal(/** @type {Choice[]} */ ([]));
    /** The options, those with the same first word together, and with them what is refused. */
    this.groups = computed(() => grouped(this.question.value?.options ?? [], this.barred.value, this.wishes.value));

    this.whenAsked((question) => {
      this.picked.value = null;
      this.foreseen.value = null;
      this.barred.value = [];
      if (question) void this.#findBarred(question);
    });
  }

  /** Choose, without saying it yet; against a clock there is no time for that. */
  pick(/** @type {Choice} */ choice) {
    hideNote();
    if (this.model.clock.value) return void this.say([choice]);
    const again = this.picked.value !== null && same(this.picked.value, choice);
    this.picked.value = again ? null : choice;
    this.foreseen.value = null;
    if (again) return;
    void this.model.preview(choice).then(({ events }) => {
      if (this.picked.value === choice) this.foreseen.value = events ?? [];
    });
  }

  /** Pick the first choice of an answer. */
  lay(/** @type {Choice[]} */ [choice]) {
    if (!this.picked.value || !same(this.picked.value, choice)) this.pick(choice);
    return true;
  }

  commit() {
    if (this.picked.value) void this.say([this.picked.value]);
  }

  /** The way out, where the question has one. */
  get wayOut() {
    return this.question.value?.options.find((option) => same(option, ["pass"])) ?? null;
  }

  /** The one option that has this word behind its verb. @returns {Choice|null} */
  optionFor(/** @type {unknown} */ id) {
    const found = (this.question.value?.options ?? []).filter((option) => option[1] === id);
    return typeof id === "string" && found.length === 1 ? found[0] : null;
  }

  /** Ask the rules why what a player may wish for is not on offer. */
  async #findBarred(/** @type {import("/static/types.js").QuestionOf<PlainGame>} */ question) {
    const { options } = question;
    const wishes = wishesOf(this.model, options);
    const missing = wishes.filter((wish) => !options.some((option) => same(option, wish)));
    const asked = missing
      .slice(0, MOST_WISHES)
      .map(async (choice) => ({ choice, refused: await this.model.why(choice) }));
    const answers = await Promise.all(asked);
    if (this.question.peek() !== question) return;
    this.wishes.value = wishes;
    this.barred.value = answers.flatMap(({ choice, refused }) => {
      const { rule = "", says = "", facts = {} } = refused ?? {};
      return says && !rule.startsWith("CORE-") ? [{ choice, rule, says, facts }] : [];
    });
  }
}

/**
 * What a player may wish for: choices that the view names in `wishes`, and where an option names an entry of the
 * component tables, the same for all other entries of that table.
 * @returns {Choice[]}
 */
function wishesOf(/** @type {Model} */ model, /** @type {Choice[]} */ options) {
  const tables = Object.values(model.game.rows).map((table) => Object.keys(table));
  const likewise = options.flatMap((option) => {
    const table = option.length === 2 && tables.find((ids) => ids.includes(String(option[1])));
    return table ? table.map((id) => [option[0], id]) : [];
  });
  /** @type {Choice[]} */
  const all = [];
  for (const wish of [...(model.view.peek()?.wishes ?? []), ...likewise])
    if (!all.some((one) => same(one, wish))) all.push(wish);
  return all;
}

/**
 * Choices by their first word, wishes in their own order; verbs with one choice come last.
 * @param {Choice[]} options
 * @param {Barred[]} barred
 * @param {Choice[]} wishes
 * @returns {Group[]}
 */
function grouped(options, barred, wishes) {
  const place = (/** @type {Choice} */ choice) => wishes.findIndex((wish) => same(wish, choice));
  const all = [
    ...options.map((choice) => ({ choice, barred: /** @type {Barred|null} */ (null) })),
    ...barred.map((one) => ({ choice: one.choice, barred: one })),
  ];
  const verbs = [...new Set(all.map(({ choice }) => String(choice[0])))];
  const groups = verbs.map((verb) => {
    const entries = all.filter(({ choice }) => choice[0] === verb);
    const sorted = entries.every(({ choice }) => place(choice) >= 0)
      ? entries.sort((a, b) => place(a.choice) - place(b.choice))
      : entries;
    return { verb, entries: sorted };
  });
  return [
    ...groups.filter(({ entries }) => entries.length > 1),
    ...groups.filter(({ entries }) => entries.length === 1),
  ];
}
