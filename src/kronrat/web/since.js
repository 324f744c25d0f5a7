/** What everybody did since my last choice: a chip beside the log, and the box that it opens. */

import { counting, linesOf, LogLine } from "./log.js";
import { lastSeen } from "./model.js";
import { Button, Dialog, html, Icon, Segments, useEffect } from "./parts.js";
import { pace, SPEEDS, speed } from "./settings.js";

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

/** What one player did without a break is one paragraph, with the first rule of it. @returns {Line[]} */
function paragraphs(/** @type {Line[]} */ lines) {
  /** @type {Line[]} */
  const all = [];
  for (const line of lines) {
    const last = all.at(-1);
    const alike = last && last.seat === line.seat && line.seat >= 0 && !last.heading && !line.heading;
    if (alike) all[all.length - 1] = { ...last, text: `${last.text} ${line.text}` };
    else all.push(line);
  }
  return all;
}

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
  const words = model.words.value;
  const close = () => (open.value = false);
  const again = () => (close(), model.rewind());
  const choices = SPEEDS.map((value) => ({ value, label: words.say(`web.settings.speed.${value}`) }));
  return html`<${Dialog} class="since" title=${words.say("web.since")} closeLabel=${words.say("web.close")}
    onClose=${close}>
    <p class="muted">${words.say("web.since.steps", { n: steps.length })}</p>
    <div class="log">
      <ol>${paragraphs(linesSince(model, drawing)).map((line) => html`<${LogLine} key=${line.key} model=${model} line=${line} />`)}</ol>
    </div>
    <${Segments} legend=${words.say("web.settings.speed")} choices=${choices} value=${speed.value}
      onChange=${(/** @type {typeof speed.value} */ value) => (speed.value = value)} />
    <div class="row">
      ${
        model.rewinds &&
        html`<${Button} icon="u-play" why=${pace.value ? "" : words.say("web.since.instant")} onClick=${again}>
        ${words.say("web.scene.again")}<//>`
      }
      <${Button} kind="pri" autofocus onClick=${close}>
        ${words.say(model.myTurn.value ? "web.since.play" : "web.since.on")}
      <//>
    </div>
  <//>`;
}

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
