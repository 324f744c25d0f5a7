/** An address of ours as a picture for phones. */

import { post } from "./http.js";
import { html, useEffect, useState } from "./parts.js";

/** @import { Words } from "./words.js" */

/**
 * @param {{words: Words, path: string}} props
 */
export function QrCode({ words, path }) {
  const [shown, setShown] = useState("");
  useEffect(() => {
    let current = true;
    post("/api/qr", { path }).then(
      (/** @type {import("./messages.js").QrCode} */ { svg }) =>
        current && setShown(`data:image/svg+xml,${encodeURIComponent(svg)}`),
      () => undefined,
    );
    return () => void (current = false);
  }, [path]);
  return html`<span class="qr-frame">${
    shown &&
    html`<img class="qr" src=${shown} alt=${words.say("web.room.qr.alt", { address: location.host + path })} />`
  }</span>`;
}
