/**
 * The review of a finished game: was it luck, and where was it lost? The server makes it beside the tables and the page
 * shows it while it grows. What it says about choices was found from what their seats could know.
 */

import { BarTable, Figure, partsOf, spread, useBox } from "./charts.js";
import { ChanceChart, SumChart } from "./chances.js";
import { get, post, remove } from "./http.js";
import { eventLines } from "./log.js";
import { PageTop } from "./navigation.js";
import { announce, Button, Crest, html, Icon, Segments, Tabs } from "./parts.js";
import { useEffect, useKeys, useMemo, useRef, useState } from "./parts.js";
import { tinctureOf } from "./model.js";
import { PlayOnDialog } from "./playon.js";
import { Unplayable } from "./replay.js";
import { useReplay } from "./replay-model.js";
import { capital, decimal, minus } from "./words.js";

/**
 * @import { ReviewDecision, ReviewFile, ReviewMoment, ReviewReport, ReviewSeat } from "./messages.js"
 * @import { TableModel } from "./model.js"
 * @import { Replay } from "./replay-model.js"
 * @import { Course, Drawing } from "./types.js"
 * @import { Words } from "./words.js"
 * @typedef {import("./chances.js").Band} Band
 * @typedef {import("./chances.js").Point} Point
 * @typedef {{words: Words, model: TableModel, drawing: Drawing, replay: Replay, course: Course, report: ReviewReport|null,
 *            points: Point[], bands: Band[], seat: number, order: number[], id: string}} Shown
 */

const AGAIN = 1_500; // milliseconds between two looks at a review that grows
const MARK = 26; // pixels that a mark needs
const MARKS = ["best", "good", "inaccuracy", "mistake"];
const WORSE = ["inaccuracy", "mistake"];

/** @param {{table: string}} props */
export default function ReviewPage({ table }) {
  const loaded = useReplay(table, "", undefined);
  if (loaded?.problem) return html`<${Unplayable} problem=${loaded.problem} />`;
  if (!loaded?.replay || !loaded.model?.spoken.value) return html`<main class="upload" aria-busy="true"></main>`;
  return html`<${Page} ...${loaded} table=${table} />`;
}

// -- what the server has found ----------------------------------------------------------------------------------------

/** The review as far as it is; asked for again and again while it is made. */
function useReview(/** @type {string} */ table, /** @type {Words} */ words) {
  const [file, setFile] = useState(/** @type {ReviewFile|null} */ (null));
  const [problem, setProblem] = useState("");
  const address = `/api/tables/${table}/review`;
  const told = useRef("");
  const take = (/** @type {ReviewFile} */ found) => {
    if (found.state === "done" && told.current && told.current !== "done") announce(words.say("web.review.ready"));
    told.current = found.state;
    setProblem("");
    setFile(found);
  };
  const fail = (/** @type {{code?: string}} */ { code = "" }) => setProblem(code);
  const begin = () => post(address).then(take, fail);
  const stop = () => remove(address).then(take, fail);
  useEffect(() => void get(address).then((found) => (found.state === "none" ? begin() : take(found)), fail), [table]);
  useEffect(() => {
    if (!file || !["waiting", "running"].includes(file.state)) return undefined;
    const timer = setTimeout(() => get(address).then(take, fail), AGAIN);
    return () => clearTimeout(timer);
  }, [file]);
  return { file, problem, begin, stop };
}

/** Chances after each line, as far as they are known: what was found, and beyond it the outline. @returns {Point[]} */
function pointsOf(/** @type {Replay} */ replay, /** @type {ReviewFile|null} */ file) {
  const places = new Map(replay.frames.map(({ entry }, i) => [entry.version, i + 1]));
  const point = (/** @type {number[]} */ [line, ...values]) => ({ at: places.get(line) ?? 0, values });
  const found = (file?.report?.chances ?? []).map(point);
  const known = found.length ? found[found.length - 1].at : -1;
  return [...found, ...(file?.outline ?? []).map(point).filter(({ at }) => at > known)];
}

