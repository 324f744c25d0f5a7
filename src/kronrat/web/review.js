/**
 * The review of a finished game: was it luck, and where was it lost? The server makes it beside the tables and the page
 * shows it while it grows. What it says about choices was found from what their seats could know.
 */

import { BarTable, Figure, partsOf } from "./charts.js";
import { ChanceChart, SumChart } from "./chances.js";
import { wordsFor } from "./frame.js";
import { get, post, remove } from "./http.js";
import { eventLines } from "./log.js";
import { PageTop } from "./navigation.js";
import { announce, Button, Crest, html, Icon, names, Segments, Tabs } from "./parts.js";
import { useEffect, useKeys, useMemo, useRef, useState } from "./parts.js";
import { tinctureOf } from "./model.js";
import { Unplayable } from "./replay.js";
import { useReplay } from "./replay-model.js";
import { MomentPage } from "./review-moment.js";
import {
  chapterAt,
  decisionAt,
  Mark,
  momentOf,
  OwnMarks,
  placeOf,
  points100,
  saidOf,
  signed,
  worse,
} from "./review-parts.js";
import { go } from "./route.js";
import { minus, wholePercent } from "./words.js";

/**
 * @import { ReviewFile, ReviewMoment } from "./messages.js"
 * @import { TableModel } from "./model.js"
 * @import { Replay } from "./replay-model.js"
 * @import { Course, Drawing } from "./types.js"
 * @import { Words } from "./words.js"
 * @typedef {import("./chances.js").Band} Band
 * @typedef {import("./chances.js").Point} Point
 * @typedef {import("./review-parts.js").Shown} Shown
 */

const AGAIN = 1_500; // milliseconds between two looks at a review that grows
const MARKS = ["best", "good", "inaccuracy", "mistake"];

