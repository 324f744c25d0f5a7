/**
 * What all pages are made of: icons, crests, dice, buttons, notes, dialogs, tabs. Only looks and behaviour; they
 * know nothing about any game.
 *
 * Everything that a page is drawn with comes from here too: `html`, hooks and signals.
 */

import { html, render } from "./vendor/htm-preact.js";
import { useEffect, useErrorBoundary, useId, useLayoutEffect, useMemo, useRef, useState } from "./vendor/hooks.js";
import { batch, computed, effect, signal, useComputed, useSignal, useSignalEffect } from "./vendor/signals.js";
import { tinctureOf } from "./model.js";
import { keys } from "./settings.js";
import { companyOf, isAway } from "./terms.js";

export { batch, computed, effect, html, render, signal };
export { useComputed, useEffect, useErrorBoundary, useId, useLayoutEffect, useMemo, useRef, useState };
export { useSignal, useSignalEffect };

/** The class names that apply: `names("btn", primary && "pri")`. */
export const names = (/** @type {unknown[]} */ ...parts) => parts.filter(Boolean).join(" ");

// -- pictures ---------------------------------------------------------------------------------------------------------

/** @import { Children, On } from "./types.js" */

/**
 * A picture of the sprite. Without a `label` it is decoration.
 * @param {{id: string, label?: string, class?: string}} props
 */
export function Icon({ id, label = "", class: kind = "" }) {
  const role = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  return html`<svg class=${kind} ...${role}><use href=${`#${id}`} /></svg>`;
}

/**
 * The coat of arms of a seat.
 * @param {{seat: number, label?: string, class?: string}} props
 */
export function Crest({ seat, label = "", class: kind = "" }) {
  return html`<${Icon} id=${`crest-${tinctureOf(seat)}`} label=${label} class=${names("crest", kind)} />`;
}

/** Both as decoration, in short. */
export const icon = (/** @type {string} */ id, kind = "") => html`<${Icon} id=${id} class=${kind} />`;
export const crest = (/** @type {number} */ seat, kind = "") => html`<${Crest} seat=${seat} class=${kind} />`;

/**
 * A die. With `onClick` it is a toggle button, and needs a `label`; otherwise a picture. `class` takes `sm`, `used`,
 * `sel`, `ghost`; the tincture is that of `seat`, or white for a bonus die.
 * @param {{face: number|string, seat?: number|null, bonus?: boolean, label?: string, class?: string,
 *          onClick?: (() => unknown)|null, [rest: string]: unknown}} props
 */
export function Die({ face, seat = null, bonus = false, label = "", class: kind = "", onClick = null, ...rest }) {
  const look = names("die", bonus ? "p-bonus" : seat !== null && `p-${tinctureOf(seat)}`, kind);
  const pips = html`<${Icon} id=${`die-${face}`} /><span class="sr">${label || face}</span>`;
  if (onClick) return html`<button type="button" class=${look} onClick=${onClick} ...${rest}>${pips}</button>`;
  return html`<span class=${look} ...${rest}>${pips}</span>`;
}

// -- players ---------------------------------------------------------------------------------------------------------

/** @typedef {Pick<import("./model.js").TableModel, "info"|"tincture"|"words">} Model as far as it is needed here */

/** The classes of something that belongs to a seat: its tincture, and whether its person has left. */
export function seatLook(/** @type {Model} */ model, /** @type {number} */ seat, /** @type {unknown[]} */ ...more) {
  const sitting = model.info.value?.seats[seat];
  return names(...more, `p-${model.tincture(seat)}`, sitting && isAway(sitting) && "away");
}

/** The name of a player, with a note that says whether one plays with a person or a bot. */
export function PlayerName(/** @type {{model: Model, seat: number}} */ { model, seat }) {
  const words = model.words.value;
  const sitting = model.info.value?.seats[seat];
  return html`<b ...${noted(sitting && companyOf(words, sitting))}>${words.player(seat)}</b>`;
}

// -- the ribbon ------------------------------------------------------------------------------------------------------

