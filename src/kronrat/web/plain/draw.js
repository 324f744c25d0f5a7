/** Figures, words, cards and tables of a view, whatever game it is. */

import { html, names, noted } from "/static/parts.js";

/**
 * @typedef {import("./view.js").Shapes} Shapes
 * @typedef {import("./view.js").Figure} Figure
 * @typedef {import("./view.js").Card} Card
 * @typedef {import("./view.js").Line} Line
 * @typedef {import("./desk.js").Desk} Desk
 */

const PIPS = 12; // a longer track is shown as a number

/**
 * All that an object of the view holds; where it has to be `terse`, empty lists are left out and nothing is pressed.
 * @param {{shapes: Shapes, desk: Desk, terse?: boolean}} props
 */
export function Shown({ shapes, desk, terse = false }) {
  const { figures, facts, signs, cards, lines, groups } = shapes;
  const words = desk.model.words.value;
  return html`
    ${
      figures.length + facts.length > 0 &&
      html`<dl class="figs">${figures.map((one) => html`<${FigureBox} key=${one.key} figure=${one} words=${words} />`)}
        ${facts.map(({ key, label, value }) => html`<div key=${key} class="fact"><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>`
    }
    ${signs.length > 0 && html`<ul class="signs">${signs.map(({ key, label }) => html`<li key=${key}>${label}</li>`)}</ul>`}
    ${cards
      .filter(({ cards: row }) => row.length > 0 || !terse)
      .map(
        ({ key, label, cards: row }) => html`<div key=${key} class="things"><h3>${label}</h3>
        ${
          row.length
            ? html`<ul class="faces">${row.map((card, at) => html`<li key=${at}><${CardFace} card=${card} desk=${terse ? null : desk} /></li>`)}</ul>`
            : html`<span class="nothing">${words.say("web.plain.none")}</span>`
        }</div>`,
      )}
    ${lines.map(
      ({ key, label, lines: rows }) => html`<div key=${key} class="things"><h3>${label}</h3>
        <ul class="pieces">${rows.map((line, at) => html`<li key=${at}><${LineFace} line=${line} desk=${terse ? null : desk} /></li>`)}</ul></div>`,
    )}
    ${groups.map(
      ({ key, label, shapes: inside }) => html`<div key=${key} class="things group"><h3>${label}</h3>
        <${Shown} shapes=${inside} desk=${desk} terse=${terse} /></div>`,
    )}`;
}

/** A number with its name; one that has an end is a track. @param {{figure: Figure, words: import("./view.js").Words}} props */
function FigureBox({ figure: { label, value, n, most }, words }) {
  if (most === null) return html`<div class="fig"><dt>${label}</dt><dd>${value}</dd></div>`;
  const said = words.say("web.plain.of", { n, most });
  const pips = most <= PIPS && Array.from({ length: most }, (_, at) => html`<i class=${at < n ? "on" : ""}></i>`);
  return html`<div class="fig track"><dt>${label}</dt>
    <dd><span class="sr">${said}</span><span aria-hidden="true">${pips || said}</span></dd></div>`;
}

/** A card by its name; where an option means it, it can be pressed. @param {{card: Card, desk: Desk|null}} props */
function CardFace({ card: { text, note, id }, desk }) {
  return html`<${Pressable} desk=${desk} id=${id} look=${names("face", typeof id === "number" && text.length < 3 && "number")} note=${note}>
    ${text}<//>`;
}

/** A card with figures on it. @param {{line: Line, desk: Desk|null}} props */
function LineFace({ line: { text, note, id, figures }, desk }) {
  return html`<${Pressable} desk=${desk} id=${id} look="piece" note=${note}><b>${text}</b>
    <span class="small">${figures.map(({ key, label, value }) => html`<span key=${key}><em>${label}</em> ${value}</span>`)}</span><//>`;
}

/** @param {{desk: Desk|null, id: unknown, look: string, note: string, children?: unknown}} props */
function Pressable({ desk, id, look, note, children }) {
  const option = desk?.optionFor(id);
  if (!desk || !option) {
    const focusable = note ? { tabindex: "0", role: "note" } : {};
    return html`<span class=${look} ...${focusable} ...${noted(note)}>${children}</span>`;
  }
  const on = desk.picked.value === option;
  return html`<button type="button" class=${names(look, "can", on && "sel")} aria-pressed=${String(on)} ...${noted(note)}
    onClick=${() => desk.pick(option)}>${children}</button>`;
}
