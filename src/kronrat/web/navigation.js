/**
 * The header of the pages beside the table: the places one can go to, the same on all of them, and who sits here. On a
 * narrow screen the places are in the menu.
 */

import { SettingsDialog, Top, wordsFor } from "./frame.js";
import { loadMe, me, isNamed, NameDialog } from "./me.js";
import { html, Icon, names, useEffect, useState } from "./parts.js";

/**
 * @import { MenuEntry } from "./frame.js"
 * @import { Children } from "./types.js"
 * @typedef {{id: string, href: string, icon: string, rare?: boolean}} Place
 */

/**
 * All places, in their order: one more is a line here and a message `web.nav.<id>`. What is rare is in the menu, and in
 * the bar only where one is or where something waits.
 * @type {Place[]}
 */
const PLACES = [
  { id: "play", href: "/play", icon: "u-play" },
  { id: "tables", href: "/tables", icon: "u-board" },
  { id: "learn", href: "/learn", icon: "u-book" },
  { id: "puzzles", href: "/puzzles", icon: "u-dice" },
  { id: "watch", href: "/watch", icon: "u-zoom" },
  { id: "ranks", href: "/ranks", icon: "u-trophy" },
  { id: "people", href: "/people", icon: "u-user", rare: true },
  { id: "turns", href: "/turns", icon: "u-mail", rare: true },
  { id: "profile", href: "/people/me", icon: "u-user", rare: true },
  { id: "devices", href: "/me", icon: "u-lock", rare: true },
  { id: "stats", href: "/stats", icon: "u-map", rare: true },
  { id: "replay", href: "/replay", icon: "u-quill", rare: true },
  { id: "analysis", href: "/analysis", icon: "u-branch", rare: true },
];

/**
 * `here` is the place that the page belongs to, `waiting` how much waits at a place that is otherwise rare. A page that
 * is for work has its own heading in the bar instead of the places, as `children`; they are in its menu then.
 * @param {{here?: string, waiting?: Record<string, number>, menu?: MenuEntry[], tools?: Children, children?: Children}}
 *        props
 */
export function PageTop({ here = "", waiting = {}, menu = [], tools = null, children = null }) {
  const words = wordsFor().value;
  const [dialog, setDialog] = useState("");
  useEffect(() => void loadMe().catch(() => undefined), []);
  if (!words) return html`<header class="top"></header>`;
  const barred = (/** @type {Place} */ { id, rare = false }) => !children && (!rare || id === here || id in waiting);
  const label = (/** @type {Place} */ { id }) => words.say(`web.nav.${id}`);
  const close = () => setDialog("");
  const places = PLACES.map((place) => ({
    label: label(place),
    icon: place.icon,
    href: place.href,
    narrow: barred(place),
  }));
  const name = { label: me.value || words.say("web.name.title"), icon: "u-user", onClick: () => setDialog("name") };
  const mine = isNamed();
  const called = mine ? me.value : words.say("web.nav.guest");
  return html`<${Top} words=${words} onSettings=${() => setDialog("settings")} menu=${[...menu, ...places, name]}
      tools=${html`${tools}${
        !children &&
        html`<button type="button" class=${names("whoami", !mine && "guest")} onClick=${name.onClick}
          aria-label=${words.say("web.nav.me", { name: called })}><${Icon} id="u-user" /><span>${called}</span></button>`
      }`}>
      ${
        children ??
        html`<nav class="nav places" aria-label=${words.say("web.nav")}>${PLACES.filter(barred).map(
          (place) => html`<a key=${place.id} href=${place.href} aria-current=${place.id === here ? "page" : null}>
            ${label(place)}${waiting[place.id] > 0 && ` (${waiting[place.id]})`}</a>`,
        )}</nav>`
      }
    <//>
    ${dialog === "settings" && html`<${SettingsDialog} words=${words} onClose=${close} />`}
    ${dialog === "name" && html`<${NameDialog} words=${words} onName=${close} onClose=${close} />`}`;
}
