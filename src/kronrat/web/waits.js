/** What is known and not yet shown: whose steps wait, without their content, and the ways to skip. */

import { Button, Crest, html } from "./parts.js";

/** @import { TableModel } from "./model.js" */

const SHOWN = 4; // steps, by the crest of the player

/** @typedef {Pick<TableModel, "info"> & {view: {value: {deciding: number[]}|null}}} Table  of any game */

const heldByBot = (/** @type {Table} */ model) => (/** @type {number} */ seat) =>
  Boolean(model.info.value.seats[seat]?.held);

/** The people for whom the table waits; where a bot holds a seat, `Waits` says so. */
export const awaitedPeople = (/** @type {Table} */ model) =>
  (model.view.value?.deciding ?? []).filter((seat) => seat >= 0 && !heldByBot(model)(seat));

/**
 * The steps that wait, for the tray, or whose choice a bot makes; nothing where nothing waits.
 * @param {{model: TableModel}} props
 */
export function Waits({ model }) {
  const { playhead } = model;
  const words = model.words.value;
  if (!playhead?.behind) {
    const held = (model.view.value?.deciding ?? []).filter(heldByBot(model));
    return held.length > 0 && html`<p class="waits"><small>${words.say("web.waits.bot", { seats: held })}</small></p>`;
  }
  const seats = playhead.waiting.value
    .flatMap(({ log = [] }) => log.map(({ seat }) => seat))
    .filter((seat) => seat >= 0);
  const steps = seats.filter((seat, place) => seat !== seats[place - 1]);
  const more = steps.length - SHOWN;
  return html`<p class="waits">
    <span class="sr">${words.say("web.waits", { n: steps.length })}</span>
    ${steps.slice(0, SHOWN).map((seat, place) => html`<${Crest} key=${place} seat=${seat} />`)}
    ${more > 0 && html`<small>${words.say("web.waits.more", { n: more })}</small>`}
    <${Button} kind="quiet" kbd=${words.say("web.key.space")} aria-keyshortcuts="Space" onClick=${() => playhead.toNow()}>
      ${words.say("web.waits.skip")}<//>
  </p>`;
}

/** The ways on through a scene, for the tray. @param {{model: TableModel}} props */
export function SceneActs({ model: { playhead, words } }) {
  return html`<div class="acts">
    <${Button} icon="u-next" kbd=${words.value.say("web.key.space")} aria-keyshortcuts="Space"
      onClick=${() => playhead?.nextBeat()}>${words.value.say("web.scene.next")}<//>
    <${Button} kind="quiet" kbd="Esc" aria-keyshortcuts="Escape" onClick=${() => playhead?.endScene()}>
      ${words.value.say("web.scene.all")}<//>
  </div>`;
}

/**
 * Who is ready to go on from a scene that waits: bots always are, and whoever has chosen since. Nobody waits for it.
 * @param {{model: TableModel}} props
 */
export function Ready({ model }) {
  const words = model.words.value;
  const gone = (model.playhead?.waiting.value ?? []).flatMap(({ log = [] }) => log.map(({ seat }) => seat));
  const { seats } = model.info.value;
  const others = seats.map((_, seat) => seat).filter((seat) => seat !== model.front.value);
  const ready = others.filter((seat) => seats[seat].kind === "bot" || seats[seat].held || gone.includes(seat));
  return html`<p class="ready">
    ${others.map((seat) => html`<span key=${seat} class=${ready.includes(seat) ? "on" : ""}><${Crest} seat=${seat} /></span>`)}
    ${ready.length > 0 && html`<small>${words.say("web.ready", { seats: ready, n: ready.length })}</small>`}
  </p>`;
}
