/** A part of a game that is only tried: what it is for, and the ways on when it is over. */

import { go } from "./route.js";
import { Button, html, useEffect, useState } from "./parts.js";
import { trials, tryOut } from "./start.js";

/**
 * @import { LiveModel } from "./model.js"
 * @import { Trial } from "./start.js"
 */

/**
 * A card before it begins, and another one when something is asked that does not belong to it, or its beginning again.
 * @param {{model: LiveModel, tried: Trial}} props
 */
export function TrialCard({ model, tried: { game, trial, asks } }) {
  const begun = trials.of(model.id)?.begun;
  const words = model.words.value;
  const [read, setRead] = useState(false);
  const [busy, setBusy] = useState(false);
  const question = (!model.playhead.behind && model.question.value) || { kind: "", version: 0 };
  const kind = String(question.kind);
  const first = kind === asks[0];
  const over = kind !== "" && (!asks.includes(kind) || (first && begun !== undefined && begun !== question.version));
  const begins = first && !over && !read;
  useEffect(() => {
    if (first && begun === undefined) trials.note(model.id, { game, trial, asks, begun: question.version });
  }, [first]);
  if (model.info.value.stage !== "playing" || (!begins && !over)) return null;
  /** The table has served; nobody finds it among their games. */
  const leave = async (/** @type {() => unknown} */ then) => {
    if (busy) return;
    setBusy(true);
    for (const seat of model.mine.peek()) await model.rise(seat);
    trials.forget(model.id);
    await then();
  };
  const title = words.say(`trial.${trial}.title`);
  const doors = over
    ? html`<${Button} kind="pri" icon="u-undo" onClick=${() => leave(() => tryOut(game, trial, words))}>
          ${words.say("web.trial.again")}<//>
        <${Button} onClick=${() => leave(() => go(`/learn/${game}`))}>${words.say("web.trial.enough")}<//>`
    : html`<${Button} kind="pri" onClick=${() => setRead(true)}>${words.say("web.trial.begin")}<//>`;
  return html`<section class="coach trial" role="dialog" aria-label=${title} aria-live="polite">
    <div class="in"><h2>${title}</h2><p>${words.say(`trial.${trial}.${over ? "over" : "text"}`)}</p>
      <p class="doors">${doors}</p></div>
  </section>`;
}
