/**
 * "What would the Chancellor do?": the three best answers to the question, as the strongest bot finds them from what my
 * seat knows. Pressing one has it ready on the table where the game's drawing can do that; it is never given by itself.
 */

import { Flags, flagsOf } from "./flags.js";
import { linesOf } from "./log.js";
import { announce, Button, html, Icon, useEffect, useId, useKeys, useRef, useSignal } from "./parts.js";
import { useSideWidth } from "./side.js";

/**
 * @import { Hinted } from "./messages.js"
 * @import { LiveModel } from "./model.js"
 * @import { AnyGame, Choice, Drawing, EntryOf } from "./types.js"
 * @import { Signal } from "./vendor/signals.js"
 */

const MOST_LINES = 2; // of what follows from an answer
const SOME = 3; // percent of the victory by which an answer is worse than the best,
const MUCH = 8; // or much worse
const [NARROW, USUAL] = [270, 400]; // pixels
const SMALL = "(max-width: 899px)"; // screens on which the box covers what it speaks of

/** @param {{model: LiveModel, drawing: Drawing, open: Signal<boolean>}} props */
export function Hints({ model, drawing, open }) {
  const words = model.words.value;
  const asked = model.question.value;
  const hints = useSignal(/** @type {Hinted[]|null} */ (null));
  const state = useSignal(/** @type {"warned"|"thinking"|"told"|"silent"|"nothing"} */ ("thinking"));
  const lit = useSignal(-1); // the answer that is pointed at
  const width = useSideWidth(NARROW, USUAL);
  const heading = useRef(/** @type {HTMLElement|null} */ (null));
  const id = useId();
  const close = () => (open.value = false);
  const warns = model.info.value.rated && !model.info.value.seats[model.mine.value[0] ?? 0]?.helped;
  const ask = async () => {
    const question = model.question.peek();
    state.value = question ? "thinking" : "nothing";
    if (!question) return;
    const found = await model.advise();
    if (question !== model.question.peek()) return;
    hints.value = found;
    state.value = !found ? "silent" : found.length ? "told" : "nothing";
    if (found?.length) announce(words.say("web.hints.found", { choice: said(model, drawing, found[0]) }));
  };
  const first = useRef(asked);
  useEffect(() => {
    const before = /** @type {HTMLElement|null} */ (document.activeElement);
    heading.current?.focus({ preventScroll: true });
    if (warns) state.value = "warned";
    else void ask();
    return () => before?.isConnected && before.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    if (asked !== first.current) close(); // another question needs other advice
  }, [asked]);
  useKeys({ escape: close }, { first: true });
  return html`<section class="hints panel scaled" style=${{ "--wide": `${width}px` }} aria-labelledby=${id}>
    <header>
      <${Icon} id="mark" /><h2 class="h" id=${id} tabindex="-1" ref=${heading}>${words.say("web.hints")}</h2>
      <button type="button" class="ib" aria-label=${words.say("web.close")} onClick=${close}><${Icon} id="u-close" /></button>
    </header>
    ${
      state.value === "warned" &&
      html`<p>${words.say("web.rated.hints")}</p><${Button} onClick=${ask}>${words.say("web.rated.hints.ask")}<//>`
    }
    ${state.value === "thinking" && html`<p role="status">${words.say("web.hints.thinking")}</p>`}
    ${state.value === "nothing" && html`<p role="status">${words.say("web.hints.nothing")}</p>`}
    ${
      state.value === "silent" &&
      html`<p role="alert">${words.say("web.hints.silent")}</p>
      <${Button} onClick=${ask}>${words.say("web.hints.again")}<//>`
    }
    ${
      state.value === "told" &&
      html`<ol>${hints.value?.map(
        (
          hint,
          place,
        ) => html`<${Hint} key=${place} model=${model} drawing=${drawing} hint=${hint} place=${place} lit=${lit}
          onLaid=${() => matchMedia(SMALL).matches && close()} />`,
      )}</ol>
      <p class="muted">${words.say("web.hints.knows")}</p>`
    }
  </section>
  ${
    state.value === "told" &&
    html`<${Flags} drawing=${drawing} flags=${flagsOf(words, hints.value ?? [])} lit=${lit.value} view=${model.view.value} over="main.board" />`
  }`;
}

/** An answer in words: as the game's drawing says it, or choice by choice. */
function said(/** @type {LiveModel} */ model, /** @type {Drawing} */ drawing, /** @type {Hinted} */ { answer }) {
  const words = model.words.value;
  const short = drawing.answer?.(words, answer);
  if (short) return short;
  return answer.map((choice) => words.choice(choice, model.question.peek())).join("; ");
}

/**
 * One answer: what it is, what it promises, and what follows from it at once.
 * @param {{model: LiveModel, drawing: Drawing, hint: Hinted, place: number, lit: Signal<number>, onLaid: () => void}} props
 */
function Hint({ model, drawing, hint, place, lit, onLaid }) {
  const words = model.words.value;
  const refused = useSignal(false);
  const follows = useSignal(/** @type {unknown[]} */ ([]));
  useEffect(() => {
    void model.preview(hint.answer[0]).then(({ events = [] }) => {
      const entry = /** @type {EntryOf<AnyGame>} */ ({ version: 0, at: 0, seat: model.front.peek() ?? 0, events });
      follows.value = linesOf(model, drawing, entry).map(({ text }) => text);
    });
  }, []);
  const lay = () => {
    const laid = drawing.lay?.(model, /** @type {Choice[]} */ (hint.answer)) ?? false;
    refused.value = !laid;
    announce(words.say(laid ? "web.hints.laid" : "web.hints.by_hand"));
    if (laid) onLaid();
  };
  const { percent, less = 0 } = hint;
  const point = (/** @type {number} */ to) => () => (lit.value = to);
  return html`<li onPointerEnter=${point(place)} onPointerLeave=${point(-1)} onFocusIn=${point(place)} onFocusOut=${point(-1)}>
    <button type="button" onClick=${lay} data-hint=${place}>
      <b class="n" aria-hidden="true">${place + 1}</b>
      <span class="what">${said(model, drawing, hint)}</span>
      <span class="pc">${words.say("web.percent", { n: percent })}</span>
      <i class="bar" aria-hidden="true"><i style=${{ width: `${percent}%` }}></i></i>
      <small>${words.say(`web.hints.${worth(place, less)}`, { less, n: less })}
        ${follows.value.slice(0, MOST_LINES).map((line) => html` ${line}`)}</small>
    </button>
    ${refused.value && html`<p class="muted" role="status">${words.say("web.hints.by_hand")}</p>`}
  </li>`;
}

/** How an answer compares with the best one. */
function worth(/** @type {number} */ place, /** @type {number} */ less) {
  if (!place) return "best";
  return less >= MUCH ? "much" : less >= SOME ? "some" : less ? "little" : "equal";
}
