/** The end of a year before the king, player by player, and what is left to a person who is out. */

import { Button, crest, html, icon, names, useInSight } from "/static/parts.js";
import { epochsOf, goalWords, Points, roman, rowsOf, tileIcon, Token } from "./draw.js";
import { storyOf } from "./stories.js";

/**
 * @import { TableModel } from "/static/model.js"
 * @import { Playing } from "/static/playhead.js"
 * @import { Desk } from "./desk.js"
 * @import { BookletView, Game, GameEvent, GoalsChecked, View } from "./types.js"
 * @typedef {{seat: number, goals: GoalsChecked["goals"], missed: string[], paid: number, left: number|null,
 *            out: Extract<GameEvent, {event: "seat_eliminated"}>|null}} Verdict what the king found and what became of it
 */

/** What each player is told, in the order in which the king looks. @returns {Verdict[]} */
function verdictsIn(/** @type {GameEvent[]} */ events) {
  const given = events.flatMap((event) => (event.event === "favourite_given" ? [event] : []));
  return events.flatMap((event) => {
    if (event.event !== "goals_checked") return [];
    const { seat, goals, missed } = event;
    const paid = given.filter((tile) => tile.seat === seat);
    const out = events.find((one) => one.event === "seat_eliminated" && one.seat === seat);
    return [
      {
        ...{ seat, goals, missed, paid: paid.length, left: paid.at(-1)?.left ?? null },
        out: /** @type {Verdict["out"]} */ (out ?? null),
      },
    ];
  });
}

// -- the stage --------------------------------------------------------------------------------------------------------

export function Judgement(/** @type {{desk: Desk, scene: Playing<Game>}} */ { desk, scene }) {
  const { model } = desk;
  const words = model.words.value;
  const verdicts = verdictsIn(scene.entries.flatMap((entry) => entry.events));
  return html`<section class="judge hall on-dark" aria-label=${words.say("web.os.year")}>
    <header><h2>${words.say("web.os.year")}</h2><p>${words.say("web.os.year.text", { n: rowsOf(model, "numbers").score_favourite.value })}</p>
      <ul class="asked">${verdicts[0].goals.map(([id]) => html`<${Asked} key=${id} model=${model} id=${id} />`)}</ul></header>
    <ol>${verdicts.map(
      (verdict, at) => html`<${Row} key=${verdict.seat} model=${model} verdict=${verdict} view=${scene.view}
        state=${stateAt(scene, at)} />`,
    )}</ol>
  </section>`;
}

/** @type {Partial<Record<string, string>>} */
const COUNTED = { areas: "i-territory", villages: "i-village", fortresses: "i-castle", churches: "i-church" };

/** What the king asks of everybody. */
function Asked(/** @type {{model: TableModel<Game>, id: string}} */ { model, id }) {
  const words = model.words.value;
  const goal = rowsOf(model, "goals")[id];
  const face = goal.send
    ? html`<${Token} token=${goal.send} />`
    : icon(goal.reach ? tileIcon(goal.reach) : (COUNTED[goal.count] ?? "u-quill"));
  return html`<li>${face}<span><b>${words.say(`goal.${id}`)}</b><small>${goalWords(words, goal)}</small></span></li>`;
}

/** Whether it is still to come, its tasks are seen, what follows is said just now, or all of it is known. */
function stateAt(/** @type {Playing<Game>} */ { beat, ended }, /** @type {number} */ at) {
  if (ended || beat > 2 * at + 1) return "told";
  return beat < 2 * at ? "later" : beat === 2 * at ? "seen" : "now";
}

function Row(
  /** @type {{model: TableModel<Game>, verdict: Verdict, view: View, state: string}} */ { model, verdict, view, state },
) {
  const words = model.words.value;
  const { seat, goals, missed } = verdict;
  const row = useInSight(state === "seen");
  return html`<li ref=${row} class=${names("verdict", state === "seen" ? "now seen" : state, `p-${model.tincture(seat)}`)} data-verdict=${state === "later" ? null : seat}>
    <span class="who">${crest(seat)}<b>${words.player(seat)}</b></span>
    ${
      state === "later"
        ? html`<em class="soon">${words.say("web.os.year.soon")}</em>`
        : html`<ul>${goals.map(([id, have, need], at) => {
            const met = !missed.includes(id);
            const asked = met ? "" : `: ${goalWords(words, rowsOf(model, "goals")[id])}`;
            return html`<li key=${id} class=${met ? "met" : "miss"} style=${{ "--at": at }}>${icon(met ? "u-check" : "u-close")}<span><b>${words.say(`goal.${id}`)}</b>
            <small>${need > 1 ? words.say("web.os.year.of", { have, need }) : `${words.say(met ? "web.os.done" : "web.os.open")}${asked}`}</small></span></li>`;
          })}</ul>
        <${Outcome} model=${model} verdict=${verdict} view=${view} tiles=${favourites(view, seat)} />`
    }</li>`;
}

const favourites = (/** @type {View} */ view, /** @type {number} */ seat) =>
  /** @type {BookletView} */ (view.players[seat].story).favourites;

