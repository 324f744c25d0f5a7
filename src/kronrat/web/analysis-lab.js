/**
 * Beside the board of an analysis: who is asked, what chance brings, what the strongest bot would do, and the tree of
 * what was tried.
 */

import { SetUp } from "./analysis-setup.js";
import { START } from "./analysis-tree.js";
import { Flags, flagsOf } from "./flags.js";
import { post } from "./http.js";
import { eventLines } from "./log.js";
import { tinctureOf } from "./model.js";
import { comeAs, loadMe } from "./me.js";
import { announce, Button, CopyLink, Crest, html, Icon, IconButton, names } from "./parts.js";
import { useEffect, useKeys, useRef, useSignal, useSignalEffect, useState } from "./parts.js";
import { Mark } from "./review-parts.js";
import { sideWidth, useSideWidth } from "./side.js";
import { wholePercent } from "./words.js";

/**
 * @import { AnalysisKept, AnalysisNode, Hinted, MayCome } from "./messages.js"
 * @import { AnalysisModel } from "./analysis-model.js"
 * @import { Tree, TreeNode } from "./analysis-tree.js"
 * @import { Signal } from "./vendor/signals.js"
 * @import { Choice, Drawing, On } from "./types.js"
 * @import { Words } from "./words.js"
 * @typedef {{words: Words, model: AnalysisModel, tree: Tree, drawing: Drawing}} Shown
 */

const CHANCE = -1;
const [NARROW, ROOMY] = [400, 1_500]; // pixels
const NOTE_LENGTH = 1_000; // as the server has them
const TITLE_LENGTH = 80;
const ROOM_FOR_NUMBER = 8; // per cent of the bar of chances
const PIECES = ".board, input, textarea, select"; // where arrows mean something else

/** @param {Shown & {id: Signal<string>}} props */
export function Lab(props) {
  const { words, model, tree, drawing } = props;
  const small = useSignal(matchMedia("(max-width: 1099px), (max-height: 560px)").matches);
  const engine = useSignal(false);
  const at = tree.at.value;
  const remove = () => {
    if (at === START) return false;
    const parent = tree.parent(at);
    tree.remove(at);
    return void model.goTo(parent);
  };
  const elsewhere = (/** @type {() => unknown} */ act) => (/** @type {KeyboardEvent} */ event) =>
    /** @type {Element} */ (event.target).closest?.(PIECES) ? false : act();
  const go = (/** @type {number} */ place) => (place === at ? false : void model.goTo(place));
  const next = () => tree.after(at)[0] ?? at;
  const beside = (/** @type {1|-1} */ step) => {
    const others = at === START ? [] : tree.after(tree.parent(at));
    return others[others.indexOf(at) + step] ?? at;
  };
  useKeys(
    {
      arrowleft: elsewhere(() => go(at === START ? at : tree.parent(at))),
      arrowright: elsewhere(() => go(next())),
      arrowup: elsewhere(() => go(beside(-1))),
      arrowdown: elsewhere(() => go(beside(1))),
      home: elsewhere(() => go(START)),
      end: elsewhere(() => go(lastOf(tree))),
      delete: elsewhere(remove),
      e: () => (engine.value = !engine.value),
      x: () => (small.value = !small.value),
    },
    { first: true },
  );
  const fold = words.say(small.value ? "web.analysis.unfold" : "web.analysis.fold");
  const width = useSideWidth(NARROW, NARROW);
  useEffect(() => {
    if (!sideWidth(NARROW) && innerWidth < ROOMY) small.value = true; // it would cover what is played with
  }, []);
  return html`<section class=${names("analysis laid", small.value && "small")} style=${{ "--lab": `${width}px` }} aria-label=${words.say("web.analysis")}>
    <header>
      <${Icon} id="u-branch" />
      <input class="title" value=${tree.title.value} maxlength=${TITLE_LENGTH} aria-label=${words.say("web.analysis.name")}
        placeholder=${words.say("web.analysis.untitled")}
        onInput=${(/** @type {On<HTMLInputElement>} */ event) => (tree.title.value = event.currentTarget.value)} />
      <${Steps} ...${props} go=${go} />
      <${IconButton} icon="u-chev" class="fold" label=${fold} aria-expanded=${String(!small.value)} onClick=${() => (small.value = !small.value)} />
    </header>
    <${Asked} ...${props} />
    ${!small.value && model.pieces.value && html`<div class="parts"><${SetUp} words=${words} model=${model} /></div>`}
    ${
      !small.value &&
      !model.pieces.value &&
      html`<div class="parts"><${Engine} ...${props} on=${engine} />
        <${Variations} ...${props} />
        <${Note} words=${words} tree=${tree} /></div>
      <${Ways} ...${props} onRemove=${remove} drawing=${drawing} />`
    }
  </section>`;
}

