/**
 * The table as the page knows it. Everything that is drawn reads from here, so that live games and replays are
 * the same to the drawing: live, `LiveModel` fills the model from its socket; a replay fills it
 * from its file and leaves it `readOnly`.
 *
 * All values are signals: read `model.view.value` in a component, and it is drawn again when the view changes.
 */

import { batch, computed, effect, signal } from "./vendor/signals.js";
import { get, persist } from "./http.js";
import { lang, TableMemory } from "./settings.js";
import { variantOf } from "./terms.js";
import { loadWords, Words } from "./words.js";
import { Playhead } from "./playhead.js";
import { TableSocket } from "./socket.js";

const NOBODY = -1; // no seat has this number
const JITTER = 150; // milliseconds by which messages of one clock may differ before it is set again

/** The colours of the seats, in their order, in every game. */
export const TINCTURES = ["red", "blue", "yellow", "green", "violet"];

export const tinctureOf = (/** @type {number} */ seat) => TINCTURES[seat % TINCTURES.length];

/**
 * @template T
 * @typedef {import("./vendor/signals.js").Signal<T>} Signal
 */
/**
 * @import { AnyGame, AnyView, Choice, EntryOf, GameInfoOf, QuestionOf, Seat, TableInfo } from "./types.js"
 * @import { Delta, Full, People, Ping, Refused, Said, Spoken } from "./messages.js"
 * @import { Wanted } from "./socket.js"
 */
/**
 * @typedef {import("./messages.js").GameInfo} GameInfo
 * @typedef {{kind: string, begin: number, end: number, lasts: number, resumed: boolean, still?: number}} Clock
 *          what time will answer, from when on somebody may act and until when, in milliseconds of `performance.now()`,
 *          which do not depend on how this browser's clock is set; in a replay it is `still`
 */

/**
 * A table of some game; the types of that game's rules make it more precise.
 * @template {AnyGame} [G=AnyGame]
 */
