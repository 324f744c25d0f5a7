/** What a game looks like from afar, of our own drawings. */

import { html } from "./parts.js";

const ART = {
  kingsburg: html`<svg class="art" viewBox="0 0 240 120" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
    <g class="m-sv"><svg x="30" y="30" width="62" height="74"><use href="#seat-10" /></svg></g>
    <g class="m-bz"><svg x="148" y="30" width="62" height="74"><use href="#seat-6" /></svg></g>
    <g class="m-go"><svg x="82" y="14" width="76" height="90"><use href="#seat-18" /></svg></g>
    <path class="bench-wood" d="M-10 112Q120 100 250 112" />
    <path class="bench-edge" d="M-10 105Q120 93 250 105" />
  </svg>`,
};

export const Art = ({ game }) => html`<span class="ga">${ART[game] ?? ART.kingsburg}</span>`;
