/** The people at a table: whom I do not want to meet any more, whom the host should know about, whom I send away. */

import { post, Problem } from "./http.js";
import { me } from "./me.js";
import { Button, Crest, Dialog, html, Icon, useState } from "./parts.js";
import { wordsFor } from "./frame.js";

/**
 * @import { LiveModel } from "./model.js"
 * @import { On } from "./types.js"
 * @import { Words } from "./words.js"
 * @typedef {{seat?: number, n?: number}} Whom
 * @typedef {{key: string, name: string, seat: number, whom: Whom}} Somebody
 */

const WHY_LENGTH = 500; // as `wire/base.py` has it

/** Everybody else who sits here or has said something. @returns {Somebody[]} */
function others(/** @type {LiveModel} */ model) {
  const seats = model.info.value.seats.flatMap(({ kind, name }, seat) =>
    kind === "human" && !model.mine.value.includes(seat) ? [{ key: `s${seat}`, name, seat, whom: { seat } }] : [],
  );
  const spoken = model.chat.value.filter(({ seat, name }) => (seat ?? -1) < 0 && name !== me.value);
  const last = new Map(spoken.map(({ name, n }) => [name, n]));
  return [...seats, ...[...last].map(([name, n]) => ({ key: `n${n}`, name, seat: -1, whom: { n } }))];
}

/** @param {{model: LiveModel, onClose: () => void}} props */
export function PeopleDialog({ model, onClose }) {
  const words = wordsFor().value;
  const [done, setDone] = useState(/** @type {Record<string, string>} */ ({}));
  const [reporting, report] = useState(/** @type {Somebody|null} */ (null));
  if (!words) return null;
  const people = others(model);
  const mayRemove = (/** @type {Somebody} */ { seat }) =>
    model.owner.value && (seat < 0 || model.info.value.stage === "gathering");
  const note = (/** @type {string} */ key, /** @type {string} */ id) => setDone((before) => ({ ...before, [key]: id }));
  const say = (/** @type {Somebody} */ one, /** @type {string} */ what, /** @type {Promise<unknown>} */ work) =>
    work.then(
      () => note(one.key, `web.company.${what}.done`),
      (problem) => {
        const code = problem instanceof Problem ? problem.code : "";
        note(one.key, words.has(`web.company.problem.${code}`) ? `web.company.problem.${code}` : "web.company.failed");
      },
    );
  const at = (/** @type {string} */ what) => `/api/tables/${model.id}/${what}`;
  const remove = async (/** @type {Somebody} */ one) => {
    if (!(await model.remove(one.whom))) note(one.key, "web.company.remove.done");
  };
  return html`<${Dialog} title=${words.say("web.company")} closeLabel=${words.say("web.close")} onClose=${onClose}>
    ${!people.length && html`<p class="muted">${words.say("web.company.none")}</p>`}
    <ul class="crowd">${people.map(
      (one) => html`<li key=${one.key}>
        ${one.seat >= 0 ? html`<${Crest} seat=${one.seat} />` : html`<${Icon} id="u-user" class="crest" />`}
        <b>${one.name}</b>
        ${
          done[one.key]
            ? html`<small role="status">${words.say(done[one.key], { name: one.name })}</small>`
            : html`<span class="acts">
              ${mayRemove(one) && html`<${Button} kind="quiet" onClick=${() => remove(one)} ...${named(words, "remove", one)}>${words.say("web.company.remove")}<//>`}
              <${Button} kind="quiet" onClick=${() => say(one, "block", post(at("blocks"), one.whom))} ...${named(words, "block", one)}>${words.say("web.people.block")}<//>
              <${Button} kind="quiet" onClick=${() => report(one)} ...${named(words, "report", one)}>${words.say("web.company.report")}<//>
            </span>`
        }
      </li>`,
    )}</ul>
    ${
      reporting
        ? html`<${Complaint} words=${words} name=${reporting.name} onCancel=${() => report(null)}
            onSend=${(/** @type {string} */ why) => (report(null), say(reporting, "report", post(at("reports"), { ...reporting.whom, why })))} />`
        : html`<p class="muted">${words.say("web.company.hint")}</p>`
    }
  <//>`;
}

const named = (/** @type {Words} */ words, /** @type {string} */ what, /** @type {Somebody} */ { name }) => ({
  "aria-label": words.say(`web.company.${what}.named`, { name }),
});

/** @param {{words: Words, name: string, onSend: (why: string) => void, onCancel: () => void}} props */
function Complaint({ words, name, onSend, onCancel }) {
  const [why, setWhy] = useState("");
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (why.trim()) onSend(why.trim());
  };
  return html`<form class="stack" onSubmit=${submit}>
    <label class="field"><span>${words.say("web.company.report.why", { name })}</span>
      <textarea required rows="3" maxlength=${WHY_LENGTH} value=${why} autofocus
        onInput=${(/** @type {On<HTMLTextAreaElement>} */ event) => setWhy(event.currentTarget.value)}></textarea></label>
    <p class="acts"><${Button} kind="pri" type="submit">${words.say("web.company.report.send")}<//>
      <${Button} onClick=${onCancel}>${words.say("web.cancel")}<//></p>
  </form>`;
}