/**
 * A phase in the ribbon of a table, which says how far a game is. `children` are the steps of the one that is played now.
 * @param {{id: string|number, icon?: string, label: Children, note: Explained, past: boolean, now: boolean,
 *          children?: Children}} props
 */
export function Phase({ id, icon = "", label, note, past, now, children }) {
  return html`<li class=${names(past && "past", now && "now")} aria-current=${now ? "step" : null} tabindex="0"
    data-phase=${id} ...${noted(note)}>
    ${icon && html`<${Icon} id=${icon} />`}<span class="lb">${label}</span>${now && children}
  </li>`;
}

// -- sizes ------------------------------------------------------------------------------------------------------------

/**
 * The width of an element in pixels, kept up to date: a ref for the element, and 0 until it is there.
 * @returns {[{current: HTMLElement|null}, number]}
 */
export function useWidth() {
  const element = useRef(/** @type {HTMLElement|null} */ (null));
  const [width, measure] = useState(0);
  useLayoutEffect(() => {
    const watch = new ResizeObserver(() => measure(element.current?.clientWidth ?? 0));
    if (element.current) watch.observe(element.current);
    return () => watch.disconnect();
  }, []);
  return [element, width];
}

// -- files of their own -------------------------------------------------------------------------------------------------

/**
 * A part of the page that has its own file and is loaded when needed.
 * @param {{load: () => Promise<Part>, [rest: string]: unknown}} props
 */
export function Later({ load, ...props }) {
  const [Page, setPage] = useState(/** @type {Part|null} */ (null));
  useEffect(() => void load().then((page) => setPage(() => page)), []);
  return Page && html`<${Page} ...${props} />`;
}

/** @typedef {(props: any) => unknown} Part  any: each part has props of its own, which come from those of `Later` */

// -- controls ---------------------------------------------------------------------------------------------------------

/**
 * A button. One that cannot be pressed now is given `why`, the reason: it stays focusable and explains itself.
 * @param {{kind?: "pri"|"quiet"|"", icon?: string, why?: Children, kbd?: string, onClick?: (event: Event) => void,
 *          class?: string, children?: Children, [rest: string]: unknown}} props
 */
export function Button({ kind = "", icon = "", why = "", kbd = "", onClick, class: extra = "", children, ...rest }) {
  const state = why ? { "aria-disabled": "true", ...noted(why, { press: true }) } : { onClick };
  return html`<button type="button" class=${names("btn", kind, extra)} ...${rest} ...${state}>
    ${icon && html`<${Icon} id=${icon} />`}${children}${kbd && html`<kbd aria-hidden="true">${kbd}</kbd>`}
  </button>`;
}

/**
 * A square button with an icon only; `label` is its name, also shown as a note.
 * @param {{icon?: string, label: string, onClick: (event: Event) => unknown, class?: string, children?: Children,
 *          [rest: string]: unknown}} props
 */
export function IconButton({ icon, label, onClick, class: extra = "", children = null, ...rest }) {
  return html`<button type="button" class=${names("ib", extra)} aria-label=${label} 
    ...${noted(label, { named: true })} ...${rest}
    onClick=${onClick}>${icon && html`<${Icon} id=${icon} />`}${children}</button>`;
}

/**
 * A button that copies a link. Where the browser keeps the clipboard closed, the link is shown instead.
 * @param {{words: import("./words.js").Words, label: string, address: string}} props
 */
export function CopyLink({ words, label, address }) {
  const [state, setState] = useState("");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address);
      setState("copied");
      announce(words.say("web.copied"));
      setTimeout(() => setState(""), 2_500);
    } catch {
      setState("shown");
    }
  };
  const select = (/** @type {On<HTMLInputElement>} */ event) => event.currentTarget.select();
  if (state === "shown")
    return html`<input class="link" readonly value=${address} aria-label=${label} autofocus onFocus=${select} />`;
  return html`<${Button} icon=${state ? "u-check" : "u-copy"} onClick=${copy}>
    ${state ? words.say("web.copied") : label}
  <//>`;
}

/**
 * One of a few values.
 * @template {string|number} T
 * @param {{legend: string, choices: {value: T, label: string, icon?: string}[], value: T, onChange: (value: T) => void,
 *          hideLegend?: boolean}} props
 */