export class TableModel {
  /**
   * @param {GameInfoOf<G>|null} game what is printed
   * @param {import("./messages.js").TableInfo|null} info
   */
  constructor(game, info = null) {
    /** What is printed; there before anything is drawn. */
    this.game = /** @type {GameInfoOf<G>} */ (game);
    this.readOnly = true;
    /** Whether a lesson says what to choose. */
    this.taught = false;
    /** Shows a table that is played now step by step. @type {Playhead|null} */
    this.playhead = null;
    /** There before anything is drawn. */
    this.info = signal(/** @type {TableInfo} */ (info && whole(info)));
    /** The game as the seat in front may know it. @type {Signal<G["View"]|null>} */
    this.view = signal(null);
    /** What the seat in front is asked, if anything. @type {Signal<QuestionOf<G>|null>} */
    this.question = signal(null);
    /** The seat whose view this is; null is a spectator. @type {Signal<number|null>} */
    this.front = signal(null);
    /** The seats of this browser. @type {Signal<number[]>} */
    this.mine = signal([]);
    /** Whether this browser may arrange the table. */
    this.owner = signal(false);
    /** Seat -> code of its invitation, for the owner. @type {Signal<Record<string, string>>} */
    this.invites = signal({});
    /** The seats of a table that still gathers which are kept for me. @type {Signal<number[]>} */
    this.kept = signal([]);
    /** @type {Signal<EntryOf<G>[]>} */
    this.log = signal([]);
    /** Whether `log` begins with the game. */
    this.logWhole = signal(true);
    /** The newest batch of entries, for animations: set once with each change. @type {Signal<EntryOf<G>[]>} */
    this.fresh = signal([]);
    /** @type {Signal<Said[]>} */
    this.chat = signal([]);
    this.version = signal(0);
    /**
     * What taking back my newest choice would need: "" it cannot be, "free" and "alone" (only bots play) nothing, "ask"
     * the consent of the others.
     * @type {Signal<""|"free"|"alone"|"ask">}
     */
    this.undo = signal("");
    /**
     * Whose choice that is: of the seat in front, or while the curtain hangs of the one that chose last here.
     * @type {Signal<number|null>}
     */
    this.undoSeat = signal(null);
    /** Seat -> when its time is over, by the server's clock. @type {Signal<Record<string, number>>} */
    this.deadlines = signal({});
    /** A clock of the rules at work, if one is: see `Clock`. @type {Signal<Clock|null>} */
    this.clock = signal(null);
    /** @type {Signal<"connecting"|"open"|"lost">} */
    this.link = signal("open");
    /** The last thing that was refused, for the page to explain. @type {Signal<Refused|null>} */
    this.refused = signal(null);
    /** The rule whose text is to be shown; anybody may set it. @type {Signal<string>} */
    this.rule = signal("");

    /** @type {Signal<import("./words.js").WordsFile|null>} */
    this.wordsFile = signal(null);
    /** The sentences of this table, with the names of its players. @type {Signal<Words>} */
    this.words = computed(() => {
      const words = new Words(this.wordsFile.value ?? { lang: lang.value, plural: "0", messages: {} });
      return this.info.value ? words.named(namesOf(words, this.info.value.seats)) : words;
    });
    /** Whether it is the turn of the seat in front. */
    this.myTurn = computed(() => this.question.value !== null && this.info.value?.stage === "playing");
    /** Whether the words are here; before that, nothing can be said. */
    this.spoken = computed(() => this.wordsFile.value !== null);
    /** Whether it is known what is printed on the components. */
    this.printed = signal(game !== null);
    const about = computed(() => (this.printed.value ? this.info.value.game : ""));
    const variant = computed(() => (about.value ? variantOf(this.game.switches, this.info.value.options) : ""));
    this.stops = [effect(() => void (about.value && this.#speak(lang.value, about.value, variant.value)))];
  }

  /** The view, for what is drawn only where there is one. @returns {G["View"]} */
  get seen() {
    const view = this.view.value;
    if (!view) throw new Error("nothing of the game is seen now");
    return view;
  }

  /** What the view says about the player in front; null for a spectator. */
  get myself() {
    /** @type {G["View"]["players"]|undefined} */
    const players = this.view.value?.players;
    return /** @type {G["View"]["players"][number]|null} */ (players?.[this.front.value ?? -1] ?? null);
  }

  /** The names of all seats; a seat without one is called by its tincture. @returns {string[]} */
  get names() {
    return this.words.value.names;
  }

  tincture(/** @type {number} */ seat) {
    return tinctureOf(seat);
  }

  /** The server's clock, milliseconds since 1970. */
  now() {
    return Date.now();
  }

  // What follows asks the server; a model that is read only has none, and nothing happens.

  /**
   * Answer the question. Where a game expects refusals, as when several reach for one thing, they are `quiet`: returned
   * to the caller, and not shown by the page.
   * @param {Choice} _choice
   * @param {{quiet?: boolean}} _how
   * @returns {Promise<Refused|null>}
   */
  play(_choice, _how = {}) {
    return Promise.resolve(null);
  }

  /** Take back my newest choice, or ask the others for it. @returns {Promise<Refused|null>} */
  takeBack() {
    return Promise.resolve(null);
  }

  /** Answer somebody's wish to take back a choice, or withdraw mine. @returns {Promise<Refused|null>} */
  consent(/** @type {boolean} */ _agree) {
    return Promise.resolve(null);
  }

  /** What would follow from a choice. @returns {Promise<{events?: G["Event"][], refused?: Refused}>} */
  preview(/** @type {Choice} */ _choice) {
    return Promise.resolve({ events: [] });
  }

  /** What is picked, where nobody asks what would follow from it. A lesson listens. */
  picks(/** @type {Choice|null} */ _choice) {}

  /** Why a choice is not possible; null if it is. @returns {Promise<Refused|null>} */
  why(/** @type {Choice} */ _choice) {
    return Promise.resolve(null);
  }

  /**
   * A hint of the game about my view; null if there is none.
   * @template {keyof G["Hints"] & string} Topic
   * @param {Topic} _topic
   * @returns {Promise<G["Hints"][Topic]|null>}
   */
  ask(_topic) {
    return Promise.resolve(null);
  }

  dispose() {
    for (const stop of this.stops) stop();
  }

  async #speak(/** @type {string} */ language, /** @type {string} */ game, /** @type {string} */ variant) {
    const file = await persist(() => loadWords(language, game, variant));
    if (language === lang.peek()) this.wordsFile.value = file;
  }
}

/**
 * A table that is played now: told by the server, and able to ask it.
 * @template {AnyGame} [G=AnyGame]
 * @extends {TableModel<G>}
 */
export class LiveModel extends TableModel {
  /** @type {Playhead} */
  playhead;

  /**
   * @param {string} id
   * @param {{watch?: boolean, hello?: () => Wanted}} wanted to look from outside, even if a seat is mine; what to say
   *        first where the server waits for that
   */
  constructor(id, wanted = {}) {
    super(null);
    this.id = id;
    this.readOnly = false;
    this.watching = wanted.watch ?? false;
    /** Whether all is here that the drawing needs: the table, what is printed, and the words. */
    this.ready = computed(() => this.printed.value && this.spoken.value);
    this.offset = 0; // the server's clock against ours
    this.behind = false; // something was missed, and the whole table is asked for
    const query = () => {
      if (!this.version.peek() && !wanted.watch) return "";
      return `seat=${this.front.peek() ?? (wanted.watch ? "watch" : "")}`;
    };
    /** The version up to which the server has told the table; `version` is what is shown. */
    this.known = 0;
    /** Whether the server has told a question of the seat in front that is not yet shown. */
    this.asked = signal(false);
    /** How many events of the next step are shown already, while its scenes are played. */
    this.part = signal(0);
    /** The version of that step. */
    this.seenVersion = 0;
    /** What was shown before that part. @type {{view: G["View"]|null, log: EntryOf<G>[]}|null} */
    this.whole = null;
    /** What was shown since the last choice of the seat in front. @type {Stretch<G>|null} */
    this.stretch = null;
    this.playhead = new Playhead({
      show: (step) => this.#show(step),
      showPart: (step, part) => this.#showPart(step, part),
      mine: ({ log = [] }) => log.some(({ seat, bot }) => this.mine.peek().includes(seat) && !bot),
      hurried: () => String(this.front.peek()) in this.deadlines.peek(),
    });
    this.socket = new TableSocket(id, query, (message) => this.#hear(message), wanted.hello ?? null);
    this.link = this.socket.link;
  }

  now() {
    return Date.now() + this.offset;
  }

  play(/** @type {Choice} */ choice, { quiet = false } = {}) {
    return this.#do({ type: "play", version: this.version.peek(), seat: this.#asker(), choice }, quiet);
  }

  takeBack() {
    const version = this.part.peek() ? this.seenVersion : this.version.peek();
    return this.#do({ type: "undo", version, seat: this.undoSeat.peek() ?? NOBODY });
  }

  consent(/** @type {boolean} */ agree) {
    const wish = this.info.peek().wish;
    const mine = this.mine.peek();
    const seat = wish && mine.includes(wish.seat) ? wish.seat : mine[0]; // behind the curtain no seat is in front
    return this.#do({ type: "consent", version: wish?.version ?? 0, seat, agree });
  }

  async preview(/** @type {Choice} */ choice) {
    const answer = await this.socket.send({ type: "preview", seat: this.#asker(), choice });
    if (answer.type === "foreseen")
      return { events: /** @type {G["Event"][]} */ (/** @type {unknown} */ (answer.events)) };
    return answer.type === "refused" ? { refused: answer } : {};
  }

  async why(/** @type {Choice} */ choice) {
    const answer = await this.socket.send({ type: "why", seat: this.#asker(), choice });
    return answer.type === "refused" ? answer : null;
  }

  /**
   * @template {keyof G["Hints"] & string} Topic
   * @param {Topic} topic
   */
  async ask(topic) {
    const answer = await this.socket.send({ type: "ask", seat: this.#asker(), topic });
    return answer.type === "hint" ? /** @type {G["Hints"][Topic]} */ (answer.answer) : null;
  }

  /** What the strongest bot would do for the seat in front, the best first; null where it is not said. */
  async advise() {
    const answer = await this.socket.send({ type: "advise", seat: this.#asker() });
    return answer.type === "advised" ? answer.hints : null;
  }

  /** The seat that asks; the server checks it anyway. */
  #asker() {
    return this.front.peek() ?? NOBODY;
  }

  /** Show the table from this seat of mine, or from outside. */
  frontSeat(/** @type {number|null} */ seat) {
    return this.#do({ type: "front", seat });
  }

  /** Forget what the seat in front knows, before another person looks at the screen. */
  cover() {
    batch(() => {
      this.front.value = null;
      this.view.value = null;
      this.question.value = null;
      this.fresh.value = [];
      this.log.value = [];
      this.undo.value = "";
      this.undoSeat.value = null;
      this.behind = true;
      this.#forgetSteps();
    });
    return this.frontSeat(null);
  }

  /** What was waiting, told in part or kept to be shown again is so no longer. */
  #forgetSteps() {
    this.playhead.clear();
    this.stretch = this.whole = null;
    this.part.value = 0;
  }

  /** Connect anew: the server knows this browser by another name now. */
  reconnect() {
    this.socket.reconnect();
  }

  /** Take a seat. */
  sit(
    /** @type {number} */ seat,
    /** @type {{nonce: string, invite?: string, name?: string}} */ { nonce, invite = "", name = "" },
  ) {
    return this.#do({ type: "sit", seat, nonce, ...(invite && { invite }), ...(name && { name }) });
  }

  /** Give up a seat: while the table gathers it is free again, later a bot plays on. */
  rise(/** @type {number} */ seat) {
    return this.#do({ type: "rise", seat });
  }

  /** Let the game begin as soon as everybody is here, or ask the others to wait. */
  makeReady(/** @type {number} */ seat, /** @type {boolean} */ on) {
    return this.#do({ type: "ready", seat, on });
  }

  /** Say what a seat is for, while the table gathers. */
  arrange(/** @type {number} */ seat, /** @type {Seat["kind"]} */ kind, bot = "") {
    return this.#do({ type: "arrange", seat, kind, ...(bot && { bot }) });
  }

  /** Send everybody home while the table gathers. */
  close() {
    return this.#do({ type: "close" });
  }

  /** Let a bot hold the seat of somebody who is absent. */
  hold(/** @type {number} */ seat) {
    return this.#do({ type: "hold", seat });
  }

  /** The bot leaves my seat. */
  comeBack(/** @type {number} */ seat) {
    return this.#do({ type: "return", seat });
  }

  say(/** @type {string} */ text) {
    return this.#do({ type: "chat", text });
  }

  /** Silence the speaker of a message, or let them talk again; for the owner. */
  mute(/** @type {number} */ n, on = true) {
    return this.#do({ type: "mute", n, on });
  }

  /** Send away who sits there or has said something; for the owner. */
  remove(/** @type {{seat?: number, n?: number}} */ whom) {
    return this.#do({ type: "remove", ...whom });
  }

  /** Let only invited people sit down and only players talk; for the owner. */
  lock(/** @type {boolean} */ on) {
    return this.#do({ type: "lock", on });
  }

  /** Fetch the whole log, where only its newest lines are here. */
  async wholeLog() {
    const front = this.front.peek();
    /** @type {EntryOf<G>[]} */
    const entries = await get(`/api/tables/${this.id}/log?seat=${front ?? "watch"}`);
    if (front !== this.front.peek()) return; // meanwhile another person is looking, who may know less
    const upTo = (/** @type {number} */ last) => entries.filter(({ version }) => version <= last);
    const shown = upTo(this.version.peek());
    const newest = shown.at(-1)?.version ?? 0;
    const known = this.log.peek().filter(({ version }) => version > newest);
    if (this.whole) this.whole.log = shown;
    if (this.stretch) this.stretch.log = upTo(this.stretch.version);
    batch(() => {
      this.log.value = [...shown, ...known];
      this.logWhole.value = true;
    });
  }

  dispose() {
    super.dispose();
    this.playhead.dispose();
    this.socket.close();
  }

  /** @returns {Promise<Refused|null>} */
  async #do(/** @type {Wanted} */ command, quiet = false) {
    const answer = await this.socket.send(command);
    if (answer.type !== "refused") return null;
    if (!quiet) this.refused.value = answer;
    return answer;
  }

  #hear(/** @type {Full | Delta | People | Spoken | Ping} */ message) {
    batch(() => {
      if (message.type === "full") this.#hearFull(message);
      else if (message.type === "delta") this.#hearDelta(message);
      else if (message.type === "people") this.#hearPeople(message);
      else if (message.type === "spoken") this.#hearSpoken(message);
    });
  }

  #hearFull(/** @type {Full} */ full) {
    if (full.answer_to && this.#knows(full)) return;
    if (!this.game) void this.#unpack(full.table);
    this.behind = false;
    this.#forgetSteps();
    this.#tellTime(full);
    this.known = full.version;
    this.version.value = full.version;
    this.info.value = whole(full.table);
    this.mine.value = full.mine;
    this.owner.value = full.owner;
    this.front.value = full.front ?? null;
    this.invites.value = full.invites ?? {};
    this.kept.value = full.kept ?? [];
    this.chat.value = full.chat;
    this.log.value = /** @type {EntryOf<G>[]} */ (full.log);
    this.logWhole.value = full.log_whole;
    this.view.value = /** @type {G["View"]|null} */ (/** @type {unknown} */ (full.view ?? null));
    this.#ask(full);
    this.fresh.value = [];
  }

  /** Whether we were only asked for a sign of life: nothing has changed, and what somebody is about to do must stay. */
  #knows(/** @type {Full} */ { version, front = null }) {
    return !this.behind && version === this.known && front === this.front.peek();
  }

  #hearDelta(/** @type {Delta} */ delta) {
    if (this.behind) return;
    if (delta.before !== this.known) {
      this.behind = true;
      this.socket.send({ type: "look" });
      return;
    }
    this.known = delta.version;
    this.#tellTime(delta);
    if (delta.table) this.info.value = { ...this.info.peek(), wish: delta.table.wish ?? null }; // somebody waits for it
    this.playhead.push(delta);
  }

  /** What nobody may learn late: the server's clock, and the time that runs for somebody. */
  #tellTime(/** @type {Full|Delta} */ told) {
    this.offset = told.now - Date.now();
    this.deadlines.value = told.deadlines ?? {};
    this.clock.value = told.clock ? this.#clock(told.clock) : null;
    if (!("same_question" in told && told.same_question)) this.asked.value = Boolean(told.question);
  }

  /** The view after a step that is not yet shown. @returns {G["View"]|null} */
  viewAfter(/** @type {Delta} */ { patch }) {
    const { view } = this.#shown();
    return patch ? patched(view, patch) : view;
  }

  /** The parts in which a step that is not yet shown may be told. @returns {import("./playhead.js").Pause<G["View"]>[]} */
  partsOf(/** @type {Delta} */ { pauses = [] }) {
    const { before } = this;
    return pauses.map(({ name, events, patch }) => ({ name, events, view: patched(before, patch) }));
  }

  /** The view before the step that is shown next, whatever part of it is shown already. @returns {G["View"]} */
  get before() {
    return /** @type {G["View"]} */ (this.#shown().view);
  }

  /** What is shown, without the part of a step that is not yet told to its end. */
  #shown() {
    return this.whole ?? { view: this.view.peek(), log: this.log.peek() };
  }

  /** Put a step on the table. */
  #show(/** @type {Delta} */ delta) {
    const entries = /** @type {EntryOf<G>[]} */ (delta.log ?? []);
    this.#note(delta, entries);
    const view = this.viewAfter(delta);
    const { log } = this.#shown();
    this.version.value = delta.version;
    if (delta.table) this.info.value = whole(delta.table);
    this.view.value = view;
    if (entries.length) this.log.value = [...log, ...entries];
    this.#ask(delta);
    this.fresh.value = eventsFrom(entries, this.part.peek());
    this.whole = null;
    this.part.value = 0;
  }

  /** Put the first events of a step on the table while its scenes are played; null takes them away again. */
  #showPart(/** @type {Delta} */ delta, /** @type {import("./playhead.js").Part|null} */ part) {
    const { view, log } = this.#shown();
    const entries = /** @type {EntryOf<G>[]} */ (delta.log ?? []);
    const before = part ? this.part.peek() : 0;
    this.whole = part && { view, log };
    this.part.value = part?.events ?? 0;
    this.#offerUndo(delta);
    this.seenVersion = delta.version;
    this.view.value = part ? /** @type {G["View"]} */ (part.view) : view;
    this.log.value = part ? [...log, ...eventsTo(entries, part.events)] : log;
    this.fresh.value = part ? eventsFrom(eventsTo(entries, part.events), before) : [];
  }

  /** Keep what is shown since the last choice of the seat in front, beginning with that choice. */
  #note(/** @type {Delta} */ delta, /** @type {EntryOf<G>[]} */ entries) {
    if (entries.some(({ undoes = null }) => undoes !== null)) this.stretch = null;
    if (entries.some(({ seat, bot }) => seat === this.front.peek() && !bot))
      this.stretch = { ...this.#shown(), version: this.version.peek(), steps: [] };
    const question = delta.same_question ? this.question.peek() : delta.question;
    const { table: _, ...step } = delta;
    this.stretch?.steps.push(/** @type {Delta} */ ({ ...step, same_question: false, question }));
  }

  /** Whether what was shown since the last choice of the seat in front is still here. */
  get rewinds() {
    return this.stretch !== null;
  }

  /** Show once more what was shown since the last choice of the seat in front. */
  rewind() {
    const known = this.stretch;
    if (!known) return;
    batch(() => {
      this.stretch = this.whole = null;
      this.part.value = 0;
      this.view.value = known.view;
      this.log.value = known.log;
      this.version.value = known.version;
      this.question.value = null;
      this.undo.value = "";
      this.playhead.rewind(known.steps);
    });
  }

  #hearPeople(/** @type {People} */ { seats, watchers }) {
    const known = { seats: seats.map(wholeSeat), watchers };
    this.info.value = { ...this.info.peek(), ...known };
    for (const { table } of this.playhead.waiting.peek()) if (table) Object.assign(table, known); // newer than they are
  }

  #hearSpoken(/** @type {Spoken} */ { said }) {
    if (this.chat.peek().some(({ n }) => n === said.n)) return;
    this.chat.value = [...this.chat.peek(), said];
  }

