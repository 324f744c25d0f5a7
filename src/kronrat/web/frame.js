/** What surrounds every page: the header with its tools, settings, the list of keys, and words without a table. */

import { Dialog, html, Icon, IconButton, Segments, Switch } from "./parts.js";
import { effect, signal, useEffect, useId, useRef, useState } from "./parts.js";
import { persist } from "./http.js";
import * as settings from "./settings.js";
import { loadWords, Words } from "./words.js";

/**
 * @import { Children, On } from "./types.js"
 * @import { Signal } from "./vendor/signals.js"
 * @typedef {{label: string, icon?: string, href?: string, download?: string, onClick?: () => unknown,
 *            narrow?: boolean}} MenuEntry
 */

// -- words of pages that show no table --------------------------------------------------------------------------------

/** @type {Map<string, Signal<Words|null>>} */
const spoken = new Map();

/**
 * The words of a game and its variant in the language of the page, as a signal: null until they are here. Without a
 * game: the words of the pages themselves.
 */
export function wordsFor(game = "", variant = "") {
  const key = `${game}/${variant}`;
  let words = spoken.get(key);
  if (!words) {
    const found = (words = signal(/** @type {Words|null} */ (null)));
    spoken.set(key, words);
    effect(() => {
      const lang = settings.lang.value;
      void persist(() => loadWords(lang, game, variant)).then(
        (file) => lang === settings.lang.peek() && (found.value = new Words(file)),
      );
    });
  }
  return words;
}

// -- style sheets -----------------------------------------------------------------------------------------------------

/** @type {Map<string, {link: HTMLLinkElement, loaded: Promise<unknown>}>} */
const styles = new Map();

/** Bring in a style sheet once; a page waits for it, so that nothing is seen undressed. */
export function style(/** @type {string} */ address) {
  let sheet = styles.get(address);
  if (!sheet) {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = address;
    sheet = { link, loaded: new Promise((done) => (link.onload = link.onerror = done)) };
    styles.set(address, sheet);
    document.head.append(link);
  }
  putOn(sheet.link, true);
  return sheet.loaded;
}

/**
 * Not by `disabled`: a sheet that is enabled again is read again, and until then the page stands there undressed.
 * @param {HTMLLinkElement} link
 * @param {boolean} worn
 */
export function putOn(link, worn) {
  link.media = worn ? "all" : "not all";
}

/** Switch off all other sheets that were brought in: on the page that was left a name may have meant something else. */
export function styleOnly(/** @type {string[]} */ addresses) {
  for (const [address, { link }] of styles) putOn(link, addresses.includes(address));
}

// -- header -----------------------------------------------------------------------------------------------------------

/**
 * The bar at the top. `children` is in its middle; `tools` before the tools that are always there; `menu` are
 * entries of the menu: `{label, icon?, href?, download?, onClick?, narrow?}`; a narrow one is not needed on wide screens.
 * @param {{words: Words, children?: Children, tools?: Children, menu?: MenuEntry[], onHelp?: (() => void)|null,
 *          onSettings: () => void}} props
 */
export function Top({ words, children = null, tools = null, menu = [], onHelp = null, onSettings }) {
  const dark = settings.shownTheme.value === "candlelight";
  return html`<header class="top">
    <a class="mark" href="/" aria-label=${words.say("web.home")}><${Icon} id="mark" /><span>Kronrat</span></a>
    ${children}
    <nav class="tools" aria-label=${words.say("web.tools")}>
      ${tools}
      ${onHelp && html`<${IconButton} icon="u-help" label=${words.say("web.help")} onClick=${onHelp} class="help" />`}
      <${IconButton} icon="u-theme" class="theme" onClick=${settings.toggleTheme}
        label=${words.say(dark ? "web.theme.to_parchment" : "web.theme.to_candlelight")} />
      <${IconButton} class="lang" onClick=${settings.nextLanguage} label=${words.say("web.language.switch")}>
        <span aria-hidden="true">${settings.lang.value.toUpperCase()}</span>
      <//>
      <${Menu} words=${words} entries=${[...menu, ...standing(words, onSettings)]} />
    </nav>
  </header>`;
}

const standing = (/** @type {Words} */ words, /** @type {() => void} */ onSettings) => [
  { label: words.say("web.settings"), icon: "u-dots", onClick: onSettings },
  { label: words.say("web.credits"), icon: "u-user", href: `/credits?lang=${settings.lang.value}` },
];

