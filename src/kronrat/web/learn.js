/**
 * A lesson: the first moves of a game at a real table, with a card that points at things, says what to do and what came
 * of it. The steps are data of the game; this page knows none.
 */

import { dressedDrawing } from "./drawings.js";
import { wordsFor } from "./frame.js";
import { get } from "./http.js";
import { LiveModel, tinctureOf } from "./model.js";
import { Button, html, Icon, names, useEffect, useKeys, useLayoutEffect, useMemo, useRef } from "./parts.js";
import { useSignal, useSignalEffect, useState } from "./parts.js";
import { go } from "./route.js";
import { keepProgress, lang, progressIn } from "./settings.js";
import { playNow, tryOut } from "./start.js";
import { directed, Table } from "./table.js";

/**
 * @import { GameLine, LessonInfo, LessonStep, Question } from "./messages.js"
 * @import { Choice, Drawing } from "./types.js"
 * @import { Signal } from "./vendor/signals.js"
 * @typedef {{left: number, top: number, width: number, height: number}} Box
 * @typedef {"left"|"right"|"below"|"above"} Side where what points at something stands
 */

const LOOK_AGAIN = 250; // milliseconds after which the card looks where its thing is now
const GAP = 12;
const CARD = 344;
const CONFIRMS = ".tray [data-primary]:not([aria-disabled=true])";
const ARROW = 48; // what points, with the gap beside it
const SMALL = 120; // a thing of at most this width is pointed at; what is larger the light shows well enough
const PART_OF = "li, svg, figure"; // what a thing is read together with

/** @param {{game: string, lesson?: string}} props */
export default function LearnPage({ game, lesson = "first" }) {
  const info = useSignal(/** @type {LessonInfo|null} */ (null));
  const [lost, setLost] = useState(false);
  const words = wordsFor().value;
  const language = lang.value;
  useEffect(() => {
    get(`/api/lessons/${game}/${lesson}?lang=${language}`).then(
      (/** @type {LessonInfo} */ found) => (info.value = found),
      () => setLost(true),
    );
  }, [language]);
  if (lost && words) {
    return html`<main class="lost"><h1 class="h">${words.say("web.lost.nowhere")}</h1>
      <a class="btn pri" href="/">${words.say("web.to_lobby")}</a></main>`;
  }
  return info.value && html`<${LessonTable} info=${info.value} />`;
}

/** @param {{info: LessonInfo}} props */
function LessonTable({ info }) {
  const { game, id, steps } = info;
  const addressOf = (/** @type {number} */ step) => `lesson/${game}/${id}/${step}`;
  const step = useSignal(Math.min(progressIn(game, id).step, steps.length - 1));
  const model = useMemo(() => new LiveModel(addressOf(step.peek())), []);
  const drawing = useSignal(/** @type {Drawing|null} */ (null));
  const chosen = useSignal(/** @type {Choice|null} */ (null)); // what was chosen last, though not confirmed
  useEffect(() => () => model.dispose(), []);
  useEffect(() => void dressedDrawing(game).then((loaded) => (drawing.value = loaded)), []);
  useSignalEffect(() => void (drawing.value && model.playhead.direct(directed(model, drawing.value))));
  useSignalEffect(() => {
    keepProgress(game, id, { step: step.value, all: steps.length });
    chosen.value = null;
    model.socket.table = addressOf(step.value); // where a lost line comes back to
  });
  useMemo(() => {
    model.taught = true;
    const [play, preview] = [model.play.bind(model), model.preview.bind(model)];
    model.preview = (/** @type {Choice} */ choice) => {
      chosen.value = choice;
      return preview(choice);
    };
    model.picks = (/** @type {Choice|null} */ choice) => void (chosen.value = choice);
    model.play = async (/** @type {Choice} */ choice, how) => {
      const at = step.peek();
      const refused = await play(choice, how);
      if (!refused && steps[at].wants && step.peek() === at) step.value = at + 1;
      return refused;
    };
  }, []);
  /** Show another step; the table is set up for it anew. */
  const show = (/** @type {number} */ wanted) => {
    step.value = wanted;
    model.socket.table = addressOf(wanted);
    model.reconnect();
  };
  if (!model.ready.value || !drawing.value)
    return html`<main class="lost"><${Icon} id="mark" class="big-mark" /></main>`;
  const words = model.words.value;
  const menu = [
    { label: words.say("web.nav.rules"), icon: "u-book", href: `/rules/${game}` },
    { label: words.say("web.learn.leave"), icon: "u-arrow", href: "/" },
  ];
  return html`<${Table} model=${model} drawing=${drawing.value} menu=${menu}>
    <${Coach} model=${model} info=${info} step=${step} chosen=${chosen} show=${show} />
  <//>`;
}