/** @param {{table: string, line?: string}} props  with a line of the journal it is about the choice made there */
export default function ReviewPage({ table, line = "" }) {
  const [front, setFront] = useState(/** @type {number|undefined} */ (undefined)); // mine, if I have one
  const loaded = useReplay(table, "", front);
  if (loaded?.problem) return html`<${Unplayable} problem=${loaded.problem} />`;
  if (!loaded?.replay || !loaded.model?.spoken.value || !wordsFor().value)
    return html`<main class="upload" aria-busy="true"></main>`;
  return html`<${Page} ...${loaded} table=${table} line=${Number(line)} onFront=${setFront} />`;
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

/**
 * @param {{replay: Replay, course: Course, drawing: Drawing, model: TableModel, table: string, line: number,
 *          onFront: (seat: number) => void}} props
 */
function Page({ replay, course, drawing, model, table, line, onFront }) {
  const words = model.words.value;
  const beside = /** @type {Words} */ (wordsFor().value).named(model.names); // of the page, with the names of the table
  const { file, problem, begin, stop } = useReview(table, words);
  const [seat, setSeat] = useState(replay.file.seat ?? 0);
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
  const shown = { words, beside, model, drawing, replay, course, report, points, bands, seat, order, id: table };
  const state = html`<${State} words=${words} file=${file} problem=${problem} onBegin=${begin} onStop=${stop} />`;
  if (line) {
    return html`<${MomentPage} ...${shown} line=${line} state=${state} onFront=${onFront} />`;
  }
  return html`<div class="replay-page">
    <${PageTop}
      tools=${html`<a class="btn" href=${`/t/${table}/replay`}><${Icon} id="u-play" /><span>${words.say("web.end.replay")}</span></a>`}>
      <h1 class="where">${title} <small>${about}</small></h1><//>
    <main class="review">
      <div class="col">
        <${Chances} ...${shown} state=${state} />
        <${Sums} ...${shown} standing=${standing} />
      </div>
      <div class="col">
        <${Accuracy} ...${shown} onSeat=${setSeat} />
        <${Turns} ...${shown} whole=${file?.state === "done"} />
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

// -- chances over the game --------------------------------------------------------------------------------------------

/** @param {Shown & {state: unknown}} props */
function Chances({ words, replay, report, points, bands, seat, order, id, state }) {
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
    rows: order.map((other) => [words.player(other), ...ends.map(({ values }) => wholePercent(words, values[other]))]),
  };
  const kinds = ["areas", "lines"].map((value) => ({ value, label: words.say(`web.review.${value}`) }));
  const now = points[points.length - 1]?.values ?? [];
  const label = words.say("web.review.chances.label", {
    chances: order
      .filter((other) => now[other] !== undefined)
      .map((other) => `${words.player(other)} ${wholePercent(words, now[other])}`),
  });
  return html`<${Figure} class="chances" words=${words} title=${words.say("web.review.chances")} table=${table}>
    <div class="above">${state}<${Segments} legend=${words.say("web.review.kind")} hideLegend value=${stacked ? "areas" : "lines"}
      choices=${kinds} onChange=${(/** @type {string} */ kind) => setStacked(kind === "areas")} /></div>
    <${ChanceChart} label=${label} points=${points} length=${replay.length} bands=${bands} order=${order} stacked=${stacked}
      marks=${marks} />
    <${OwnMarks} words=${words} replay=${replay} report=${report} seat=${seat} line=${0} id=${id} />
  <//>`;
}

/** The seat for which a moment changed most. */
const who = (/** @type {ReviewMoment} */ { change }) =>
  change.reduce((most, one, seat) => (Math.abs(one) > Math.abs(change[most]) ? seat : most), 0);

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
      const accuracy = (told?.accuracy ?? null) === null ? "–" : wholePercent(words, Number(told?.accuracy));
      return html`<li key=${other}><button type="button" class=${`p-${tinctureOf(other)}`} aria-pressed=${String(other === seat)} onClick=${() => onSeat(other)}>
        <${Crest} seat=${other} /><span class="name"><b>${words.player(other)}</b>
          <span class="tally" aria-hidden="true">${counts.map((n, i) => n > 0 && html`<i class=${MARKS[i]} style=${{ flex: n }}></i>`)}</span></span>
        <span class="pc"><span class="sr">${words.say("web.review.accuracy")}</span> ${accuracy}</span>
        <span class="counts">${counts.map((n, i) => html`<span>${n}<span class="sr"> ${words.say(`study.mark.${MARKS[i]}`)}</span></span>`)}</span></button></li>`;
    })}</ul>
  </section>`;
}

/** @param {Shown & {whole: boolean}} props `whole`: nothing more will be found */
function Turns({ words, model, drawing, replay, course, report, seat, id, whole }) {
  const own = worse(report, seat);
  const turns = report?.turning_points ?? [];
  const first = () => own.length > 0 && go(momentOf(id, own[0].line));
  useKeys({ n: first });
  return html`<section class="panel turning" aria-labelledby="turning">
    <h2 class="h" id="turning">${words.say("web.end.turns")}</h2>
    <ol>${turns.map((moment, i) => {
      const verdict = moment.kind === "choice" ? decisionAt(report, moment.line) : undefined;
      const most = who(moment);
      const told = verdict
        ? saidOf(words, drawing, verdict, verdict.answers.chosen, verdict.answers.best)
        : eventsSaid(model, drawing, moment);
      const inside = html`<i class="no">${i + 1}</i>
        <span><small><${Crest} seat=${most} />${chapterAt(words, course, placeOf(replay, moment.line))}</small>
          <b>${verdict ? words.say("web.review.did", { seat: verdict.seat, chosen: told }) : told}</b></span>
        <${Mark} words=${words} mark=${verdict?.mark ?? "luck"} label />
        <em class=${moment.change[most] < 0 ? "down" : "up"}>${signed(moment.change[most])}</em>`;
      const where = verdict ? momentOf(id, moment.line) : `/t/${id}/replay?at=${placeOf(replay, moment.line)}`;
      return html`<li key=${moment.line}><a href=${where}>${inside}</a></li>`;
    })}</ol>
    ${!turns.length && html`<p class="muted">${words.say(whole ? "web.review.no_turns" : "web.review.not_yet")}</p>`}
    ${own.length > 0 && html`<${Button} class="wide" icon="u-step-fwd" kbd="N" onClick=${first}>${words.say("web.review.step", { n: own.length })}<//>`}
  </section>`;
}

/** What happened at a stroke of luck, in at most two sentences of the log. */
function eventsSaid(
  /** @type {TableModel} */ model,
  /** @type {Drawing} */ drawing,
  /** @type {ReviewMoment} */ moment,
) {
  const lines = eventLines(model, drawing, moment.events ?? []);
  return lines.slice(0, 2).map((line, i) => html`${i > 0 && " "}${line}`);
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
        <td>${one ? wholePercent(words, one.start) : "–"}</td>
        ${COLUMNS.map((column) => html`<td>${one ? html`<${Lean} part=${one[column]} most=${most} />` : "–"}</td>`)}
        <td><b>${one ? wholePercent(words, one.result) : "–"}</b></td></tr>`;
    })}</tbody></table></div>`;
}

/**
 * A bar to the left or to the right of the middle, and beyond its end the number.
 * @param {{part: number, most: number}} props
 */
function Lean({ part, most }) {
  return html`<span class=${names("lean", part < 0 && "left")} style=${{ "--part": Math.abs(part) / most }}>
    <i aria-hidden="true"></i><span>${signed(part)}</span></span>`;
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
        <td>${from === undefined || to === undefined ? "–" : `${Math.round(100 * from)} → ${wholePercent(words, to)}`}</td>
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
