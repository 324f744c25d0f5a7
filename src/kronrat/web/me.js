/** Who sits at this browser: a guest with a name, known to the server by a cookie. */

import { get, post } from "./http.js";
import { Button, Dialog, html, signal, useState } from "./parts.js";
import { memory } from "./settings.js";

/**
 * @import { On } from "./types.js"
 * @import { Words } from "./words.js"
 */

export const NAME_LENGTH = 24; // as `wire/base.py` has it

/** The name; empty as long as the server does not know this browser. */
export const me = signal("");
/** @type {Promise<unknown>|null} */
let asked = null;

/** Ask the server once who I am. */
export function loadMe() {
  asked ??= get("/api/me").then((/** @type {import("./messages.js").Me} */ { name = "" }) => (me.value = name));
  return asked;
}

const GUEST = "kronrat.guest"; // where the name is kept that the page gave to somebody who had none

/** Whether somebody has said a name. */
export const isNamed = () => me.value !== "" && memory.read(GUEST)?.name !== me.value;

/** Somebody who has no name yet is called this. */
export async function comeAs(/** @type {string} */ name) {
  if (me.peek()) return;
  memory.write(GUEST, { name });
  await rename(name);
}

export async function rename(/** @type {string} */ name) {
  await post("/api/me", { name });
  me.value = name;
}

/**
 * The question for a name; `onName` gets it once the server knows it.
 * @param {{words: Words, title: string, hint: string, action: string, value?: string, remember?: boolean, onName:
 *          (name: string) => void, onClose: () => void}} props
 */
export function NameDialog({
  words,
  title,
  hint,
  action,
  value = isNamed() ? me.peek() : "",
  remember = true,
  onName,
  onClose,
}) {
  const [name, setName] = useState(value);
  const [problem, setProblem] = useState("");
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const chosen = name.trim();
    if (!chosen) return setProblem(words.say("web.name.empty"));
    try {
      if (remember) await rename(chosen);
      onName(chosen);
    } catch {
      setProblem(words.say("web.name.failed"));
    }
  };
  return html`<${Dialog} title=${title ?? words.say("web.name.title")} closeLabel=${words.say("web.close")}
    onClose=${onClose} class="narrow">
    <form class="stack" onSubmit=${submit}>
      <label class="field"><span>${words.say("web.name.label")}</span>
        <input type="text" value=${name} maxlength=${NAME_LENGTH} autocomplete="nickname" autofocus
          aria-describedby="name-hint" aria-invalid=${problem ? "true" : null}
          onInput=${(/** @type {On<HTMLInputElement>} */ event) => setName(event.currentTarget.value)} />
      </label>
      <p class="muted" id="name-hint">${problem || hint || words.say("web.name.hint")}</p>
      <${Button} kind="pri" type="submit">${action ?? words.say("web.name.save")}<//>
    </form>
  <//>`;
}
