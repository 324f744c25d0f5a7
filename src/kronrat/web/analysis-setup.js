/**
 * The position of an analysis, set up by hand: whatever the game says can be put on its table, for the table and for
 * each player. The rules look at every change before it lies there.
 */

import { announce, Button, Crest, html, useSignal, useState } from "./parts.js";
import { capital } from "./words.js";

/**
 * @import { PieceTold, Refused } from "./messages.js"
 * @import { AnalysisModel } from "./analysis-model.js"
 * @import { Facts, On } from "./types.js"
 * @import { Words } from "./words.js"
 * @typedef {PieceTold["value"]} Value
 * @typedef {(value: Value) => unknown} OnPut
 * @typedef {(id: string, facts?: Facts) => string} Say
 */

const TABLE = -1;

/** @param {{words: Words, model: AnalysisModel}} props */
export function SetUp({ words, model }) {
  const told = model.pieces.value;
  const [whose, setWhose] = useState(model.front.peek() ?? 0);
  const refused = useSignal(/** @type {Refused|null} */ (null));
  const spoken = model.words.value;
  /** @type {Say} What games call it, or else the page. */
  const say = (id, facts = {}) => (spoken.has(id) ? spoken.say(id, facts) : words.say(id, facts));
  if (!told) return null;
  const pieces = told.pieces.filter(({ seat }) => (seat ?? TABLE) === whose);
  const groups = [...new Set(pieces.map(({ group = "" }) => group))];
  const put = async (/** @type {PieceTold} */ piece, /** @type {Value} */ value) => {
    refused.value = await model.put(piece.id, piece.seat ?? null, value);
    if (!refused.value) announce(words.say("web.pieces.done"));
  };
  const seats = [...new Set(told.pieces.map(({ seat }) => seat ?? TABLE))].filter((seat) => seat !== TABLE);
  const choices = [TABLE, ...seats.sort((a, b) => a - b)].map((seat) => ({
    value: seat,
    label: seat === TABLE ? words.say("web.pieces.table") : spoken.player(seat),
  }));
  return html`<section class="pieces" aria-labelledby="pieces">
    <h2 id="pieces">${words.say("web.pieces")}</h2>
    <p class="muted">${words.say(!told.pieces.length ? "web.pieces.silent" : told.by_lot ? "web.pieces.by_lot" : "web.pieces.lead")}</p>
    <div class="whose" role="group" aria-label=${words.say("web.pieces.whose")}>${choices.map(
      ({
        value,
        label,
      }) => html`<button type="button" key=${value} aria-pressed=${String(value === whose)} onClick=${() => setWhose(value)}>
        ${value !== TABLE && html`<${Crest} seat=${value} />`}${label}</button>`,
    )}</div>
    ${refused.value && html`<p class="problem" role="alert">${refusal(say, refused.value)}</p>`}
    <div class="all" tabindex="0" role="group" aria-label=${choices.find(({ value }) => value === whose)?.label}>
      ${groups.map(
        (group) => html`<fieldset key=${group}>${group && html`<legend>${capital(say(group))}</legend>`}
          ${pieces
            .filter((piece) => (piece.group ?? "") === group)
            .map(
              (piece) =>
                html`<${Piece} key=${`${whose} ${piece.id}`} piece=${piece} say=${say} onPut=${(/** @type {Value} */ value) => put(piece, value)} />`,
            )}</fieldset>`,
      )}</div>
    <footer class="ways"><${Button} kind="pri" onClick=${() => model.endSetUp()}>${words.say("web.pieces.end")}<//>
      ${model.aside && html`<${Button} onClick=${() => model.dropSetUp()}>${words.say("web.pieces.drop")}<//>`}</footer>
  </section>`;
}

function refusal(/** @type {Say} */ say, /** @type {Refused} */ { says = "", rule = "", facts = {} }) {
  const said = capital(says ? say(says, facts) : say("web.pieces.misfit"));
  return rule && !rule.startsWith("CORE") ? html`${said} <small>${rule}</small>` : said;
}

/** @param {{piece: PieceTold, say: Say, onPut: OnPut}} props */
function Piece({ piece, say, onPut }) {
  const { kind, value, values = [], names = "" } = piece;
  const said = (/** @type {string} */ word) =>
    !word ? say("web.pieces.none") : names ? capital(say(`${names}.${word}`)) : word;
  const name = capital(say(piece.says));
  if (kind === "words")
    return html`<${Some} name=${name} chosen=${value} values=${values} said=${said} onPut=${onPut} />`;
  if (kind === "word")
    return html`<label class="piece"><span>${name}</span>
      <select value=${value} onChange=${(/** @type {On<HTMLSelectElement>} */ event) => onPut(event.currentTarget.value)}>
        ${values.map((word) => html`<option value=${word}>${said(word)}</option>`)}</select></label>`;
  if (kind === "flag")
    return html`<label class="piece"><span>${name}</span>
      <input type="checkbox" checked=${value} onChange=${(/** @type {On<HTMLInputElement>} */ event) => onPut(event.currentTarget.checked)} /></label>`;
  return html`<${Count} piece=${piece} name=${name} onPut=${onPut} />`;
}

/** @param {{piece: PieceTold, name: string, onPut: OnPut}} props */
function Count({ piece: { value, least = 0, most = 0 }, name, onPut }) {
  const put = (/** @type {On<HTMLInputElement>} */ { currentTarget: input }) => {
    const wanted = Math.min(most, Math.max(least, Math.round(Number(input.value))));
    input.value = String(wanted);
    if (wanted !== value) onPut(wanted);
  };
  return html`<label class="piece"><span>${name}</span>
    <input type="number" inputmode="numeric" min=${least} max=${most} value=${value} onChange=${put} /></label>`;
}

/** @param {{name: string, chosen: string[], values: string[], said: (word: string) => string, onPut: OnPut}} props */
function Some({ name, chosen, values, said, onPut }) {
  const turn = (/** @type {string} */ word) => onPut(values.filter((one) => chosen.includes(one) !== (one === word)));
  return html`<details class="some"><summary>${name} <small>${chosen.length}</small></summary>
    <div>${values.map(
      (word) =>
        html`<label key=${word}><input type="checkbox" checked=${chosen.includes(word)} onChange=${() => turn(word)} />${said(word)}</label>`,
    )}</div></details>`;
}
