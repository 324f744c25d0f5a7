/** Where everything begins: the pictures are brought in, then the page that the address names is shown. */

import { Announcer, Button, html, NoteLayer, render, hideNote, useEffect, useState } from "./parts.js";
import { bringInSprite } from "./drawings.js";
import { style, styleOnly, wordsFor } from "./frame.js";
import { pageAt } from "./pages.js";
import { route } from "./route.js";
import "./settings.js";

/**
 * @typedef {(props: any) => unknown} Page  any: each page has props of its own, named in its address
 * @import { Words } from "./words.js"
 */

function App() {
  const { path } = route.value;
  const { page = null, found = {} } = pageAt(path) ?? {};
  const [shown, setShown] = useState(/** @type {{page: object, Page: Page}|null} */ (null));
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    hideNote();
    if (!page) return;
    let current = true;
    const styles = page.styles.map((name) => `/static/${name}`);
    Promise.all([import(`./${page.script}`), ...styles.map(style)]).then(
      ([module]) => current && (styleOnly(styles), setShown({ page, Page: module.default }), setFailed(false)),
      (problem) => (console.error(problem), current && setFailed(true)),
    );
    return () => void (current = false);
  }, [page]);
  const words = wordsFor().value;
  return html`
    ${
      failed || !page
        ? words && html`<${Lost} words=${words} failed=${failed} />`
        : shown?.page === page &&
          html`<${shown.Page} key=${path.replace(/\/end$|(?<=\/review)\/\d+$/, "")} ...${found} />`
    }
    <${NoteLayer} />
    <${Announcer} />
  `;
}

/**
 * An address that leads nowhere, or a page that could not be loaded.
 * @param {{words: Words, failed: boolean}} props
 */
function Lost({ words, failed }) {
  return html`<main class="lost">
    <h1 class="h">${words.say(failed ? "web.lost.failed" : "web.lost.nowhere")}</h1>
    ${
      failed
        ? html`<${Button} kind="pri" onClick=${() => location.reload()}>${words.say("web.lost.reload")}<//>`
        : html`<a class="btn pri" href="/">${words.say("web.to_lobby")}</a>`
    }
  </main>`;
}

void bringInSprite("/static/sprite.svg", "frame");
render(html`<${App} />`, document.getElementById("page"));
