/** All rules of a game and the rulings about them on one page, to be searched; a rule has an address of its own. */

import { wordsFor } from "./frame.js";
import { PageTop } from "./navigation.js";
import { html, names, useEffect, useMemo, useRef, useState } from "./parts.js";
import { route } from "./route.js";
import { RuleText, See, useCatalogue } from "./rules.js";

/**
 * @import { RuleText as Rule } from "./messages.js"
 * @import { On } from "./types.js"
 */

/** @param {{game: string}} props */
export default function RulesPage({ game }) {
  const words = wordsFor().value;
  const rules = useCatalogue(game);
  const [wanted, setWanted] = useState("");
  const here = route.value && decodeURIComponent(location.hash.slice(1));
  const found = useMemo(() => matching(rules || [], wanted), [rules, wanted]);
  const lead = (/** @type {string} */ id, said = id, lang = "") =>
    html`<a href=${`/rules/${game}#${id}`} lang=${lang || null}>${said}</a>`;
  const list = useRef(null);
  useEffect(() => {
    if (rules && here) document.getElementById(here)?.scrollIntoView({ block: "start" });
  }, [rules, here]);
  useEffect(() => {
    const moved = () => (route.value = { ...route.peek() });
    addEventListener("hashchange", moved);
    return () => removeEventListener("hashchange", moved);
  }, []);
  if (!words) return null;
  const title = words.say("web.rules.title", { game });
  document.title = `${title} · Kronrat`;
  const open = (/** @type {string} */ chapter) => {
    const heading = [...list.current.querySelectorAll("h2")].find((one) => one.textContent === chapter);
    heading?.scrollIntoView({ block: "start" });
    heading?.focus();
  };
  return html`<${PageTop} here="learn" />
    <main class="catalogue">
      <aside class="panel">
        <h1 class="h">${title}</h1>
        <label class="search"><span>${words.say("web.rules.search")}</span>
          <input type="search" value=${wanted} onInput=${(/** @type {On<HTMLInputElement>} */ event) => setWanted(event.currentTarget.value)} /></label>
        <p role="status" class="muted">${rules === false && words.say("web.rules.away")}
          ${rules && words.say("web.rules.found", { n: found.length })}</p>
        <p><a href=${`/learn/${game}`}>${words.say("web.guide.short")}</a></p>
        <nav aria-label=${words.say("web.rules.chapters")}><ol>${chaptersOf(found).map(
          ({ chapter, rules: inside }) => html`<li key=${chapter} lang=${inside[0].lang}>
            <button type="button" onClick=${() => open(chapter)}>${chapter}</button></li>`,
        )}</ol></nav>
      </aside>
      <div class="panel rules" ref=${list} tabindex="-1">${chaptersOf(found).map(
        ({
          chapter,
          rules: inside,
        }) => html`<section key=${chapter} lang=${inside[0].lang}><h2 class="h" tabindex="-1">${chapter}</h2>
          ${inside.map(
            (rule) => html`<article key=${rule.id} id=${rule.id} class=${names(rule.id === here && "here")}>
              <h3><a href=${`/rules/${game}#${rule.id}`}>${rule.id}</a> ${rule.title}</h3>
              <${RuleText} text=${rule.text} rules=${rules || []} lead=${lead} />
              <${See} rule=${rule} rules=${rules || []} words=${words} lead=${lead} /></article>`,
          )}</section>`,
      )}</div>
    </main>`;
}

/** The rules that contain every wanted word. */
function matching(/** @type {Rule[]} */ rules, /** @type {string} */ wanted) {
  const parts = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  if (!parts.length) return rules;
  return rules.filter(({ id, title, text }) => {
    const all = `${id} ${title} ${text}`.toLowerCase();
    return parts.every((part) => all.includes(part));
  });
}

/** @returns {{chapter: string, rules: Rule[]}[]} */
function chaptersOf(/** @type {Rule[]} */ rules) {
  /** @type {{chapter: string, rules: Rule[]}[]} */
  const chapters = [];
  for (const rule of rules) {
    const last = chapters.at(-1);
    if (last?.chapter === rule.chapter) last.rules.push(rule);
    else chapters.push({ chapter: rule.chapter, rules: [rule] });
  }
  return chapters;
}