/** @param {{words: Words, entries: MenuEntry[]}} props */
function Menu({ words, entries }) {
  const box = useRef(null);
  const [open, setOpen] = useState(false);
  const id = useId();
  const close = () => box.current.hidePopover();
  useEffect(() => {
    const toggled = (/** @type {Event} */ event) => setOpen(/** @type {ToggleEvent} */ (event).newState === "open");
    const element = box.current;
    element.addEventListener("toggle", toggled);
    return () => element.removeEventListener("toggle", toggled);
  }, []);
  return html`<button type="button" class="ib menu-button" popovertarget=${id} aria-expanded=${String(open)}
      aria-label=${words.say("web.menu")}><${Icon} id="u-menu" /></button>
    <div class="menu" id=${id} popover="auto" ref=${box}>
      <ul>
        ${entries.map(({ label, icon = "", href = "", download, onClick, narrow = false }) => {
          const face = html`<${Icon} id=${icon} />${label}`;
          const act = () => (close(), onClick?.());
          return html`<li key=${label} class=${narrow ? "narrow" : null}>
            ${href && html`<a href=${href} download=${download} onClick=${close}>${face}</a>`}
            ${!href && html`<button type="button" onClick=${act}>${face}</button>`}
          </li>`;
        })}
      </ul>
    </div>`;
}

// -- settings ---------------------------------------------------------------------------------------------------------

/** @param {{words: Words, onClose: () => void}} props */
export function SettingsDialog({ words, onClose }) {
  const say = (/** @type {string} */ id) => words.say(`web.settings.${id}`);
  const choices = (/** @type {string} */ name, /** @type {string[]} */ values) =>
    values.map((value) => ({ value, label: say(`${name}.${value}`) }));
  /** @template T */
  const bound = (/** @type {Signal<T>} */ setting) => ({
    value: setting.value,
    onChange: (/** @type {T} */ value) => void (setting.value = value),
  });
  return html`<${Dialog} title=${words.say("web.settings")} closeLabel=${words.say("web.close")} onClose=${onClose}>
    <div class="stack">
      <${Segments} legend=${say("language")} ...${bound(settings.lang)}
        choices=${settings.LANGUAGES.map((value) => ({ value, label: words.say(`web.language.${value}`) }))} />
      <${Segments} legend=${say("theme")} ...${bound(settings.theme)} choices=${choices("theme", settings.THEMES)} />
      <${Segments} legend=${say("size")} ...${bound(settings.size)}
        choices=${settings.SIZES.map((value) => ({ value, label: words.say("web.percent", { n: value }) }))} />
      <${Segments} legend=${say("speed")} ...${bound(settings.speed)} choices=${choices("speed", settings.SPEEDS)} />
      <${Switch} label=${say("keys")} hint=${say("keys.hint")} ...${bound(settings.keys)} />
      <${Switch} label=${say("curtain")} hint=${say("curtain.hint")} ...${bound(settings.curtain)} />
      <${Switch} label=${say("confirms")} hint=${say("confirms.hint")} ...${bound(settings.confirms)} />
      <${Switch} label=${say("tips")} hint=${say("tips.hint")} ...${bound(settings.tips)} />
      <${Switch} label=${say("odds")} hint=${say("odds.hint")} ...${bound(settings.odds)} />
      <${Switch} label=${say("sound")} hint=${say("sound.hint")} ...${bound(settings.sound)} />
      ${
        settings.sound.value &&
        html`<${Segments} legend=${say("volume")} ...${bound(settings.volume)}
        choices=${choices("volume", [...settings.VOLUMES])} />`
      }
    </div>
  <//>`;
}

// -- keys -------------------------------------------------------------------------------------------------------------

/**
 * Each line: the keys, and what they do.
 * @type {[string, string][]}
 */
const KEYS = [
  ["Tab", "areas"],
  ["← ↑ ↓ →", "arrows"],
  ["Space", "space"],
  ["Enter", "enter"],
  ["Ctrl+Z, Backspace", "undo"],
  ["P", "pass"],
  ["G, H", "targets"],
  ["L", "log"],
  ["C", "chat"],
  ["B", "since"],
  ["W", "hints"],
  ["O", "odds"],
  ["R", "rules"],
  ["?", "help"],
];

/**
 * The keys of every table, and before them those of the game: pairs of keys and the id of what they do.
 * @param {{words: Words, keys?: [keys: string, action: string][], onClose: () => void}} props
 */
export function KeysDialog({ words, keys = [], onClose }) {
  const all = [...keys, ...KEYS.map(([names, action]) => [names, `web.keys.${action}`])];
  return html`<${Dialog} title=${words.say("web.keys")} closeLabel=${words.say("web.close")} onClose=${onClose}>
    <dl class="keys">
      ${all.map(
        ([names, id]) => html`<div key=${id}><dt>${names.split(", ").map((key) => html`<kbd>${key}</kbd> `)}</dt>
          <dd>${words.say(id)}</dd></div>`,
      )}
    </dl>
    <p class="muted">${words.say(settings.keys.value ? "web.keys.on" : "web.keys.off")}</p>
  <//>`;
}
