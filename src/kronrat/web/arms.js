/** The arms of the levels: the metal and the partition tell how high one is, the charge what it does at court. */

import { html } from "./parts.js";

const SHIELD = "M50 4C66 10 82 12 96 12c1 46-8 80-46 102C12 92 3 58 4 12c14 0 30-2 46-8z";

/** What is darker than the field, and the charge: candle, horseshoe, tower, swords, crown. */
const ARMS = [
  { metal: "bronze", dark: "", charge: "M45 50h10v30H45zM36 84h28v6H36zM50 22c8 9 9 14 0 22c-9-8-8-13 0-22z" },
  {
    metal: "bronze",
    dark: "M50 60L94 96V120H6V96z",
    charge: "M30 28h12v26c0 14 16 14 16 0V28h12v28c0 32-40 32-40 0z",
  },
  {
    metal: "silver",
    dark: "M50 4H98V118H50z",
    charge: "M30 30h8v7h7v-7h10v7h7v-7h8v16h-6v36H36V46h-6zM45 64h10v18H45z",
  },
  {
    metal: "silver",
    dark: "M2 8L96 112V118H2z",
    charge:
      "M28 24l34 40l5-4l3 4l-6 5l8 10l-5 4l-8-10l-6 5l-3-4l5-4L24 28zM72 24L38 64l-5-4l-3 4l6 5l-8 10l5 4l8-10l6 5l3-4l-5-4L76 28z",
  },
  {
    metal: "gilt",
    dark: "M50 4H98V60H2V118H50z",
    charge: "M26 40l12 12l12-22l12 22l12-12l-5 34H31zM31 78h38v8H31z",
  },
];

/**
 * @param {{level: number}} props counted from 0; whoever is above the highest bears its arms
 */
export function Arms({ level }) {
  const { metal, dark, charge } = ARMS[Math.min(level, ARMS.length - 1)];
  const clip = `shield-${level}`;
  return html`<svg class=${`level-arms ${metal}`} viewBox="0 0 100 118" aria-hidden="true">
    <clipPath id=${clip}><path d=${SHIELD} /></clipPath>
    <path class="field" d=${SHIELD} />${dark && html`<path class="dark" d=${dark} clip-path=${`url(#${clip})`} />`}
    <path class="charge" fill-rule="evenodd" d=${charge} /><path class="rim" d=${SHIELD} />
  </svg>`;
}
