/**
 * Tips for beginners at a table with bots: the game says which one fits, and each is shown once. A tip takes the place of
 * the log, so that nothing moves and nothing is covered; where the log is out of sight, a button in the header has it.
 */

import { announce, Button, Dialog, html, Icon, IconButton, useSignal, useSignalEffect } from "./parts.js";
import { memory, tips } from "./settings.js";

/**
 * @import { LiveModel } from "./model.js"
 * @import { Question, Tip } from "./messages.js"
 * @import { Signal } from "./vendor/signals.js"
 * @typedef {{tip: Tip, kind: string}|null} Shown  a tip, and the kind of question that it is for
 * @typedef {{model: LiveModel, shown: Signal<Shown>}} Props
 */

const SHOWN = "kronrat.tips"; // where it is kept which tips of each game were shown
const REST = 5_000; // milliseconds without a step before somebody who answers step by step is interrupted

const shownIn = (/** @type {string} */ game) => /** @type {string[]} */ (memory.read(SHOWN)?.[game] ?? []);

function keepShown(/** @type {string} */ game, /** @type {string} */ id) {
  memory.write(SHOWN, { ...memory.read(SHOWN), [game]: [...shownIn(game), id] });
}

/** What is asked, whatever the game. */
const asked = (/** @type {LiveModel} */ { question }) =>
  /** @type {Question|null} */ (/** @type {unknown} */ (question.value));

/** Finds the tip for what is asked now, if there is a new one; at most one for each question. */
export function Coach(/** @type {Props} */ { model, shown }) {
  const last = useSignal(/** @type {Question|null} */ (null));
  const tipped = useSignal(0); // the newest question that had a tip
  const show = (/** @type {Question} */ { kind, tips: found, version }) => {
    const { game } = model.info.peek();
    const known = shownIn(game);
    const tip = found?.find(({ id }) => !known.includes(id));
    if (!tip || version === tipped.peek()) return;
    tipped.value = version;
    keepShown(game, tip.id);
    shown.value = { tip, kind };
    announce(model.words.peek().say(`tip.${tip.id}`, tip.facts));
  };
  useSignalEffect(() => {
    const question = model.playhead.behind || model.clock.value ? null : asked(model); // a clock leaves no time to read
    const now = shown.peek();
    const still = now && question?.kind === now.kind && question.tips?.find(({ id }) => id === now.tip.id);
    shown.value = still ? { ...now, tip: still } : null;
    const before = last.peek();
    last.value = question;
    if (still || !question) return undefined;
    if (before?.kind !== question.kind) return void show(question);
    const timer = setTimeout(() => show(question), REST);
    return () => clearTimeout(timer);
  });
  return null;
}

function Text(/** @type {Props} */ { model, shown }) {
  const words = model.words.value;
  const tip = shown.value?.tip;
  if (!tip) return null;
  const never = () => ((shown.value = null), (tips.value = false));
  return html`<p>${words.say(`tip.${tip.id}`, tip.facts)}</p>
    <p class="coach-ways">
      <button type="button" class="rulelink" onClick=${() => (model.rule.value = tip.rule)}>${words.say("web.log.rule", { rule: tip.rule })}</button>
      <${Button} kind="quiet" onClick=${never}>${words.say("web.tip.never")}<//>
    </p>`;
}

/** The tip in the place of the log. */
export function TipNote(/** @type {Props} */ { model, shown }) {
  const words = model.words.value;
  if (!shown.value) return null;
  return html`<section class="coach-tip" aria-label=${words.say("web.tip")}>
    <header><h2>${words.say("web.tip")}</h2>
      <button type="button" class="ib" aria-label=${words.say("web.close")} onClick=${() => (shown.value = null)}><${Icon} id="u-close" /></button></header>
    <${Text} model=${model} shown=${shown} />
  </section>`;
}

/** Where a tip is found when the log is not in sight; its place is kept while there is none. */
export function TipButton(/** @type {Props} */ { model, shown }) {
  const words = model.words.value;
  const open = useSignal(false);
  if (!shown.value) return html`<span class="ib tipb" aria-hidden="true"></span>`;
  const close = () => (open.value = false);
  return html`<${IconButton} icon="u-quill" class="tipb on" label=${words.say("web.tip")} aria-haspopup="dialog"
      onClick=${() => (open.value = true)} />
    ${
      open.value &&
      html`<${Dialog} class="narrow" title=${words.say("web.tip")} closeLabel=${words.say("web.close")} onClose=${close}>
      <${Text} model=${model} shown=${shown} /><//>`
    }`;
}