/** The parts of the game, from one line to another. @returns {Band[]} */
function bandsOf(/** @type {Words} */ words, /** @type {Course} */ course, /** @type {number} */ length) {
  const startOf = (/** @type {number} */ part) => course.chapters.find((chapter) => chapter.part === part)?.at ?? 0;
  const endOf = (/** @type {number} */ part) => course.chapters.find((chapter) => chapter.part > part)?.at ?? length;
  return partsOf(words, course, true).map(({ part, label }) => ({
    ...{ name: label, from: startOf(part), to: endOf(part) },
  }));
}

// -- the page ---------------------------------------------------------------------------------------------------------

/** @param {{replay: Replay, course: Course, drawing: Drawing, model: TableModel, table: string}} props */
function Page({ replay, course, drawing, model, table }) {
  const words = model.words.value;
  const { file, problem, begin, stop } = useReview(table, words);
  const [seat, setSeat] = useState(replay.file.seat ?? 0);
  const [line, setLine] = useState(0); // of the journal: the choice that is looked at
  const report = file?.report ?? null;
  const title = words.say("web.review.title");
  const about = words.say("web.review.of", { game: replay.file.game, seats: replay.file.seats });
  useEffect(() => void (document.title = `${title}: ${about} · Kronrat`), [title, about]);
  const standing = replay.views[replay.length].standing.map(([who]) => who);
  const order = [seat, ...standing.filter((other) => other !== seat)];
  const points = useMemo(() => pointsOf(replay, file), [replay, file]);
  const bands = useMemo(() => bandsOf(words, course, replay.length), [words, course]);
  model.view.value ??= replay.views[replay.length];
  /** @type {Shown} */
  const shown = { words, model, drawing, replay, course, report, points, bands, seat, order, id: table };
  return html`<div class="replay-page">
    <${PageTop}
      tools=${html`<a class="btn" href=${`/t/${table}/replay`}><${Icon} id="u-play" /><span>${words.say("web.end.replay")}</span></a>`}>
      <h1 class="where">${title} <small>${about}</small></h1><//>
    <main class="review">
      <div class="col">
        <${Chances} ...${shown} line=${line} onLine=${setLine}
          state=${html`<${State} words=${words} file=${file} problem=${problem} onBegin=${begin} onStop=${stop} />`} />
        <${Sums} ...${shown} standing=${standing} />
      </div>
      <div class="col">
        <${Accuracy} ...${shown} onSeat=${setSeat} />
        ${
          line && report
            ? html`<${Moment} ...${shown} line=${line} onLine=${setLine} />`
            : html`<${Turns} ...${shown} onLine=${setLine} />`
        }
        ${report && html`<p class="muted by">${words.say("web.review.by", { noise: points100(words, report.seats[seat].noise) })}</p>`}
      </div>
    </main>
  </div>`;
}

/**
 * How far the review is, and what can be done about it.
 * @param {{words: Words, file: ReviewFile|null, problem: string, onBegin: () => void, onStop: () => void}} props
 */
function State({ words, file, problem, onBegin, onStop }) {
  if (problem) {
    const said = words.has(`web.review.problem.${problem}`) ? problem : "failed";
    return html`<p class="state" role="alert">${words.say(`web.review.problem.${said}`)}
      <button type="button" class="linkish" onClick=${onBegin}>${words.say("web.review.again")}</button></p>`;
  }
  const { state = "waiting", done = 0, ahead = 0, mine = false } = file ?? {};
  if (state === "done") return null;
  const percent = Math.floor(100 * done);
  const over = state === "failed" || state === "stopped" || state === "none";
  return html`<div class="state">
    <p role="status">${words.say(`web.review.${state}`, { percent, n: ahead })}</p>
    ${state === "running" && html`<progress max="100" value=${percent} aria-label=${words.say("web.review.progress")}></progress>`}
    ${mine && html`<button type="button" class="linkish" onClick=${onStop}>${words.say("web.review.stop")}</button>`}
    ${over && html`<button type="button" class="linkish" onClick=${onBegin}>${words.say("web.review.again")}</button>`}
  </div>`;
}

