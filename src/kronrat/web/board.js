/** The screen that everybody sees while a table gathers: who sits where, and a code for each seat that is free. */

import { Art } from "./art.js";
import { Crest, html, Icon, names } from "./parts.js";
import { QrCode } from "./qr.js";
import { paceOf, rulesOf, sitter } from "./terms.js";
import { wordsFor } from "./frame.js";

/**
 * @import { LiveModel } from "./model.js"
 * @import { Seat } from "./types.js"
 */

/** @param {{model: LiveModel}} props */
export function Board({ model }) {
  const words = model.words.value;
  const beside = wordsFor().value;
  const { seats, options, game } = model.info.value;
  if (!beside) return null;
  return html`<main class="screen">
    <header><${Art} game=${game} />
      <div><h1 class="h">${words.say(`game.${game}`)}</h1>
        <p>${rulesOf(words, model.game.switches, options)} · ${paceOf(words, model.info.value)}</p></div>
    </header>
    <p class="how">${beside.say("web.board.hint")}</p>
    <ul aria-label=${beside.say("web.board.sit")}>
      ${seats.map((seat, place) => html`<${Chair} key=${place} model=${model} seat=${seat} place=${place} />`)}
    </ul>
  </main>`;
}

/** @param {{model: LiveModel, seat: Seat, place: number}} props */
function Chair({ model, seat, place }) {
  const words = model.words.value;
  const beside = wordsFor().value;
  const code = model.invites.value[place] ?? "";
  const free = seat.kind === "open" || (seat.kind === "invited" && code !== "");
  const taken = seat.kind === "human" || seat.kind === "bot";
  const path = `/t/${model.id}#seat=${place}${code && `&invite=${code}`}`;
  return html`<li class=${names(`p-${model.tincture(place)}`, taken && "taken")}>
    <div class="who"><${Crest} seat=${place} />
      <b>${taken ? sitter(words, seat) : words.say(`web.tincture.${model.tincture(place)}`)}</b></div>
    ${free && html`<${QrCode} words=${words} path=${path} />`}
    ${taken && html`<span class="sits"><${Icon} id="u-check" /></span>`}
    ${!free && !taken && html`<small>${beside?.say("web.board.invited_only")}</small>`}
  </li>`;
}
