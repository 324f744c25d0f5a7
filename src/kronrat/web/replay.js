/**
 * The replay: a finished game, or a journal that somebody handed in, step by step and from any seat. The table is drawn
 * by the game itself from views of the past.
 */

import { along, CourseFigure, partsOf, spread } from "./charts.js";
import { wordsFor } from "./frame.js";
import { linesOf } from "./log.js";
import { PageTop } from "./navigation.js";
import { announce, batch, Button, Crest, Die, html, Icon, IconButton, names, Tabs } from "./parts.js";
import { useEffect, useKeys, useLayoutEffect, useMemo, useRef, useState } from "./parts.js";
import { go, go as visit, note, route } from "./route.js";
import { RuleDialog } from "./rules.js";
import { HANDED, memory, speed } from "./settings.js";
import { PlayOnDialog } from "./playon.js";
import { loadReplay, useReplay } from "./replay-model.js";
import { DiceCheck } from "./verify.js";

/**
 * @import { TableModel } from "./model.js"
 * @import { Failure, Replay } from "./replay-model.js"
 * @import { Course, DiceOfSeat, Drawing, On } from "./types.js"
 * @import { Words } from "./words.js"
 * @typedef {ReturnType<typeof useSteps>} Steps
 */

const JOURNAL_BYTES = 262_144; // as the server has it
/** @type {Record<string, number>} */
const STEPS = { slow: 1_600, normal: 1_000, fast: 500, instant: 160 }; // milliseconds between two lines while it plays
const [SHORTEST, LONGEST] = [60, 3_000]; // in slow motion
const STILL = 200; // milliseconds at one place before the address names it
const ICON_GAP = 3.6; // between the seasons on the scrubber, in percent

/** @param {{table?: string}} props */
export default function ReplayPage({ table = "" }) {
  const [journal, setJournal] = useState("");
  if (!table && !journal) return html`<${Upload} onJournal=${setJournal} />`;
  const other = () => (table ? go("/replay") : setJournal(""));
  return html`<${Player} key=${table || journal} table=${table} journal=${journal} onOther=${other} />`;
}

// -- a journal from outside -------------------------------------------------------------------------------------------

/** @param {{onJournal: (journal: string) => void}} props */
function Upload({ onJournal }) {
  const words = wordsFor().value;
  const [over, setOver] = useState(false);
  const [problem, setProblem] = useState(/** @type {Failure|null} */ (null));
  if (!words) return null;
  const take = async (/** @type {File|undefined} */ file) => {
    if (!file) return;
    if (file.size > JOURNAL_BYTES) return setProblem({ code: "too_long" });
    const text = await file.text();
    loadReplay({ journal: text }).then(() => onJournal(text), setProblem);
  };
  const drop = (/** @type {DragEvent} */ event) => {
    event.preventDefault();
    setOver(false);
    void take(event.dataTransfer?.files[0]);
  };
  return html`<${PageTop} here="watch" />
    <main class="upload"><h1 class="sr">${words.say("web.replay.title")}</h1>
      <label class=${names("panel drop", over && "over")} onDrop=${drop} onDragLeave=${() => setOver(false)}
        onDragOver=${(/** @type {Event} */ event) => (event.preventDefault(), setOver(true))}>
        <${Icon} id="u-quill" />
        <b class="h">${words.say("web.replay.drop")}</b>
        <span class="muted">${words.say("web.replay.drop.hint")}</span>
        <input type="file" class="sr" accept=".kronrat,.journal,.txt,text/plain"
          onChange=${(/** @type {On<HTMLInputElement>} */ event) => take(event.currentTarget.files?.[0])} />
        <span class="btn pri" aria-hidden="true">${words.say("web.replay.choose")}</span>
      </label>
      ${problem && html`<${Broken} words=${words} problem=${problem} />`}
    </main>`;
}

/**
 * What is wrong with a journal, and where.
 * @param {{words: Words, problem: Failure}} props
 */
function Broken({ words, problem }) {
  const { code, line, message } = problem;
  const known = words.has(`web.replay.problem.${code}`) ? code : "failed";
  return html`<div class="panel broken" role="alert">
    <b>${words.say(`web.replay.problem.${known}`)}</b>
    ${line !== undefined && line > 0 && html`<p>${words.say("web.replay.problem.line", { line })} <span lang="en">${message}</span></p>`}
  </div>`;
}

// -- loading ----------------------------------------------------------------------------------------------------------