export function Segments({ legend, choices, value, onChange, hideLegend = false }) {
  const group = useId();
  return html`<fieldset>
    <legend class=${hideLegend ? "sr" : ""}>${legend}</legend>
    <div class="seg">
      ${choices.map(
        (choice) => html`<label key=${choice.value} class=${choice.value === value ? "on" : ""}>
          <input class="sr" type="radio" name=${group} checked=${choice.value === value}
            onChange=${() => onChange(choice.value)} />
          ${choice.icon && html`<${Icon} id=${choice.icon} />`}<span>${choice.label}</span>
        </label>`,
      )}
    </div>
  </fieldset>`;
}

/**
 * On or off.
 * @param {{label: string, hint?: string, note?: string, value: boolean, onChange: (on: boolean) => void,
 *          disabled?: boolean}} props
 */
export function Switch({ label, hint = "", note = "", value, onChange, disabled = false }) {
  return html`<label class=${names("switch", value && "on")} ...${noted(note)}>
    <input class="sr" type="checkbox" role="switch" checked=${value} disabled=${disabled}
      onChange=${(/** @type {On<HTMLInputElement>} */ event) => onChange(event.currentTarget.checked)} />
    <i aria-hidden="true"></i><span>${label}</span>${hint && html`<small>${hint}</small>`}
  </label>`;
}

/** For a line of a scene: it is brought into sight when it is told, because a phone does not show all of them. */
export function useInSight(/** @type {boolean} */ told) {
  const line = useRef(/** @type {HTMLElement|null} */ (null));
  useEffect(() => {
    if (told) line.current?.scrollIntoView({ block: "nearest" });
  }, [told]);
  return line;
}

/**
 * Tabs with their panels. The selected one is in the tab order; arrows move between them.
 * @param {{label: string, tabs: Array<{id: string, label: string, icon?: string, mark?: Children, panel?: Children}>,
 *          selected: string, onSelect: (id: string) => void, class?: string}} props
 */
export function Tabs({ label, tabs, selected, onSelect, class: kind = "" }) {
  const base = useId();
  const list = useRef(null);
  const move = (/** @type {KeyboardEvent} */ event) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!step) return;
    event.preventDefault();
    const at = tabs.findIndex(({ id }) => id === selected);
    const next = (at + step + tabs.length) % tabs.length;
    onSelect(tabs[next].id);
    /** @type {HTMLElement} */ (list.current.children[next]).focus();
  };
  const shown = tabs.find(({ id }) => id === selected);
  return html`<div class=${names("tabs", kind)}>
    <div class="tablist" role="tablist" aria-label=${label} ref=${list} onKeyDown=${move}>
      ${tabs.map(
        (tab) => html`<button type="button" role="tab" key=${tab.id} id=${`${base}-${tab.id}`}
          aria-selected=${String(tab.id === selected)} tabindex=${tab.id === selected ? 0 : -1}
          aria-controls=${tab.id === selected ? `${base}-panel` : null}
          onClick=${() => onSelect(tab.id)}>
          ${tab.icon && html`<${Icon} id=${tab.icon} />`}${tab.label}${tab.mark}
        </button>`,
      )}
    </div>
    ${
      shown?.panel &&
      html`<div role="tabpanel" id=${`${base}-panel`} aria-labelledby=${`${base}-${shown.id}`} class="tabpanel">
    ${shown.panel}
  </div>`
    }
  </div>`;
}

// -- facts ------------------------------------------------------------------------------------------------------------

/** Where the figures of a component come from. @typedef {{source: string, sources: Record<string, string>}} Origin */

/** Whether a figure of a component was made up to fit instead of read off a print. @param {Origin} row */
export const isMadeUp = ({ source, sources }) => [source, ...Object.values(sources)].includes("reconstruction");

const phone = matchMedia("(max-width: 760px)");

/** Whether the window is as narrow as a phone. */
export function useNarrow() {
  const [narrow, setNarrow] = useState(phone.matches);
  useEffect(() => {
    const changed = () => setNarrow(phone.matches);
    phone.addEventListener("change", changed);
    return () => phone.removeEventListener("change", changed);
  }, []);
  return narrow;
}

