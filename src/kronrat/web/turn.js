/**
 * What the drawings of all games have in common when somebody is asked something: finding a choice among the options,
 * taking one back, the keys, the reason why something is refused, and the tabs of a small screen.
 */

import { Button, html, Icon, noted, useEffect, useKeys, useLayoutEffect, useRef } from "./parts.js";
import { pace } from "./settings.js";

/**
 * @import { AnyGame, Children, Choice } from "./types.js"
 * @typedef {import("./model.js").TableModel} TableModel
 * @typedef {{options: Choice[]}} Question
 */

// -- choices ----------------------------------------------------------------------------------------------------------

export const same = (/** @type {unknown[]} */ a, /** @type {unknown[]} */ b) =>
  a.length === b.length && a.every((word, place) => word === b[place]);

/** @returns {Choice|null} */
export const offered = (/** @type {Question} */ question, /** @type {Choice} */ choice) =>
  question.options.find((option) => same(option, choice)) ?? null;

/** Visible as long as taking back is free, or nobody else is there to ask; by consent where the table allows it. */
export function TakeBack(/** @type {{model: TableModel}} */ { model }) {
  const undo = model.undo.value;
  const appeared = useRef(0);
  useLayoutEffect(() => void (appeared.current = performance.now()), [Boolean(undo)]);
  if (!undo || model.readOnly) return null;
  const label = model.words.value.say(undo === "ask" ? "web.turn.undo.ask" : "web.turn.undo");
  const press = () => void (tooSoon(appeared.current) || model.takeBack());
  return html`<${Button} icon="u-undo" onClick=${press} data-undo="">${label}<//>`;
}

// -- keys -------------------------------------------------------------------------------------------------------------

/**
 * Keys of every tray: to the next and the previous target, refuse, and the primary action. Where a piece is in focus
 * that Space picks, Enter means the primary action; `pieces` selects those. `more` are the keys of the game.
 * @typedef {{appeared: number}} Appearing
 * @param {{desk: Appearing, pieces: string, decline: () => unknown,
 *          more: Record<string, (event: KeyboardEvent) => unknown>}} given
 */
export function useTurnKeys({ desk, pieces, decline, more }) {
  useGuard(desk);
  const handlers = {
    g: () => walkTargets(1),
    h: () => walkTargets(-1),
    p: decline,
    enter: (/** @type {KeyboardEvent} */ event) => pressPrimary(event, pieces),
    ...more,
  };
  useKeys(handlers, { first: true });
}

const GUARD = 250; // milliseconds

/** Whether a press may have been meant for what was in the same place before. */
const tooSoon = (/** @type {number} */ appeared) => performance.now() - appeared < GUARD * Math.min(1, pace.peek());

/** What commits does nothing for a moment after it has appeared: a press meant for what was there before is no answer. */
function useGuard(/** @type {Appearing} */ desk) {
  useEffect(() => {
    const guard = (/** @type {MouseEvent} */ event) => {
      const primary = event.target instanceof Element && event.target.closest(".tray [data-primary]");
      if (!primary || !tooSoon(desk.appeared)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    addEventListener("click", guard, true);
    return () => removeEventListener("click", guard, true);
  }, [desk]);
}

/** To the next thing that may be chosen; what can be picked without committing to it is picked. */
function walkTargets(/** @type {number} */ step) {
  /** @type {NodeListOf<HTMLElement>} */
  const all = document.querySelectorAll("[data-target]");
  const targets = [...all].filter((element) => element.getClientRects().length);
  if (!targets.length) return false;
  const at = targets.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  const next = targets[at < 0 ? (step > 0 ? 0 : targets.length - 1) : (at + step + targets.length) % targets.length];
  next.focus();
  const press = new MouseEvent("click", { bubbles: true }); // what is drawn as a picture has no click of its own
  if (next.getAttribute("aria-pressed") === "false") next.dispatchEvent(press);
  return true;
}

function pressPrimary(/** @type {KeyboardEvent} */ event, /** @type {string} */ pieces) {
  const target = /** @type {HTMLElement} */ (event.target);
  const elsewhere = target.closest("button, a, input, [role=tab], summary") && !target.closest(pieces);
  /** @type {HTMLElement|null} */
  const button = document.querySelector(".tray [data-primary]:not([aria-disabled])");
  if (elsewhere || !button) return false;
  button.click();
  return true;
}

// -- reasons ----------------------------------------------------------------------------------------------------------

/**
 * Why something cannot be chosen, by which rule, and what can be done about it.
 * @typedef {{said: string, rule?: string, fix?: {label: string, run: () => void}|null}} Refusal
 */

/**
 * Props for something that cannot be chosen now: the note says why, and then what is printed on it.
 * @param {Pick<TableModel, "words"|"rule">} model
 * @param {() => Promise<Refusal>} why
 * @param {() => Children} card
 */
export function refused(model, why, card = () => null) {
  const content = async () => html`<${Reason} model=${model} ...${await why()} />${card()}`;
  return noted(content, { press: true });
}

function Reason(/** @type {{model: TableModel} & Refusal} */ { model, said, rule, fix = null }) {
  return html`<h3>${said}</h3>
    ${rule && html`<p><${RuleLink} model=${model} rule=${rule} /></p>`}
    ${fix && html`<button class="btn fix" onClick=${fix.run}><${Icon} id="u-check" />${fix.label}</button>`}`;
}

/** A link into the rules that the page shows beside the table. */
function RuleLink(/** @type {{model: TableModel, rule: string}} */ { model, rule }) {
  return html`<button class="rulelink" onClick=${() => (model.rule.value = rule)}>
    ${model.words.value.say("web.log.rule", { rule })}
  </button>`;
}

// -- small screens ----------------------------------------------------------------------------------------------------

/**
 * The tabs by which a small screen, which shows one pane at a time, leads to all of them, the turn first. Their words
 * begin with `prefix`, and `counts` are the numbers on them. The root element says which pane is shown, for the style
 * sheet of the game.
 * @param {{desk: Pick<import("./desk.js").AnyDesk<AnyGame>, "pane"> & {model: Pick<TableModel, "words">}, prefix: string,
 *          panes: string[], counts?: Record<string, number>}} props
 */
export function PaneTabs({ desk: { model, pane }, prefix, panes, counts = {} }) {
  const words = model.words.value;
  const shown = pane.value;
  useLayoutEffect(() => {
    document.documentElement.dataset.pane = shown;
    return () => delete document.documentElement.dataset.pane;
  }, [shown]);
  const openLog = () => ((pane.value = "log"), false); // the page puts the focus there
  useKeys({ l: openLog, c: openLog }, { first: true });
  return html`<nav class="panetabs" aria-label=${words.say(`${prefix}.panes`)}>
    ${panes.map(
      (id) => html`<button key=${id} type="button" data-tab=${id} aria-pressed=${String(id === shown)}
        onClick=${() => (pane.value = id)}>${words.say(`${prefix}.pane.${id}`)}
        ${counts[id] > 0 && html`<span class="count">${counts[id]}</span>`}</button>`,
    )}
  </nav>`;
}
