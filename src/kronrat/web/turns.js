/** My games over days: which of them wait for me, orders for questions to come, and the times when I am away. */

import { Art } from "./art.js";
import { drawingOf } from "./drawings.js";
import { wordsFor } from "./frame.js";
import { get, Problem, put } from "./http.js";
import { loadGame, namesOf, wholeSeat } from "./model.js";
import { PageTop } from "./navigation.js";
import { OrderSheet } from "./orders.js";
import { Button, html, names, useEffect, useSignal, useState } from "./parts.js";
import { useSeconds } from "./strips.js";
import { variantOf } from "./terms.js";
import { day, duration } from "./time.js";

/**
 * @import { GameInfo, Turn, Turns } from "./messages.js"
 * @import { Drawing, On } from "./types.js"
 * @import { Signal } from "./vendor/signals.js"
 * @import { Words } from "./words.js"
 */

const POLL = 10_000;
const HOT = 0.2; // the share of the time that is left when it is getting late
const DAY = 86_400_000;

export default function TurnsPage() {
  const words = wordsFor().value;
  const turns = useSignal(/** @type {Turns|null} */ (null));
  const failed = useSignal(false);
  const [chosen, choose] = useState("");
  useEffect(() => {
    const look = async () => {
      if (document.hidden) return;
      try {
        turns.value = await get("/api/turns");
        failed.value = false;
      } catch (problem) {
        const unknown = problem instanceof Problem && problem.code === "needs_name";
        if (unknown) turns.value = { turns: [], now: Date.now(), bots: [] };
        failed.value = !unknown;
      }
    };
    void look();
    const timer = setInterval(look, POLL);
    document.addEventListener("visibilitychange", look);
    return () => (clearInterval(timer), document.removeEventListener("visibilitychange", look));
  }, []);
  useEffect(() => {
    if (words) document.title = words.say("web.turns.title");
  }, [words]);
  if (!words) return null;
  const all = turns.value?.turns ?? [];
  const mine = all.filter(({ table }) => table.my_turn);
  const others = all.filter(({ table }) => !table.my_turn);
  const orderable = all.filter(({ table }) => table.pace === "correspondence");
  const waiting = orderable.filter(({ table }) => !table.my_turn);
  const first = waiting.find(({ orders, dropped }) => orders || dropped) ?? waiting[0];
  const shown = waiting.find(({ table }) => table.id === chosen) ?? first;
  const slow = orderable.length > 0;
  return html`<div class="page turns">
    <${PageTop} here="turns" />
    <main class=${names(!shown && "one")}>
      <h1 class="sr">${words.say("web.turns.title")}</h1>
      <div class="panel games">
        ${failed.value && html`<p class="strip" role="alert">${words.say("web.turns.failed")}</p>`}
        <section aria-label=${words.say("web.turns.mine")}>
          <h2 class="h">${words.say("web.turns.mine")}
            ${mine.length > 1 && html`<small>${words.say("web.turns.urgent", { n: mine.length })}</small>`}</h2>
          ${turns.value && !mine.length && html`<p class="empty">${words.say("web.turns.none")}</p>`}
          <ul>${mine.map((turn) => html`<${Card} key=${turn.table.id} turn=${turn} words=${words} />`)}</ul>
        </section>
        ${
          others.length > 0 &&
          html`<section aria-label=${words.say("web.turns.others")}>
          <h2 class="h">${words.say("web.turns.others")}</h2>
          <ul>${others.map(
            (turn) => html`<${Card} key=${turn.table.id} turn=${turn} words=${words} chosen=${turn === shown}
              onOrder=${turn.table.pace === "correspondence" ? () => choose(turn.table.id) : null} />`,
          )}</ul>
        </section>`
        }
        ${slow && turns.value && html`<${Away} words=${words} turns=${turns} />`}
      </div>
      ${shown && html`<${OrderSheet} key=${shown.table.id} turn=${shown} />`}
    </main>
  </div>`;
}

/**
 * One game: where I am asked, with the time that is left; elsewhere with what I have ordered.
 * @param {{turn: Turn, words: Words, chosen?: boolean, onOrder?: (() => void)|null}} props
 */
