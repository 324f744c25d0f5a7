/** Tips for beginners at a table with bots: the game says which one fits, and each is shown once. */

import { announce, Button, html, Icon, useSignal, useSignalEffect } from "./parts.js";
import { memory, tips } from "./settings.js";

/**
 * @import { LiveModel } from "./model.js"
 * @import { Question, Tip } from "./messages.js"
 */

const SHOWN = "kronrat.tips"; // where it is kept which tips of each game were shown

const shownIn = (/** @type {string} */ game) => /** @type {string[]} */ (memory.read(SHOWN)?.[game] ?? []);

function keepShown(/** @type {string} */ game, /** @type {string} */ id) {
  memory.write(SHOWN, { ...memory.read(SHOWN), [game]: [...shownIn(game), id] });
}

/** What is asked, whatever the game. */
const asked = (/** @type {LiveModel} */ { question }) =>
  /** @type {Question|null} */ (/** @type {unknown} */ (question.value));

/**
 * The tip for what is asked now, if there is a new one; at most one for each question.
 * @param {{model: LiveModel}} props
 */
export function Tips({ model }) {
  const shown = useSignal(/** @type {{tip: Tip, kind: string}|null} */ (null));
  const tipped = useSignal(0); // the newest question that had a tip
  useSignalEffect(() => {
    const question = model.playhead.behind || model.clock.value ? null : asked(model); // a clock leaves no time to read
    const now = shown.peek();
    const still = now && question?.kind === now.kind && question.tips?.find(({ id }) => id === now.tip.id);
    shown.value = still ? { ...now, tip: still } : null;
    if (still) return;
    if (!question || question.version === tipped.peek()) return;
    const { game } = model.info.peek();
    const known = shownIn(game);
    const tip = question.tips?.find(({ id }) => !known.includes(id));
    if (!tip) return;
    tipped.value = question.version;
    keepShown(game, tip.id);
    shown.value = { tip, kind: question.kind };
    announce(model.words.peek().say(`tip.${tip.id}`, tip.facts));
  });
  const words = model.words.value;
  const tip = shown.value?.tip;
  if (!tip) return null;
  const close = () => (shown.value = null);
  const never = () => (close(), (tips.value = false));
  return html`<section class="strip tip" aria-label=${words.say("web.tip")}>
    <h2>${words.say("web.tip")}</h2>
    <p>${words.say(`tip.${tip.id}`, tip.facts)}</p>
    <p class="ways">
      <button type="button" class="rulelink" onClick=${() => (model.rule.value = tip.rule)}>${words.say("web.log.rule", { rule: tip.rule })}</button>
      <${Button} kind="quiet" onClick=${never}>${words.say("web.tip.never")}<//>
      <button type="button" class="ib" aria-label=${words.say("web.close")} onClick=${close}><${Icon} id="u-close" /></button>
    </p>
  </section>`;
}
