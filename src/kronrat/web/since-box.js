/** What is in the box of everything since my last choice. */

import { LogLine } from "./log.js";
import { Button, Dialog, html, Segments } from "./parts.js";
import { pace, SPEEDS, speed } from "./settings.js";

/**
 * @import { LiveModel } from "./model.js"
 * @import { Line } from "./log.js"
 * @import { Signal } from "./vendor/signals.js"
 */

/** What one player did without a break is one paragraph, with the first rule of it. @returns {Line[]} */
function paragraphs(/** @type {Line[]} */ lines) {
  /** @type {Line[]} */
  const all = [];
  for (const line of lines) {
    const last = all.at(-1);
    const alike = last && last.seat === line.seat && line.seat >= 0 && !last.heading && !line.heading;
    if (alike) all[all.length - 1] = { ...last, text: `${last.text} ${line.text}` };
    else all.push(line);
  }
  return all;
}

/** @param {{model: LiveModel, lines: Line[], n: number, open: Signal<boolean>}} props */
export function Box({ model, lines, n, open }) {
  const words = model.words.value;
  const close = () => (open.value = false);
  const again = () => (close(), model.rewind());
  const choices = SPEEDS.map((value) => ({ value, label: words.say(`web.settings.speed.${value}`) }));
  return html`<${Dialog} class="since" title=${words.say("web.since")} closeLabel=${words.say("web.close")}
    onClose=${close}>
    <p class="muted">${words.say("web.since.steps", { n })}</p>
    <div class="log">
      <ol>${paragraphs(lines).map((line) => html`<${LogLine} key=${line.key} model=${model} line=${line} />`)}</ol>
    </div>
    <${Segments} legend=${words.say("web.settings.speed")} choices=${choices} value=${speed.value}
      onChange=${(/** @type {typeof speed.value} */ value) => (speed.value = value)} />
    <div class="row">
      ${
        model.rewinds &&
        html`<${Button} icon="u-play" why=${pace.value ? "" : words.say("web.since.instant")} onClick=${again}>
        ${words.say("web.scene.again")}<//>`
      }
      <${Button} kind="pri" autofocus onClick=${close}>
        ${words.say(model.myTurn.value ? "web.since.play" : "web.since.on")}
      <//>
    </div>
  <//>`;
}
