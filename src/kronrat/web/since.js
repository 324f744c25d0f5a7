/** What everybody did since my last choice: a chip beside the log, and the box that it opens. */

import { counting, linesOf } from "./log.js";
import { lastSeen } from "./model.js";
import { html, Icon, Later, useEffect } from "./parts.js";

/**
 * @import { AnyGame, Drawing, EntryOf } from "./types.js"
 * @import { LiveModel } from "./model.js"
 * @import { Line } from "./log.js"
 * @import { Signal } from "./vendor/signals.js"
 */

const ABSENCE = 60_000;

/**
 * What counts since the last choice of the player in front, with what others did because of it; nothing for a spectator.
 * @returns {EntryOf<AnyGame>[]}
 */
function sinceMyChoice(/** @type {LiveModel} */ model) {
  const front = model.front.value;
  if (front === null || model.info.value.stage !== "playing") return [];
  const log = model.log.value;
  const last = log.findLast(({ seat, bot }) => seat === front && !bot)?.version ?? 0;
  return counting(log).flatMap((entry) =>
    entry.version > last ? [entry] : entry.version === last ? [{ ...entry, events: after(entry.events, front) }] : [],
  );
}

/** What others did and got because of a choice, and what came after that. */
function after(/** @type {AnyGame["Event"][]} */ events, /** @type {number} */ seat) {
  const first = events.findIndex((event) => "seat" in event && typeof event.seat === "number" && event.seat !== seat);
  return first < 0 ? [] : events.slice(first);
}

/** What happened, line by line as in the log, with its headings. @returns {Line[]} */
const linesSince = (/** @type {LiveModel} */ model, /** @type {Drawing} */ drawing) =>
  sinceMyChoice(model).flatMap((entry) => linesOf(model, drawing, entry));

/** The lines that tell what somebody did or what came of it: those that are counted. @returns {Line[]} */
export const stepsOf = (/** @type {LiveModel} */ model, /** @type {Drawing} */ drawing) =>
  linesSince(model, drawing).filter(({ heading }) => !heading);

/**
 * How many steps there were; there until I choose.
 * @param {{model: LiveModel, drawing: Drawing, open: Signal<boolean>}} props
 */
export function SinceChip({ model, drawing, open }) {
  const steps = stepsOf(model, drawing).length;
  if (!steps) return null;
  const words = model.words.value;
  const label = words.say("web.since.chip");
  return html`<button type="button" class="since-chip" aria-haspopup="dialog" aria-keyshortcuts="B"
    aria-label=${`${label} ${steps}`} title=${words.say("web.since")} onClick=${() => (open.value = true)}>
    <${Icon} id="u-step-back" /><span>${label}</span> <b>${steps}</b>
  </button>`;
}

/**
 * The box; after an absence in which something happened it opens by itself.
 * @param {{model: LiveModel, drawing: Drawing, open: Signal<boolean>}} props
 */
export function SinceBox({ model, drawing, open }) {
  const steps = open.value ? stepsOf(model, drawing) : [];
  useEffect(() => {
    if (!steps.length) open.value = false; // nothing to tell, or no longer
  }, [open.value, steps.length]);
  useAbsence(model, open);
  if (!steps.length) return null;
  return html`<${Later} load=${loadBox} model=${model} lines=${linesSince(model, drawing)} n=${steps.length} open=${open} />`;
}

const loadBox = () => import("./since-box.js").then(({ Box }) => Box);

/** Note what this browser has seen, and open the box when it comes back after a while and something happened. */
function useAbsence(/** @type {LiveModel} */ model, /** @type {Signal<boolean>} */ open) {
  const { id } = model.info.value;
  useEffect(() => {
    const note = () => {
      if (document.hidden || model.link.peek() !== "open") return;
      const seen = lastSeen.of(id);
      if (seen && Date.now() - seen.at >= ABSENCE && model.version.peek() > seen.version) open.value = true;
      lastSeen.note(id, { version: model.version.peek() });
    };
    note();
    const timer = setInterval(note, 5_000);
    document.addEventListener("visibilitychange", note);
    return () => (clearInterval(timer), document.removeEventListener("visibilitychange", note));
  }, []);
}
