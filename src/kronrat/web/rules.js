/**
 * The rules in place: the short rules with the current phase open, and one rule of the catalogue as a dialog. The short
 * rules are the game's own, in `short-rules.js`; the whole catalogue is a page of its own (`catalogue.js`).
 */

import { partOf } from "./drawings.js";
import { get } from "./http.js";
import { Dialog, html, Icon, names, useEffect, useLayoutEffect, useRef, useState } from "./parts.js";
import * as settings from "./settings.js";

/**
 * @import { TableModel } from "./model.js"
 * @import { Question } from "./messages.js"
 * @import { Words } from "./words.js"
 * @typedef {import("./messages.js").RuleText} Rule
 * @typedef {import("./types.js").Section} Section
 */

/** @type {Map<string, Promise<Rule[]>>} */
const catalogues = new Map();

/** All rules of a game in a language, fetched once. */
function catalogue(/** @type {string} */ game, /** @type {string} */ lang) {
  const address = `/api/rules/${game}?lang=${lang}`;
  let rules = catalogues.get(address);
  if (!rules) {
    rules = get(address);
    rules.catch(() => catalogues.delete(address));
    catalogues.set(address, rules);
  }
  return rules;
}

/**
 * The rules in the language of the page.
 * @returns {Rule[]|null|false} null until they are here, false if they cannot be had
 */
export function useCatalogue(/** @type {string} */ game) {
  const lang = settings.lang.value;
  const [rules, setRules] = useState(/** @type {Rule[]|null|false} */ (null));
  useEffect(() => {
    let wanted = true;
    const show = (/** @type {Rule[]|false} */ found) => wanted && setRules(found);
    catalogue(game, lang).then(show, () => show(false));
    return () => void (wanted = false);
  }, [game, lang]);
  return rules;
}

const NAMES_OF_RULES = /\b([A-Z]{2}\d?(?:-[A-Za-z0-9]+)+)\b/;

/**
 * Paragraphs and lists, as the catalogue writes them; a rule that the text names becomes what `lead` makes of its id.
 * @param {{text: string, rules: Rule[], lead: (id: string) => object}} props
 */
export function RuleText({ text, rules, lead }) {
  const known = (/** @type {string} */ id) => rules.some((rule) => rule.id === id);
  const linked = (/** @type {string} */ line) =>
    line.split(NAMES_OF_RULES).map((part, place) => (place % 2 && known(part) ? lead(part) : part));
  return text.split(/\n\s*\n/).map((block) => {
    const items = block.split("\n");
    if (!items.every((item) => item.startsWith("- "))) return html`<p>${linked(block)}</p>`;
    return html`<ul>${items.map((item) => html`<li>${linked(item.slice(2))}</li>`)}</ul>`;
  });
}

// -- beside the table -------------------------------------------------------------------------------------------------

/**
 * What the dialog of rules shows: one rule that somebody asked for, or the short rules of the game.
 * @param {{model: TableModel, rule?: string}} props
 */
export function Reference({ model, rule = "" }) {
  const { game } = model.info.value;
  const words = model.words.value;
  const content = rule
    ? html`<${OneRule} id=${rule} game=${game} words=${words} show=${(/** @type {string} */ id) => (model.rule.value = id)} />`
    : html`<${WhatNow} model=${model} /><${ShortRules} model=${model} game=${game} words=${words} />`;
  return html`<div class="reference">${content}
    <p><a href=${`/rules/${game}${rule && `#${rule}`}`} target="_blank">${words.say("web.rules.whole")}</a></p></div>`;
}

/**
 * What one does at the question that is asked, in a sentence, and the rule that asks it.
 * @param {{model: TableModel}} props
 */
