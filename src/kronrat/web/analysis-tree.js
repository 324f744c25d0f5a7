/**
 * The tree of an analysis as the browser has it: what was tried from a position, with notes, and where somebody looks.
 * The first choice after each is the main line. What is legal, the server knows.
 */

import { signal } from "./vendor/signals.js";

/**
 * @import { AnalysisFile, AnalysisNode, AnalysisSheet, Judged, Stroke } from "./messages.js"
 * @import { Choice } from "./types.js"
 * @typedef {AnalysisNode & {parent: number, note: string}} TreeNode
 * @typedef {{seat: number, percent: number} & Pick<Judged, "chances"|"weighed">} Judgement
 */

export const START = -1; // the position itself

const whole = (/** @type {AnalysisNode} */ node) => ({ note: "", ...node, parent: node.parent ?? START });

export class Tree {
  constructor(/** @type {AnalysisFile} */ file) {
    this.game = file.game;
    this.seats = file.seats;
    this.position = file.position;
    this.names = file.names;
    this.title = signal(file.title);
    /** What is said of the position itself. */
    this.note = signal(file.note);
    /** @type {import("./vendor/signals.js").Signal<TreeNode[]>} */
    this.nodes = signal(file.nodes.map(whole));
    /**
     * What the strongest bot has said of positions, by their places; it is not kept.
     * @type {import("./vendor/signals.js").Signal<Map<number, Judgement>>}
     */
    this.judged = signal(new Map());
    /** The place of the newest choice on the way to where somebody looks. */
    this.at = signal(START);
  }

  /** Begin anew with another position. */
  begin(/** @type {AnalysisFile["position"]} */ position) {
    this.takeUp({ position, note: this.note.peek(), nodes: [], at: START, judged: new Map() });
  }

  /** All that a new position takes the place of. */
  laidAside() {
    const { position, note, nodes, at, judged } = this;
    return { position, note: note.peek(), nodes: nodes.peek(), at: at.peek(), judged: judged.peek() };
  }

  takeUp(/** @type {ReturnType<Tree["laidAside"]>} */ kept) {
    this.position = kept.position;
    this.note.value = kept.note;
    this.at.value = START;
    this.nodes.value = kept.nodes;
    this.judged.value = kept.judged;
    this.at.value = kept.at;
  }

  parent(/** @type {number} */ place) {
    return place === START ? START : this.nodes.value[place].parent;
  }

  /** What was tried after a choice, the main line first. */
  after(/** @type {number} */ place) {
    return this.nodes.value.flatMap((node, at) => (node.parent === place ? [at] : []));
  }

  /** The places on the way to one, with it. */
  way(/** @type {number} */ place) {
    const found = [];
    for (let at = place; at !== START; at = this.parent(at)) found.unshift(at);
    return found;
  }

  /** @returns {Stroke[]} */
  strokes(/** @type {number} */ place) {
    return this.way(place).map((at) => ({ seat: this.nodes.peek()[at].seat, choice: this.nodes.peek()[at].choice }));
  }

  /** Where this choice was tried already; START if it was not. */
  known(/** @type {number} */ place, /** @type {number} */ seat, /** @type {Choice} */ choice) {
    const said = JSON.stringify(choice);
    const same = (/** @type {number} */ at) =>
      this.nodes.value[at].seat === seat && JSON.stringify(this.nodes.value[at].choice) === said;
    return this.after(place).find(same) ?? START;
  }

  /** Put a choice after another one; its place. */
  add(/** @type {number} */ parent, /** @type {AnalysisNode} */ node) {
    this.nodes.value = [...this.nodes.peek(), whole({ ...node, parent })];
    return this.nodes.peek().length - 1;
  }

  /** Take a choice away, with all that was tried after it. */
  remove(/** @type {number} */ place) {
    const gone = new Set([place]);
    this.nodes.peek().forEach((node, at) => void (gone.has(node.parent) && gone.add(at)));
    const kept = this.nodes.peek().flatMap((_, at) => (gone.has(at) ? [] : [at]));
    this.#order(kept);
  }

  /** Make a choice the first of those that were tried there. */
  promote(/** @type {number} */ place) {
    const first = this.after(this.parent(place))[0];
    const all = this.nodes.peek().map((_, at) => at);
    const mine = all.filter((at) => at >= first && (at === place || this.way(at).includes(place)));
    this.#order([...all.slice(0, first), ...mine, ...all.slice(first).filter((at) => !mine.includes(at))]);
  }

  /** The nodes in this order, each after its parent. */
  #order(/** @type {number[]} */ places) {
    const fresh = new Map(places.map((old, place) => [old, place]));
    const nodes = this.nodes.peek();
    const at = this.at.peek();
    this.nodes.value = places.map((old) => ({ ...nodes[old], parent: fresh.get(nodes[old].parent) ?? START }));
    this.at.value = fresh.get(at) ?? START;
    const judged = [...this.judged.peek()].filter(([place]) => place === START || fresh.has(place));
    this.judged.value = new Map(judged.map(([place, told]) => [fresh.get(place) ?? START, told]));
  }

  noteOf(/** @type {number} */ place) {
    return place === START ? this.note.value : (this.nodes.value[place]?.note ?? "");
  }

  say(/** @type {number} */ place, /** @type {string} */ note) {
    if (place === START) this.note.value = note;
    else this.nodes.value = this.nodes.peek().map((node, at) => (at === place ? { ...node, note } : node));
  }

  /** Note what the strongest bot says of a position. */
  judge(/** @type {number} */ place, /** @type {Judgement} */ judgement) {
    this.judged.value = new Map(this.judged.peek()).set(place, judgement);
  }

  /** How a choice is marked, where the position before it was judged and it was among what was compared there. */
  markOf(/** @type {number} */ place) {
    const { seat, choice, parent } = this.nodes.value[place];
    const before = this.judged.value.get(parent);
    const said = JSON.stringify(choice);
    const same = before?.seat === seat && before.weighed.find(({ answer }) => JSON.stringify(answer[0]) === said);
    return same ? same.mark : "";
  }

  /** @returns {AnalysisSheet} */
  sheet() {
    return {
      position: this.position,
      title: this.title.value,
      names: this.names,
      note: this.note.value,
      nodes: this.nodes.value.map(({ seat, choice, parent, note }) => ({ seat, choice, parent, note })),
    };
  }
}
