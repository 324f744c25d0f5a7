/** A narration that was read: a slip of parchment over the map, until it is put away. */

import { Button, html } from "/static/parts.js";
import { storyOf } from "./stories.js";

/**
 * @import { Desk } from "./desk.js"
 */

export function Slip(/** @type {{desk: Desk}} */ { desk }) {
  const words = desk.model.words.value;
  const card = desk.untold.value[0];
  if (!card || desk.model.readOnly || !words.has(`narration.${card}`)) return null;
  return html`<aside class="slip" aria-live="polite" aria-label=${words.say("web.os.narration")}>
    <h2>${storyOf(desk.model).title?.(words, card) ?? words.say("web.os.narration")}</h2><p tabindex="0">${words.say(`narration.${card}`)}</p>
    <${Button} onClick=${() => desk.told()}>${words.say("web.os.narration.on")}<//>
  </aside>`;
}