// -- dialogs ----------------------------------------------------------------------------------------------------------

/**
 * A dialog over the page. Focus stays inside while it is open and then returns to where it was; Esc and a press beside
 * it close it.
 * @param {{title: Children, onClose: () => void, closeLabel?: string, class?: string, children?: Children}} props
 */
export function Dialog({ title, onClose, closeLabel = "", class: kind = "", children }) {
  /** @type {{current: HTMLDialogElement}} */
  const box = useRef(null);
  const heading = useId();
  useLayoutEffect(() => {
    const before = document.activeElement;
    const dialog = box.current;
    dialog.showModal();
    return () => {
      dialog.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  const cancel = (/** @type {Event} */ event) => {
    event.preventDefault();
    onClose();
  };
  const beside = (/** @type {Event} */ event) => event.target === box.current && onClose();
  return html`<dialog class=${names("dialog", kind)} ref=${box} aria-labelledby=${heading} onCancel=${cancel}
    onMouseDown=${beside}>
    <div class="dialog-body">
      <div class="dialog-top">
        <h2 class="h" id=${heading} tabindex="-1">${title}</h2>
        <button type="button" class="ib" aria-label=${closeLabel} onClick=${onClose}><${Icon} id="u-close" /></button>
      </div>
      ${children}
    </div>
  </dialog>`;
}

// -- notes ------------------------------------------------------------------------------------------------------------

const NOTE = "note";
const HOVER_WAIT = 350;
const LEAVE_WAIT = 160;
const EXPLAIN = "explain"; // the event by which an element opens its note

/**
 * The one note that is open: what it says, and the element that it explains.
 * @type {import("./vendor/signals.js").Signal<{anchor: HTMLElement, content: Children, named: boolean}|null>}
 */
const openNote = signal(null);
let timer = 0;
/** Whose note is open or about to open: when another element loses the focus, that ends nothing. */
let explained = /** @type {HTMLElement|null} */ (null);

/** Where the mouse is, so that what comes under it while it rests explains nothing unasked. */
let pointer = "";
const placeOf = (/** @type {MouseEvent} */ { screenX, screenY }) => `${screenX} ${screenY}`;
addEventListener("mousemove", (event) => (pointer = placeOf(event)), { capture: true, passive: true });

/** After a finger a browser may put the mouse back where it rested before; that is nobody leaving. */
let byFinger = false;
addEventListener("pointerdown", (event) => (byFinger = event.pointerType === "touch"), {
  capture: true,
  passive: true,
});
addEventListener("pointermove", (event) => (byFinger &&= event.pointerType === "touch"), {
  capture: true,
  passive: true,
});

/** @typedef {Children | (() => Children | Promise<Children>)} Explained  what a note says, perhaps only when asked */

function showNote(/** @type {HTMLElement} */ anchor, /** @type {Explained} */ content, /** @type {boolean} */ named) {
  clearTimeout(timer);
  const answer = typeof content === "function" ? content() : content;
  const put = (/** @type {Children} */ said) =>
    said && anchor.isConnected && (openNote.value = { anchor, content: said, named });
  if (answer instanceof Promise) answer.then(put);
  else put(answer);
}

export function hideNote() {
  clearTimeout(timer);
  explained = null;
  openNote.value = null;
}

/**
 * Props for an element that explains itself on hover and focus, and with `press` also when it is pressed (for things
 * that cannot be chosen now). `content` is text, what html`…` makes, or a function that gives either, perhaps later.
 * With `named` the note only shows the name that the element has anyway.
 * @param {Explained} content
 * @param {{named?: boolean, press?: boolean}} how
 */
export function noted(content, { named = false, press = false } = {}) {
  if (!content) return {};
  // What it says is asked for when it opens: by then the element may explain something else, or nothing.
  const begin = (/** @type {HTMLElement} */ anchor, /** @type {number} */ wait) => {
    clearTimeout(timer);
    explained = anchor;
    timer = setTimeout(() => anchor.dispatchEvent(new Event(EXPLAIN)), wait);
  };
  const atOnce = (/** @type {HTMLElement} */ anchor) => {
    clearTimeout(timer);
    explained = anchor;
    timer = setTimeout(() => showNote(anchor, content, named), 0);
  };
  const end = () => {
    clearTimeout(timer);
    timer = setTimeout(hideNote, LEAVE_WAIT);
  };
  return {
    onExplain: (/** @type {On} */ event) => showNote(event.currentTarget, content, named),
    onMouseEnter: (/** @type {MouseEvent & On} */ event) => {
      const { currentTarget: anchor } = event;
      if (pointer !== placeOf(event)) begin(anchor, HOVER_WAIT);
      else anchor.addEventListener("mousemove", () => begin(anchor, HOVER_WAIT), { once: true });
    },
    onMouseLeave: () => byFinger || end(),
    onFocus: (/** @type {On} */ event) => event.currentTarget.matches(":focus-visible") && atOnce(event.currentTarget),
    onBlur: (/** @type {On} */ event) => (explained ?? event.currentTarget) === event.currentTarget && end(),
    ...(press && { onClick: (/** @type {On} */ event) => atOnce(event.currentTarget) }),
  };
}

/** Where the open note is drawn; once on every page. */
export function NoteLayer() {
  const box = useRef(null);
  const note = openNote.value;
  useLayoutEffect(() => {
    const element = box.current;
    if (!note) {
      if (element.matches(":popover-open")) element.hidePopover();
      return undefined;
    }
    if (!element.matches(":popover-open")) element.showPopover();
    place(element, note.anchor);
    if (!note.named) note.anchor.setAttribute("aria-describedby", NOTE);
    const esc = (/** @type {KeyboardEvent} */ event) => event.key === "Escape" && hideNote();
    // What scrolls elsewhere, as a log does by itself, leaves the note where it belongs.
    const scrolled = (/** @type {Event} */ { target }) =>
      /** @type {Node} */ (target).contains(note.anchor) && hideNote();
    // What a finger opened, the next touch elsewhere puts away, unless it opens another.
    const touched = (/** @type {PointerEvent} */ { target, pointerType }) => {
      const here = target instanceof Node && (element.contains(target) || note.anchor.contains(target));
      if (pointerType !== "touch" || here) return;
      clearTimeout(timer);
      timer = setTimeout(hideNote, LEAVE_WAIT);
    };
    addEventListener("keydown", esc, true);
    addEventListener("scroll", scrolled, true);
    addEventListener("pointerdown", touched, true);
    return () => {
      note.anchor.removeAttribute("aria-describedby");
      removeEventListener("keydown", esc, true);
      removeEventListener("scroll", scrolled, true);
      removeEventListener("pointerdown", touched, true);
    };
  }, [note]);
  // It may lie over what is wanted next: a press on what is only read puts it away, and picks what can be picked there.
  const away = (/** @type {MouseEvent & On<HTMLElement>} */ event) => {
    if (/** @type {Element} */ (event.target).closest("a, button")) return;
    hideNote();
    box.current.hidePopover();
    const under = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-target], [aria-pressed]");
    under?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail: event.detail }));
  };
  return html`<div id=${NOTE} class=${names("note", note?.named && "small")} popover="manual" role="tooltip" ref=${box}
    onClick=${away} onMouseEnter=${() => clearTimeout(timer)} onMouseLeave=${hideNote}>${note?.content}</div>`;
}

