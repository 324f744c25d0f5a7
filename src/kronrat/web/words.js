/**
 * The sentence maker, the same as `kronrat.words` on the server: messages of a catalogue become sentences with facts.
 * The language of messages and the kinds of slots are described there, in `template.py` and `sentences.py`.
 *
 * It differs in one thing: where the server raises an error for a missing message or fact, the page shows the id, or
 * nothing, and goes on. A table must stay playable.
 */

/**
 * @import { Choice, Facts } from "./types.js"
 * @typedef {import("./messages.js").WordsFile} WordsFile
 * @typedef {{kind: string, facts: object}} Question
 * @typedef {string | {facts: string[], kind: string} | {include: string} |
 *           {passage: string, wanted: boolean, parts: Template}} Part
 * @typedef {Part[]} Template
 */

// -- messages ---------------------------------------------------------------------------------------------------------

const SIGN = new RegExp(
  [
    "(?<literal>\\{\\{|\\}\\}|\\[\\[|\\]\\])",
    "\\{@(?<include>[a-z0-9_.]+)\\}",
    "\\{(?<facts>[a-z0-9_,]+)(?::(?<kind>[#a-z0-9_+]+))?\\}",
    "\\[(?<unless>!?)(?<fact>[a-z0-9_]+)\\?",
    "(?<end>\\])",
  ].join("|"),
  "g",
);

/** @type {Map<string, Template>} */
const parsed = new Map();

/** The parts of a message's text. @returns {Template} */
export function parse(/** @type {string} */ text) {
  const known = parsed.get(text);
  if (known) return known;
  /** @type {Template} */
  const outer = [];
  let parts = outer;
  let at = 0;
  for (const sign of text.matchAll(SIGN)) {
    if (sign.index > at) parts.push(text.slice(at, sign.index));
    at = sign.index + sign[0].length;
    const { literal, include, facts, kind, unless, fact } = sign.groups ?? {};
    if (literal) parts.push(literal[0]);
    else if (include) parts.push({ include });
    else if (facts) parts.push({ facts: facts.split(","), kind: kind ?? "" });
    else if (fact) {
      parts = [];
      outer.push({ passage: fact, wanted: !unless, parts });
    } else parts = outer;
  }
  if (at < text.length) parts.push(text.slice(at));
  parsed.set(text, outer);
  return outer;
}

/**
 * The plural rule of a catalogue, an expression in C such as `(n != 1)`. The page may not compile text to code, so it
 * is read here: operators by their strength, weakest first.
 * @returns {(n: number) => number}
 */
export function pluralRule(/** @type {string} */ expression) {
  const tokens = expression.match(/\d+|n|[<>=!]=|&&|\|\||[?:%<>()!+*/-]/g) ?? ["0"];
  const levels = [["||"], ["&&"], ["==", "!="], ["<", "<=", ">", ">="], ["+", "-"], ["*", "/", "%"]];
  /** @type {Record<string, (a: number, b: number) => number>} */
  const apply = {
    "||": (a, b) => +(a || b ? 1 : 0),
    "&&": (a, b) => +(a && b ? 1 : 0),
    "==": (a, b) => +(a === b),
    "!=": (a, b) => +(a !== b),
    "<": (a, b) => +(a < b),
    "<=": (a, b) => +(a <= b),
    ">": (a, b) => +(a > b),
    ">=": (a, b) => +(a >= b),
    "+": (a, b) => a + b,
    "-": (a, b) => a - b,
    "*": (a, b) => a * b,
    "/": (a, b) => Math.trunc(a / b),
    "%": (a, b) => a % b,
  };
  return (n) => {
    let at = 0;
    /** @returns {number} */
    const whole = () => {
      const condition = binary(0);
      if (tokens[at] !== "?") return condition;
      at++;
      const yes = whole();
      at++; // the colon
      const no = whole();
      return condition ? yes : no;
    };
    /** @returns {number} */
    const binary = (/** @type {number} */ level) => {
      if (level === levels.length) return single();
      let left = binary(level + 1);
      while (levels[level].includes(tokens[at])) left = apply[tokens[at++]](left, binary(level + 1));
      return left;
    };
    /** @returns {number} */
    const single = () => {
      const token = tokens[at++];
      if (token === "n") return n;
      if (token === "!") return +!single();
      if (token !== "(") return Number(token);
      const inner = whole();
      at++; // the closing bracket
      return inner;
    };
    return whole();
  };
}

// -- sentences --------------------------------------------------------------------------------------------------------

