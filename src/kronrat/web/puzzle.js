/**
 * A puzzle: a position from a played game on the real table. The answer is the choice that is made there; then the page
 * says which one is best, and why. What is best, and what follows from it, the server knows; this page knows no game.
 */

import { dressedDrawing } from "./drawings.js";
import { wordsFor } from "./frame.js";
import { get, post } from "./http.js";
import { eventLines } from "./log.js";
import { LiveModel } from "./model.js";
import { announce, Button, CopyLink, Crest, html, Icon, names, useEffect, useMemo, useRef } from "./parts.js";
import { useSignal, useSignalEffect, useState } from "./parts.js";
import { keepAnswer, solvedHere } from "./solved.js";
import { directed, Table } from "./table.js";
import { decimal, wholePercent } from "./words.js";

/**
 * @import { PuzzleLine, PuzzleList, PuzzleReported, PuzzleToday, PuzzleVerdict, Question } from "./messages.js"
 * @import { Choice, Drawing } from "./types.js"
 * @import { Signal } from "./vendor/signals.js"
 * @import { Words } from "./words.js"
 */

/** @param {{puzzle: string}} props */
export default function PuzzlePage({ puzzle }) {
  const [info, setInfo] = useState(/** @type {PuzzleLine|null} */ (null));
  const [lost, setLost] = useState(false);
  const words = wordsFor().value;
  useEffect(() => void get(`/api/puzzles/${puzzle}`).then(setInfo, () => setLost(true)), [puzzle]);
  if (lost && words) {
    return html`<main class="lost"><h1 class="h">${words.say("web.puzzle.unknown")}</h1>
      <a class="btn pri" href="/puzzles">${words.say("web.puzzle.others")}</a></main>`;
  }
  return info && html`<${PuzzleTable} info=${info} />`;
}

/** @param {{info: PuzzleLine}} props */
function PuzzleTable({ info }) {
  const { id, game } = info;
  const model = useMemo(() => new LiveModel(`puzzle/${id}`), []);
  const drawing = useSignal(/** @type {Drawing|null} */ (null));
  const chosen = useSignal(/** @type {Choice|null} */ (null));
  const verdict = useSignal(/** @type {PuzzleVerdict|null} */ (null));
  const failed = useSignal(false);
  const shown = useSignal(/** @type {""|"best"} */ ("")); // what is shown on the table after the answer
  useEffect(() => () => model.dispose(), []);
  useEffect(() => void dressedDrawing(game).then((loaded) => (drawing.value = loaded)), []);
  useSignalEffect(() => void (drawing.value && model.playhead.direct(directed(model, drawing.value))));
  const ask = async () => {
    try {
      const found = /** @type {PuzzleVerdict} */ (await post(`/api/puzzles/${id}`, { choice: chosen.peek() }));
      const { day, puzzle } = /** @type {PuzzleToday} */ (await get("/api/puzzles/today"));
      keepAnswer(id, found.solved, puzzle.id === id ? day : "");
      verdict.value = found;
      failed.value = false;
      announce(
        wordsFor()
          .peek()
          ?.say(found.solved ? "web.puzzle.right" : "web.puzzle.wrong") ?? "",
      );
    } catch {
      failed.value = true;
    }
  };
  const play = useMemo(() => {
    model.taught = true;
    const playAtTable = model.play.bind(model);
    model.play = async (/** @type {Choice} */ choice, how) => {
      if (chosen.peek()) return null; // the answer has been given
      const refused = await playAtTable(choice, how);
      if (!refused) (chosen.value = choice), void ask();
      return refused;
    };
    return playAtTable;
  }, []);
  /** The position as it was; what is best can be shown there. */
  const again = (/** @type {boolean} */ best) => {
    shown.value = best ? "best" : "";
    if (!best) (chosen.value = null), (verdict.value = null);
    model.reconnect();
  };
  useSignalEffect(() => {
    if (shown.value === "best" && model.question.value && verdict.value)
      void play(/** @type {Choice} */ (verdict.value.best[0]), { quiet: true });
  });
  useSignalEffect(() => {
    if (model.ready.value) document.title = wordsFor().value?.say("web.puzzle.title", { game }) ?? "";
  });
  const words = wordsFor().value;
  if (!model.ready.value || !drawing.value || !words)
    return html`<main class="lost"><${Icon} id="mark" class="big-mark" /></main>`;
  const menu = [
    { label: words.say("web.puzzle.others"), icon: "mark", href: "/puzzles" },
    { label: words.say("web.nav.rules"), icon: "u-book", href: `/rules/${game}` },
    { label: words.say("web.learn.leave"), icon: "u-arrow", href: "/" },
  ];
  return html`<${Table} model=${model} drawing=${drawing.value} menu=${menu}>
    <${Card} words=${words} model=${model} drawing=${drawing.value} info=${info} chosen=${chosen} verdict=${verdict} failed=${failed}
      ask=${ask} again=${again} />
  <//>`;
}

