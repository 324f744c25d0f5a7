/** What a game looks like from afar: the picture in its box. */

import { artOf } from "./drawings.js";
import { html, useEffect, useRef } from "./parts.js";

/** @param {{game: string}} props */
export function Art({ game }) {
  const frame = useRef(/** @type {HTMLElement|null} */ (null));
  useEffect(() => {
    let current = true;
    void artOf(game).then((art) => current && frame.current?.replaceChildren(art));
    return () => void (current = false);
  }, [game]);
  return html`<span class="ga" ref=${frame}></span>`;
}
