/** A narration that was read: a slip of parchment over the map, until it is put away. */

import { Button, html } from "/static/parts.js";

export function Slip({ desk }) {
  const words = desk.model.words.value;
  const card = desk.untold.value[0];
  if (!card || desk.model.readOnly || !words.has(`narration.${card}`)) return null;
  return html`<aside class="slip" aria-live="polite" aria-label=${words.say("web.os.narration")}>
    <h2>${title(words, card)}</h2><p tabindex="0">${words.say(`narration.${card}`)}</p>
    <${Button} onClick=${() => desk.told()}>${words.say("web.os.narration.on")}<//>
  </aside>`;
}

function title(words, /** @type {string} */ card) {
  for (const id of [`epoch.${card}`, `epoch.fk_${card}`, `trial.${card}`]) if (words.has(id)) return words.say(id);
  return words.say("web.os.narration");
}