function WhatNow({ model }) {
  const words = model.words.value;
  const question = /** @type {Question|null} */ (/** @type {unknown} */ (model.question.value)); // whatever the game
  if (model.readOnly || !question || !words.has(`now.${question.kind}`)) return null;
  const { kind, rule } = question;
  return html`<section class="whatnow"><h3 class="h">${words.say("web.now")}</h3><p>${words.say(`now.${kind}`)}</p>
    ${
      rule &&
      html`<p class="why">${words.say("web.now.why")}${" "}
      <button type="button" class="rulelink" onClick=${() => (model.rule.value = rule)}>${words.say("web.log.rule", { rule })}</button></p>`
    }</section>`;
}

/**
 * The text of one rule, over whatever page asked for it.
 * @param {{model: TableModel, onClose: () => void}} props
 */
export function RuleDialog({ model, onClose }) {
  const words = model.words.value;
  const title = words.say("web.rules.rule");
  return html`<${Dialog} title=${title} closeLabel=${words.say("web.close")} onClose=${onClose} class="wide">
    <${Reference} model=${model} rule=${model.rule.value} />
  <//>`;
}

/**
 * A rule by itself; `show` brings another one that it names, or a ruling about it.
 * @param {{id: string, game: string, words: Words, show: (id: string) => void}} props
 */
function OneRule({ id, game, words, show }) {
  const rules = useCatalogue(game);
  if (rules === null) return null;
  const rule = rules === false ? undefined : rules.find((one) => one.id === id);
  if (!rule) return html`<p>${words.say(rules ? "web.rules.unknown" : "web.rules.away")}</p>`;
  const lead = (/** @type {string} */ to, said = to) =>
    html`<button type="button" class="rulelink" onClick=${() => show(to)}>${said}</button>`;
  return html`<article lang=${rule.lang}><h3 class="h">${rule.title}</h3><p class="chapter">${id} · ${rule.chapter}</p>
      <${RuleText} text=${rule.text} rules=${rules || []} lead=${lead} />
      <${See} rule=${rule} rules=${rules || []} words=${words} lead=${lead} /></article>`;
}

/**
 * The short rules of the game that is played, with the current phase open.
 * @param {{model: TableModel, game: string, words: Words}} props
 */
function ShortRules({ model, game, words }) {
  const [module, setModule] = useState(/** @type {{shortRules: (model: TableModel) => Section[]}|null} */ (null));
  useEffect(() => void partOf(game, "short-rules").then(setModule), [game]);
  /** @type {Section[]} */
  const sections = module ? module.shortRules(model) : [];
  return html`<div class="short-rules">${sections.map(
    (section) => html`<${ShortSection} key=${section.id} section=${section} game=${game} words=${words} />`,
  )}</div>`;
}

/** @param {{section: Section, game: string, words: Words}} props */
function ShortSection({ section, game, words }) {
  const { title, icon, now, rule, points, body } = section;
  const box = useRef(null);
  useLayoutEffect(() => {
    if (now) box.current.scrollIntoView({ block: "nearest" });
  }, []);
  return html`<details open=${now} class=${names(now && "now")} ref=${box}>
    <summary><${Icon} id=${icon} /><span>${title}</span>
      ${now && html`<small>${words.say("web.rules.now")}</small>`}</summary>
    ${points.length > 0 && html`<ul>${points.map((point) => html`<li>${point}</li>`)}</ul>`}
    ${body}
    ${rule && html`<a href=${`/rules/${game}#${rule}`} target="_blank">${words.say("web.rules.exactly")}</a>`}
  </details>`;
}

/**
 * From a rule to the rulings about it, and back.
 * @param {{rule: Rule, rules: Rule[], words: Words, lead: (id: string, said: string, lang: string) => object}} props
 */
export function See({ rule: { see = [] }, rules, words, lead }) {
  const known = see.flatMap((id) => rules.find((rule) => rule.id === id) ?? []);
  if (!known.length) return null;
  return html`<p class="see">${words.say("web.rules.see")} ${known.map(
    ({ id, title, lang }) => html`<span key=${id}>${lead(id, title, lang)} </span>`,
  )}</p>`;
}
