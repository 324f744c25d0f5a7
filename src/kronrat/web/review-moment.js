/**
 * One choice of a review: the table as its seat saw it, the best answers with their chances beside what was chosen, and
 * what the better one would have brought. All of it was found by the server from what the seat could know.
 */

import { ChanceChart } from "./chances.js";
import { Flags } from "./flags.js";
import { eventLines } from "./log.js";
import { PageTop } from "./navigation.js";
import { Button, CopyLink, Crest, html, Icon, IconButton, names } from "./parts.js";
import { useEffect, useKeys, useRef, useState } from "./parts.js";
import { tinctureOf } from "./model.js";
import { PlayOnDialog } from "./playon.js";
import { DiceLeft, useShown } from "./replay.js";
import { chapterAt, decisionAt, Mark, momentOf, OwnMarks, placeOf, points100, saidOf, worse } from "./review-parts.js";
import { go } from "./route.js";
import { RuleDialog } from "./rules.js";
import { capital, wholePercent } from "./words.js";

/**
 * @import { ReviewDecision, ReviewRanked } from "./messages.js"
 * @import { Shown } from "./review-parts.js"
 * @import { Choice } from "./types.js"
 */

const MOST_LINES = 2; // of what follows from an answer at once

/** @param {Shown & {line: number, state: unknown, onFront: (seat: number) => void}} props */
export function MomentPage(props) {
  const { words, beside, model, replay, report, course, line, id, state, onFront } = props;
  const verdict = decisionAt(report, line);
  const at = placeOf(replay, line);
  const seat = verdict?.seat ?? replay.file.seat ?? 0;
  useEffect(() => void (verdict && replay.file.seat !== seat && onFront(seat)), [seat, !verdict]);
  useShown(model, replay, course, seat, Math.max(0, at - 1));
  useKeys({ escape: () => go(momentOf(id, 0)) });
  const about = beside.say("web.review.moment.of", {
    ...{ game: replay.file.game, at, length: replay.length, chapter: chapterAt(words, course, at) },
  });
  const overview = beside.say("web.review.overview");
  return html`<div class="replay-page">
    <${PageTop} menu=${[{ label: words.say("web.end.replay"), icon: "u-play", href: `/t/${id}/replay?at=${Math.max(0, at - 1)}` }]}
      tools=${html`<a class="btn act" href=${momentOf(id, 0)}><${Icon} id="u-arrow" class="back" />${overview}</a>
        <${CopyLink} words=${words} label=${beside.say("web.review.share")} address=${`${location.origin}${momentOf(id, line)}`} />`}>
      <h1 class="where">${words.say("web.review.title")} <small>${about}</small></h1><//>
    ${
      verdict
        ? html`<${Moment} key=${line} ...${props} verdict=${verdict} at=${at} />`
        : html`<main class="review"><section class="panel none">${state}
            <p class="muted">${report ? beside.say("web.review.moment.none") : words.say("web.review.not_yet")}</p></section></main>`
    }
    ${model.rule.value && html`<${RuleDialog} model=${model} onClose=${() => (model.rule.value = "")} />`}
  </div>`;
}