  /** Learn what is printed on the components of this table. */
  async #unpack(/** @type {import("./messages.js").TableInfo} */ { game, options }) {
    this.game = /** @type {GameInfoOf<G>} */ (await persist(() => loadGame(game, options)));
    this.printed.value = true;
  }

  #ask(/** @type {Full|Delta} */ told) {
    const question = /** @type {QuestionOf<G>|null} */ (/** @type {unknown} */ (told.question ?? null));
    if (!("same_question" in told && told.same_question)) this.question.value = question;
    this.#offerUndo(told);
  }

  #offerUndo(/** @type {Full|Delta} */ told) {
    const front = this.front.peek();
    // Behind the curtain a choice is taken back only where that is free, and spectators take nothing back.
    const offered = front !== null || (!this.watching && told.undo !== "ask");
    this.undo.value = offered ? (told.undo ?? "") : "";
    this.undoSeat.value = told.undo_seat ?? front;
  }

  /** @returns {Clock} */
  #clock(/** @type {import("./messages.js").Clock} */ { kind, ends_in, lasts, starts_in = 0, resumed = false }) {
    const made = performance.now() - this.socket.roundTrip / 2; // when the server wrote this
    const [begin, end] = [made + starts_in, made + ends_in];
    const known = this.clock.peek();
    if (known?.kind === kind && Math.abs(known.end - end) < JITTER) return known;
    return { kind, begin, end, lasts, resumed };
  }
}