/** What is said at one table: in one language, about one game and edition, to players with names. */
export class Words {
  /**
   * @param {WordsFile} file
   * @param {string[]} names of the seats
   */
  constructor(file, names = []) {
    this.lang = file.lang;
    this.names = names;
    this.messages = file.messages;
    this.file = file;
    this.formOf = pluralRule(file.plural);
    /** How a slot of each kind says its facts; the message decides the kind. */
    const kinds = {
      "": plain,
      "+": (/** @type {number} */ n) => (n > 0 ? `+${n}` : plain(n)),
      abs: (/** @type {number} */ n) => String(Math.abs(n)),
      player: (/** @type {number} */ seat) => this.player(seat),
      players: (/** @type {number[]} */ seats, /** @type {number[]} */ numbers) => this.#players(seats, numbers),
      row: (/** @type {unknown[]} */ values) => this.#joined("join.row", values),
      sum: (/** @type {unknown[]} */ dice) => this.#joined("join.sum", dice),
      list: (/** @type {unknown[]} */ values) => this.list(values),
      counts: (/** @type {[string, number][]} */ pairs) => this.#counts(pairs),
      sums: (/** @type {string[]} */ words) => this.#sums(words),
      each: (/** @type {unknown[]} */ values) => this.#each(values),
      parts: (/** @type {Choice} */ group) => this.#parts(group, "with"),
      turned: (/** @type {Choice} */ group) => this.#parts(group, "turned"),
      choice: (/** @type {Choice} */ choice) => this.choice(choice),
      source: (/** @type {string} */ id) => this.say(id),
    };
    this.kinds = /** @type {Record<string, (...values: unknown[]) => string>} */ (kinds);
  }

  /** The same words for a table whose seats have these names. */
  named(/** @type {string[]} */ names) {
    return new Words(this.file, names);
  }

  has(/** @type {string} */ id) {
    return Object.hasOwn(this.messages, id);
  }

  /** The message in words. Where it has plural forms, `n` is the number that chooses. */
  say(/** @type {string} */ id, /** @type {Facts} */ facts = {}) {
    if (!this.has(id)) {
      console.error(`there is no message ${id} in ${this.lang}`);
      return id;
    }
    const forms = this.messages[id];
    const text = typeof forms === "string" ? forms : forms[this.formOf(Math.abs(Number(facts.n ?? 0)))];
    return this.#render(parse(text), facts);
  }

  /** What happened: `event` as the server sends it, `{"event": "pearl_taken", "rule": …, …facts}`. */
  event(/** @type {Facts} */ event) {
    return this.say(`event.${event.event}`, { ...counted(/** @type {Choice} */ (event.group ?? [])), ...event });
  }

  /** Why a choice is refused. */
  reason(/** @type {{says?: string, facts?: Facts}} */ refused) {
    return capital(this.say(refused.says ?? "", refused.facts ?? {}));
  }

  /** What a question asks for. */
  ask(/** @type {Question} */ question, /** @type {Facts} */ context = {}) {
    return this.say(`ask.${question.kind}`, { ...question.facts, ...context });
  }

  /**
   * A choice in words, for a list or a button; the question it answers makes the words more precise.
   * @param {Choice} choice
   * @param {Question|null} question
   * @param {Facts} context
   */
  choice(choice, question = null, context = {}) {
    const [first = "", second = "", third = ""] = choice.slice(1, 4);
    const given = { first, second, third, rest: choice.slice(2), all: choice.slice(1), ...counted(choice.slice(1)) };
    return capital(this.say(this.#choiceId(choice, question), { ...given, ...question?.facts, ...context }));
  }

  /** A line of the ranking, with what broke a tie. */
  standing(/** @type {{seat: number, place: number, score: number, ties?: [string, number][]}} */ line) {
    const { seat, place, score, ties = [] } = line;
    return this.say("standing.line", { seat, place, score, ties });
  }

  /** The name of a seat; −1 is chance, −2 is time. */
  player(/** @type {number} */ seat) {
    if (seat >= 0 && seat < this.names.length) return this.names[seat];
    if (seat === -1) return this.say("seat.chance");
    if (seat === -2) return this.say("seat.clock");
    return this.say("seat.name", { number: seat + 1 });
  }

  /** Words joined by commas and an "and". */
  list(/** @type {Iterable<unknown>} */ values) {
    const items = [...values].map(plain);
    if (items.length < 2) return items[0] ?? this.say("join.nothing");
    return items.slice(0, -1).join(this.say("join.list")) + this.say("join.and") + items.at(-1);
  }

  // -- how --------------------------------------------------------------------------------------------------------

  #render(/** @type {Template} */ template, /** @type {Facts} */ facts) {
    let said = "";
    for (const part of template) {
      if (typeof part === "string") said += part;
      else if ("include" in part) said += this.say(part.include, facts);
      else if ("kind" in part) said += this.#fill(part, facts);
      else if (there(facts[part.passage]) === part.wanted) said += this.#render(part.parts, facts);
    }
    return said;
  }

  #fill(/** @type {{facts: string[], kind: string}} */ slot, /** @type {Facts} */ facts) {
    const { kind } = slot;
    if (kind === "amounts") return this.#amounts(slot.facts, facts);
    const values = slot.facts.map((name) => facts[name]);
    if (values.includes(undefined)) return "";
    if (Object.hasOwn(this.kinds, kind)) return this.kinds[kind](...values);
    if (kind.startsWith("#")) {
      const n = typeof values[0] === "number" ? values[0] : /** @type {unknown[]} */ (values[0]).length;
      return this.say(`count.${kind.slice(1)}`, { ...facts, n });
    }
    const [, many, one] = /^(each|list)_(.+)$/.exec(kind) ?? [];
    if (many) {
      const all = /** @type {unknown[]} */ (values[0]);
      return this.kinds[many](all.map((value) => this.say(this.#named(one, value), facts)));
    }
    return this.say(this.#named(kind, values[0]), facts);
  }

  #named(/** @type {string} */ kind, /** @type {unknown} */ value) {
    const id = `${kind}.${String(value).toLowerCase().split(".").at(-1)}`;
    if (typeof value !== "number" || this.has(id)) return id;
    const general = value < 0 ? `${kind}.minus` : `${kind}.plus`;
    return this.has(general) ? general : id;
  }

  /** The message with the most of the leading words, and among these the one for the question if there is one. */
  #choiceId(/** @type {Choice} */ choice, /** @type {Question|null} */ question) {
    const end = choice.findIndex((word) => typeof word !== "string");
    const words = end < 0 ? choice : choice.slice(0, end);
    for (let count = words.length; count > 0; count--) {
      const id = ["choice", ...words.slice(0, count)].join(".");
      if (question && this.has(`${id}.${question.kind}`)) return `${id}.${question.kind}`;
      if (this.has(id)) return id;
    }
    return `choice.${choice[0]}`;
  }

  #joined(/** @type {string} */ sign, /** @type {unknown[]} */ values) {
    return values.map(String).join(this.say(sign));
  }

  #players(/** @type {number[]} */ seats, /** @type {number[]} */ numbers = []) {
    return this.list(seats.map((seat, i) => this.player(seat) + (i < numbers.length ? ` (${numbers[i]})` : "")));
  }