/** @param {{table: string, journal: string, onOther: () => void}} props */
function Player({ table, journal, onOther }) {
  const [seat, setSeat] = useState(/** @type {number|null|undefined} */ (undefined)); // mine, if I have one
  const loaded = useReplay(table, journal, seat);
  if (loaded?.problem) return html`<${Unplayable} problem=${loaded.problem} />`;
  if (!loaded?.replay || !loaded.model?.spoken.value) return html`<main class="upload" aria-busy="true"></main>`;
  return html`<${Stand} ...${loaded} seat=${loaded.replay.file.seat ?? null} onSeat=${setSeat} table=${table} journal=${journal}
    onOther=${onOther} />`;
}

/**
 * A table without a replay, or with one that cannot be had now.
 * @param {{problem: Failure}} props
 */
export function Unplayable({ problem }) {
  const words = wordsFor().value;
  return (
    words &&
    html`<main class="upload"><${Broken} words=${words} problem=${problem} />
    <a class="btn pri" href="/">${words.say("web.to_lobby")}</a></main>`
  );
}

// -- the page ---------------------------------------------------------------------------------------------------------

/**
 * @param {{replay: Replay, course: Course, drawing: Drawing, model: TableModel, seat: number|null, onSeat: (seat:
 *          number|null) => void, table: string, journal: string, onOther: () => void}} props
 */