const percent100 = (/** @type {Words} */ words, /** @type {number} */ part) =>
  words.say("web.review.percent", { percent: Math.round(100 * part) });
const points100 = (/** @type {Words} */ words, /** @type {number} */ part) => decimal(words, 100 * part);
const signed = (/** @type {number} */ part) => {
  const points = Math.round(100 * part);
  return points > 0 ? `+${points}` : minus(points);
};

// -- chances over the game --------------------------------------------------------------------------------------------

/** @param {Shown & {line: number, onLine: (line: number) => void, state: unknown}} props */
function Chances({ words, replay, report, points, bands, seat, order, line, onLine, state }) {
  const [stacked, setStacked] = useState(true);
  const marks = (report?.turning_points ?? []).map((moment) => ({
    at: placeOf(replay, moment.line),
    seat: who(moment),
  }));
  const ends = points.filter(
    (_, i) => i === points.length - 1 || bands.some(({ to }) => points[i].at <= to && points[i + 1].at > to),
  );
  const table = {
    head: [words.say("web.chart.player"), ...ends.map(({ at }) => bands.find(({ to }) => at <= to)?.name ?? "")],
    rows: order.map((other) => [words.player(other), ...ends.map(({ values }) => percent100(words, values[other]))]),
  };
  const kinds = ["areas", "lines"].map((value) => ({ value, label: words.say(`web.review.${value}`) }));
  const now = points[points.length - 1]?.values ?? [];
  const label = words.say("web.review.chances.label", {
    chances: order
      .filter((other) => now[other] !== undefined)
      .map((other) => `${words.player(other)} ${percent100(words, now[other])}`),
  });
  return html`<${Figure} class="chances" words=${words} title=${words.say("web.review.chances")} table=${table}>
    <div class="above">${state}<${Segments} legend=${words.say("web.review.kind")} hideLegend value=${stacked ? "areas" : "lines"}
      choices=${kinds} onChange=${(/** @type {string} */ kind) => setStacked(kind === "areas")} /></div>
    <${ChanceChart} label=${label} points=${points} length=${replay.length} bands=${bands} order=${order} stacked=${stacked}
      marks=${marks} />
    <${OwnMarks} words=${words} replay=${replay} report=${report} seat=${seat} line=${line} onLine=${onLine} />
  <//>`;
}

const placeOf = (/** @type {Replay} */ replay, /** @type {number} */ line) =>
  replay.frames.findIndex(({ entry }) => entry.version === line) + 1;

/** The seat for which a moment changed most. */
const who = (/** @type {ReviewMoment} */ { change }) =>
  change.reduce((most, one, seat) => (Math.abs(one) > Math.abs(change[most]) ? seat : most), 0);

/**
 * The choices of a seat along the chart: all that were not best, each a way to look at it.
 * @param {{words: Words, replay: Replay, report: ReviewReport|null, seat: number, line: number, onLine: (line: number) => void}} props
 */
function OwnMarks({ words, replay, report, seat, line, onLine }) {
  const [ref, { width }] = useBox();
  const own = worse(report, seat);
  const wanted = own.map((one) => (placeOf(replay, one.line) / Math.max(1, replay.length)) * width);
  const places = spread(wanted, 0, width, MARK);
  return html`<div class="own" ref=${ref}><${Crest} seat=${seat} label=${words.player(seat)} />
    <ol aria-label=${words.say("web.review.own", { seat })}>${own.map(
      (one, i) => html`<li key=${one.line} style=${{ left: `${places[i]}px` }}>
        <button type="button" aria-label=${words.say("web.review.mark_at", { mark: words.say(`study.mark.${one.mark}`), n: one.line })}
          aria-current=${one.line === line ? "true" : null} onClick=${() => onLine(one.line)}><${Mark} words=${words} mark=${one.mark} /></button></li>`,
    )}</ol></div>`;
}