/** The end of the main line from where somebody looks. */
function lastOf(/** @type {Tree} */ tree) {
  let place = tree.at.peek();
  for (let next = tree.after(place)[0]; next !== undefined; next = tree.after(place)[0]) place = next;
  return place;
}

/** @param {Shown & {go: (place: number) => unknown}} props */
function Steps({ words, tree, go }) {
  const at = tree.at.value;
  const first = at === START;
  const last = tree.after(at).length === 0;
  return html`<span class="steps">
    <${IconButton} icon="u-step-back" label=${words.say("web.analysis.first")} disabled=${first} onClick=${() => go(START)} />
    <${IconButton} icon="u-prev" label=${words.say("web.analysis.back")} disabled=${first} onClick=${() => go(tree.parent(at))} />
    <${IconButton} icon="u-next" label=${words.say("web.analysis.next")} disabled=${last} onClick=${() => go(tree.after(at)[0])} />
    <${IconButton} icon="u-step-fwd" label=${words.say("web.analysis.last")} disabled=${last} onClick=${() => go(lastOf(tree))} />
  </span>`;
}

// -- who is asked -----------------------------------------------------------------------------------------------------

/** Whose choice it is; with several, from whose seat to look; and what chance may bring. @param {Shown} props */
function Asked(props) {
  const { words, model } = props;
  const deciding = model.view.value?.deciding ?? [];
  const seats = deciding.filter((seat) => seat >= 0);
  const spoken = model.words.value;
  if (deciding.some((seat) => seat < 0)) return html`<${Chance} ...${props} />`;
  if (!seats.length) return html`<p class="asked">${words.say("web.analysis.over")}</p>`;
  if (seats.length === 1)
    return html`<p class="asked"><${Crest} seat=${seats[0]} />${words.say("web.analysis.asked", { name: spoken.player(seats[0]) })}</p>`;
  return html`<div class="asked" role="group" aria-label=${words.say("web.analysis.together")}>
    <span>${words.say("web.analysis.together")}</span>
    ${seats.map(
      (
        seat,
      ) => html`<button type="button" key=${seat} aria-pressed=${String(seat === model.front.value)} onClick=${() => model.frontSeat(seat)}>
        <${Crest} seat=${seat} />${spoken.player(seat)}</button>`,
    )}</div>`;
}