function Stand({ replay, course, drawing, model, seat, onSeat, table, journal, onOther }) {
  const words = model.words.value;
  const { at, go, to, playing, play } = usePlayback(replay, course, table);
  const [tab, setTab] = useState("log");
  const [branching, setBranching] = useState(false);
  useShown(model, replay, course, seat, at);
  const title = words.say("web.replay.of", { game: replay.file.game, seats: replay.file.seats });
  useEffect(() => void (document.title = `${title} · Kronrat`), [title]);
  if (!model.view.value) return null;

  const { Stage, Side, Ribbon } = drawing;
  const order = replay.views[replay.length].standing.map(([who]) => who);
  const file = `/api/tables/${table}/journal`;
  const text = async () => journal || (await fetch(file)).text();
  const log = html`<${Log} model=${model} drawing=${drawing} replay=${replay} course=${course} at=${at} onGo=${go} />`;
  const dice = html`<${DiceCheck} words=${words} replay=${replay} rolls=${course.rolls} journal=${text} at=${at}
    table=${table} />`;
  const panels = { log, side: html`<${Side} model=${model} />`, dice };
  const tabs = Object.entries(panels).map(([id, panel]) => ({ id, panel, label: words.say(`web.replay.${id}`) }));
  const download = { label: words.say("web.replay.download"), icon: "u-quill", href: file, download: "" };
  const review = { label: words.say("web.review.title"), icon: "u-book", href: `/t/${table}/review` };
  const analysis = {
    ...{ label: wordsFor().value?.say("web.analysis.from_here") ?? "", icon: "u-branch" },
    onClick() {
      if (table) return visit(`/analysis?table=${table}&at=${at}`);
      memory.write(HANDED, { text: journal, at });
      visit("/analysis?handed");
    },
  };
  const other = { label: words.say("web.replay.other"), icon: "u-plus", onClick: onOther };
  return html`<div class="replay-page">
    <${PageTop} menu=${table ? [review, analysis, download, other] : [analysis, other]}
      tools=${html`<${Button} icon="u-branch" class="act" aria-label=${words.say("web.playon")} onClick=${() => (playing && play(), setBranching(true))}>
        <span>${words.say("web.playon")}</span><//>`}>
      <h1 class="sr">${title}</h1><${Ribbon} model=${model} /><//>
    <main class="replay">
      <div class="scene"><${Stage} model=${model} />
        <${CourseFigure} words=${words} course=${course} order=${order} note=${words.say("web.replay.pale")}
          now=${along(course.curve, at)} short /></div>
      <div class="panel beside"><${Seats} words=${words} seats=${replay.file.seats} seat=${seat} onSeat=${onSeat} />
        ${course.diceLeft && html`<${DiceLeft} words=${words} seats=${course.diceLeft(replay.views[at])} />`}
        <${Tabs} label=${title} tabs=${tabs} selected=${tab} onSelect=${setTab} /></div>
      <${Scrubber} words=${words} course=${course} replay=${replay} at=${at} to=${to} playing=${playing}
        onGo=${go} onPlay=${play} address=${table && `${location.origin}/t/${table}/replay?at=${at}`} />
    </main>
    ${
      branching &&
      html`<${PlayOnDialog} words=${words} replay=${replay} at=${at} seat=${seat} table=${table} journal=${journal}
        onClose=${() => setBranching(false)} />`
    }
    ${model.rule.value && html`<${RuleDialog} model=${model} onClose=${() => (model.rule.value = "")} />`}
  </div>`;
}

/** The model shows the table as it was at this place; a single step forward is animated like live play. */
export function useShown(
  /** @type {TableModel} */ model,
  /** @type {Replay} */ replay,
  /** @type {Course} */ course,
  /** @type {number|null} */ seat,
  /** @type {number} */ at,
) {
  const before = useRef(at);
  useLayoutEffect(() => {
    const from = before.current;
    const step = at > from && at === replay.beside(from, 1);
    before.current = at;
    batch(() => {
      model.view.value = replay.views[at];
      model.clock.value = course.clock?.(at) ?? null;
      model.front.value = seat;
      model.log.value = replay.frames.slice(0, at).map(({ entry }) => entry);
      model.fresh.value = step ? replay.frames.slice(from, at).map(({ entry }) => entry) : [];
    });
  }, [at, replay]);
}

/** The place in the game, moving by itself while it plays, and by the keys; the address of a table's replay follows. */
function usePlayback(/** @type {Replay} */ replay, /** @type {Course} */ course, /** @type {string} */ table) {
  const inside = (/** @type {number} */ place) => Math.max(0, Math.min(replay.length, Math.round(place) || 0));
  const [at, setAt] = useState(() => inside(Number(route.peek().query.get("at"))));
  const [playing, setPlaying] = useState(false);
  const go = (/** @type {number} */ place) => (setPlaying(false), setAt(inside(place)));
  const play = () => (at >= replay.length && setAt(0), setPlaying(!playing));
  const to = useSteps(course, replay.length, at);
  useEffect(() => {
    if (!playing) return undefined;
    if (at >= replay.length) return setPlaying(false);
    const timer = setTimeout(() => setAt(replay.beside(at, 1)), waitAfter(replay, course, at));
    return () => clearTimeout(timer);
  }, [playing, at]);
  useEffect(() => {
    if (!table || String(at) === (new URLSearchParams(location.search).get("at") ?? "0")) return undefined;
    const timer = setTimeout(() => note({ at: String(at) }), STILL);
    return () => clearTimeout(timer);
  }, [at]);
  useKeys({
    arrowleft: (event) => go(event.shiftKey ? to.chapter(-1) : replay.beside(at, -1)),
    arrowright: (event) => go(event.shiftKey ? to.chapter(1) : replay.beside(at, 1)),
    pagedown: () => go(to.part(-1)),
    pageup: () => go(to.part(1)),
    home: () => go(0),
    end: () => go(replay.length),
    " ": (event) => (/** @type {HTMLElement} */ (event.target).closest("button, a") ? false : play()),
  });
  return { at, go, to, playing, play };
}

/** How long a line is shown while it plays; what was played in real time has its own rhythm, in slow motion. */
function waitAfter(/** @type {Replay} */ replay, /** @type {Course} */ course, /** @type {number} */ at) {
  const usual = STEPS[speed.peek()];
  const slow = at > 0 ? (course.slow?.(replay.views[at]) ?? 0) : 0;
  if (!slow) return usual;
  const real = replay.frames[at].entry.at - replay.frames[at - 1].entry.at;
  return Math.min(Math.max(real * slow, SHORTEST), LONGEST) * (usual / STEPS.normal);
}

/** Where the chapters and parts before and after this place begin. */
function useSteps(/** @type {Course} */ { chapters }, /** @type {number} */ length, /** @type {number} */ at) {
  return useMemo(() => {
    const starts = chapters.map((chapter) => chapter.at);
    const parts = chapters.filter((chapter, i) => chapter.part !== chapters[i - 1]?.part).map((chapter) => chapter.at);
    const next = (/** @type {number[]} */ places) => (/** @type {number} */ step) =>
      step > 0 ? (places.find((place) => place > at) ?? length) : (places.findLast((place) => place < at) ?? 0);
    return { chapter: next(starts), part: next(parts) };
  }, [chapters, at]);
}

/** @param {{words: Words, seats: number, seat: number|null, onSeat: (seat: number|null) => void}} props */
function Seats({ words, seats, seat, onSeat }) {
  const change = (/** @type {On<HTMLSelectElement>} */ { currentTarget: { value } }) =>
    onSeat(value === "" ? null : Number(value));
  return html`<label class="from"><span>${words.say("web.replay.from")}</span>
    ${seat !== null && html`<${Crest} seat=${seat} />`}
    <select value=${seat === null ? "" : String(seat)}
      onChange=${change}>
      <option value="">${words.say("web.replay.spectator")}</option>
      ${Array.from({ length: seats }, (_, place) => html`<option value=${place}>${words.player(place)}</option>`)}
    </select></label>`;
}

/**
 * The dice that everybody still has, in turn order.
 * @param {{words: Words, seats: DiceOfSeat[]}} props
 */
export function DiceLeft({ words, seats }) {
  return html`<ul class="dice-left" aria-label=${words.say("web.replay.dice_left")}>${seats.map(
    ({ seat, dice, bonus }) => html`<li key=${seat} class=${dice.length + bonus.length ? "" : "none"}>
      <${Crest} seat=${seat} label=${words.player(seat)} />
      ${dice.map((face) => html`<${Die} face=${face} seat=${seat} class="sm" />`)}
      ${bonus.map((face) => html`<${Die} face=${face} bonus class="sm" />`)}</li>`,
  )}</ul>`;
}

// -- what happened ----------------------------------------------------------------------------------------------------

/**
 * The lines of the log, one for each frame with something to say; the current one is shown in full.
 * @param {{model: TableModel, drawing: Drawing, replay: Replay, course: Course, at: number, onGo: (place: number) =>
 *          void}} props
 */
function Log({ model, drawing, replay, course, at, onGo }) {
  const words = model.words.value;
  const box = useRef(null);
  const rows = useMemo(() => {
    const starts = new Map(course.chapters.map((chapter) => [chapter.at, chapter]));
    return replay.frames.map(({ entry }, place) => {
      const told = linesOf(model, drawing, entry);
      const best = entry.events.findIndex(({ event }) => course.headlines.includes(event));
      const headline = told.find(({ key }) => key === `${entry.version}.${best}`) ?? told[0];
      return { at: place + 1, seat: entry.seat, number: entry.version, chapter: starts.get(place + 1), told, headline };
    });
  }, [replay, words]);
  useLayoutEffect(() => {
    const list = box.current;
    /** @type {HTMLElement|null} */
    const current = list.querySelector("[aria-current]");
    if (current) list.scrollTop = current.offsetTop - list.clientHeight / 2 + current.offsetHeight / 2;
    else list.scrollTop = 0;
  }, [at, replay, words]);
  return html`<ol class="lines" ref=${box} aria-label=${words.say("web.replay.log")}>
    ${rows.map((row) => {
      const current = row.at === at;
      const time = current ? "current" : row.at > at ? "future" : "";
      return html`${
        row.told.length > 0 &&
        html`<li key=${row.at} class=${time} aria-current=${current ? "true" : null}>
          ${row.seat >= 0 ? html`<${Crest} seat=${row.seat} />` : html`<${Icon} id="u-dice" class="crest" />`}
          <div>
            <button type="button" tabindex=${current ? 0 : -1} onClick=${() => onGo(row.at)}>
              ${row.headline.text}</button>
            ${
              current &&
              html`<${RuleOf} model=${model} rule=${row.headline.rule} />
              <ul>${row.told
                .filter((line) => line !== row.headline)
                .map(
                  (line) => html`<li key=${line.key}>${line.text} <${RuleOf} model=${model} rule=${line.rule} /></li>`,
                )}</ul>`
            }
          </div><span class="number">${row.number}</span>
        </li>`
      }
        ${row.chapter && html`<li class="chapter" key=${`c${row.at}`}>${row.chapter.say(words)}</li>`}`;
    })}
  </ol>`;
}

/**
 * The way to the text of a rule.
 * @param {{model: TableModel, rule: string}} props
 */
function RuleOf({ model, rule }) {
  const label = model.words.value.say("web.rules.of_line", { rule });
  const read = () => (model.rule.value = rule);
  return rule && html`<button type="button" class="rule" aria-label=${label} onClick=${read}>${rule}</button>`;
}

// -- moving -----------------------------------------------------------------------------------------------------------

/**
 * @param {{words: Words, course: Course, replay: Replay, at: number, to: Steps, playing: boolean, onGo: (place: number)
 *          => void, onPlay: () => void, address: string}} props
 */
function Scrubber({ words, course, replay, at, to, playing, onGo, onPlay, address }) {
  const { length } = replay;
  const bar = useRef(null);
  const share = (/** @type {number} */ place) => ({ left: `${(place / Math.max(1, length)) * 100}%` });
  const here = course.chapters.findLast((chapter) => chapter.at <= at);
  const season = here?.say(words) ?? "";
  const said = words.say("web.replay.place", { at, length });
  const seek = (/** @type {PointerEvent} */ event) => {
    const { left, width } = bar.current.getBoundingClientRect();
    onGo(Math.round(((event.clientX - left) / width) * length));
  };
  const down = (/** @type {PointerEvent} */ event) => {
    bar.current.setPointerCapture(event.pointerId);
    seek(event);
  };
  const drag = (/** @type {PointerEvent} */ event) => bar.current.hasPointerCapture(event.pointerId) && seek(event);
  const seasons = course.chapters.filter(({ major }) => major);
  const now = seasons.findLast((chapter) => chapter.at <= at);
  const icons = spread(
    seasons.map((chapter) => (chapter.at / Math.max(1, length)) * 100),
    0,
    100,
    ICON_GAP,
  );
  const parts = partsOf(words, course);
  const startOf = (/** @type {number} */ part) => course.chapters.find((chapter) => chapter.part === part)?.at ?? 0;
  const endOf = (/** @type {number} */ part) => course.chapters.find((chapter) => chapter.part > part)?.at ?? length;
  return html`<section class="panel scrubber" aria-label=${words.say("web.replay.controls")}>
    <div class="controls">
      <${IconButton} icon="u-prev" label=${words.say("web.replay.first")} onClick=${() => onGo(0)} class="far" />
      <${IconButton} icon="u-chev" label=${words.say("web.replay.part_back")} onClick=${() => onGo(to.part(-1))}
        class="part back" />
      <${IconButton} icon="u-step-back" label=${words.say("web.replay.back")} onClick=${() => onGo(replay.beside(at, -1))} />
      <${IconButton} icon=${playing ? "u-pause" : "u-play"} onClick=${onPlay}
        label=${words.say(playing ? "web.replay.pause" : "web.replay.play")} />
      <${IconButton} icon="u-step-fwd" label=${words.say("web.replay.forward")} onClick=${() => onGo(replay.beside(at, 1))} />
      <${IconButton} icon="u-chev" label=${words.say("web.replay.part_forward")} onClick=${() => onGo(to.part(1))}
        class="part" />
      <${IconButton} icon="u-next" label=${words.say("web.replay.last")} onClick=${() => onGo(length)} class="far" />
      ${address && html`<${Share} words=${words} address=${address} />`}
    </div>
    <div class="track" ref=${bar} role="slider" tabindex="0" aria-label=${words.say("web.replay.slider")}
      aria-valuemin="0" aria-valuemax=${length} aria-valuenow=${at} aria-valuetext=${`${said}, ${season}`}
      onPointerDown=${down} onPointerMove=${drag}>
      <span class="rail"></span><span class="rail done" style=${{ width: share(at).left }}></span>
      ${parts.map(({ part, label }) => {
        const [from, end] = [startOf(part), endOf(part)];
        return html`<i class="part" style=${share(from)}></i>
          <span class="name" style=${share((from + end) / 2)}>${label}</span>`;
      })}
      ${seasons.map(
        (chapter, i) => html`<i style=${share(chapter.at)}></i>
        <span class=${names("season", chapter === now && "now")} style=${{ left: `${icons[i]}%` }}>
          <${Icon} id=${chapter.icon} /></span>`,
      )}
      ${course.turns.map((turn, i) => html`<span class="turn" style=${share(turn.at)}>${i + 1}</span>`)}
      <u style=${share(at)}></u>
    </div>
    <p><b>${said}</b><span>${season}</span></p>
  </section>`;
}

/**
 * Copies a link to the place that is shown.
 * @param {{words: Words, address: string}} props
 */
function Share({ words, address }) {
  const [copied, setCopied] = useState("");
  const copy = async () => {
    await navigator.clipboard.writeText(address);
    setCopied(address);
    announce(words.say("web.copied"));
  };
  return html`<${IconButton} icon=${copied === address ? "u-check" : "u-copy"} label=${words.say("web.replay.share")}
    onClick=${() => copy().catch(() => undefined)} class="far" />`; // the address bar has it too
}