const worse = (/** @type {ReviewReport|null} */ report, /** @type {number} */ seat) =>
  (report?.decisions ?? []).filter((one) => one.seat === seat && WORSE.includes(one.mark));

/** @type {Record<string, string>} */
const SIGNS = { best: "★", inaccuracy: "?!", mistake: "?" };

/** A mark by its shape first, then by its colour. @param {{words: Words, mark: string, label?: boolean}} props */
function Mark({ words, mark, label = false }) {
  const sign =
    mark === "good" ? html`<${Icon} id="u-check" />` : mark === "luck" ? html`<${Icon} id="u-dice" />` : SIGNS[mark];
  return html`<i class=${`vd ${mark}`} aria-hidden=${label ? null : "true"}><span>${sign}</span>
    ${label && html`<span class="sr">${words.say(mark === "luck" ? "web.review.luck" : `study.mark.${mark}`)}</span>`}</i>`;
}

// -- accuracy, and what turned the game -------------------------------------------------------------------------------

/** @param {Shown & {onSeat: (seat: number) => void}} props */
function Accuracy({ words, report, seat, order, onSeat }) {
  const lines = [...order].sort((a, b) => a - b);
  return html`<section class="panel accuracy" aria-labelledby="accuracy">
    <header><h2 class="h" id="accuracy">${words.say("web.review.accuracy")}</h2>
      <span class="counts">${MARKS.map((mark) => html`<span title=${words.say(`study.mark.${mark}`)}><${Mark} words=${words} mark=${mark} label /></span>`)}</span></header>
    <ul>${lines.map((other) => {
      const told = report?.seats[other];
      const counts = MARKS.map((mark) => told?.marks[mark] ?? 0);
      const accuracy = (told?.accuracy ?? null) === null ? "–" : percent100(words, Number(told?.accuracy));
      return html`<li key=${other}><button type="button" class=${`p-${tinctureOf(other)}`} aria-pressed=${String(other === seat)} onClick=${() => onSeat(other)}>
        <${Crest} seat=${other} /><span class="name"><b>${words.player(other)}</b>
          <span class="tally" aria-hidden="true">${counts.map((n, i) => n > 0 && html`<i class=${MARKS[i]} style=${{ flex: n }}></i>`)}</span></span>
        <span class="pc"><span class="sr">${words.say("web.review.accuracy")}</span> ${accuracy}</span>
        <span class="counts">${counts.map((n, i) => html`<span>${n}<span class="sr"> ${words.say(`study.mark.${MARKS[i]}`)}</span></span>`)}</span></button></li>`;
    })}</ul>
  </section>`;
}

