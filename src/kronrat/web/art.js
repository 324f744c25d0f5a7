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
  tumult: html`<svg class="art" viewBox="0 0 240 120" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
    <g class="art-tile"><rect x="26" y="34" width="58" height="58" rx="9" transform="rotate(-6 55 63)" />
      <rect x="156" y="34" width="58" height="58" rx="9" transform="rotate(5 185 63)" /></g>
    <svg x="36" y="45" width="38" height="38" class="art-mark"><use href="#i-bread" /></svg>
    <svg x="166" y="45" width="38" height="38" class="art-mark"><use href="#i-marble" /></svg>
    <g class="p-rot on-dark"><svg x="84" y="24" width="72" height="90" viewBox="0 0 40 56"><use href="#statue" /></svg></g>
    <path class="bench-wood" d="M-10 120Q120 108 250 120" />
    <path class="bench-edge" d="M-10 113Q120 101 250 113" />
  </svg>`,
  orleans: html`<svg class="art" viewBox="0 0 240 120" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
    <g class="art-land"><polygon points="61.0,12.0 90.4,29.0 90.4,63.0 61.0,80.0 31.6,63.0 31.6,29.0" class="forest" /><polygon points="120.0,12.0 149.4,29.0 149.4,63.0 120.0,80.0 90.6,63.0 90.6,29.0" class="village" /><polygon points="179.0,12.0 208.4,29.0 208.4,63.0 179.0,80.0 149.6,63.0 149.6,29.0" class="lake" />
      <polygon points="90.5,63.0 119.9,80.0 119.9,114.0 90.5,131.0 61.1,114.0 61.1,80.0" class="field" /><polygon points="149.5,63.0 178.9,80.0 178.9,114.0 149.5,131.0 120.1,114.0 120.1,80.0" class="pasture" /></g>
    <svg x="40" y="23" width="42" height="42"><use href="#ter-forest" /></svg><svg x="99" y="21" width="42" height="42"><use href="#ter-village" /></svg>
    <svg x="158" y="23" width="42" height="42"><use href="#ter-lake" /></svg><svg x="69.5" y="76" width="42" height="42"><use href="#ter-field" /></svg>
    <svg x="128.5" y="76" width="42" height="42"><use href="#ter-pasture" /></svg>
    <svg x="111" y="50" width="18" height="22" viewBox="0 0 100 118"><use href="#crest-blau" /></svg>
  </svg>`,
};

export const Art = ({ game }) => html`<span class="ga">${ART[game] ?? ART.kingsburg}</span>`;
