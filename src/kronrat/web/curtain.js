/**
 * Several people at one browser: between them falls a curtain, so that nobody sees what only another may know. While it
 * hangs, the table is looked at from outside, and nothing of the last view stays.
 */

import { Button, Crest, html, names, useEffect, useRef, useSignal, useSignalEffect } from "./parts.js";
import { curtain } from "./settings.js";

/**
 * `next` is a signal: the seat whose turn it is to look, as long as the curtain hangs; `raise` opens it for a seat.
 */
export function useCurtain(/** @type {import("./model.js").LiveTable} */ model, /** @type {boolean} */ watching) {
  const opened = useSignal(/** @type {number|null} */ (null)); // for whom the curtain was raised last
  const next = useSignal(/** @type {number|null} */ (null));
  useSignalEffect(() => {
    const mine = model.mine.value;
    const front = model.front.value;
    if (mine.length < 2 || watching || model.info.value?.stage !== "playing") {
      next.value = null;
      return;
    }
    const asked = (model.view.value?.deciding ?? []).filter((seat) => mine.includes(seat));
    const wanted = asked.length === 0 || asked.includes(front) ? (front ?? opened.peek() ?? mine[0]) : asked[0];
    if (!curtain.value) {
      next.value = null;
      if (wanted !== front) void model.frontSeat(wanted);
    } else if (wanted === front && opened.value === front) {
      next.value = null;
    } else {
      next.value = wanted;
      if (front !== null && opened.peek() !== wanted) void model.cover();
    }
  });
  const raise = (/** @type {number} */ seat) => {
    opened.value = seat;
    void model.frontSeat(seat);
  };
  return { next, raise };
}

export function Curtain({ model, seat, raise }) {
  const words = model.words.value;
  const button = useRef(null);
  useEffect(() => button.current?.querySelector("button")?.focus(), [seat]);
  const look = names("curtain on-dark", `p-${model.tincture(seat)}`);
  return html`<main class=${look} aria-label=${words.say("web.curtain")}>
    <div class="folds" aria-hidden="true"></div>
    <div class="call" ref=${button}>
      <${Crest} seat=${seat} />
      <h1>${words.say("web.curtain.next", { seat })}</h1>
      <p>${words.say("web.curtain.hint", { seat })}</p>
      <${Button} kind="pri" onClick=${() => raise(seat)}>${words.say("web.curtain.open", { seat })}<//>
    </div>
  </main>`;
}
