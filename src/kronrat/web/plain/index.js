/**
 * The plain drawing: any game that brings none of its own, as tidy panels. It does not know any game: what it shows
 * comes from the view (see `view.js`), what it offers from the question (see `desk.js`), and its words from the catalogue.
 */

import { counting, Who } from "/static/log.js";
import { crest, html, Phase, PlayerName, seatLook } from "/static/parts.js";
import { PaneTabs, useTurnKeys } from "/static/turn.js";
import { capital } from "/static/words.js";
import { deskOf } from "./desk.js";
import { Shown } from "./draw.js";
import { isTold, TrayBody } from "./tray.js";
import { labelOf, phasesOf, playersOf, scoreOf, shapesOf, sharedShapes, whenOf } from "./view.js";

/**
 * @typedef {import("./view.js").Model} Model
 * @typedef {import("./view.js").Words} Words
 * @typedef {import("./desk.js").Desk} Desk
 */

// -- when -------------------------------------------------------------------------------------------------------------

/** The round, and the phases that the game has words for. @param {{model: Model}} props */
function Ribbon({ model }) {
  const words = model.words.value;
  const view = model.view.value;
  if (!view) return null;
  const { round, rounds, phase } = whenOf(view);
  const phases = phasesOf(words);
  const at = phase === null ? -1 : phases.indexOf(phase);
  const title =
    round === null
      ? html`<b>${words.say(`game.${model.info.value?.game}`)}</b>`
      : html`<span>${labelOf(words, "round")}</span><b>${round}${rounds !== null && html`<small>/${rounds}</small>`}</b>`;
  return html`<div class="year plain-year">${title}</div>
    ${
      phases.length > 0
        ? html`<ol class="ribbon plain-ribbon" aria-label=${words.say("web.plain.phases")}>${phases.map(
            (one, place) => html`<${Phase} key=${one} id=${one} label=${words.say(`phase.${one}`)}
              note=${words.has(`phase.${one}.text`) && words.say(`phase.${one}.text`)} past=${place < at} now=${place === at} />`,
          )}</ol>`
        : html`<span class="spring"></span>`
    }`;
}

// -- the table --------------------------------------------------------------------------------------------------------

/** What is on the table and belongs to nobody; on a small screen also what is mine. @param {{model: Model}} props */
function Stage({ model }) {
  const words = model.words.value;
  const view = model.view.value;
  if (!view) return null;
  const desk = deskOf(model);
  const { phase } = whenOf(view);
  const said = phase !== null && words.has(`phase.${phase}`);
  const text = said && words.has(`phase.${phase}.text`) && words.say(`phase.${phase}.text`);
  const mine = model.front.value === null ? null : playersOf(view)[model.front.value];
  return html`<section class="hall plain on-dark" aria-label=${words.say("web.plain.table")} tabindex="0">
    <header><h2>${words.say(said ? `phase.${phase}` : `game.${model.info.value?.game}`)}${text && html`<small>${text}</small>`}</h2></header>
    <${News} model=${model} />
    <div class="shared"><${Shown} shapes=${sharedShapes(words, view)} desk=${desk} /></div>
    ${
      mine &&
      html`<section class="mine" aria-label=${words.say("web.plain.mine")}><h3>${crest(model.front.value ?? 0)}${words.say("web.plain.mine")}</h3>
        <${Shown} shapes=${shapesOf(words, mine)} desk=${desk} terse /></section>`
    }
  </section>`;
}

const MOST_NEWS = 5; // lines; the log has all

/** On a small screen, where the log is on another pane: what happened since my last choice. @param {{model: Model}} props */
function News({ model }) {
  const words = model.words.value;
  const log = counting(model.log.value);
  const since = log.findLastIndex(({ seat }) => seat === model.front.value);
  const events = log.slice(Math.max(since, 0)).flatMap((entry) => entry.events);
  const lines = events.map((event) => logLine(model, event)).filter(({ text }) => text);
  if (model.readOnly || !lines.length) return null;
  return html`<section class="news" aria-label=${words.say("web.plain.news")}><h3>${words.say("web.plain.news")}</h3>
    <ol>${lines.slice(-MOST_NEWS).map(({ seat, text }) => html`<li><${Who} seat=${seat} icon="u-dice" /><span>${text}</span></li>`)}</ol></section>`;
}

// -- players ----------------------------------------------------------------------------------------------------------

/** One panel for each seat. @param {{model: Model}} props */
function Side({ model }) {
  const view = model.view.value;
  if (!view) return null;
  const look = `plain beside n${view.seats}`;
  return html`<ol class=${look} aria-label=${model.words.value.say("web.plain.players")}>
    ${playersOf(view).map((_, seat) => html`<${Player} key=${seat} model=${model} seat=${seat} />`)}
  </ol>`;
}

/** @param {{model: Model, seat: number}} props */
function Player({ model, seat }) {
  const words = model.words.value;
  const view = model.view.value;
  if (!view) return null;
  const turn = view.deciding.includes(seat) && !view.over;
  const score = scoreOf(view, seat);
  return html`<li class=${seatLook(model, seat, "panel who", turn && "act")} data-panel=${seat}>
    <h2>${crest(seat)}<${PlayerName} model=${model} seat=${seat} />
      ${seat === model.front.value && html`<small>${words.say("web.plain.you")}</small>`}
      ${turn && html`<small class="turn">${words.say("web.plain.decides")}</small>`}
      ${score !== null && html`<span class="points">${words.has("count.score") ? words.say("count.score", { n: score }) : score}</span>`}</h2>
    <div data-stock=${seat}><${Shown} shapes=${shapesOf(words, playersOf(view)[seat])} desk=${deskOf(model)} terse /></div>
  </li>`;
}

// -- tray -------------------------------------------------------------------------------------------------------------

const PANES = ["turn", "players", "log"];

/** @param {{model: Model}} props */
function Tray({ model }) {
  const desk = deskOf(model);
  const words = model.words.value;
  const decline = () => (desk.wayOut ? void desk.pick(desk.wayOut) : false);
  useTurnKeys({ desk, pieces: ".op, .face, .piece", decline, more: {} });
  if (!model.view.value) return null;
  const asked = desk.question.value !== null;
  return html`<section class="tray panel plain" aria-label=${words.say(asked ? "web.plain.your_turn" : "web.plain.tray")}>
    <div class="body"><${TrayBody} desk=${desk} /></div>
    <${PaneTabs} desk=${desk} prefix="web.plain" panes=${PANES} />
  </section>`;
}

// -- log --------------------------------------------------------------------------------------------------------------

const NOBODY = -1;

/** An event as a line of the log; what the game has no words for has none. */
function logLine(/** @type {Model} */ model, /** @type {{event: string, rule: string, seat?: number}} */ event) {
  const words = model.words.value;
  const text = isTold(words, event.event) ? words.event(event) : "";
  return { icon: "", text, rule: event.rule, seat: event.seat ?? NOBODY };
}

/** Where a game is, in a few words: its own, or its figures. */
function caption(/** @type {Words} */ words, /** @type {Record<string, number>} */ facts) {
  if (words.has("caption")) return words.say("caption", facts);
  return capital(
    Object.entries(facts)
      .map(([key, n]) => `${labelOf(words, key)} ${n}`)
      .join(" · "),
  );
}

/** It has no keys beside those of every table. @type {[string, string][]} */
const keys = [];

const lay = (/** @type {Model} */ model, /** @type {import("/static/types.js").Choice[]} */ answer) =>
  deskOf(model).lay(answer);

export default { Ribbon, Stage, Side, Tray, caption, lay, logLine, keys };