/**
 * The question, and after the answer what it was worth.
 * @param {{words: Words, model: LiveModel, drawing: Drawing, info: PuzzleLine, chosen: Signal<Choice|null>,
 *          verdict: Signal<PuzzleVerdict|null>, failed: Signal<boolean>, ask: () => void,
 *          again: (best: boolean) => void}} props
 */
function Card({ words, model, drawing, info, chosen, verdict, failed, ask, again }) {
  const heading = useRef(/** @type {HTMLElement|null} */ (null));
  const small = useSignal(false);
  const asked = useSignal(/** @type {Question|null} */ (null)); // as long as it is, for the words of answers
  useSignalEffect(() => {
    const question = /** @type {Question|null} */ (/** @type {unknown} */ (model.question.value));
    if (question && !asked.peek()) asked.value = question;
  });
  const told = verdict.value;
  useEffect(() => {
    small.value = false;
    if (told) heading.current?.focus({ preventScroll: true });
  }, [told]);
  const level = words.say(`bot.${info.level}`);
  if (!told) {
    return html`<section class="puzzle-card laid" aria-label=${words.say("web.puzzle")}>
      <h2><${Crest} seat=${info.seat} />${words.say("web.puzzle.ask", { seat: info.seat })}</h2>
      <p class="about">${words.say("web.puzzle.you", { who: model.words.value.player(info.seat) })} ${words.say("web.puzzle.how")} <small>${words.say("web.puzzle.level", { level })}</small></p>
      ${failed.value && chosen.value && html`<p role="alert">${words.say("web.puzzle.failed")} <${Button} onClick=${ask}>${words.say("web.puzzle.retry")}<//></p>`}
    </section>`;
  }
  return html`<section class=${names("puzzle-card laid told", told.solved ? "right" : "wrong", small.value && "small")} aria-labelledby="verdict">
    <header>
      <i class=${told.solved ? "tick" : "cross"} aria-hidden="true"><${Icon} id=${told.solved ? "u-check" : "u-close"} /></i>
      <h2 id="verdict" tabindex="-1" ref=${heading}>${words.say(told.solved ? "web.puzzle.right" : "web.puzzle.wrong")}</h2>
      <button type="button" class="ib" aria-expanded=${String(!small.value)} aria-label=${words.say("web.puzzle.fold")}
        onClick=${() => (small.value = !small.value)}><${Icon} id="u-chev" /></button>
    </header>
    ${!small.value && html`<${Explained} words=${words} model=${model} drawing=${drawing} told=${told} chosen=${chosen.value ?? []} asked=${asked.value} />`}
    ${!small.value && html`<${Ways} words=${words} info=${info} told=${told} again=${again} />`}
  </section>`;
}

/**
 * What is best and why, in the events of imagined games.
 * @param {{words: Words, model: LiveModel, drawing: Drawing, told: PuzzleVerdict, chosen: Choice, asked: Question|null}}
 *        props
 */
function Explained({ words, model, drawing, told, chosen, asked }) {
  const spoken = model.words.value; // of the game
  const said = (/** @type {Choice} */ choice) => drawing.answer?.(spoken, [choice]) || spoken.choice(choice, asked);
  const [best, tempting] = /** @type {Choice[]} */ ([told.best[0], told.tempting[0]]);
  /** As the log says it, or in full where the log leaves it out because others there tell enough. */
  const happens = (/** @type {Record<string, unknown>} */ event) => {
    const lines = eventLines(model, drawing, [event]);
    return lines.length ? lines : spoken.event(event);
  };
  const tempted = told.tempting.some((one) => JSON.stringify(one) === JSON.stringify(chosen));
  const points = (/** @type {number} */ part) => Math.max(1, Math.round(100 * part));
  const [mine, theirs] = told.points;
  const share = told.tried > 0 && { n: told.tried, percent: Math.round((100 * told.found) / told.tried) };
  return html`<dl>
      <dt>${words.say("web.puzzle.best")}</dt><dd><b>${said(best)}</b></dd>
      ${
        !told.solved &&
        html`<dt>${words.say(tempted ? "web.puzzle.tempted" : "web.puzzle.chosen")}</dt>
        <dd>${said(chosen)} <small>${words.say("web.puzzle.costs", { n: points(told.loss) })}</small></dd>`
      }
      ${
        !tempted &&
        html`<dt>${words.say("web.puzzle.tempting")}</dt>
        <dd>${said(tempting)} <small>${words.say("web.puzzle.costs", { n: points(told.tempting_loss) })}</small></dd>`
      }
    </dl>
    <h3>${words.say("web.puzzle.why")}</h3>
    <ul class="why">${told.reasons.map(
      (one) => html`<li class=${one.best > one.chosen ? "more" : "less"}>
        <small><b>${words.say(one.best > one.chosen ? "web.puzzle.more" : "web.puzzle.less")}</b>, ${words.say("web.puzzle.often", { best: Math.round(100 * one.best), tempting: Math.round(100 * one.chosen) })}:</small>
        <span>${happens(one.event)}</span></li>`,
    )}
      ${mine > theirs && html`<li>${words.say("web.puzzle.points", { best: decimal(words, mine), tempting: decimal(words, theirs) })}</li>`}
    </ul>
    <p class="found">${share ? words.say("web.puzzle.share", share) : words.say("web.puzzle.first")}
      <br />${words.say("web.puzzle.bots", { found: words.list(Object.entries(told.levels).map(([level, count]) => `${words.say(`bot.${level}`)} ${wholePercent(words, count / 8)}`)) })}</p>`;
}

/**
 * Ways on: the next one, the position again, the best choice on the table, and what to do if something is wrong.
 * @param {{words: Words, info: PuzzleLine, told: PuzzleVerdict, again: (best: boolean) => void}} props
 */
function Ways({ words, info, told, again }) {
  const [next, setNext] = useState("");
  const [reported, setReported] = useState("");
  useEffect(() => {
    get("/api/puzzles").then(
      (/** @type {PuzzleList} */ { puzzles }) => setNext(nextAfter(puzzles, info)),
      () => undefined,
    );
  }, []);
  const report = () =>
    post(`/api/puzzles/${info.id}/report`).then(
      (/** @type {PuzzleReported} */ { dropped }) => setReported(dropped ? "web.puzzle.dropped" : "web.puzzle.thanks"),
      ({ code = "" }) => setReported(code === "needs_name" ? "web.puzzle.needs_name" : "web.puzzle.not_reported"),
    );
  return html`<div class="ways">
      ${next && html`<a class="btn pri" href=${`/p/${next}`}>${words.say("web.puzzle.next")}</a>`}
      <a class="btn" href="/puzzles">${words.say("web.puzzle.others")}</a>
    </div>
    <div class="ways">
      <a class="btn quiet" href=${`/analysis?puzzle=${info.id}`}>${words.say("web.analysis.from_here")}</a>
      ${!told.solved && html`<${Button} kind="quiet" onClick=${() => again(true)}>${words.say("web.puzzle.show")}<//>`}
      <${Button} kind="quiet" onClick=${() => again(false)}>${words.say("web.puzzle.again")}<//>
      <${CopyLink} words=${words} label=${words.say("web.puzzle.link")} address=${`${location.origin}/p/${info.id}`} />
      ${!reported && html`<${Button} kind="quiet" onClick=${report}>${words.say("web.puzzle.report")}<//>`}
    </div>
    ${reported && html`<p class="muted" role="status">${words.say(reported)}</p>`}`;
}

/** The next one of the same game that was not tried here, as hard as this one or harder if there is one. */
function nextAfter(/** @type {PuzzleLine[]} */ puzzles, /** @type {PuzzleLine} */ info) {
  const open = puzzles.filter(({ id, game }) => game === info.game && id !== info.id && solvedHere(id) === undefined);
  const same = open.filter(({ level }) => level === info.level);
  return (same[0] ?? open[0])?.id ?? "";
}