/**
 * What a table showed at first, and the steps that were shown then.
 * @template {AnyGame} G
 * @typedef {{view: G["View"]|null, log: EntryOf<G>[], version: number, steps: Delta[]}} Stretch
 */

/**
 * Entries with only the first events of all.
 * @template {AnyGame} G
 * @param {EntryOf<G>[]} entries
 * @param {number} count
 * @returns {EntryOf<G>[]}
 */
function eventsTo(entries, count) {
  let left = count;
  return entries.flatMap((entry) => {
    const events = entry.events.slice(0, Math.max(0, left));
    left -= entry.events.length;
    return events.length ? [{ ...entry, events }] : [];
  });
}

/**
 * Entries without the first events of all.
 * @template {AnyGame} G
 * @param {EntryOf<G>[]} entries
 * @param {number} count
 * @returns {EntryOf<G>[]}
 */
function eventsFrom(entries, count) {
  let left = count;
  return entries.map((entry) => {
    const events = entry.events.slice(Math.max(0, left));
    left -= entry.events.length;
    return { ...entry, events };
  });
}

/** What a game has with these options. @returns {Promise<GameInfo>} */
export function loadGame(/** @type {string} */ game, /** @type {Record<string, string>} */ options = {}) {
  return get(`/api/games/${game}?${new URLSearchParams(options)}`);
}