/**
 * Above the anchor if there is room, otherwise below, and always inside the window; but where it would lie over
 * something that can be pressed now, where it covers the least of that. On a phone that may be away from the anchor.
 */
function place(/** @type {HTMLElement} */ element, /** @type {HTMLElement} */ anchor) {
  const at = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = element;
  const middle = at.left + at.width / 2;
  const wanted = [...document.querySelectorAll(WANTED)].filter((one) => one !== anchor && one.checkVisibility());
  const boxes = wanted.map((one) => one.getBoundingClientRect());
  const inside = (/** @type {number} */ left) => Math.max(8, Math.min(left, innerWidth - width - 8));
  const spots = levels(at, height).flatMap((y) =>
    [middle - width / 2, at.right - width, at.left].map((left) => ({ x: inside(left), y, far: false })),
  );
  const under = (/** @type {{x: number, y: number}} */ { x, y }) =>
    sum(boxes.map((box) => overlap(x, x + width, box.left, box.right) * overlap(y, y + height, box.top, box.bottom)));
  if (phone.matches && Math.min(...spots.map(under)) > 0)
    spots.push(...apart(at, height).map((y) => ({ x: inside(middle - width / 2), y, far: true })));
  const covered = spots.map(under);
  const { x, y, far } = spots[covered.indexOf(Math.min(...covered))];
  element.classList.toggle("above", !far && y < at.top);
  element.classList.toggle("below", !far && y >= at.top);
  element.style.left = `${x}px`;
  element.style.top = `${y}px`;
  element.style.setProperty("--tail", `${Math.max(16, Math.min(middle - x, width - 16))}px`);
}

