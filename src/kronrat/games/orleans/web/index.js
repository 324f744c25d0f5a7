/** Orléans Stories as it lies on the table: what the page of a table and the replay put into their frames. */

import { html, icon, Later, names, useRef } from "/static/parts.js";
import { PaneTabs, useTurnKeys } from "/static/turn.js";
import { Board, Green } from "./board.js";
import { prospects } from "./check.js";
import { deskOf } from "./desk.js";
import { Display, Duo } from "./display.js";
import { roman } from "./draw.js";
import { Fame } from "./fame.js";
import { deedIn, lastDeed, logLine, openingIn } from "./log.js";
import { Map } from "./map.js";
import { Motion } from "./motion.js";
import { Mine, Players } from "./players.js";
import { Recap, recapScene } from "./recap.js";
import { Ribbon } from "./ribbon.js";
import { isTablet, useShape } from "./shape.js";
import { Slip } from "./slip.js";
import { storyOf } from "./stories.js";
import { Tasks } from "./tasks.js";
import { TrayBody } from "./tray.js";

/**
 * @import { EntryOf } from "/static/types.js"
 * @import { Pause, Playing } from "/static/playhead.js"
 * @import { View } from "./types.js"
 * @import { Words } from "/static/words.js"
 * @import { Desk } from "./desk.js"
 * @import { Game } from "./types.js"
 * @import { TableModel } from "/static/model.js"
 */

const loadBag = () => import("./bag.js").then(({ BagDialog }) => BagDialog);

/**
 * The map with the fame track and the display on the left, a board in the middle; a tablet shows one thing beside the
 * map at a time, a phone either the map or the board.
 */
function Stage(/** @type {{model: TableModel<Game>}} */ { model }) {
  const desk = deskOf(model);
  const shape = useShape();
  const narrow = shape === "phone";
  if (!model.view.value) return null;
  const words = model.words.value;
  const scene = sceneOf(model);
  const Told = scene && { recap: Recap, ...storyOf(model).scenes }[scene.name];
  const look = names(
    "os stage",
    narrow && `narrow on-${desk.stage.value}`,
    isTablet(shape) && `aside-${desk.aside.value}`,
  );
  return html`<div class=${look}>
    ${narrow && html`<${Switch} desk=${desk} />`}
    <div class="west">
      <section class="hall mapbox on-dark" aria-label=${words.say("web.os.map_and_fame")}><${Map} desk=${desk} /><${Fame} model=${model} large=${shape === "wide"} />${!narrow && html`<${Slip} desk=${desk} />`}</section>
      ${isTablet(shape) && html`<${Asides} desk=${desk} />`}
      ${shape === "wide" ? html`<${Duo} desk=${desk} />` : html`<${Display} desk=${desk} />`}
    </div>
    <${Board} desk=${desk} narrow=${narrow} />
    ${scene && Told && html`<${Told} desk=${desk} scene=${scene} />`}
    <${Motion} model=${model} />${desk.inspecting.value && html`<${Later} load=${loadBag} desk=${desk} />`}
  </div>`;
}

/**
 * What is told before the table shows it: what somebody did before I am asked or the story goes on, the story, what a
 * round brought, and how the next one begins. What waits for a person comes last. At the end of a round the table shows what
 * was done last, and nothing more.
 * @param {TableModel<Game>} model
 * @param {EntryOf<Game>[]} entries
 * @param {View} view
 * @param {View} _before
 * @param {Pause<View>[]} pauses
 */
function scene(model, entries, view, _before, pauses) {
  const events = entries.flatMap((entry) => entry.events);
  const acted = pauses.find(({ name }) => name === "acted");
  const deed = acted ? lastDeed(model, entries, acted) : deedIn(model, entries, view);
  const story = storyOf(model).scene?.(model, events, view);
  const recap = recapScene(model, view, events);
  const told = story?.until ? [recap, story] : [story, recap, openingIn(model, events, view)];
  const all = [deed, ...told].filter((one) => one !== null && one !== undefined);
  const seen = deed && all.length === 1 ? { events: events.length, view } : null; // words and picture come together
  const first = acted ?? seen;
  return all.map((one, at) => ({ ...one, holds: at < all.length - 1, ...(first && { first }) }));
}

/** What is told just now. */
const sceneOf = (/** @type {TableModel<Game>} */ model) =>
  /** @type {Playing<Game>|null} */ (model.playhead?.scene.value ?? null);

const ASIDES = ["display", "players", "tasks", "log"];

/** What a tablet shows beside the map. */
function Asides(/** @type {{desk: Desk}} */ { desk }) {
  const words = desk.model.words.value;
  return html`<nav class="asides" aria-label=${words.say("web.os.panes")}>${ASIDES.map(
    (id) => html`<button type="button" key=${id} aria-pressed=${String(desk.aside.value === id)}
      onClick=${() => (desk.aside.value = id)}>${words.say(`web.os.pane.${id}`)}</button>`,
  )}</nav>`;
}

