/** A narration that was read: a slip of parchment over the map until it is put away, or a line that opens it. */

import { Button, Dialog, html, icon, useState } from "/static/parts.js";
import { ON_MAP } from "./desk.js";
import { storyOf } from "./stories.js";

/**
 * @import { Desk } from "./desk.js"
 */

/** The narration that is to be shown next; a lesson tells enough. */
function toTell(/** @type {Desk} */ desk) {
  const words = desk.model.words.value;
  const card = desk.untold.value[0];
  if (!card || desk.model.readOnly || desk.model.taught || !words.has(`narration.${card}`)) return null;
  const title = storyOf(desk.model).title?.(words, card) ?? words.say("web.os.narration");
  return { title, text: words.say(`narration.${card}`) };
}

export function Slip(/** @type {{desk: Desk}} */ { desk }) {
  const words = desk.model.words.value;
  const tale = toTell(desk);
  if (!tale || ON_MAP.includes(desk.question.value?.kind ?? "")) return null; // it would cover what is chosen from
  return html`<aside class="slip" aria-live="polite" aria-label=${words.say("web.os.narration")}>
    <h2>${tale.title}</h2><p tabindex="0">${tale.text}</p>
    <${Button} onClick=${() => desk.told()}>${words.say("web.os.narration.on")}<//>
  </aside>`;
}

/** On a small screen a slip would cover what is decided: there it is a line in the tray, and opens when it is pressed. */
export function SlipLine(/** @type {{desk: Desk}} */ { desk }) {
  const words = desk.model.words.value;
  const [open, setOpen] = useState(false);
  const tale = toTell(desk);
  if (!tale) return null;
  const close = () => (setOpen(false), desk.told());
  return html`<aside class="slipline" aria-label=${words.say("web.os.narration")}>
    <button type="button" onClick=${() => setOpen(true)}>${icon("u-quill")}<b>${tale.title}</b><small>${words.say("web.os.narration")}</small></button>
    <button type="button" aria-label=${words.say("web.close")} onClick=${close}>${icon("u-close")}</button>
    ${open && html`<${Dialog} class="narrow" title=${tale.title} closeLabel=${words.say("web.close")} onClose=${close}><p>${tale.text}</p><//>`}
  </aside>`;
}