function Card({ turn, words, chosen = false, onOrder = null }) {
  const { table, orders = 0, dropped = false } = turn;
  const seats = table.seats.map(wholeSeat);
  const waits = words.named(namesOf(words, seats)).say("web.waiting_for", { seats: table.deciding });
  return html`<li class=${names("ct", table.my_turn && "now", chosen && "sel")}>
    <${Art} game=${table.game} />
    <div class="what">
      <h3><a href=${`/t/${table.id}`}>${words.say(`game.${table.game}`)}</a></h3>
      <small><${Caption} turn=${turn} /></small>
      ${!table.my_turn && html`<small>${waits}</small>`}
      ${dropped && html`<small class="hot">${words.say("web.orders.dropped.short")}</small>`}
    </div>
    ${table.my_turn && html`<${Left} turn=${turn} words=${words} />`}
    ${
      onOrder &&
      html`<${Button} kind="quiet" icon="u-quill" aria-pressed=${String(chosen)} onClick=${onOrder}>
      ${orders ? words.say("web.turns.orders", { n: orders }) : words.say("web.turns.order")}<//>`
    }
  </li>`;
}

/** How far the game is, as its own drawing puts it. @param {{turn: Turn}} props */
function Caption({ turn: { table } }) {
  const [drawing, setDrawing] = useState(/** @type {Pick<Drawing, "caption">|null} */ (null));
  const [info, setInfo] = useState(/** @type {GameInfo|null} */ (null));
  const words = wordsFor(table.game, info ? variantOf(info.switches, table.options) : "").value;
  useEffect(() => {
    drawingOf(table.game).then(setDrawing, () => undefined);
    loadGame(table.game, table.options).then(setInfo, () => undefined);
  }, []);
  return words && info && drawing?.caption(words, /** @type {Record<string, number>} */ (table.caption));
}

/** The time that is left, as a ring and in words. @param {{turn: Turn, words: Words}} props */
function Left({ turn: { table, since = 0, reserve_ms = null }, words }) {
  const now = useSeconds(Boolean(table.deadline));
  if (!table.deadline) return html`<small>${words.say("web.pace.unlimited")}</small>`;
  const left = Math.max(0, table.deadline - now);
  const share = Math.min(1, left / Math.max(1, table.deadline - since));
  const hot = share < HOT;
  const around = 2 * Math.PI * 15;
  return html`<span class=${names("lf", hot && "hot")}>
    <svg class="ring" viewBox="0 0 36 36" aria-hidden="true">
      <circle cx="18" cy="18" r="15" />
      <circle cx="18" cy="18" r="15" class="rest" stroke-dasharray=${`${share * around} ${around}`} />
    </svg>
    <b>${duration(words, Math.round(left / 1_000))}</b>
    ${reserve_ms !== null && html`<small>${words.say("web.turns.reserve", { left: duration(words, Math.round(reserve_ms / 1_000)) })}</small>`}
  </span>`;
}

// -- away -------------------------------------------------------------------------------------------------------------

const dateOf = (/** @type {number} */ at) =>
  new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 10);

/** When a day begins here; that has 23, 24 or 25 hours. */
const beginning = (/** @type {string} */ date, days = 0) => {
  const [year, month, day] = date.split("-").map(Number);
  return new Date(year, month - 1, day + days).getTime();
};

/** @param {{words: Words, turns: Signal<Turns|null>}} props */
function Away({ words, turns }) {
  const told = turns.value;
  const noted = told?.turns.find(({ away = [] }) => away.length > 0);
  const [since = 0, until = 0] = noted?.away ?? [];
  const [editing, edit] = useState(false);
  const [from, setFrom] = useState(dateOf(Date.now()));
  const [to, setTo] = useState(dateOf(Date.now() + 7 * DAY));
  const [bot, setBot] = useState("");
  const [problem, setProblem] = useState("");
  const unheard = told?.turns.filter((turn) => turn.unheard).length ?? 0;
  const say = async (/** @type {object} */ wish) => {
    try {
      turns.value = await put("/api/me/absence", wish);
      setProblem("");
      edit(false);
    } catch {
      setProblem(words.say("web.away.failed"));
    }
  };
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    void say({ since: beginning(from), until: beginning(to, 1), bot });
  };
  const bots = told?.bots ?? [];
  const date =
    (/** @type {(value: string) => void} */ set) =>
    (/** @type {On<HTMLInputElement>} */ { currentTarget }) =>
      set(currentTarget.value);
  return html`<section class="away" aria-label=${words.say("web.away")}>
    <h2 class="h">${words.say("web.away")}</h2>
    <div aria-live="polite">
      ${
        noted &&
        html`<p>${words.say(noted.away_bot ? "web.away.lent" : "web.away.holiday", {
          since: day(words.lang, since),
          until: day(words.lang, until - 1),
          bot: noted.away_bot ?? "",
        })}</p>`
      }
      ${unheard > 0 && html`<p class="hot">${words.say("web.away.unheard", { n: unheard })}</p>`}
      ${problem && html`<p class="hot" role="alert">${problem}</p>`}
    </div>
    ${
      editing
        ? html`<form onSubmit=${submit}>
        <label class="field"><span>${words.say("web.away.from")}</span>
          <input type="date" required value=${from} min=${dateOf(Date.now())} onInput=${date(setFrom)} /></label>
        <label class="field"><span>${words.say("web.away.to")}</span>
          <input type="date" required value=${to} min=${from} onInput=${date(setTo)} /></label>
        <label class="field"><span>${words.say("web.away.who")}</span>
          <select value=${bot} onChange=${(/** @type {On<HTMLSelectElement>} */ event) => setBot(event.currentTarget.value)}>
            <option value="">${words.say("web.away.nobody")}</option>
            ${bots.map((level) => html`<option value=${level}>${words.say("web.away.bot", { bot: level })}</option>`)}
          </select></label>
        <p class="muted">${words.say(bot ? "web.away.bot.hint" : "web.away.nobody.hint")}</p>
        <p class="acts"><${Button} kind="pri" type="submit">${words.say("web.away.save")}<//>
          <${Button} onClick=${() => edit(false)}>${words.say("web.cancel")}<//></p>
      </form>`
        : html`<p class="acts">
        <${Button} onClick=${() => edit(true)}>${words.say(noted ? "web.away.change" : "web.away.say")}<//>
        ${noted && html`<${Button} onClick=${() => say({})}>${words.say("web.away.here")}<//>`}
      </p>`
    }
  </section>`;
}