/** @param {Shown & {line: number, verdict: ReviewDecision, at: number}} props */
function Moment(props) {
  const { words, beside, model, drawing, replay, report, points, bands, order, verdict, at, line, id } = props;
  const [lit, setLit] = useState(-1); // the answer that is shown on the table
  const [branching, setBranching] = useState(false);
  const { seat } = verdict;
  const Stage = drawing.Stage;
  const all = (report?.decisions ?? []).map((one) => one.line);
  const own = worse(report, seat).map((one) => one.line);
  const step = (/** @type {number[]} */ lines, /** @type {boolean} */ back) => {
    const next = back ? lines.findLast((one) => one < line) : lines.find((one) => one > line);
    if (next) go(momentOf(id, next));
  };
  const show = (/** @type {number} */ place) => () =>
    place < verdict.ranked.length ? setLit(lit === place ? -1 : place) : false;
  useKeys({
    n: ({ shiftKey }) => step(own, shiftKey),
    arrowleft: () => step(all, true),
    arrowright: () => step(all, false),
    enter: ({ target }) => (/** @type {Element} */ (target).closest("button, a, summary") ? false : setBranching(true)),
    ...Object.fromEntries([0, 1, 2, 3].map((place) => [String(place + 1), show(place)])),
  });
  const flags = verdict.ranked.map((one, place) => ({
    ...{ answer: /** @type {Choice[]} */ (one.answer), best: place === 0, chosen: isChosen(verdict, one) },
    percent: wholePercent(words, one.chance),
  }));
  const now = points.findLast((point) => point.at < at)?.values ?? [];
  const said = order.filter((other) => now[other] !== undefined);
  const label = beside.say("web.review.moment.chart", {
    chances: said.map((other) => `${words.player(other)} ${wholePercent(words, now[other])}`),
  });
  return html`<main class="replay momentous">
    <div class="scene">
      <div class="position"><${Stage} model=${model} /><${Flags} drawing=${drawing} flags=${flags} lit=${lit} view=${model.view.value} /></div>
      <section class="panel chances" aria-label=${words.say("web.review.chances")}>
        <${ChanceChart} label=${label} points=${points} length=${replay.length} bands=${bands} order=${order} stacked marks=${[]} now=${at} />
        <${OwnMarks} words=${words} replay=${replay} report=${report} seat=${seat} line=${line} id=${id} />
      </section>
    </div>
    <div class="col">
      <${Verdict} ...${props} own=${own} onStep=${step} lit=${lit} onLit=${setLit} />
      <section class="panel ways" aria-label=${beside.say("web.review.ways")}>
        <${Button} kind="pri" class="wide" icon="u-branch" kbd="↵" onClick=${() => setBranching(true)}>${beside.say("web.review.play_on")}<//>
        <a class="btn" href=${`/analysis?table=${id}&at=${at - 1}`}><${Icon} id="u-branch" />${beside.say("web.analysis.from_here")}</a>
        <a class="btn" href=${`/t/${id}/replay?at=${at - 1}`}><${Icon} id="u-play" />${words.say("web.end.replay")}</a>
        ${own.some((one) => one > line) && html`<${Button} icon="u-step-fwd" kbd="N" onClick=${() => step(own, false)}>${beside.say("web.review.next_one")}<//>`}
      </section>
    </div>
    ${
      branching &&
      html`<${PlayOnDialog} words=${words} replay=${replay} at=${at - 1} seat=${seat} table=${id}
        onClose=${() => setBranching(false)} />`
    }
  </main>`;
}

const isChosen = (/** @type {ReviewDecision} */ { answers }, /** @type {ReviewRanked} */ { answer }) =>
  JSON.stringify(answer) === JSON.stringify(answers.chosen);

// -- what was chosen, and what else there was -------------------------------------------------------------------------

/**
 * @param {Shown & {line: number, verdict: ReviewDecision, at: number, own: number[], lit: number,
 *          onStep: (lines: number[], back: boolean) => void, onLit: (place: number) => void}} props
 */
function Verdict({ words, beside, model, drawing, course, verdict, line, own, onStep, lit, onLit }) {
  const heading = useRef(/** @type {HTMLElement|null} */ (null));
  useEffect(() => heading.current?.focus({ preventScroll: true }), [line]);
  const { seat, mark, loss, error, answers, consequences, ranked } = verdict;
  const place = own.indexOf(line);
  const chosen = saidOf(words, drawing, verdict, answers.chosen, loss > 0 ? answers.best : []);
  const told = consequences
    .map((one) => ({ ...one, lines: eventLines(model, drawing, [one.event]) }))
    .filter(({ lines }) => lines.length > 0);
  const lost = words.say("web.review.lost", { points: points100(words, loss), error: points100(words, error) });
  return html`<section class="panel moment" aria-labelledby="moment">
    <header><${Mark} words=${words} mark=${mark} />
      <div><h2 class="h" id="moment" tabindex="-1" ref=${heading}>${beside.say("web.review.moment.chose", { mark: capital(words.say(`study.mark.${mark}`)), chosen })}</h2>
        <p><${Crest} seat=${seat} />${words.player(seat)}${loss > 0 && ` · ${lost}`}</p></div>
      ${
        place >= 0 &&
        own.length > 1 &&
        html`<span class="steps"><${IconButton} icon="u-prev" label=${beside.say("web.review.previous_one")} disabled=${place === 0} onClick=${() => onStep(own, true)} />
        <span>${place + 1}/${own.length}</span>
        <${IconButton} icon="u-next" label=${beside.say("web.review.next_one")} disabled=${place === own.length - 1} onClick=${() => onStep(own, false)} /></span>`
      }</header>
    ${course.diceLeft && html`<${DiceLeft} words=${words} seats=${course.diceLeft(model.seen).filter((one) => one.seat === seat)} />`}
    <ol class="ranked" aria-label=${beside.say("web.review.ranked")}>${ranked.map((one, n) => {
      const played = isChosen(verdict, one);
      const lines = eventLines(model, drawing, one.follows).slice(0, MOST_LINES);
      const other = n === 0 ? answers.chosen : answers.best;
      return html`<li key=${n} aria-current=${played ? "true" : null} class=${names(n === 0 && "top1", played && "played")}>
        <button type="button" aria-pressed=${String(lit === n)} onClick=${() => onLit(lit === n ? -1 : n)}>
          <i class="no">${n + 1}</i><b>${saidOf(words, drawing, verdict, one.answer, n === 0 && played ? [] : other)}</b>
          <span class="tags">${n === 0 && html`<em class="best">${beside.say("web.review.tag.best")}</em>`}
            ${played && html`<em>${beside.say("web.review.tag.played")}</em>`}</span>
          <span class="pc">${wholePercent(words, one.chance)}</span>
          <span class="bar" aria-hidden="true"><i class=${played && n > 0 ? `p-${tinctureOf(seat)}` : ""} style=${{ width: `${100 * one.chance}%` }}></i></span>
          ${lines.length > 0 && html`<small>${lines.map((text, i) => html`${i > 0 && " "}${text}`)}</small>`}
        </button></li>`;
    })}</ol>
    ${
      told.length > 0 &&
      html`<h3>${words.say("web.review.brought")}</h3><ul>${told.map(({ best, chosen, lines }) => {
        const often = { best: Math.round(100 * best), chosen: Math.round(100 * chosen) };
        return html`<li>${lines} <small>${words.say("web.review.often", often)}</small></li>`;
      })}</ul>`
    }
    <p class="muted by">${beside.say("web.review.moment.by")}</p>
  </section>`;
}
