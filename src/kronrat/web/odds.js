/**
 * How likely things are, from what my seat knows. The rules of the game count, its module `odds` draws; this is the box
 * around it, and what those modules share.
 */

import { partOf } from "./drawings.js";
import { html, Icon, useEffect, useId, useKeys, useRef, useSignal } from "./parts.js";
import { wholePercent } from "./words.js";

/**
 * @import { LiveModel } from "./model.js"
 * @import { Children, Component } from "./types.js"
 * @import { Signal } from "./vendor/signals.js"
 * @import { Words } from "./words.js"
 */

const TOPIC = /** @type {never} */ ("odds"); // every game has topics of its own, and this one if it tells odds

/** @param {{model: LiveModel, open: Signal<boolean>}} props */
export function OddsBox({ model, open }) {
  const words = model.words.value;
  const view = model.view.value;
  const odds = useSignal(/** @type {object|null} */ (null));
  const Drawn = useSignal(/** @type {Component<{model: LiveModel, odds: object}>|null} */ (null));
  const heading = useRef(/** @type {HTMLElement|null} */ (null));
  const id = useId();
  const close = () => (open.value = false);
  useEffect(() => {
    const before = /** @type {HTMLElement|null} */ (document.activeElement);
    heading.current?.focus({ preventScroll: true });
    void partOf(model.info.peek().game, "odds").then(({ default: part }) => (Drawn.value = part));
    return () => before?.isConnected && before.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    let wanted = true;
    void model.ask(TOPIC).then((answer) => wanted && (odds.value = answer));
    return () => void (wanted = false);
  }, [view, model.front.value]);
  useKeys({ escape: close }, { first: true });
  return html`<section class="hints odds panel scaled" aria-labelledby=${id}>
    <header>
      <${Icon} id="u-dice" /><h2 class="h" id=${id} tabindex="-1" ref=${heading}>${words.say("web.odds")}</h2>
      <button type="button" class="ib" aria-label=${words.say("web.close")} onClick=${close}><${Icon} id="u-close" /></button>
    </header>
    ${Drawn.value && odds.value && html`<${Drawn.value} model=${model} odds=${odds.value} />`}
    ${odds.value && html`<p class="none muted">${words.say("web.odds.none")}</p>`}
    <p class="muted">${words.say("web.odds.knows")}</p>
  </section>`;
}

/**
 * One part of the odds: its heading says whether it was counted or guessed.
 * @param {{words: Words, title: string, text: Children, exact: boolean, children?: Children}} props
 */
export function OddsPart({ words, title, text, exact, children }) {
  return html`<section class="part">
    <h3>${title}<small class=${exact ? "exact" : "guess"}>${words.say(exact ? "web.odds.exact" : "web.odds.guess")}</small></h3>
    <p class="muted">${text}</p>${children}
  </section>`;
}

/**
 * Chances as a table; each cell is filled as far as its chance goes.
 * @param {{words: Words, head: string, columns: string[], rows: {head: Children, cells: (number|string|null)[]}[]}} props
 *        a cell is a part of 1, or what is said there instead
 */
export function ChanceTable({ words, head, columns, rows }) {
  return html`<div class="chances"><table>
    <thead><tr><th scope="col">${head}</th>${columns.map((said) => html`<th scope="col" key=${said}>${said}</th>`)}</tr></thead>
    <tbody>${rows.map(
      ({ head: about, cells }, row) => html`<tr key=${row}><th scope="row">${about}</th>
        ${cells.map((cell, at) =>
          typeof cell === "number"
            ? html`<td key=${at} style=${{ "--part": `${100 * cell}%` }}>${percent(words, cell)}</td>`
            : html`<td key=${at}>${cell ?? "–"}</td>`,
        )}</tr>`,
    )}</tbody></table></div>`;
}

/** A part of 1 in whole per cent; only what is certain is 0 or 100. */
export function percent(/** @type {Words} */ words, /** @type {number} */ part) {
  if (part > 0 && part < 0.005) return words.say("web.odds.hardly", { n: 1 });
  if (part < 1 && part > 0.995) return words.say("web.odds.almost", { n: 99 });
  return wholePercent(words, part);
}