/** What chance or time brings: rolled anew, or set by hand. @param {Shown} props */
function Chance({ words, model, drawing }) {
  const [coming, setComing] = useState(/** @type {MayCome|null} */ (null));
  const [typed, setTyped] = useState("");
  const version = model.version.value;
  useEffect(() => setComing(null), [version]);
  const open = async () => setComing(coming ? null : await model.mayCome());
  const sum = coming?.weights.reduce((all, one) => all + one, 0) ?? 1;
  const put = (/** @type {Event} */ event) => {
    event.preventDefault();
    const choice = typed
      .trim()
      .split(/\s+/)
      .map((word) => (/^-?\d+$/.test(word) ? Number(word) : word));
    void model.choose(coming?.seat ?? CHANCE, choice);
  };
  return html`<div class="asked chance"><${Icon} id="u-dice" /><span>${words.say(model.chance ? "web.analysis.chance" : "web.analysis.time")}</span>
    ${model.chance && html`<${Button} kind="pri" onClick=${() => model.roll()}>${words.say("web.analysis.roll")}<//>`}
    <${Button} onClick=${open} aria-expanded=${String(coming !== null)}>${words.say("web.analysis.set")}<//>
    ${
      coming &&
      (coming.outcomes.length
        ? html`<ul class="outcomes" tabindex="0" aria-label=${words.say("web.analysis.set")}>${coming.outcomes.map(
            (
              one,
              n,
            ) => html`<li key=${n}><button type="button" onClick=${() => model.choose(coming.seat, /** @type {Choice} */ (one.choice))}>
            <span>${saidOf(model, drawing, one)}</span>${coming.seat === CHANCE && html`<small>${wholePercent(words, coming.weights[n] / sum)}</small>`}</button></li>`,
          )}</ul>`
        : html`<form class="typed" onSubmit=${put}><label>${words.say("web.analysis.typed")}
          <input value=${typed} onInput=${(/** @type {On<HTMLInputElement>} */ event) => setTyped(event.currentTarget.value)} /></label>
          <${Button} type="submit">${words.say("web.analysis.typed.put")}<//></form>`)
    }
  </div>`;
}

/** A choice in words; what chance brought by what followed from it. */
function saidOf(/** @type {AnalysisModel} */ model, /** @type {Drawing} */ drawing, /** @type {AnalysisNode} */ node) {
  const words = model.words.value;
  const choice = /** @type {Choice} */ (node.choice);
  if (node.seat < 0) return eventLines(model, drawing, node.events ?? [])[0] ?? choice.slice(1).join(" ");
  const question = { kind: node.kind ?? "", facts: node.facts ?? {}, rule: "", options: [], version: 0 };
  return drawing.answer?.(words, [choice]) || words.choice(choice, question);
}

// -- what the strongest bot would do ----------------------------------------------------------------------------------

/** @param {Shown & {on: Signal<boolean>}} props */
function Engine({ words, model, tree, drawing, on }) {
  const hints = useSignal(/** @type {Hinted[]|null} */ (null));
  const state = useSignal(/** @type {"off"|"thinking"|"told"|"silent"|"nothing"} */ ("off"));
  const again = useSignal(0);
  useSignalEffect(() => {
    const question = model.question.value;
    void again.value;
    hints.value = null;
    state.value = on.value ? (question ? "thinking" : "nothing") : "off";
    if (!on.value || !question) return;
    void model.judge().then((found) => {
      if (question !== model.question.peek()) return;
      hints.value = found?.hints ?? null;
      state.value = !found ? "silent" : found.hints.length ? "told" : "nothing";
      if (!found?.hints.length) return;
      const { chances, weighed } = found;
      const [{ percent }] = found.hints;
      tree.judge(tree.at.peek(), { seat: model.front.peek() ?? 0, percent, chances, weighed });
      announce(words.say("web.analysis.found", { percent }));
    });
  });
  const said = (/** @type {Hinted} */ { answer }) => {
    const spoken = model.words.value;
    const choices = /** @type {Choice[]} */ (answer);
    return (
      drawing.answer?.(spoken, choices) || choices.map((one) => spoken.choice(one, model.question.value)).join("; ")
    );
  };
  return html`<section class="engine" aria-labelledby="engine">
    <h2><${Icon} id="mark" /><span id="engine">${words.say("web.analysis.engine")}</span>
      <button type="button" role="switch" aria-checked=${String(on.value)} aria-labelledby="engine" aria-keyshortcuts="E" onClick=${() => (on.value = !on.value)}><i></i></button></h2>
    ${state.value === "thinking" && html`<p role="status">${words.say("web.analysis.thinking")}</p>`}
    ${state.value === "nothing" && html`<p role="status">${words.say("web.analysis.nothing")}</p>`}
    ${
      state.value === "silent" &&
      html`<p role="alert">${words.say("web.analysis.silent")} <${Button} onClick=${() => (again.value += 1)}>${words.say("web.analysis.again")}<//></p>`
    }
    ${
      hints.value &&
      html`<ol>${hints.value.map(
        (
          one,
          n,
        ) => html`<li key=${n}><button type="button" class=${n ? null : "best"} onClick=${() => model.play(/** @type {Choice} */ (one.answer[0]))}>
          <span class="pc">${wholePercent(words, one.percent / 100)}</span><b>${said(one)}</b></button></li>`,
      )}</ol><p class="muted">${words.say("web.analysis.knows")}</p>
      <${Flags} drawing=${drawing} flags=${flagsOf(words, hints.value)} lit=${-1} view=${model.view.value} over="main.board" />`
    }
  </section>`;
}

// -- the tree ---------------------------------------------------------------------------------------------------------

/** @param {Shown} props */
function Variations(props) {
  const { words, tree, model } = props;
  const box = useRef(/** @type {HTMLElement|null} */ (null));
  const at = tree.at.value;
  const first = tree.after(START);
  useEffect(() => box.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" }), [at]);
  return html`<section class="variations" aria-labelledby="variations">
    <h2 id="variations">${words.say("web.analysis.variations")}</h2>
    <${Chances} words=${words} model=${model} tree=${tree} />
    ${!first.length && html`<p class="muted">${words.say("web.analysis.empty")}</p>`}
    <div role="tree" aria-labelledby="variations" ref=${box}>
      <span class="node start" role="treeitem" aria-level="1" aria-current=${at === START ? "true" : null} aria-selected=${String(at === START)}
        tabindex=${at === START ? 0 : -1} onClick=${() => model.goTo(START)} onKeyDown=${pressed(() => model.goTo(START))}>${words.say("web.analysis.start")}</span>
      <${Run} ...${props} first=${first} level=${1} />
    </div>
  </section>`;
}

const pressed = (/** @type {() => unknown} */ act) => (/** @type {KeyboardEvent} */ event) => {
  if (event.key !== "Enter" && event.key !== " ") return;
  event.preventDefault();
  event.stopPropagation();
  act();
};

/**
 * A line from its first choice on; behind every choice stands what was tried instead of it.
 * @param {Shown & {first: number[], level: number}} props
 */
function Run(props) {
  const { tree, first, level } = props;
  const found = [];
  for (let tried = first; tried.length; tried = tree.after(tried[0])) {
    const [main, ...others] = tried;
    found.push(html`<${Tried} key=${main} ...${props} place=${main} level=${level} />`);
    for (const other of others)
      found.push(html`<div class="branch" role="group" key=${`b${other}`}><${Tried} ...${props} place=${other} level=${level + 1} />
        <${Run} ...${props} first=${tree.after(other)} level=${level + 1} /></div>`);
  }
  return found;
}

/** @param {Shown & {place: number, level: number}} props */
function Tried({ words, model, tree, drawing, place, level }) {
  const node = tree.nodes.value[place];
  const mark = tree.markOf(place);
  const judged = tree.judged.value.get(place);
  const here = tree.at.value === place;
  const go = () => model.goTo(place);
  const who =
    node.seat >= 0
      ? html`<${Crest} seat=${node.seat} label=${model.words.value.player(node.seat)} />`
      : html`<${Icon} id="u-dice" label=${words.say("web.analysis.chance.short")} />`;
  return html`<span class="node" role="treeitem" aria-level=${level} aria-current=${here ? "true" : null} aria-selected=${String(here)}
    tabindex=${here ? 0 : -1} onClick=${go} onKeyDown=${pressed(go)}>${who}<span>${saidOf(model, drawing, node)}</span>${mark && html`<${Mark} words=${words} mark=${mark} label />`}${judged && html`<${Promised} words=${words} model=${model} judged=${judged} />`}</span>
    ${node.note && html`<span class="said">${node.note}</span>`}`;
}

/**
 * What everybody may expect of the position that is shown, once the bot was asked.
 * @param {{words: Words, model: AnalysisModel, tree: Tree}} props
 */
function Chances({ words, model, tree }) {
  const chances = tree.judged.value.get(tree.at.value)?.chances ?? [];
  if (!chances.length) return null;
  const spoken = model.words.value;
  const told = chances.map((n, seat) => `${spoken.player(seat)} ${wholePercent(words, n / 100)}`);
  return html`<div class="chance-bar" role="img" aria-label=${words.say("web.analysis.chances", { told: words.list(told) })}>
    ${chances.map(
      (n, seat) => html`<span key=${seat} class=${`p-${tinctureOf(seat)}`} aria-hidden="true" style=${{ flexGrow: n }}>
        <${Crest} seat=${seat} />${n >= ROOM_FOR_NUMBER && n}</span>`,
    )}</div>`;
}

/**
 * What whoever is asked after a choice may expect there.
 * @param {{words: Words, model: AnalysisModel, judged: {seat: number, percent: number}}} props
 */
function Promised({ words, model, judged: { seat, percent } }) {
  const told = words.say("web.analysis.judged", { name: model.words.value.player(seat), percent });
  return html`<small class="pc" title=${told}><span class="sr">${told}</span><span aria-hidden="true">→ <${Crest} seat=${seat} />${wholePercent(words, percent / 100)}</span></small>`;
}

/** What is said of the position that is shown. @param {{words: Words, tree: Tree}} props */
function Note({ words, tree }) {
  const at = tree.at.value;
  return html`<label class="remark"><span><${Icon} id="u-quill" />${words.say("web.analysis.note")}</span>
    <textarea key=${at} rows="2" maxlength=${NOTE_LENGTH} value=${tree.noteOf(at)}
      onInput=${(/** @type {On<HTMLTextAreaElement>} */ event) => tree.say(at, event.currentTarget.value)}></textarea></label>`;
}

// -- what can be done with it -----------------------------------------------------------------------------------------

/** Keep, share, take as a file, and tidy up. @param {Shown & {id: Signal<string>, onRemove: () => unknown}} props */
function Ways({ words, model, tree, id, onRemove }) {
  const kept = useSignal(id.peek() ? JSON.stringify(tree.sheet()) : "");
  const problem = useSignal("");
  const at = tree.at.value;
  const sheet = JSON.stringify(tree.sheet());
  const keep = async () => {
    try {
      await loadMe();
      await comeAs(words.say("web.name.guest"));
      const sent = tree.sheet();
      const line = /** @type {AnalysisKept} */ (await post("/api/analyses", { sheet: sent, id: id.peek() }));
      id.value = line.id;
      kept.value = JSON.stringify(sent);
      problem.value = "";
      history.replaceState(null, "", `/analysis/${line.id}`);
      announce(words.say("web.analysis.is_kept"));
    } catch (refused) {
      problem.value = /** @type {{code?: string}} */ (refused).code ?? "failed";
    }
  };
  const save = async () => {
    const headers = { "content-type": "application/json" };
    const answer = await fetch("/api/analysis/text", { method: "POST", headers, body: sheet }).catch(() => null);
    if (!answer?.ok) return void (problem.value = "failed");
    const link = document.createElement("a");
    link.href = URL.createObjectURL(await answer.blob());
    link.download = `${tree.game}.kronrat-analysis`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  };
  const others = at === START ? [] : tree.after(tree.parent(at));
  const fresh = kept.value !== sheet;
  return html`<footer class="ways">
    ${fresh ? html`<${Button} kind="pri" onClick=${keep}>${words.say(id.value ? "web.analysis.keep.again" : "web.analysis.keep")}<//>` : html`<span class="muted" role="status">${words.say("web.analysis.is_kept")}</span>`}
    ${id.value && html`<${CopyLink} words=${words} label=${words.say("web.analysis.link")} address=${`${location.origin}/analysis/${id.value}`} />`}
    <${Button} onClick=${() => model.put()}>${words.say("web.pieces")}<//>
    <${Button} onClick=${save}>${words.say("web.analysis.save")}<//>
    ${others.length > 1 && others[0] !== at && html`<${Button} onClick=${() => tree.promote(at)}>${words.say("web.analysis.promote")}<//>`}
    ${at !== START && html`<${Button} kind="quiet" onClick=${onRemove}>${words.say("web.analysis.remove")}<//>`}
    ${problem.value && html`<p class="problem" role="alert">${words.say(words.has(`web.refused.${problem.value}`) ? `web.refused.${problem.value}` : "web.analysis.not_kept")}</p>`}
  </footer>`;
}
