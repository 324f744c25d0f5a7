/**
 * The workshop of those who own a game: our figures, doubtful ones first, beside what is known about them, and what is
 * printed on their own copy. The server checks what is typed; it is kept in this browser, and saved as a file.
 */

import { wordsFor } from "./frame.js";
import { get, post } from "./http.js";
import { PageTop } from "./navigation.js";
import { Button, html, icon, names, Segments, useEffect, useId, useRef, useState } from "./parts.js";

/**
 * @import { FigureLine, FigureProblem, FiguresChecked } from "./messages.js"
 * @import { On } from "./types.js"
 * @import { Words } from "./words.js"
 * @typedef {Record<string, string>} Typed what was typed, by place
 */

const NOTHING = /** @type {FiguresChecked} */ ({ problems: [], changed: 0, confirmed: 0 });

/** @param {{game: string}} props */
export default function WorkshopPage({ game }) {
  const words = wordsFor(game).value;
  const page = wordsFor().value;
  const [figures, setFigures] = useState(/** @type {FigureLine[]} */ ([]));
  const [typed, setTyped] = useTyped(game);
  const [found, failed, check] = useChecked(game, typed);
  const [table, setTable] = useState("");
  const [all, setAll] = useState(false);
  useEffect(() => void get(`/api/workshop/${game}`).then(setFigures), [game]);
  useEffect(() => {
    if (page) document.title = page.say("web.workshop.title", { game });
  }, [page]);
  if (!words || !page) return null;
  const tables = [...new Set(figures.map((figure) => figure.table))];
  const open = tables.includes(table) ? table : (tables[0] ?? "");
  const shown = figures.filter((figure) => figure.table === open && (all || figure.doubtful));
  const load = async (/** @type {File} */ file) => {
    const told = await check({ file: await file.text() });
    if (told?.values) setTyped(told.values);
  };
  return html`<div class="page workshop">
    <${PageTop}>
      <h1 class="where">${page.say("web.workshop.title", { game })}</h1><//>
    <main>
      <section class="panel about"><p>${page.say("web.workshop.lead")}</p>
        <${Groups} words=${words} page=${page} tables=${tables} open=${open} figures=${figures} typed=${typed} onOpen=${setTable} />
      </section>
      <section class="panel figures" aria-label=${open && words.say(`table.${open}`)}>
        <header><h2 class="h">${open && words.say(`table.${open}`)}</h2>
          <${Segments} legend=${page.say("web.workshop.show")} hideLegend value=${all ? "all" : "doubtful"}
            choices=${["doubtful", "all"].map((value) => ({ value, label: page.say(`web.workshop.show.${value}`) }))}
            onChange=${(/** @type {string} */ value) => setAll(value === "all")} /></header>
        <div class="rows" tabindex="0" role="group" aria-label=${page.say("web.workshop.figure")}>
          ${open && !shown.length && html`<p class="muted">${page.say("web.workshop.none")}</p>`}
          ${entriesOf(shown).map(
            (entry) => html`<${Entry} key=${entry[0].place} words=${words} page=${page} figures=${entry} typed=${typed}
              problems=${found.problems} onType=${(/** @type {Typed} */ more) => setTyped(changedBy(typed, more))} />`,
          )}
        </div>
        <${Foot} words=${words} page=${page} game=${game} typed=${typed} found=${found} failed=${failed} onLoad=${load} />
      </section>
    </main>
  </div>`;
}

// -- what was typed ---------------------------------------------------------------------------------------------------

/** What was typed for a game, kept in this browser. @returns {[Typed, (typed: Typed) => void]} */
function useTyped(/** @type {string} */ game) {
  const key = `kronrat.figures.${game}`;
  const [typed, setTyped] = useState(/** @type {Typed} */ (JSON.parse(localStorage.getItem(key) ?? "{}")));
  const keep = (/** @type {Typed} */ next) => {
    localStorage.setItem(key, JSON.stringify(next));
    setTyped(next);
  };
  return [typed, keep];
}

/** An empty text is one that was taken back. @returns {Typed} */
function changedBy(/** @type {Typed} */ typed, /** @type {Typed} */ more) {
  return Object.fromEntries(Object.entries({ ...typed, ...more }).filter(([, text]) => text.trim()));
}

/**
 * What the server says about all that was typed; the newest answer counts.
 * @returns {[FiguresChecked, boolean, (body: {values?: Typed, file?: string}) => Promise<FiguresChecked|null>]}
 */
function useChecked(/** @type {string} */ game, /** @type {Typed} */ typed) {
  const [found, setFound] = useState(NOTHING);
  const [failed, setFailed] = useState(false);
  const newest = useRef(0);
  const check = async (/** @type {{values?: Typed, file?: string}} */ body) => {
    const mine = ++newest.current;
    try {
      const told = /** @type {FiguresChecked} */ (await post(`/api/workshop/${game}`, body));
      if (mine === newest.current) setFound(told);
      setFailed(false);
      return told;
    } catch {
      setFailed(true);
      return null;
    }
  };
  useEffect(() => {
    if (Object.keys(typed).length) void check({ values: typed });
    else setFound(NOTHING);
  }, [typed, game]);
  return [found, failed, check];
}

// -- parts ------------------------------------------------------------------------------------------------------------

/** Figures of one entry stand together. @returns {FigureLine[][]} */
function entriesOf(/** @type {FigureLine[]} */ figures) {
  /** @type {Map<string, FigureLine[]>} */
  const entries = new Map();
  for (const figure of figures) entries.set(figure.entry, [...(entries.get(figure.entry) ?? []), figure]);
  return [...entries.values()];
}

/**
 * @param {{words: Words, page: Words, tables: string[], open: string, figures: FigureLine[], typed: Typed,
 *          onOpen: (table: string) => void}} props
 */
