/**
 * What a table sounds like, made here and not recorded: dice, wood, coins, a horn when it is my turn, a breath that puts
 * out a light. Loaded only where somebody has turned the sound on. Nothing is told by sound alone.
 */

import { volume } from "./settings.js";

/** @typedef {(to: BaseAudioContext, out: AudioNode, at: number) => void} Sound  begins `at` and is over within LONGEST */

export const LONGEST = 0.4; // seconds
const GAP = 0.06; // between sounds that begin together
const LOUDNESS = { soft: 0.25, medium: 0.5, loud: 0.9 };

/**
 * Louder at once, and softer until it is over.
 * @param {BaseAudioContext} to
 * @param {AudioNode} out
 * @param {number} at
 * @param {{lasts: number, loud: number, swell?: number}} shape
 */
function fading(to, out, at, { lasts, loud, swell = 0.004 }) {
  const gain = to.createGain();
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(loud, at + swell);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + lasts);
  gain.connect(out);
  return gain;
}

/**
 * A tone that may slide to another one.
 * @param {BaseAudioContext} to
 * @param {AudioNode} out
 * @param {number} at
 * @param {{type?: OscillatorType, from: number, till?: number, lasts: number, loud: number, swell?: number}} tone
 */
function tone(to, out, at, { type = "sine", from, till = from, ...shape }) {
  const voice = to.createOscillator();
  voice.type = type;
  voice.frequency.setValueAtTime(from, at);
  voice.frequency.exponentialRampToValueAtTime(till, at + shape.lasts);
  voice.connect(fading(to, out, at, shape));
  voice.start(at);
  voice.stop(at + shape.lasts);
}

/**
 * Noise around a pitch. It is made without chance, so that it sounds the same every time.
 * @param {BaseAudioContext} to
 * @param {AudioNode} out
 * @param {number} at
 * @param {{around: number, till?: number, sharp?: number, lasts: number, loud: number, swell?: number}} noise
 */
function noise(to, out, at, { around, till = around, sharp = 1, ...shape }) {
  const grains = to.createBuffer(1, Math.ceil(to.sampleRate * shape.lasts), to.sampleRate);
  const data = grains.getChannelData(0);
  let seed = Math.ceil(around);
  for (let place = 0; place < data.length; place++) {
    seed = (seed * 16_807) % 2_147_483_647;
    data[place] = seed / 1_073_741_823.5 - 1;
  }
  const source = to.createBufferSource();
  source.buffer = grains;
  const filter = to.createBiquadFilter();
  filter.type = "bandpass";
  filter.Q.value = sharp;
  filter.frequency.setValueAtTime(around, at);
  filter.frequency.exponentialRampToValueAtTime(till, at + shape.lasts);
  source.connect(filter).connect(fading(to, out, at, shape));
  source.start(at);
}

/** @type {Record<string, Sound>} */
export const SOUNDS = {
  dice: (to, out, at) =>
    [0, 0.05, 0.09, 0.16, 0.2].forEach((later, turn) =>
      noise(to, out, at + later, {
        around: 1_900 + 350 * (turn % 3),
        sharp: 6,
        lasts: 0.05,
        loud: 1.6 / (1 + turn / 3),
      }),
    ),
  knock(to, out, at) {
    noise(to, out, at, { around: 900, sharp: 3, lasts: 0.04, loud: 0.9 });
    tone(to, out, at, { from: 210, till: 120, lasts: 0.14, loud: 0.7 });
  },
  coin(to, out, at) {
    tone(to, out, at, { from: 2_640, lasts: 0.2, loud: 0.22 });
    tone(to, out, at + 0.06, { from: 3_520, lasts: 0.3, loud: 0.2 });
  },
  horn(to, out, at) {
    const mellow = to.createBiquadFilter();
    mellow.frequency.value = 900;
    mellow.connect(out);
    tone(to, mellow, at, { type: "sawtooth", from: 196, till: 220, lasts: 0.39, loud: 0.5, swell: 0.07 });
    tone(to, mellow, at, { type: "sawtooth", from: 294, till: 330, lasts: 0.39, loud: 0.3, swell: 0.09 });
  },
  breath: (to, out, at) =>
    noise(to, out, at, { around: 1_400, till: 260, sharp: 0.7, lasts: 0.39, loud: 0.8, swell: 0.05 }),
};

/** @type {AudioContext|null} */
let context = null;

/** Let these sounds be heard, one shortly after the other. */
export function play(/** @type {string[]} */ names) {
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume(); // a browser is silent until somebody has pressed something
  const out = context.createGain();
  out.gain.value = LOUDNESS[volume.peek()];
  out.connect(context.destination);
  const now = context.currentTime;
  names.forEach((name, turn) => context && SOUNDS[name](context, out, now + turn * GAP));
}
