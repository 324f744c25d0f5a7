/** The board of an analysis: a table at which I choose for every seat and for chance; each choice grows the tree. */

import { LiveModel } from "./model.js";
import { START } from "./analysis-tree.js";
import { signal } from "./vendor/signals.js";

/**
 * @import { Judged, MayCome, Pieces, PieceTold, Placed, Refused } from "./messages.js"
 * @import { Signal } from "./vendor/signals.js"
 * @import { Choice } from "./types.js"
 * @import { Tree } from "./analysis-tree.js"
 */

const CHANCE = -1;

export class AnalysisModel extends LiveModel {
  /** @type {Promise<unknown>} */
  #before = Promise.resolve();

  constructor(/** @type {Tree} */ tree) {
    const hello = () => ({
      ...{ type: /** @type {const} */ ("lay"), position: tree.position, names: tree.names },
      lines: tree.strokes(tree.at.peek()),
    });
    super("analysis", { hello });
    this.tree = tree;
    this.taught = true; // nobody is told what to do, and nothing is announced
    /** What can be put on the board, while it is set up by hand. @type {Signal<Pieces|null>} */
    this.pieces = signal(null);
    /** The tree as it was before anything was put. @type {ReturnType<Tree["laidAside"]>|null} */
    this.aside = null;
  }

  /**
   * Put something on the board, or only see what can be put there. Where that changes the position, what was tried no
   * longer fits, and is laid aside.
   * @returns {Promise<Refused|null>}
   */
  put(piece = "", seat = /** @type {number|null} */ (null), value = /** @type {PieceTold["value"]} */ ("")) {
    return this.#inTurn(() => this.#put(piece, seat, value));
  }

  /** @returns {Promise<Refused|null>} */
  async #put(piece = "", seat = /** @type {number|null} */ (null), value = /** @type {PieceTold["value"]} */ ("")) {
    const answer = await this.socket.send({ type: "put", piece, seat, value });
    if (answer.type === "refused") return answer;
    if (answer.type !== "pieces") return null;
    if (answer.changed) {
      this.aside ??= this.tree.laidAside();
      this.tree.begin(answer.position);
    }
    this.pieces.value = answer;
    return null;
  }

  /** The position as it is now is what is analysed. */
  endSetUp() {
    return this.#inTurn(async () => this.#closeSetUp());
  }

  /** The board as it was before anything was put. */
  dropSetUp() {
    return this.#inTurn(async () => {
      const { tree, aside } = this;
      if (aside) tree.takeUp(aside);
      this.#closeSetUp();
      await this.socket.send({
        ...{ type: "lay", position: tree.position, names: tree.names },
        lines: tree.strokes(tree.at.peek()),
      });
    });
  }

  #closeSetUp() {
    this.aside = null;
    this.pieces.value = null;
  }

  /** Show the position after this choice. */
  goTo(/** @type {number} */ place) {
    this.tree.at.value = place;
    // Whoever has gone on meanwhile is shown that at once.
    return this.#inTurn(async () => (place === this.tree.at.peek() ? this.#lay() : undefined));
  }

  async #lay() {
    await this.socket.send({ type: "lay", lines: this.tree.strokes(this.tree.at.peek()) });
    await this.#look();
  }

  /** What can be put on the board, once it is another one. */
  async #look() {
    if (this.pieces.peek()) await this.#put();
  }

  /** @returns {Promise<Refused|null>} */
  play(/** @type {Choice} */ choice, { quiet = false } = {}) {
    return this.choose(this.front.peek() ?? 0, choice, quiet);
  }

  /**
   * Choose for a seat, for chance or for time.
   * @returns {Promise<Refused|null>}
   */
  choose(/** @type {number} */ seat, /** @type {Choice} */ choice, quiet = false) {
    return this.#here(async (from) => {
      const known = this.tree.known(from, seat, choice);
      if (known === START) return this.#grow(from, { type: "play", version: 0, seat, choice }, quiet);
      this.tree.at.value = known;
      await this.#lay();
      return null;
    });
  }

  /** Let chance answer anew. */
  roll() {
    return this.#here((from) => this.#grow(from, { type: "roll" }, false));
  }

  /** What the strongest bot says of the position. @returns {Promise<Judged|null>} */
  async judge() {
    const answer = await this.socket.send({ type: "advise", seat: this.front.peek() ?? 0 });
    return answer.type === "judged" ? answer : null;
  }

  /** What chance or time may answer. @returns {Promise<MayCome|null>} */
  async mayCome() {
    const answer = await this.socket.send({ type: "outcomes" });
    return answer.type === "may_come" ? answer : null;
  }

  takeBack() {
    const { tree } = this;
    if (tree.at.peek() !== START) void this.goTo(tree.parent(tree.at.peek()));
    return Promise.resolve(null);
  }

  /** Whether chance answers here. */
  get chance() {
    return this.view.value?.deciding.includes(CHANCE) ?? false;
  }

  /**
   * @param {number} from
   * @param {import("./socket.js").Wanted} command
   * @param {boolean} quiet
   * @returns {Promise<Refused|null>}
   */
  async #grow(from, command, quiet) {
    const answer = await this.socket.send(command);
    if (answer.type === "placed") {
      const { node } = /** @type {Placed} */ (answer);
      const known = this.tree.known(from, node.seat, /** @type {Choice} */ (node.choice));
      const place = known === START ? this.tree.add(from, node) : known;
      if (this.tree.at.peek() === from) this.tree.at.value = place; // else somebody has gone elsewhere meanwhile
      await this.#look();
    }
    if (answer.type !== "refused") return null;
    if (!quiet) this.refused.value = answer;
    return answer;
  }

  /**
   * Choose where somebody looks. A second press, or one beside a piece that is being put, means a position that is gone
   * by then: it does nothing.
   * @param {(from: number) => Promise<Refused|null>} act
   * @returns {Promise<Refused|null>}
   */
  #here(act) {
    const { position, at } = this.tree;
    const from = at.peek();
    return this.#inTurn(async () => (position === this.tree.position && from === at.peek() ? act(from) : null));
  }

  /**
   * Do this after all before it: the board of the server goes on from where those have led, and so does the tree.
   * @template T
   * @param {() => Promise<T>} act
   * @returns {Promise<T>}
   */
  #inTurn(act) {
    const done = this.#before.then(act);
    this.#before = done.catch(() => undefined);
    return done;
  }
}