function Groups({ words, page, tables, open, figures, typed, onOpen }) {
  return html`<nav aria-label=${page.say("web.workshop.groups")}><ul>
    ${tables.map((table) => {
      const doubtful = figures.filter((figure) => figure.table === table && figure.doubtful);
      const n = doubtful.filter(({ place }) => place in typed).length;
      return html`<li key=${table}><button type="button" class=${names("group", table === open && "on")}
        aria-current=${table === open ? "true" : null} onClick=${() => onOpen(table)}>
        <b>${words.say(`table.${table}`)}</b>
        <small>${page.say("web.workshop.compared", { n, all: doubtful.length })}</small></button></li>`;
    })}
  </ul></nav>`;
}

/**
 * @param {{words: Words, page: Words, figures: FigureLine[], typed: Typed, problems: FigureProblem[],
 *          onType: (more: Typed) => void}} props
 */
function Entry({ words, page, figures, typed, problems, onType }) {
  const { name = "", entry, note = "", reconstructed = "" } = figures[0];
  const title = name && words.has(name) ? words.say(name) : entry;
  const place = figures[0].place.split(" ").slice(0, 2).join(" ");
  const whole = problems.filter((problem) => problem.place === place);
  return html`<article><h3>${title}</h3>
    ${note && html`<p class="known"><b>${page.say("web.workshop.known")}</b> <span lang="en">${note}</span></p>`}
    ${reconstructed && html`<p class="known"><b>${page.say("web.workshop.madeup")}</b> <span lang="en">${reconstructed}</span></p>`}
    ${whole.map((problem) => html`<p class="wrong" role="alert">${told(words, problem)}</p>`)}
    <ul>${figures.map(
      (figure) => html`<${Row} key=${figure.place} words=${words} page=${page} figure=${figure} title=${title}
        text=${typed[figure.place] ?? ""} problem=${problems.find((problem) => problem.place === figure.place)}
        onType=${(/** @type {string} */ text) => onType({ [figure.place]: text })} />`,
    )}</ul></article>`;
}

/**
 * @param {{words: Words, page: Words, figure: FigureLine, title: string, text: string, problem?: FigureProblem,
 *          onType: (text: string) => void}} props
 */
function Row({ words, page, figure, title, text, problem, onType }) {
  const id = useId();
  const facts = { entry: title, field: figure.field };
  const state = problem ? "wrong" : !text ? "" : text.trim() === figure.text ? "same" : "new";
  return html`<li class=${names("row", state)}>
    <span class=${names("source", figure.source)}>${words.say(`data_source.${figure.source}`)}</span>
    <b class="field-name">${figure.field}</b>
    <span class="ours"><span class="sr">${page.say("web.workshop.ours")}: </span>${figure.text}</span>
    <input type="text" autocomplete="off" autocapitalize="off" spellcheck="false" value=${text} placeholder="…"
      inputmode=${figure.kind === "number" ? "numeric" : null} aria-label=${page.say("web.workshop.type", facts)}
      aria-invalid=${problem ? "true" : null} aria-describedby=${`${id}-said`}
      onChange=${(/** @type {On<HTMLInputElement>} */ event) => onType(event.currentTarget.value)} />
    <span class="said" id=${`${id}-said`} role=${problem ? "alert" : null}>
      ${problem ? told(words, problem) : state && page.say(state === "same" ? "web.workshop.confirmed" : "web.workshop.changed")}</span>
    ${
      !text &&
      html`<button type="button" class="btn quiet sm" aria-label=${page.say("web.workshop.same.name", facts)}
        onClick=${() => onType(figure.text)}>${icon("u-check")}${page.say("web.workshop.same")}</button>`
    }</li>`;
}

function told(/** @type {Words} */ words, /** @type {FigureProblem} */ { says, fact = "" }) {
  return words.say(`figure.wrong.${says}`, { fact });
}

/**
 * @param {{words: Words, page: Words, game: string, typed: Typed, found: FiguresChecked, failed: boolean,
 *          onLoad: (file: File) => void}} props
 */
function Foot({ words, page, game, typed, found, failed, onLoad }) {
  const picker = useRef(/** @type {HTMLInputElement|null} */ (null));
  const { problems, changed, confirmed, text = "" } = found;
  const file = `${game}-figures.toml`;
  const general = problems.filter(({ place }) => !place);
  const save = () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type: "application/toml" }));
    link.download = file;
    link.click();
    URL.revokeObjectURL(link.href);
  };
  return html`<footer><div class="sum" role="status">
      <b>${page.say("web.workshop.sum", { n: Object.keys(typed).length, changed, confirmed })}</b>
      ${problems.length > 0 && html`<em>${page.say("web.workshop.wrong", { n: problems.length })}</em>`}
      ${text && html`<code>${page.say("web.workshop.play", { command: `kronrat serve --data ${file}` })}</code>`}
      ${general.map((problem) => html`<em>${told(words, problem)}</em>`)}
      ${failed && html`<em>${page.say("web.workshop.failed")}</em>`}</div>
    <input class="sr" type="file" accept=".toml" tabindex="-1" aria-hidden="true" ref=${picker}
      onChange=${(/** @type {On<HTMLInputElement>} */ event) => {
        const [chosen] = event.currentTarget.files ?? [];
        if (chosen) onLoad(chosen);
        event.currentTarget.value = "";
      }} />
    <${Button} onClick=${() => picker.current?.click()}>${page.say("web.workshop.load")}<//>
    <${Button} kind="pri" icon="u-check" why=${text ? "" : page.say("web.workshop.save.why")} onClick=${save}>
      ${page.say("web.workshop.save")}<//>
  </footer>`;
}