/** What was paid, and what follows. */
function Outcome(
  /** @type {{model: TableModel<Game>, verdict: Verdict, view: View, tiles: number}} */ { model, verdict, view, tiles },
) {
  const words = model.words.value;
  const { seat, missed, paid, left, out } = verdict;
  const price = out
    ? words.say("web.os.year.short", { asked: missed.length, had: paid })
    : paid
      ? words.say("web.os.year.paid", { before: Number(left) + paid, left: Number(left) })
      : words.say("web.os.year.keeps", { n: tiles });
  const word = out ? "out" : view.over ? "stays" : "ascends";
  const none = !out && !paid && !tiles; // there was nothing to give, and nothing was asked for
  return html`<span class=${names("price", paid && "paid")}>${!none && html`${icon("i-favor")}<small>${price}</small>`}</span>
    <span class=${names("word", out ? "out" : !tiles && "poor")}><b>${words.say(`web.os.year.${word}`)}</b>
      <small>${out ? words.say("web.os.year.points", { n: out.points }) : !view.over && titleWords(model, view.players[seat].epoch)}</small></span>`;
}

/** An epoch by its number and title. */
function titleWords(/** @type {TableModel<Game>} */ model, /** @type {number} */ number) {
  const [id] = epochsOf(model)[number - 1];
  return `${roman(number)} ${model.words.value.say(`epoch.${id}`)}`;
}

// -- the tray ---------------------------------------------------------------------------------------------------------

/** How to go on: by itself while the king looks, by a press when everything is told. */
export function YearTray(/** @type {{desk: Desk, scene: Playing<Game>}} */ { desk, scene }) {
  const { model } = desk;
  const words = model.words.value;
  const { playhead } = model;
  const number = Math.max(...scene.view.players.map((player) => player.epoch));
  // The room of everything is kept, so that nothing moves at the end, and no second press means something else.
  const [later, before] = [seenIf(scene.ended), seenIf(!scene.ended)];
  const on = words.say(scene.until ?? "", { year: roman(number) });
  return html`<div class="prompt" aria-live="off" style=${later}>${!scene.view.over && html`<${Ahead} desk=${desk} number=${number} />`}</div>
    <div class="acts"><div class="row"><${Button} kind="quiet" style=${later} onClick=${() => playhead?.again()}>${words.say("web.os.year.again")}<//>
      <${Button} icon="u-next" kbd="Esc" aria-keyshortcuts="Escape" style=${before} onClick=${() => playhead?.endScene()}>${words.say("web.os.year.all")}<//></div>
      ${
        scene.ended
          ? html`<${Button} kind="pri" icon="u-play" kbd="↵" data-primary="" onClick=${() => playhead?.goOn()}>${on}<//>`
          : html`<span class="btn pri" style=${later} aria-hidden="true">${icon("u-play")}${on}<kbd>↵</kbd></span>`
      }</div>`;
}

const seenIf = (/** @type {boolean} */ shown) => ({ visibility: shown ? "visible" : "hidden" });

/** What the next year brings. */
function Ahead(/** @type {{desk: Desk, number: number}} */ { desk, number }) {
  const words = desk.model.words.value;
  const [, row] = epochsOf(desk.model)[number - 1];
  const goals = Object.entries(rowsOf(desk.model, "goals")).flatMap(([goal, { epoch }]) =>
    epoch === number ? [goal] : [],
  );
  return html`<p class="t">${titleWords(desk.model, number)}</p>
    <p class="x">${words.say("web.os.year.ahead", { n: row.draw, goals, unlocks: row.unlocks })}</p>`;
}

// -- out --------------------------------------------------------------------------------------------------------------

/** Instead of an empty board: why it is over for me, what leaves and what stays, and the ways on. */
export function Out(/** @type {{desk: Desk, seat: number}} */ { desk, seat }) {
  const { model } = desk;
  const words = model.words.value;
  const view = model.seen;
  const sheet = /** @type {BookletView} */ (view.players[seat].story);
  const watch = (/** @type {number} */ other) => () => desk.look(other);
  return html`<section class=${`panel tableau out p-${model.tincture(seat)}`} aria-label=${words.say("web.os.board", { seat })}>
    ${crest(seat)}<h2>${words.say("web.os.gone", { seat })}</h2>
    <p>${words.say(sheet.missed.length ? "web.os.gone.missed" : "web.os.gone.hungry", { goals: sheet.missed, year: roman(sheet.years + 1) })}</p>
    <ul><li>${icon("i-territory")}${words.say("web.os.gone.leaves")}</li><li>${icon("i-village")}${words.say("web.os.gone.stays")}</li>
      <li>${icon("u-quill")}${words.say("web.os.gone.points")} <${Points} words=${words} player=${view.players[seat]} /></li></ul>
    <dl>${storyOf(model).sources.map(
      ({ id, icon: face }) =>
        id in sheet.kept &&
        html`<div key=${id}><dt>${icon(face)}${words.say(`web.os.course.${id}`)}</dt><dd>${sheet.kept[id]}</dd></div>`,
    )}</dl>
    <div class="ways">${view.playing.map(
      (other, at) =>
        html`<${Button} key=${other} kind=${at ? "" : "pri"} onClick=${watch(other)}>${crest(other)}${words.say("web.os.gone.watch", { seat: other })}<//>`,
    )}<a class="btn" href="/">${words.say("web.to_lobby")}</a></div>
  </section>`;
}