/** Map or board; a swipe does the same. */
function Switch(/** @type {{desk: Desk}} */ { desk }) {
  const words = desk.model.words.value;
  const from = useRef(0);
  const ready = prospects(desk).acts.length;
  const swipe = {
    onPointerDown: (/** @type {PointerEvent} */ event) => (from.current = event.clientX),
    onPointerUp: (/** @type {PointerEvent} */ event) => {
      const way = event.clientX - from.current;
      if (Math.abs(way) > 50) desk.stage.value = way < 0 ? "board" : "map";
    },
  };
  return html`<div class="sw" role="group" aria-label=${words.say("web.os.stage")} ...${swipe}>${["map", "board"].map(
    (
      id,
    ) => html`<button type="button" key=${id} data-stage=${id} aria-pressed=${String(desk.stage.value === id)} onClick=${() => (desk.stage.value = id)}>
      ${icon(`u-${id}`)}${words.say(`web.os.stage.${id}`)}${id === "board" && ready > 0 && html`<em><span class="sr">${words.say("web.os.stage.ready")} </span>${ready}</em>`}</button>`,
  )}</div>`;
}

/** Players, what is in front of me, and what I work for. */
function Side(/** @type {{model: TableModel<Game>}} */ { model }) {
  const desk = deskOf(model);
  if (!model.view.value) return null;
  return html`<div class="os beside"><${Players} desk=${desk} /><${Mine} desk=${desk} /><${Tasks} desk=${desk} /></div>`;
}

// -- tray -------------------------------------------------------------------------------------------------------------

const PANES = ["turn", "display", "players", "log"];

function Tray(/** @type {{model: TableModel<Game>}} */ { model }) {
  const desk = deskOf(model);
  const narrow = useShape() === "phone";
  const words = model.words.value;
  useDeskKeys(desk);
  if (!model.view.value) return null;
  const scene = sceneOf(model);
  const Told = scene && storyOf(model).trays?.[scene.name];
  const isOut = desk.me && storyOf(model).isOut?.(desk.me);
  return html`<section class="tray panel os" aria-label=${words.say(desk.question.value ? "web.os.your_turn" : "web.os.tray")}>
    ${narrow && model.front.value !== null && !isOut && html`<${Green} desk=${desk} seat=${model.front.value} />`}
    <${PaneTabs} desk=${desk} prefix="web.os" panes=${PANES} />
    ${Told ? html`<${Told} desk=${desk} scene=${scene} />` : html`<${TrayBody} desk=${desk} narrow=${narrow} />`}
  </section>`;
}

/** Pieces that Space picks; Enter on them means the primary action. */
const PIECES =
  ".ang [aria-pressed], .ghost, [data-held], .chip, .use, .dname, .pc button, .tsk button, [data-area], [data-space][aria-pressed], .py button";

function useDeskKeys(/** @type {Desk} */ desk) {
  const follower = (/** @type {number} */ n) => {
    /** @type {HTMLElement|null} */
    const one = document.querySelector(`[data-follower="${n - 1}"]`);
    return one ? void one.click() : false;
  };
  const digit = (/** @type {number} */ n) => () => (desk.awaitsDigit ? look(desk, n - 1) : follower(n));
  const digits = Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => [String(n), digit(n)]));
  const decline = () => (desk.wayOut ? void desk.decline() : false);
  const escape = () => {
    if (desk.held.value) return void (desk.held.value = null);
    if (desk.shown.value !== null) return void (desk.shown.value = null);
    if (desk.untold.value.length) return void desk.told();
    return false;
  };
  useTurnKeys({
    desk,
    pieces: PIECES,
    decline,
    more: {
      ...digits,
      escape,
      v: () => void (desk.awaitsDigit = true),
      i: () => (desk.me ? void (desk.inspecting.value = true) : false),
    },
  });
}

/** The board of another player, or back to mine. */
function look(/** @type {Desk} */ desk, /** @type {number} */ seat) {
  desk.awaitsDigit = false;
  if (seat >= desk.model.seen.seats) return false;
  desk.look(seat);
  return true;
}

// -- around the table -------------------------------------------------------------------------------------------------

/** Where a game is, in a few words. */
const caption = (/** @type {Words} */ words, /** @type {Record<string, number>} */ { round, epoch }) =>
  words.say(round ? "web.os.caption" : "web.os.caption.first", { round, epoch: roman(epoch) });

/** Keys of this game, beside those of every table. */
const keys = [
  ["1–9", "web.os.keys.digits"],
  ["V 1–4", "web.os.keys.look"],
  ["I", "web.os.keys.bag"],
];

const sounds = {
  followers_drawn: "knock",
  area_settled: "knock",
  built: "knock",
  goods_gained: "coin",
  coins_gained: "coin",
  fame_gained: "coin",
  epoch_entered: "horn",
};

const lay = (/** @type {TableModel<Game>} */ model, /** @type {import("/static/types.js").Choice[]} */ answer) =>
  deskOf(model).lay(answer);

/** A plan is said by the places that it fills, and what concerns one space of a place by that place. */
function answer(/** @type {Words} */ words, /** @type {import("/static/types.js").Choice[]} */ choices) {
  const places = new Set(choices.filter(([verb]) => verb === "place").map(([, , place]) => place));
  if (places.size) return words.say("web.os.answer.plan", { places: [...places] });
  const spaces = choices.filter(([verb]) => verb === "put" || verb === "take").map(([, place]) => place);
  return spaces.length ? words.say("web.os.check.places", { list: [...new Set(spaces)] }) : null;
}

/** The area or the place that an answer is about; a plan is about many. */
const spot = (/** @type {import("/static/types.js").Choice[]} */ [[word, what, where], ...more]) =>
  more.length ? "" : word === "place" ? `[data-place="${where}"]` : `[data-area="${what}"], [data-place="${what}"]`;

export default { Ribbon, Stage, Side, Tray, answer, caption, lay, spot, logLine, scene, keys, odds: true, sounds };
