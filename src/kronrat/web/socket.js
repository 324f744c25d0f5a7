/**
 * The connection of a table. It comes back by itself, and a command that was not answered is sent again with the same
 * id, so that the server carries it out once.
 */

import { signal } from "./vendor/signals.js";

const FIRST_WAIT = 1_000;
const LONGEST_WAIT = 15_000;
const PATIENCE = 12_000; // milliseconds of silence after which the line is taken for dead while an answer is awaited
/** The codes with which the server closes the line for good: there is no such table, nothing of it can be read, or not yet. */
const ENDS = /** @type {Record<number, string>} */ ({ 4404: "unknown_table", 4409: "damaged", 4410: "not_yet" });
const SILENCE = 25_000; // milliseconds of silence after which the server is asked whether the line is still alive
const SECOND_THOUGHT = 150; // before a command that could not be carried out just now is sent again; then twice as long
const LONGEST_THOUGHT = 3_000;
const STUCK = 2_000; // if a command is put off longer than this, the page says so

/** Hexadecimal digits nobody can guess: ids of commands, and nonces for the dice. */
function randomHex(/** @type {number} */ digits) {
  const bytes = crypto.getRandomValues(new Uint8Array(Math.ceil(digits / 2)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0"))
    .join("")
    .slice(0, digits);
}

/** What a seat adds to the dice. */
export const newNonce = () => randomHex(32);

/**
 * @typedef {import("./messages.js").Message} Message
 * @typedef {import("./messages.js").Command} Command
 * @typedef {import("./messages.js").Full} Full
 * @typedef {Exclude<Message, {type: "delta"|"people"|"ping"|"spoken"}>} Answer  to a command
 * @typedef {Exclude<Answer, Full>} MereAnswer
 * @typedef {{command: Command, settle: (answer: Answer) => void, at: number, putOff: number, since: number}} Waiting
 *          a command without an answer: when it was sent, how often it was put off, and when for the first time
 */
/**
 * What somebody wants, before it has an id.
 * @template {Command} [C=Command]
 * @typedef {C extends Command ? Omit<C, "id"> : never} Wanted
 */
export class TableSocket {
  /**
   * @param {string} table
   * @param {() => string} query what to ask for when connecting, such as `seat=2`
   * @param {(message: Exclude<Message, MereAnswer>) => void} hear told everything that is not a mere answer
   * @param {(() => Wanted)|null} hello what is said first on every connection, where the server waits for that
   */
  constructor(table, query, hear, hello = null) {
    this.table = table;
    this.hello = hello;
    this.query = query;
    this.hear = hear;
    /** @type {import("./vendor/signals.js").Signal<"connecting"|"open"|"lost">} */
    this.link = signal("connecting");
    /** When the next attempt is made, in milliseconds since 1970. */
    this.retryAt = signal(0);
    /** Why the server does not want us, if it said so for good. */
    this.ended = signal("");
    /** Whether the server is there but puts off what we want. */
    this.stuck = signal(false);
    /** @type {Map<string, Waiting>} */
    this.waiting = new Map();
    this.wait = FIRST_WAIT;
    this.heard = 0;
    /** The round trip as measured by the server, in milliseconds. */
    this.roundTrip = 0;
    /** @type {WebSocket|null} */
    this.socket = null;
    this.online = () => this.retry();
    this.offline = () => this.#lost();
    this.seen = () => (this.#gaze(), document.hidden || this.#check());
    addEventListener("online", this.online);
    addEventListener("offline", this.offline);
    document.addEventListener("visibilitychange", this.seen);
    this.watch = setInterval(() => this.#check(), 2_000);
    this.#open();
  }

  /** Send a command and get its answer, sooner or later. @returns {Promise<Answer>} */
  send(/** @type {Wanted} */ command) {
    const id = randomHex(20);
    return new Promise((settle) => {
      const whole = /** @type {Command} */ ({ ...command, id });
      this.waiting.set(id, { command: whole, settle, at: Date.now(), putOff: 0, since: 0 });
      if (this.link.peek() === "open") this.#put(whole);
    });
  }

  /** Try again now. */
  retry() {
    if (this.link.peek() === "lost") this.#open();
  }

  /** Leave and come back at once. */
  reconnect() {
    this.#open();
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    clearInterval(this.watch);
    removeEventListener("online", this.online);
    removeEventListener("offline", this.offline);
    document.removeEventListener("visibilitychange", this.seen);
    this.#drop();
  }

  #open() {
    clearTimeout(this.timer);
    this.#drop();
    this.link.value = "connecting";
    const query = this.query();
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws/${this.table}${query && `?${query}`}`);
    socket.onopen = () => this.hello && socket.send(JSON.stringify({ ...this.hello(), id: randomHex(20) }));
    socket.onmessage = ({ data }) => this.#read(JSON.parse(data));
    socket.onclose = ({ code }) => (code in ENDS ? this.#end(ENDS[code]) : this.#lost());
    this.socket = socket;
  }

  #read(/** @type {Message} */ message) {
    this.heard = Date.now();
    if (message.type === "ping") {
      this.socket?.send(JSON.stringify({ type: "pong", n: message.n }));
      this.roundTrip = message.round_trip_ms ?? 0;
    } else if (message.type === "full") {
      this.hear(message);
      if (this.link.peek() !== "open" || !message.answer_to) this.#resume();
      this.#settle(message.answer_to ?? "", message);
    } else if ("id" in message) {
      this.#answer(message);
    } else {
      this.hear(message);
    }
  }

  /**
   * The server has sent the whole table unasked: we are new, or it was too slow for us and answers were dropped.
   * Commands without an answer are sent again.
   */
  #resume() {
    this.link.value = "open";
    this.wait = FIRST_WAIT;
    if (document.hidden) this.#gaze();
    for (const { command } of this.waiting.values()) this.#put(command);
  }

  #answer(/** @type {MereAnswer} */ message) {
    const asked = this.waiting.get(message.id);
    if (asked && message.type === "refused" && message.code === "try_again") {
      const wait = Math.min(SECOND_THOUGHT * 2 ** asked.putOff++, LONGEST_THOUGHT);
      asked.since ||= Date.now();
      this.#weigh();
      setTimeout(() => this.link.peek() === "open" && this.#put(asked.command), wait);
    } else {
      this.#settle(message.id, message);
    }
  }

  #settle(/** @type {string} */ id, /** @type {Answer} */ message) {
    const asked = this.waiting.get(id);
    this.waiting.delete(id);
    this.#weigh();
    asked?.settle(message);
  }

  /** Whether something has been put off for too long. */
  #weigh() {
    this.stuck.value = [...this.waiting.values()].some(({ since }) => since && Date.now() - since > STUCK);
  }

  #end(/** @type {string} */ why) {
    this.ended.value = why;
    this.close();
  }

  /** Say whether anybody sees this page: who does not look gets notices. */
  #gaze() {
    if (this.link.peek() === "open") this.socket?.send(JSON.stringify({ type: "gaze", on: !document.hidden }));
  }

  #put(/** @type {Command} */ command) {
    const asked = this.waiting.get(command.id);
    if (asked) asked.at = Date.now();
    this.socket?.send(JSON.stringify(command));
  }

  /** A line can be dead without notice: after a long silence we ask, and without an answer we reconnect. */
  #check() {
    if (this.link.peek() !== "open") return;
    const limit = Date.now() - PATIENCE;
    if (this.heard < limit && [...this.waiting.values()].some(({ at }) => at < limit)) this.#lost();
    else if (this.heard < Date.now() - SILENCE && !this.waiting.size) void this.send({ type: "look" });
  }

  #lost() {
    if (this.closed || this.link.peek() === "lost") return;
    this.#drop();
    this.link.value = "lost";
    const wait = this.wait * (0.75 + Math.random() / 2);
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
    this.retryAt.value = Date.now() + wait;
    this.timer = setTimeout(() => this.#open(), wait);
  }

  #drop() {
    if (!this.socket) return;
    this.socket.onclose = this.socket.onmessage = this.socket.onopen = null;
    this.socket.close();
    this.socket = null;
  }
}