/** @param {Shown & {onLine: (line: number) => void}} props */
function Turns({ words, model, drawing, replay, course, report, seat, id, onLine }) {
  const own = worse(report, seat);
  const turns = report?.turning_points ?? [];
  const first = () => own.length > 0 && onLine(own[0].line);
  useKeys({ n: first });
  return html`<section class="panel turning" aria-labelledby="turning">
    <h2 class="h" id="turning">${words.say("web.end.turns")}</h2>
    <ol>${turns.map((moment, i) => {
      const verdict = moment.kind === "choice" ? decisionAt(report, moment.line) : undefined;
      const most = who(moment);
      const told = verdict ? saidOf(words, drawing, verdict, "chosen") : eventsSaid(model, drawing, moment);
      const inside = html`<i class="no">${i + 1}</i>
        <span><small><${Crest} seat=${most} />${chapterAt(words, course, placeOf(replay, moment.line))}</small>
          <b>${verdict ? words.say("web.review.did", { seat: verdict.seat, chosen: told }) : told}</b></span>
        <${Mark} words=${words} mark=${verdict?.mark ?? "luck"} label />
        <em class=${moment.change[most] < 0 ? "down" : "up"}>${signed(moment.change[most])}</em>`;
      return html`<li key=${moment.line}>${
        verdict
          ? html`<button type="button" onClick=${() => onLine(moment.line)}>${inside}</button>`
          : html`<a href=${`/t/${id}/replay?at=${placeOf(replay, moment.line)}`}>${inside}</a>`
      }</li>`;
    })}</ol>
    ${!turns.length && html`<p class="muted">${words.say(report ? "web.review.no_turns" : "web.review.not_yet")}</p>`}
    ${own.length > 0 && html`<${Button} class="wide" icon="u-step-fwd" kbd="N" onClick=${first}>${words.say("web.review.step", { n: own.length })}<//>`}
  </section>`;
}

const decisionAt = (/** @type {ReviewReport|null} */ report, /** @type {number} */ line) =>
  report?.decisions.find((one) => one.line === line);

const chapterAt = (/** @type {Words} */ words, /** @type {Course} */ course, /** @type {number} */ at) =>
  course.chapters.findLast((chapter) => chapter.at < at)?.say(words) ?? "";

/** What happened at a stroke of luck, in at most two sentences of the log. */
function eventsSaid(
  /** @type {TableModel} */ model,
  /** @type {Drawing} */ drawing,
  /** @type {ReviewMoment} */ moment,
) {
  const lines = eventLines(model, drawing, moment.events ?? []);
  return lines.slice(0, 2).map((line, i) => html`${i > 0 && " "}${line}`);
}

/** An answer in words; of one in several choices, only those that the other does not have. */
function saidOf(
  /** @type {Words} */ words,
  /** @type {Drawing} */ drawing,
  /** @type {ReviewDecision} */ one,
  /** @type {"chosen"|"best"} */ which,
) {
  const mine = one.answers[which];
  const short = drawing.answer?.(words, mine);
  if (short) return short;
  const other = one.answers[which === "best" ? "chosen" : "best"].map((choice) => JSON.stringify(choice));
  const apart = mine.filter((choice) => !other.includes(JSON.stringify(choice)));
  const said = (apart.length ? apart : mine.slice(-1)).map((choice) => words.choice(choice, one.question));
  return words.list(said);
}

// -- one choice -------------------------------------------------------------------------------------------------------

/**
 * A choice beside the best one: what it cost, and what the better one would have brought.
 * @param {Shown & {line: number, onLine: (line: number) => void}} props
 */
function Moment({ words, model, drawing, replay, course, report, line, id, onLine }) {
  const heading = useRef(/** @type {HTMLElement|null} */ (null));
  const [branching, setBranching] = useState(false);
  const verdict = decisionAt(report, line);
  const own = worse(report, verdict?.seat ?? 0);
  const place = own.findIndex((one) => one.line === line);
  const step = (/** @type {number} */ by) => {
    const next = own[(place + by + own.length) % own.length];
    if (next) onLine(next.line);
  };
  useKeys({
    n: (event) => step(event.shiftKey ? -1 : 1),
    arrowleft: () => step(-1),
    arrowright: () => step(1),
    escape: () => onLine(0),
  });
  useEffect(() => heading.current?.focus({ preventScroll: true }), [line]);
  if (!verdict) return null;
  const { seat, mark, best_chance: best, chosen_chance: chosen, loss, error, consequences } = verdict;
  const at = placeOf(replay, line);
  const chances = { best: percent100(words, best), chosen: percent100(words, chosen) };
  const lost = words.say("web.review.lost", { points: points100(words, loss), error: points100(words, error) });
  return html`<section class="panel moment" aria-labelledby="moment">
    <header><${Mark} words=${words} mark=${mark} /><h2 class="h" id="moment" tabindex="-1" ref=${heading}>
        ${capital(words.say(`study.mark.${mark}`))} <small>${chapterAt(words, course, at)}</small></h2>
      <button type="button" class="ib" aria-label=${words.say("web.close")} onClick=${() => onLine(0)}><${Icon} id="u-close" /></button></header>
    <dl>
      <dt><${Crest} seat=${seat} />${words.say("web.review.chosen", { seat })}</dt>
      <dd>${saidOf(words, drawing, verdict, "chosen")} <b>${chances.chosen}</b></dd>
      ${
        loss > 0 &&
        html`<dt><${Mark} words=${words} mark="best" />${words.say("web.review.better")}</dt>
        <dd>${saidOf(words, drawing, verdict, "best")} <b>${chances.best}</b></dd>`
      }
    </dl>
    ${loss > 0 && html`<p class="cost">${lost}</p>`}
    ${
      consequences.length > 0 &&
      html`<h3>${words.say("web.review.brought")}</h3><ul>${consequences.map((one) => {
        const often = { best: Math.round(100 * one.best), chosen: Math.round(100 * one.chosen) };
        return html`<li>${eventLines(model, drawing, [one.event])} <small>${words.say("web.review.often", often)}</small></li>`;
      })}</ul>`
    }
    <div class="row">
      <a class="btn" href=${`/t/${id}/replay?at=${at - 1}`}><${Icon} id="u-board" />${words.say("web.review.look")}</a>
      <${Button} icon="u-branch" onClick=${() => setBranching(true)}>${words.say("web.playon.title")}<//>
      ${own.length > 1 && html`<${Button} icon="u-step-fwd" kbd="N" onClick=${() => step(1)}>${words.say("web.review.next", { at: place + 1, of: own.length })}<//>`}
    </div>
    ${
      branching &&
      html`<${PlayOnDialog} words=${words} replay=${replay} at=${at - 1} seat=${seat} table=${id}
        onClose=${() => setBranching(false)} />`
    }
  </section>`;
}

// -- sums -------------------------------------------------------------------------------------------------------------

/** @param {Shown & {standing: number[]}} props */
function Sums(props) {
  const { words, course } = props;
  const [tab, setTab] = useState("account");
  const total = { label: words.say("web.end.sum"), values: course.curve[course.curve.length - 1].scores };
  const columns = course.sources.map((source) => ({ ...source, label: source.say(words) }));
  const panels = {
    account: html`<${Account} ...${props} />`,
    parts: html`<${Parts} ...${props} />`,
    added: html`<${Added} ...${props} />`,
    sources: html`<${BarTable} words=${words} columns=${columns} order=${props.standing} total=${total} />`,
  };
  const tabs = Object.entries(panels).map(([id, panel]) => ({
    id,
    panel,
    label: words.say(`web.review.${id}`, { seat: props.seat }),
  }));
  return html`<div class="panel sums"><${Tabs} label=${words.say("web.review.sums")} tabs=${tabs} selected=${tab} onSelect=${setTab} /></div>`;
}

const COLUMNS = /** @type {const} */ (["luck", "errors", "others", "unknown"]);

/**
 * Start, luck, own choices, those of others and what nobody could know: together the result.
 * @param {Shown & {standing: number[]}} props
 */
function Account({ words, report, standing }) {
  const seats = report?.seats ?? [];
  const most = Math.max(0.05, ...seats.flatMap((one) => COLUMNS.map((column) => Math.abs(one[column]))));
  return html`<div class="data" tabindex="0" role="region" aria-label=${words.say("web.review.account")}><table class="account">
    <thead><tr><th scope="col"><span class="sr">${words.say("web.chart.player")}</span></th>
      <th scope="col">${words.say("web.review.start")}</th>
      ${COLUMNS.map((column) => html`<th scope="col">${words.say(`web.review.${column}`)}</th>`)}
      <th scope="col">${words.say("web.review.result")}</th></tr></thead>
    <tbody>${standing.map((seat) => {
      const one = seats[seat];
      return html`<tr key=${seat} class=${`p-${tinctureOf(seat)}`}><th scope="row"><${Crest} seat=${seat} />${words.player(seat)}</th>
        <td>${one ? percent100(words, one.start) : "–"}</td>
        ${COLUMNS.map((column) => html`<td>${one ? html`<${Lean} part=${one[column]} most=${most} />` : "–"}</td>`)}
        <td><b>${one ? percent100(words, one.result) : "–"}</b></td></tr>`;
    })}</tbody></table></div>`;
}

/** A number with a bar to the left or to the right of the middle. @param {{part: number, most: number}} props */
function Lean({ part, most }) {
  const width = `${(Math.abs(part) / most) * 50}%`;
  return html`<span class="lean"><i style=${part < 0 ? { right: "50%", width } : { left: "50%", width }} aria-hidden="true"></i>
    <span>${signed(part)}</span></span>`;
}

/**
 * What luck and the own choices of a seat came to in each part of the game.
 * @param {Shown} props
 */
function Parts({ words, replay, course, report, points, bands, seat }) {
  const at = (/** @type {{line: number}} */ { line }) => placeOf(replay, line);
  const inside =
    (/** @type {Band} */ { from, to }) =>
    (/** @type {{line: number}} */ one) =>
      at(one) > from && at(one) <= to;
  const chanceAt = (/** @type {number} */ place) => points.findLast((point) => point.at <= place)?.values[seat];
  const moments = (report?.moments ?? []).filter(({ kind }) => kind === "luck");
  const own = (report?.moments ?? []).filter((one) => one.kind === "choice" && one.seat === seat);
  const sum = (/** @type {ReviewMoment[]} */ some) => some.reduce((all, { change }) => all + change[seat], 0);
  const scoreAt = (/** @type {number} */ place) =>
    course.curve.findLast((point) => point.at <= place)?.scores[seat] ?? 0;
  const heads = ["part", "score", "chance", "luck", "errors"].map((id) => words.say(`web.review.by.${id}`));
  return html`<div class="data" tabindex="0" role="region" aria-label=${words.say("web.review.parts", { seat })}><table class="parts">
    <thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
    <tbody>${bands.map((band) => {
      const [from, to] = [chanceAt(band.from), chanceAt(band.to)];
      const scored = scoreAt(band.to) - scoreAt(band.from);
      return html`<tr key=${band.name}><th scope="row">${band.name}</th><td>${scored > 0 ? `+${scored}` : minus(scored)}</td>
        <td>${from === undefined || to === undefined ? "–" : `${Math.round(100 * from)} → ${percent100(words, to)}`}</td>
        <td>${signed(sum(moments.filter(inside(band))))}</td><td>${signed(sum(own.filter(inside(band))))}</td></tr>`;
    })}</tbody></table></div>`;
}

/**
 * Luck and choices of a seat, added up from the beginning on.
 * @param {Shown} props
 */
function Added({ words, replay, report, bands, seat }) {
  const lines = ["luck", "errors", "others"].map((id) => {
    const some = (report?.moments ?? []).filter((one) =>
      id === "luck" ? one.kind === "luck" : one.kind === "choice" && (one.seat === seat) === (id === "errors"),
    );
    let sum = 0;
    const points = some.map(({ line, change }) => ({ at: placeOf(replay, line), values: [(sum += change[seat])] }));
    return { id, name: words.say(`web.review.short.${id}`), points: [{ at: 0, values: [0] }, ...points] };
  });
  const sums = lines.map(({ name, points }) => `${name} ${signed(points[points.length - 1].values[0])}`);
  const label = words.say("web.review.added.label", { seat, sums });
  return html`<${SumChart} label=${label} lines=${lines} length=${replay.length} bands=${bands} />
    <p class="sr">${label}</p>`;
}
