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
   * Put something on the board, or only see what can be put there. What was tried no longer fits then, and is laid aside.
   * @returns {Promise<Refused|null>}
   */
  async put(piece = "", seat = /** @type {number|null} */ (null), value = /** @type {PieceTold["value"]} */ ("")) {
    const answer = await this.socket.send({ type: "put", piece, seat, value });
    if (answer.type === "refused") return answer;
    if (answer.type !== "pieces") return null;
    if (piece || answer.by_lot) {
      this.aside ??= this.tree.laidAside();
      this.tree.begin(answer.position);
    }
    this.pieces.value = answer;
    return null;
  }

  /** The position as it is now is what is analysed. */
  endSetUp() {
    this.aside = null;
    this.pieces.value = null;
  }

  /** The board as it was before anything was put. */
  async dropSetUp() {
    const { tree, aside } = this;
    if (aside) tree.takeUp(aside);
    this.endSetUp();
    await this.socket.send({
      ...{ type: "lay", position: tree.position, names: tree.names },
      lines: tree.strokes(tree.at.peek()),
    });
  }

  /** Show the position after this choice. */
  async goTo(/** @type {number} */ place) {
    this.tree.at.value = place;
    await this.socket.send({ type: "lay", lines: this.tree.strokes(place) });
    this.#look();
  }

  /** What can be put on the board, once it is another one. */
  #look() {
    if (this.pieces.peek()) void this.put();
  }

  /** @returns {Promise<Refused|null>} */
  play(/** @type {Choice} */ choice, { quiet = false } = {}) {
    return this.choose(this.front.peek() ?? 0, choice, quiet);
  }

  /**
   * Choose for a seat, for chance or for time.
   * @returns {Promise<Refused|null>}
   */
  async choose(/** @type {number} */ seat, /** @type {Choice} */ choice, quiet = false) {
    const from = this.tree.at.peek();
    const known = this.tree.known(from, seat, choice);
    if (known !== START) return (await this.goTo(known), null);
    return this.#grow(from, { type: "play", version: 0, seat, choice }, quiet);
  }

  /** Let chance answer anew. */
  roll() {
    return this.#grow(this.tree.at.peek(), { type: "roll" }, false);
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
      this.tree.at.value = known === START ? this.tree.add(from, node) : known;
      this.#look();
    }
    if (answer.type !== "refused") return null;
    if (!quiet) this.refused.value = answer;
    return answer;
  }
}
