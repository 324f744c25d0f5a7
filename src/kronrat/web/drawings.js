/**
 * How games are drawn. Each has a folder on the server with a module, a style sheet, a sprite and a picture of its own;
 * what a game does not bring is the plain drawing's. One game is dressed at a time, so that each may name its pictures
 * as its cards are called, and dress the frame as it needs.
 */

import { putOn, style } from "./frame.js";

const folderOf = (/** @type {string} */ game) => `/games/${game}`;

/** A module of a game that is not needed at every table: its `short-rules`, the `course` of a game. */
export const partOf = (/** @type {string} */ game, /** @type {string} */ name) =>
  import(`${folderOf(game)}/${name}.js`);

/** The module that draws a game, as it is. @returns {Promise<import("./types.js").Drawing>} */
export async function drawingOf(/** @type {string} */ game) {
  return (await partOf(game, "index")).default;
}

/** The module that draws a game, with its style sheet and sprite in the page. */
export async function dressedDrawing(/** @type {string} */ game) {
  const [drawing] = await Promise.all([
    drawingOf(game),
    wear(game),
    bringInSprite(`${folderOf(game)}/sprite.svg`, "game"),
  ]);
  return drawing;
}

/** What a game looks like from afar: an element for each place that shows it. */
export async function artOf(/** @type {string} */ game) {
  return svg(`${folderOf(game)}/art.svg`);
}

/** @type {Set<string>} */
const worn = new Set();

/** The style sheet of a game; those of other games are switched off. */
async function wear(/** @type {string} */ game) {
  const address = `${folderOf(game)}/table.css`;
  await style(address);
  worn.add(address);
  for (const link of document.querySelectorAll("link[rel=stylesheet]")) {
    const name = link.getAttribute("href") ?? "";
    if (worn.has(name)) putOn(/** @type {HTMLLinkElement} */ (link), name === address);
  }
}

// -- pictures in files ------------------------------------------------------------------------------------------------

/** @type {Map<string, Promise<string>>} */
const texts = new Map();

async function svg(/** @type {string} */ address) {
  let text = texts.get(address);
  if (!text) {
    text = fetch(address).then((answer) => {
      if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
      return answer.text();
    });
    text.catch(() => texts.delete(address));
    texts.set(address, text);
  }
  return document.adoptNode(new DOMParser().parseFromString(await text, "image/svg+xml").documentElement);
}

/** Pictures refer to each other inside a sprite, so it has to be in the page itself; of each kind there is one. */
export async function bringInSprite(/** @type {string} */ address, /** @type {string} */ kind) {
  const sprite = await svg(address);
  sprite.setAttribute("data-sprite", kind);
  document.querySelector(`[data-sprite="${kind}"]`)?.remove();
  document.body.prepend(sprite);
}
