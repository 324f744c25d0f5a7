/** The candle of a live raid: it burns down as the server's clock says, in whole steps where motion is unwanted. */

import { announce, html, names, useEffect, useState } from "/static/parts.js";
import { tempo } from "/static/settings.js";
import { decimal } from "/static/words.js";

/** @typedef {import("./draw.js").Model} Model */

const BEAT = 100;
const LOW = 5_000;
const CALLS = [10, 5, 0]; // seconds at which the time is called out
const [TOP, BOTTOM] = [20, 240]; // where a whole candle begins and ends in its picture
const ABOVE = 26; // what the flame of a whole candle needs above its picture

/**
 * The time of the clock that runs, again and again: how long until anybody may act, and how long until it is over.
 * @returns {{kind: string, wait: number, left: number, lasts: number}|null}
 */
function useClock(/** @type {Model} */ model) {
  const clock = model.clock.value;
  const [, beat] = useState(0);
  useEffect(() => {
    if (!clock || clock.still) return undefined;
    const timer = setInterval(() => beat((n) => n + 1), BEAT);
    return () => clearInterval(timer);
  }, [clock]);
  if (!clock) return null;
  const now = clock.still ?? performance.now();
  const { kind, begin, end, lasts } = clock;
  return { kind, lasts, wait: Math.max(0, begin - now), left: Math.min(lasts, Math.max(0, end - now)) };
}

/** Its clock is gone when the raid is over: then it has `burnt` down. */
export function Candle(
  /** @type {{model: Model, pace: import("./types.js").Pace, burnt: boolean}} */ { model, pace, burnt },
) {
  const words = model.words.value;
  const clock = useClock(model);
  const burning = clock?.kind === "hourglass" ? clock : null;
  const whole = burning?.lasts ?? pace.lasts;
  const lit = burning !== null && burning.wait === 0;
  const left = burnt || clock?.kind === "grace" ? 0 : (burning?.left ?? null);
  const seconds = lit ? Math.ceil(burning.left / 1_000) : null;
  useEffect(() => {
    if (seconds !== null && CALLS.includes(seconds)) announce(words.say("web.clock.left", { n: seconds }));
  }, [seconds]);
  const exact = left ?? whole;
  const shown = tempo.value ? exact : 1_000 * Math.ceil(exact / 1_000);
  const top = TOP + (BOTTOM - TOP) * (1 - Math.min(1, shown / whole));
  const label = words.say("web.tr.candle", { n: Math.ceil(shown / 1_000) });
  return html`<div class=${names("timer", lit && shown <= LOW && "low")}>
    <svg class="candle" viewBox=${`0 ${-ABOVE} 60 ${260 + ABOVE}`} role="timer" aria-label=${label}>
      <defs><radialGradient id="glow"><stop offset="0" stop-color="#FFD873" stop-opacity=".75" />
        <stop offset="1" stop-color="#FFD873" stop-opacity="0" /></radialGradient></defs>
      <g class="marks">${Array.from({ length: 21 }, (_, at) => html`<path d=${`M46 ${TOP + 11 * at}h${at % 5 ? 5 : 10}`} />`)}</g>
      <rect class="gone" x="14" y=${TOP} width="26" height=${BOTTOM - TOP} rx="4" />
      <g transform=${`translate(0 ${Math.min(top, BOTTOM - 8) - 103})`}>
        ${lit && html`<ellipse cx="27" cy="78" rx="34" ry="40" fill="url(#glow)" />`}
      </g>
      <path class="wax" d=${`M14 ${top + 3}q5-6 13-4t13 1V${BOTTOM - 4}a4 4 0 0 1-4 4H18a4 4 0 0 1-4-4z`} />
      <g transform=${`translate(0 ${Math.min(top, BOTTOM - 8) - 103})`}>
        <path class="drip" d="M14 106q5-6 13-4t13 1v10q-3 8-5 0t-5 6-5-2-5 10-6-4z" />
        <path class="wick" d="M27 103v-9" />
        ${
          lit &&
          html`<path class="flame" d="M27 58c9 14 11 20 8 28a8.5 8.5 0 0 1-16 0c-3-8 1-15 8-28z" />
          <path class="core" d="M27 70c5 8 6 12 4 17a4.5 4.5 0 0 1-8 0c-2-5 1-10 4-17z" />`
        }
      </g>
      <rect class="dish" x="4" y="238" width="46" height="9" rx="4" /><rect class="foot" x="12" y="246" width="30" height="10" rx="3" />
    </svg>
    <b aria-hidden="true">${tempo.value ? decimal(words, shown / 1_000) : shown / 1_000}</b>
    <small aria-hidden="true">${words.say("web.tr.seconds")}</small>
  </div>`;
}

/** Over the tiles: how soon the raid begins, and how long a hand may still hold its last tile. */
export function Countdown(/** @type {{model: Model}} */ { model }) {
  const words = model.words.value;
  const clock = useClock(model);
  if (!clock) return null;
  const grace = clock.kind === "grace";
  if (!grace && !clock.wait) return null;
  const n = Math.ceil((grace ? clock.left : clock.wait) / 1_000);
  return html`<p class=${names("countdown", grace && "grace")} role="status">
    <b>${n}</b><span>${words.say(grace ? "web.tr.grace" : "web.tr.countdown")}</span></p>`;
}
