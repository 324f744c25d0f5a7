/** All puzzles: the one of the day, how many days in a row it was solved, and the others by game and level. */

import { Art } from "./art.js";
import { wordsFor } from "./frame.js";
import { get } from "./http.js";
import { PageTop } from "./navigation.js";
import { html, Icon, names, Segments, useEffect, useState } from "./parts.js";
import { solvedHere, streakUntil } from "./solved.js";

/**
 * @import { PuzzleLine, PuzzleList } from "./messages.js"
 * @import { Words } from "./words.js"
 */

const LEVELS = ["page", "squire", "steward", "marshal", "chancellor"]; // from the weakest to the strongest

export default function PuzzlesPage() {
  const words = wordsFor().value;
  const [list, setList] = useState(/** @type {PuzzleList|null} */ (null));
  const [failed, setFailed] = useState(false);
  const [game, setGame] = useState("");
  useEffect(() => void get("/api/puzzles").then(setList, () => setFailed(true)), []);
  useEffect(() => {
    if (words) document.title = words.say("web.puzzles.title");
  }, [words]);
  if (!words) return null;
  const all = list?.puzzles ?? [];
  const games = [...new Set(all.map((one) => one.game))];
  const shown = all.filter((one) => !game || one.game === game).sort(byLevel);
  const open = shown.find((one) => isSolved(one) === undefined);
  const choices = ["", ...games].map((value) => ({
    value,
    label: value ? words.say(`game.${value}`) : words.say("web.puzzles.all"),
  }));
  return html`<div class="page puzzles">
    <${PageTop} here="puzzles" />
    <main>
      <h1 class="sr">${words.say("web.puzzles.title")}</h1>
      <div class="panel today">
        ${failed && html`<p class="strip" role="alert">${words.say("web.puzzles.failed")}</p>`}
        ${list && html`<${Today} words=${words} list=${list} />`}
        <p class="lead">${words.say("web.puzzles.lead")}</p>
        ${list && html`<${Sums} words=${words} all=${all} />`}
      </div>
      <section class="panel all" aria-labelledby="all">
        <header><h2 class="h" id="all">${words.say("web.puzzles.choose")}</h2>
          ${games.length > 1 && html`<${Segments} legend=${words.say("web.puzzles.game")} hideLegend value=${game} choices=${choices} onChange=${setGame} />`}
          ${open && html`<a class="btn pri" href=${`/p/${open.id}`}>${words.say("web.puzzles.next")}</a>`}</header>
        ${list && !all.length && html`<p class="muted">${words.say("web.puzzles.none")}</p>`}
        <div class="rows" tabindex="0" role="group" aria-labelledby="all">
          ${LEVELS.map((level) => html`<${Group} key=${level} words=${words} level=${level} puzzles=${shown.filter((one) => one.level === level)} />`)}
        </div>
      </section>
    </main>
  </div>`;
}

/** Whether I have solved it, here or on another device; undefined if I have not tried it. */
const isSolved = (/** @type {PuzzleLine} */ { id, solved }) => solvedHere(id) ?? solved ?? undefined;

const byLevel = (/** @type {PuzzleLine} */ a, /** @type {PuzzleLine} */ b) =>
  LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level) || (a.id < b.id ? -1 : 1);

/** @param {{words: Words, list: PuzzleList}} props */
function Today({ words, list }) {
  const daily = list.puzzles.find(({ id }) => id === list.daily);
  if (!daily) return null;
  const streak = Math.max(list.streak ?? 0, streakUntil(list.day));
  const done = isSolved(daily);
  const state = done === undefined ? "web.puzzles.open" : done ? "web.puzzles.solved" : "web.puzzles.missed";
  return html`<a class="daily" href=${`/p/${daily.id}`}>
      <${Art} game=${daily.game} />
      <span><small>${words.say("web.puzzles.today")}</small>
        <b>${words.say("web.puzzles.position", { game: daily.game, n: daily.seats })}</b>
        <span>${words.say(state)}</span></span></a>
    <p class="streak"><${Icon} id="u-trophy" />${words.say(streak ? "web.puzzles.streak" : "web.puzzles.no_streak", { n: streak })}</p>`;
}

/** @param {{words: Words, all: PuzzleLine[]}} props */
function Sums({ words, all }) {
  const tried = all.filter((one) => isSolved(one) !== undefined);
  if (!tried.length) return null;
  return html`<p class="sums">${words.say("web.puzzles.sums", { n: tried.length, solved: tried.filter(isSolved).length, all: all.length })}</p>`;
}

/** @param {{words: Words, level: string, puzzles: PuzzleLine[]}} props */
function Group({ words, level, puzzles }) {
  if (!puzzles.length) return null;
  return html`<section><h3>${words.say("web.puzzles.level", { level: words.say(`bot.${level}`), n: puzzles.length })}</h3>
    <ul>${puzzles.map((one) => {
      const done = isSolved(one);
      const share = (one.tried ?? 0) > 0 && Math.round((100 * (one.found ?? 0)) / (one.tried ?? 1));
      const state = done === undefined ? "" : words.say(done ? "web.puzzles.solved" : "web.puzzles.missed");
      return html`<li key=${one.id}><a href=${`/p/${one.id}`} class=${names(done === true && "right", done === false && "wrong")}>
        <i aria-hidden="true">${done !== undefined && html`<${Icon} id=${done ? "u-check" : "u-close"} />`}</i>
        <span>${words.say("web.puzzles.position", { game: one.game, n: one.seats })}
          ${state && html`<span class="sr">${state}</span>`}</span>
        <small>${share === false ? "" : words.say("web.puzzles.share", { percent: share })}</small></a></li>`;
    })}</ul></section>`;
}
