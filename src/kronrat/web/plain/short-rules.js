/** The short rules of a game that brings none: its phases in a sentence each, and then its rule book. */

import { get } from "/static/http.js";
import { html, useEffect, useState } from "/static/parts.js";
import { lang } from "/static/settings.js";
import { phasesOf, whenOf } from "./view.js";

/** @typedef {import("/static/messages.js").RuleText} Rule */

/** @returns {import("/static/types.js").Section[]} */
export function shortRules(/** @type {import("./view.js").Model} */ model) {
  const words = model.words.value;
  const view = model.view.value;
  const current = view && !view.over ? whenOf(view).phase : null;
  const phases = phasesOf(words).map((id) => ({
    ...{ id, icon: "u-play", rule: "", title: words.say(`phase.${id}`), now: id === current },
    points: words.has(`phase.${id}.text`) ? [words.say(`phase.${id}.text`)] : [],
  }));
  const game = model.info.value?.game ?? "";
  const book = {
    ...{ id: "book", icon: "u-book", rule: "", title: words.say("web.nav.rules"), now: current === null },
    points: [],
    body: html`<${Book} game=${game} />`,
  };
  return [...phases, book];
}

/** The titles and texts of all rules. @param {{game: string}} props */
function Book({ game }) {
  const [rules, setRules] = useState(/** @type {Rule[]} */ ([]));
  const language = lang.value;
  useEffect(() => {
    let wanted = true;
    get(`/api/rules/${game}?lang=${language}`).then(
      (found) => wanted && setRules(found),
      () => undefined, // the link to the whole rules stays
    );
    return () => void (wanted = false);
  }, [game, language]);
  return html`<dl class="buildings">${rules.map(
    ({ id, title, text, lang: spoken }) => html`<div key=${id} lang=${spoken}><dt>${title}</dt><dd>${text}</dd></div>`,
  )}</dl>`;
}