/**
 * The card of the present step, once everything that came before has been shown.
 * @param {{model: LiveModel, info: LessonInfo, step: Signal<number>, chosen: Signal<Choice|null>,
 *          show: (step: number) => void}} props
 */
function Coach({ model, info, step, chosen, show }) {
  const { steps } = info;
  const words = model.words.value;
  const at = step.value;
  const card = useRef(/** @type {HTMLElement|null} */ (null));
  const last = at === steps.length - 1;
  const waits = model.playhead.behind;
  const question = /** @type {Question|null} */ (/** @type {unknown} */ (model.question.value)); // whatever the game
  const astray = chosen.value !== null && String(chosen.value) !== String(steps[at].wants);
  const place = usePlace(steps[at], card, waits, question ? `${question.kind} ${question.version}` : "", astray);
  const [other, setOther] = useState(-1); // the step at which something else was tried
  useSignalEffect(() => {
    if (model.refused.value?.code !== "lesson") return;
    setOther(step.peek()); // told on the card, where it moves nothing
    model.refused.value = null;
  });
  // It is told until the next thing is tried.
  useEffect(() => {
    if (other < 0) return undefined;
    const forget = () => setOther(-1);
    addEventListener("click", forget, true);
    return () => removeEventListener("click", forget, true);
  }, [other]);
  const { scenes = [], says } = steps[at];
  const back = () => at > 0 && show(at - 1);
  const next = () => (steps[at].wants ? show(at + 1) : !last && void (step.value = at + 1));
  const pressed = (/** @type {KeyboardEvent} */ { target }) =>
    /** @type {HTMLElement} */ (target).closest("button, a, summary, [role=tab]");
  useKeys(
    {
      enter: (event) => (waits || last || steps[at].wants || pressed(event) ? false : next()),
      backspace: () => (waits ? false : back()),
    },
    { first: true, early: true },
  );
  // While there is only something to be read, the table below is not to be operated.
  useLayoutEffect(() => {
    const board = /** @type {HTMLElement|null} */ (document.querySelector("main.board"));
    if (!board || waits || steps[at].wants) return undefined;
    board.inert = true;
    return () => void (board.inert = false);
  }, [at, waits]);
  if (waits) return null;
  const came = at > 0 && steps[at - 1].wants ? steps[at - 1].says.done : "";
  const label = words.say("web.learn.step", { n: at + 1, all: steps.length });
  const pointer = (/** @type {Box} */ box) =>
    steps[at].wants && isSmall(box) && html`<${Icon} id="u-arrow" class="pointer" />`;
  return html`
    ${
      place.lit &&
      html`<span class=${names("spot", place.side)} aria-hidden="true" style=${pixels(place.lit)}>${!place.first && pointer(place.lit)}</span>`
    }
    ${
      place.also &&
      html`<span class=${names("spot also", place.side)} aria-hidden="true" style=${pixels(place.also)}>${place.first && pointer(place.also)}</span>`
    }
    <section class=${names("coach", !place.lit && "free", scenes.length > 0 && "opening")} role="dialog" aria-label=${label} aria-live="polite" ref=${card}
      style=${place.card && pixels(place.card)}>
      <div class="in">
        <a class="ib leave" href="/" aria-label=${words.say("web.learn.leave")}><${Icon} id="u-close" /></a>
        ${came && html`<p class="came"><${Icon} id="u-check" />${came}</p>`}
        <${PictureRow} parts=${steps[at].picture ?? []} />
        <h2>${says.title}</h2>
        <p>${says.text}</p>
        ${
          scenes.length > 0 &&
          html`<ol class="scenes">${scenes.map(
            (parts, n) => html`<li key=${n}><${PictureRow} parts=${parts} />
              <b>${says[`${n + 1}.title`]}</b><p>${says[`${n + 1}.text`]}</p></li>`,
          )}</ol>`
        }
        ${steps[at].wants && html`<p class="do">${says.do}</p>`}
        ${other === at && html`<p class="not" role="alert"><${Icon} id="u-lock" />${words.say("web.refused.lesson")}</p>`}
        ${last && html`<${Doors} info=${info} again=${() => show(0)} model=${model} />`}
      </div>
      <div class="foot">
        <span class="prog" role="progressbar" aria-label=${label} aria-valuemin="1" aria-valuemax=${steps.length}
          aria-valuenow=${at + 1}>${steps.map((_, i) => html`<i class=${i <= at ? "on" : ""}></i>`)}</span>
        ${at > 0 && html`<${Button} kind="quiet" onClick=${back}>${words.say("web.learn.back")}<//>`}
        ${
          !last &&
          html`<${Button} kind=${steps[at].wants ? "quiet" : "pri"} onClick=${next}>
            ${words.say(steps[at].wants ? "web.learn.skip" : "web.learn.next")}<//>`
        }
      </div>
    </section>`;
}

/**
 * What a card says, in drawings; what is none is a sign between them.
 * @param {{parts: string[]}} props
 */
function PictureRow({ parts }) {
  if (!parts.length) return null;
  return html`<p class=${`pic p-${tinctureOf(0)}`} aria-hidden="true">${parts.map((part, place) =>
    document.getElementById(part)
      ? html`<${Icon} key=${place} id=${part} class=${part.startsWith("die-") ? "die" : ""} />`
      : html`<b key=${place}>${part}</b>`,
  )}</p>`;
}

/**
 * Ways on from the end of a lesson: a game as it was taught, a trial of what needs practice, or the lesson again.
 * @param {{info: LessonInfo, again: () => void, model: LiveModel}} props
 */
function Doors({ info: { game, options = {} }, again, model }) {
  const words = model.words.value;
  const [busy, setBusy] = useState(false);
  const [line, setLine] = useState(/** @type {GameLine|null} */ (null));
  useEffect(() => {
    get("/api/games").then(
      (/** @type {GameLine[]} */ games) => setLine(games.find(({ id }) => id === game) ?? null),
      () => undefined,
    );
  }, []);
  const begin = async (/** @type {(line: GameLine) => Promise<void>} */ how) => {
    if (busy || !line) return;
    setBusy(true);
    await how(line).catch(() => go("/play"));
  };
  const played = new URLSearchParams({ ...options, ...line?.first.options }); // the same story or edition there
  const taught = (/** @type {GameLine} */ { first, ...rest }) =>
    playNow({ ...rest, first: { ...first, options: { ...options, ...first.options } } }, words);
  return html`<p class="doors">
    <${Button} kind="pri" icon="u-play" onClick=${() => begin(taught)}>${words.say("web.first.play")}<//>
    ${line?.trials?.map(
      (trial) => html`<${Button} key=${trial} onClick=${() => begin(() => tryOut(game, trial, words))}>
        ${words.say(`trial.${trial}.title`)}<//>`,
    )}
    <${Button} onClick=${again}>${words.say("web.learn.again")}<//>
    <a class="btn" href=${`/learn/${game}?${played}`}>${words.say("web.learn.rules")}</a>
    <a class="btn" href=${`/bots/${game}?${played}`}>${words.say("web.bots.pick")}</a>
  </p>`;
}

// -- where things are -------------------------------------------------------------------------------------------------

const pixels = (/** @type {Partial<Box>} */ box) =>
  Object.entries(box)
    .map(([side, length]) => `${side}:${length}px`)
    .join(";");

/**
 * Where the thing is that a step points at, and where its card has room: beside it, on a phone at the other end. Once
 * that can be confirmed which could not be when it was asked, the light is on what confirms it, unless it is astray.
 * @returns {{lit: Box|null, also: Box|null, card: {left: number, top: number}|null, side: Side,
 *            first: boolean}} with `first` it is pointed at what is needed besides
 */
function usePlace(
  /** @type {LessonStep} */ step,
  /** @type {{current: HTMLElement|null}} */ card,
  /** @type {boolean} */ waits,
  /** @type {string} */ asked,
  /** @type {boolean} */ astray,
) {
  const [place, setPlace] = useState(
    /** @type {ReturnType<typeof usePlace>} */ ({ lit: null, also: null, card: null, side: "above", first: false }),
  );
  const open = useRef(false); // whether nothing could be confirmed when it was asked
  const seen = (/** @type {string} */ wanted) =>
    [...document.querySelectorAll(wanted)].find((element) => element.getClientRects().length);
  const find = () => seen(step.at);
  const boxOf = (/** @type {Element|undefined} */ thing) => (thing ? around(thing.getBoundingClientRect()) : null);
  const look = () => {
    const shown = step.scenes?.length ? undefined : find(); // what opens a lesson is about nothing in particular
    const confirms = seen(CONFIRMS);
    const picked = step.wants && !astray && open.current && confirms && !shown?.contains(confirms);
    const lit = boxOf(picked ? confirms : shown);
    const besidesIt = step.also ? seen(step.also) : undefined;
    const also = boxOf(picked ? shown : besidesIt);
    const size = card.current?.getBoundingClientRect();
    const used = step.wants ? [boxOf(besidesIt), boxOf(seen(".tray [data-primary]"))] : [];
    const whole = boxOf(shown?.parentElement?.closest(PART_OF) ?? undefined);
    // Where a piece is to be taken up first, that is what is pointed at.
    const first = !picked && besidesIt?.getAttribute("aria-pressed") === "false";
    const [thing, box] = first ? [besidesIt, also] : [shown, lit];
    const side = box && thing ? sideOf(box, thing, card.current) : "above";
    const points = box && step.wants && isSmall(box) ? besideIt(box, side) : null;
    const needed = used.filter((box) => box !== null);
    const wished = [whole, points].filter((box) => box !== null);
    // The card stays where it is: only the light moves on.
    const about = boxOf(shown);
    const corner = about && size ? besides(about, size, needed, wished) : null;
    const found = { lit, also, card: corner, side, first };
    setPlace((known) => (JSON.stringify(known) === JSON.stringify(found) ? known : found));
  };
  useLayoutEffect(look, [step, astray]);
  // Only once all of the new question is drawn.
  useEffect(() => {
    open.current = !waits && asked !== "" && !seen(CONFIRMS);
    look();
  }, [step, waits, asked]);
  useEffect(() => {
    if (!waits) find()?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [step, waits]);
  useEffect(() => {
    const timer = setInterval(look, LOOK_AGAIN);
    addEventListener("resize", look);
    return () => (clearInterval(timer), removeEventListener("resize", look));
  }, [step, waits, astray]);
  return place;
}

const isSmall = (/** @type {Box} */ { width }) => width <= SMALL;

/** @type {Side[]} */
const SIDES = ["left", "right", "below", "above"];
/** Within what points, as parts of its size: near its corners, and its middle, for a piece may be round. */
const SPOTS = [...[0.15, 0.85].flatMap((x) => [0.15, 0.85].map((y) => [x, y])), [0.5, 0.5]];

/** Where what points has its room. @returns {Box} */
function besideIt(/** @type {Box} */ { left, top, width, height }, /** @type {Side} */ side) {
  const [x, y] = [left + (width - ARROW) / 2, top + (height - ARROW) / 2];
  return {
    left: side === "left" ? left - ARROW : side === "right" ? left + width : x,
    top: side === "above" ? top - ARROW : side === "below" ? top + height : y,
    width: ARROW,
    height: ARROW,
  };
}

/** Whether an element says and shows nothing by itself. */
const isBare = (/** @type {Element|undefined} */ element) =>
  !element?.closest("svg, [role=img]") &&
  ![...(element?.childNodes ?? [])].some((node) => node instanceof Text && node.data.trim());

/** The side at which nothing is but what the thing lies on, or at least no name and no piece is covered. */
function sideOf(/** @type {Box} */ lit, /** @type {Element} */ thing, /** @type {HTMLElement|null} */ card) {
  const under = (/** @type {Side} */ side) => {
    const { left, top } = besideIt(lit, side);
    return SPOTS.map(([x, y]) =>
      document.elementsFromPoint(left + x * ARROW, top + y * ARROW).find((element) => !card?.contains(element)),
    );
  };
  const inside = SIDES.filter((side) => under(side).every(Boolean));
  const free = inside.find((side) => under(side).every((element) => element?.contains(thing)));
  const bare = inside.find((side) => under(side).every(isBare));
  return free ?? bare ?? inside[0] ?? "above";
}

/** @returns {Box} */
function around(/** @type {DOMRect} */ { left, top, width, height }) {
  const [x, y] = [Math.max(4, left - 4), Math.max(4, top - 4)];
  return {
    left: x,
    top: y,
    width: Math.min(innerWidth - 4, left + width + 4) - x,
    height: Math.min(innerHeight - 4, top + height + 4) - y,
  };
}

/**
 * Right, left, above or below, the first that fits and covers least of what will be needed, then of what is wished to be
 * seen; otherwise in the corner that is farthest away.
 * @param {Box} lit
 * @param {{width: number, height: number}} size
 * @param {Box[]} needed
 * @param {Box[]} wished
 */
function besides(lit, { width, height }, needed, wished) {
  const right = innerWidth - width - GAP;
  const bottom = innerHeight - height - GAP;
  const x = Math.min(Math.max(GAP, lit.left), Math.max(GAP, right));
  const y = Math.min(Math.max(GAP, lit.top), Math.max(GAP, bottom));
  const above = [...needed, ...wished].map(({ top }) => Math.max(GAP, Math.min(y, top - height - GAP)));
  const tops = [y, ...above];
  const places = [lit, ...needed, ...wished].flatMap(({ left, width: wide }) =>
    tops.flatMap((top) => [
      { left: left + wide + GAP, top },
      { left: left - width - GAP, top },
    ]),
  );
  places.push({ left: x, top: lit.top - height - GAP }, { left: x, top: lit.top + lit.height + GAP });
  const fits = places.filter(
    ({ left, top }) =>
      left >= 0 && left <= right && top >= 0 && top <= bottom && !meet({ left, top, width, height }, lit),
  );
  const under = (/** @type {{left: number, top: number}} */ one, /** @type {Box[]} */ boxes) =>
    boxes.filter((box) => meet({ ...one, width, height }, box)).length;
  const covered = (/** @type {{left: number, top: number}} */ one) =>
    (wished.length + 1) * under(one, needed) + under(one, wished);
  const [best] = fits.sort((a, b) => covered(a) - covered(b));
  if (best) return best;
  return { left: innerWidth > 2 * CARD ? right : GAP, top: lit.top + lit.height / 2 > innerHeight / 2 ? GAP : bottom };
}

const meet = (/** @type {Box} */ a, /** @type {Box} */ b) =>
  a.left < b.left + b.width && b.left < a.left + a.width && a.top < b.top + b.height && b.top < a.top + a.height;
