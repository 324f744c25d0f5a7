/** Where everything begins: the drawings are brought in, then the page that the address names is shown. */

import { Announcer, Button, html, NoteLayer, render, hideNote, useEffect, useState } from "./parts.js";
import { bringInSprite } from "./drawings.js";
import { style, wordsFor } from "./frame.js";
import { route } from "./route.js";
import "./settings.js";

/**
 * @typedef {(props: any) => unknown} Page  any: each page has props of its own, named in its address
 * @import { Words } from "./words.js"
 */

/**
 * The pages by their address. What is found in it is given to the page; what a page does not need is not loaded.
 * @type {Array<{path: RegExp, load: () => Promise<{default: Page}>, styles: string[]}>}
 */
const PAGES = [
  { path: /^\/$/, load: () => import("./lobby.js"), styles: ["lobby.css"] },
  { path: /^\/t\/(?<table>[\w-]+)\/replay$/, load: () => import("./replay.js"), styles: ["study.css"] },
  { path: /^\/t\/(?<table>[\w-]+)(?:\/end)?$/, load: () => import("./table.js"), styles: ["table.css"] },
  { path: /^\/replay$/, load: () => import("./replay.js"), styles: ["study.css"] },
  { path: /^\/rules\/(?<game>[\w-]+)$/, load: () => import("./rules.js"), styles: ["study.css"] },
];

function App() {
  const { path } = route.value;
  const page = PAGES.find((candidate) => candidate.path.test(path));
  const [shown, setShown] = useState(/** @type {{page: object, Page: Page}|null} */ (null));
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    hideNote();
    if (!page) return;
    let current = true;
    Promise.all([page.load(), ...page.styles.map((name) => style(`/static/${name}`))]).then(
      ([module]) => current && (setShown({ page, Page: module.default }), setFailed(false)),
      (problem) => (console.error(problem), current && setFailed(true)),
    );
    return () => void (current = false);
  }, [page]);
  const words = wordsFor().value;
  const known = page?.path.exec(path)?.groups ?? {};
  return html`
    ${
      failed || !page
        ? words && html`<${Lost} words=${words} failed=${failed} />`
        : shown?.page === page && html`<${shown.Page} key=${path.replace(/\/end$/, "")} ...${known} />`
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