  #each(/** @type {unknown[]} */ values) {
    return this.list(values.map((value, seat) => `${this.player(seat)} (${plain(value)})`));
  }

  #amounts(/** @type {string[]} */ names, /** @type {Facts} */ facts) {
    return this.#counts(names.filter((name) => facts[name]).map((name) => [name, Number(facts[name])]));
  }

  #counts(/** @type {Array<[string, number]>} */ pairs) {
    return this.list(pairs.map(([name, n]) => this.say(`count.${name}`, { n })));
  }

  #sums(/** @type {string[]} */ words) {
    /** @type {Map<string, number>} */
    const sums = new Map();
    for (const word of words) {
      const name = word.slice(0, -1);
      sums.set(name, (sums.get(name) ?? 0) + Number(word.at(-1)));
    }
    return this.#counts([...sums]);
  }

  /** `3 5 bonus 4 market` as dice and what goes with them; numbers belong to the word before them. */
  #parts(/** @type {Choice} */ group, /** @type {string} */ kind) {
    /** @type {Array<{word: string, numbers: number[]}>} */
    const parts = [];
    let behind = "";
    for (const word of group) {
      if (this.has(`where.${word}`)) behind += ` (${this.say(`where.${word}`)})`;
      else if (typeof word === "string") parts.push({ word, numbers: [] });
      else {
        if (!parts.length) parts.push({ word: "dice", numbers: [] });
        parts[parts.length - 1].numbers.push(word);
      }
    }
    return this.list(parts.map(({ word, numbers }) => this.say(`${kind}.${word}`, { numbers }))) + behind;
  }
}

/** Whether a fact is there and neither empty nor zero. */
function there(/** @type {unknown} */ value) {
  if (Array.isArray(value)) return value.length > 0;
  if (value && typeof value === "object") return Object.keys(value).length > 0;
  return Boolean(value);
}

/** How often each word occurs; numbers are not counted. */
function counted(/** @type {Choice} */ words) {
  /** @type {Record<string, number>} */
  const counts = {};
  for (const word of words) if (typeof word === "string") counts[word] = (counts[word] ?? 0) + 1;
  return counts;
}

function plain(/** @type {unknown} */ value) {
  return typeof value === "number" ? minus(value) : String(value);
}

/** A number with a true minus sign. */
export const minus = (/** @type {number} */ n) => String(n).replace("-", "−");

/** A decimal number as this language writes it. */
export function decimal(/** @type {Words} */ words, /** @type {number} */ x, digits = 1) {
  return x.toFixed(digits).replace("-", "−").replace(".", words.say("join.decimal"));
}

/** A part of 1 in whole per cent. */
export function wholePercent(/** @type {Words} */ words, /** @type {number} */ part) {
  return words.say("web.percent", { n: Math.round(100 * part) });
}

/** With a capital letter, as a sentence begins. */
export function capital(/** @type {string} */ text) {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

// -- catalogues from the server ---------------------------------------------------------------------------------------

/** @type {Map<string, Promise<WordsFile>>} */
const files = new Map();

/** The messages of a language for a game and its variant, fetched once; without a game those of the pages. */
export function loadWords(/** @type {string} */ lang, game = "", variant = "") {
  const address = ["/api/words", lang, game, variant].filter(Boolean).join("/");
  let file = files.get(address);
  if (!file) {
    file = fetch(address).then((answer) => {
      if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
      return answer.json();
    });
    file.catch(() => files.delete(address));
    files.set(address, file);
  }
  return file;
}
