/** Tables to which somebody has invited me. */

import { Art } from "./art.js";
import { remove } from "./http.js";
import { Button, html, useState } from "./parts.js";
import { paceOf } from "./terms.js";

/**
 * @import { Invited } from "./messages.js"
 * @import { Words } from "./words.js"
 */

/** @param {{invited: Invited[], words: Words}} props */
export function Invitations({ invited, words }) {
  const [gone, setGone] = useState(/** @type {string[]} */ ([]));
  const decline = (/** @type {string} */ id) => {
    setGone([...gone, id]);
    void remove(`/api/tables/${id}/invitations`).catch(() => undefined);
  };
  const shown = invited.filter(({ table }) => !gone.includes(table.id));
  if (!shown.length) return null;
  const label = words.say("web.lobby.invited");
  return html`<section class="turns invited" aria-label=${label}>
    <h2 class="h">${label}</h2>
    <ul class="mys">${shown.map(
      ({ table, by = "" }) => html`<li class="my now" key=${table.id}>
        <${Art} game=${table.game} />
        <div class="what"><h3>${words.say(`game.${table.game}`)}</h3>
          <p class="st">${by ? words.say("web.lobby.invited.by", { name: by }) : words.say("web.lobby.invited.waits")}</p>
          <p>${paceOf(words, table)}</p></div>
        <div class="mr two">
          <a class="btn pri" href=${`/t/${table.id}?sit`}>${words.say("web.lobby.invited.accept")}</a>
          ${by && html`<${Button} kind="quiet" onClick=${() => decline(table.id)}>${words.say("web.lobby.invited.decline")}<//>`}
        </div>
      </li>`,
    )}</ul>
  </section>`;
}