/** A table with the fields that were left out because they have their default. @returns {TableInfo} */
function whole(/** @type {import("./messages.js").TableInfo} */ table) {
  const fields = { limit_s: 0, nonces: [], secret: "", watchers: 0, wish: null, rematch: "", outdated: null };
  const terms = { reserve_s: 0, weekends: false, holiday_days: 0, zone: "", odds: true, origin: null };
  const gathering = { fills_at: 0, watch_delay_s: 0 };
  return {
    locked: false,
    think_s: 0,
    muted: [],
    ...gathering,
    rated: false,
    deal: "",
    ...terms,
    ...fields,
    ...table,
    seats: table.seats.map(wholeSeat),
  };
}

/** The names of seats; one without a name is called by its tincture. */
export function namesOf(/** @type {Words} */ words, /** @type {Array<{name?: string}>} */ seats) {
  return seats.map((seat, place) => seat.name || words.say(`web.tincture.${tinctureOf(place)}`));
}

/** @returns {Seat} */
export function wholeSeat(/** @type {import("./messages.js").Seat} */ seat) {
  return {
    name: "",
    bot: "",
    here: false,
    held: "",
    away_ms: null,
    holdable: false,
    waits: false,
    until: 0,
    helped: "",
    ...seat,
  };
}

/**
 * A view with changes made, as `patch.py` describes them; what is not changed is shared with the old one.
 * @template View
 * @param {View} view
 * @param {unknown[][]} changes
 */
export function patched(view, changes) {
  /** @type {unknown} */
  let now = view;
  for (const change of changes) now = put(now, /** @type {string[]} */ (change[0]), change);
  return /** @type {View} */ (now);
}

/** @returns {unknown} */
function put(/** @type {unknown} */ where, /** @type {string[]} */ path, /** @type {unknown[]} */ change) {
  if (!path.length) return change[1];
  const [key, ...rest] = path;
  const old = /** @type {Record<string, unknown>} */ (where); // or a list, which takes keys in the same way
  const copy = /** @type {typeof old} */ (/** @type {unknown} */ (Array.isArray(where) ? [...where] : { ...old }));
  if (rest.length) copy[key] = put(old[key], rest, change);
  else if (change.length > 1) copy[key] = change[1];
  else delete copy[key];
  return copy;
}

// -- absence ----------------------------------------------------------------------------------------------------------

/**
 * What this browser last saw of a table, so that it can show what happened since.
 * @type {TableMemory<{version: number}>}
 */
export const lastSeen = new TableMemory("kronrat.seen");