const GAP = 11; // between a note and what it explains
const STEP = 12; // between the places that are tried away from it
const WANTED = "[data-target], .tray button:not([aria-disabled])"; // what can be pressed now

/** How high a note may begin beside what it explains, the better first. */
function levels(/** @type {DOMRect} */ { top, bottom }, /** @type {number} */ height) {
  const tops = [];
  if (top - height - GAP > 4) tops.push(top - height - GAP);
  if (bottom + GAP + height < innerHeight - 8) tops.push(bottom + GAP);
  return tops.length ? tops : [Math.max(4, innerHeight - height - 8)];
}

/** How high it may begin anywhere else, the nearest first. */
function apart(/** @type {DOMRect} */ { top, bottom }, /** @type {number} */ height) {
  const most = Math.max(0, Math.floor((innerHeight - height - 16) / STEP));
  const tops = Array.from({ length: most }, (_, at) => 8 + at * STEP);
  const away = (/** @type {number} */ y) => Math.abs(y + height / 2 - (top + bottom) / 2);
  return tops.filter((y) => !overlap(y, y + height, top, bottom)).sort((a, b) => away(a) - away(b));
}

const sum = (/** @type {number[]} */ all) => all.reduce((whole, one) => whole + one, 0);

const overlap = (
  /** @type {number} */ from,
  /** @type {number} */ to,
  /** @type {number} */ other,
  /** @type {number} */ end,
) => Math.max(0, Math.min(to, end) - Math.max(from, other));

// -- speaking and keys ------------------------------------------------------------------------------------------------

const spoken = signal("");

/** Have a screen reader say something when it has time. */
export function announce(/** @type {string} */ text) {
  spoken.value = "";
  setTimeout(() => (spoken.value = text), 50);
}

export function Announcer() {
  return html`<div class="sr" role="status" aria-live="polite">${spoken.value}</div>`;
}

/**
 * Keys of the page, by name: `{g: next, "ctrl+z": undo}`. Single keys act only if the setting allows them; none acts
 * while something is typed or a dialog is open. A handler that returns false lets the key through. Handlers with
 * `first`, those of games, get a key before the page does; those that are `early` hear keys from the moment they are
 * drawn, and before all others.
 * @param {Record<string, (event: KeyboardEvent) => unknown>} handlers
 * @param {{first?: boolean, early?: boolean}} how
 */
export function useKeys(handlers, { first = false, early = false } = {}) {
  const current = useRef(handlers);
  current.current = handlers;
  const use = early ? useLayoutEffect : useEffect;
  use(() => {
    const press = (/** @type {KeyboardEvent} */ event) => {
      if (event.defaultPrevented || event.altKey || document.querySelector("dialog[open]")) return;
      const target = /** @type {HTMLElement} */ (event.target);
      if (target.matches?.("input:not([type=radio],[type=checkbox]), textarea, select, [contenteditable]")) return;
      const chord = event.ctrlKey || event.metaKey;
      if (!chord && event.key.length === 1 && !keys.peek()) return;
      const handler = current.current[(chord ? "ctrl+" : "") + event.key.toLowerCase()];
      if (handler && handler(event) !== false) event.preventDefault();
    };
    addEventListener("keydown", press, first);
    return () => removeEventListener("keydown", press, first);
  }, []);
}
