/**
 * Several people at one browser: a curtain falls between them, so that nobody sees what only another may know. Where
 * the game says that nobody here has a secret, there is none. While it hangs, the table is shown as spectators see it, and nothing of the last view stays.
 */

import { Button, Crest, html, names, useComputed, useEffect, useRef, useSignal, useSignalEffect } from "./parts.js";
import { curtain } from "./settings.js";

/** @import { LiveModel } from "./model.js" */

/**
 * `next` is a signal: the seat whose turn it is to look, as long as the curtain hangs; `raise` opens it for a seat.
 * It is computed, not set by an effect, so that no view is drawn even once before the curtain hangs.
 */
export function useCurtain(/** @type {LiveModel} */ model, /** @type {boolean} */ watching) {
  const opened = useSignal(/** @type {number|null} */ (null)); // for whom the curtain was raised last
  const wanted = useComputed(() => {
    const mine = model.mine.value;
    const front = model.front.value;
    if (mine.length < 2 || watching || model.info.value?.stage !== "playing") return null;
    if (front !== null && model.playhead.scene.value) return front; // a scene is seen to its end
    const asked = (model.view.value?.deciding ?? []).filter((seat) => mine.includes(seat));
    return asked.length === 0 || (front !== null && asked.includes(front))
      ? (front ?? opened.value ?? mine[0])
      : asked[0];
  });
  const needed = useComputed(() => {
    const secret = model.view.value?.secret;
    return curtain.value && (!secret || model.mine.value.some((seat) => secret.includes(seat)));
  });
  const next = useComputed(() => {
    const front = model.front.value;
    const raised = wanted.value === front && opened.value === front;
    return raised || !needed.value ? null : wanted.value;
  });
  useSignalEffect(() => {
    const seat = wanted.value;
    const front = model.front.value;
    if (seat === null) return;
    if (needed.value && front !== null && opened.value !== seat) void model.cover();
    else if (!needed.value && front !== seat) void model.frontSeat(seat);
  });
  const raise = (/** @type {number} */ seat) => {
    opened.value = seat;
    void model.frontSeat(seat);
  };
  return { next, raise };
}

/**
 * The last choice at this browser, while taking it back is free: its maker sees only now that the turn went on.
 * @param {{model: LiveModel}} props
 */
function TakeBackOf({ model }) {
  const seat = model.undoSeat.value;
  if (!model.undo.value || seat === null) return null;
  return html`<${Button} icon="u-undo" kbd="Ctrl+Z" onClick=${() => model.takeBack()} data-undo="">
    ${model.words.value.say("web.curtain.undo", { seat })}<//>`;
}

/** @param {{model: LiveModel, seat: number, raise: (seat: number) => void}} props */
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
      <${TakeBackOf} model=${model} />
    </div>
  </main>`;
}
