/** Where an analysis begins: with a new game, a game of mine, a file, or one that was kept. */

import { wordsFor } from "./frame.js";
import { get, remove } from "./http.js";
import { PageTop } from "./navigation.js";
import { Button, html, Icon, IconButton, names, useEffect, useState } from "./parts.js";
import { mainOf } from "./terms.js";
import { loadGame } from "./model.js";

/**
 * @import { AnalysisKept, AnalysisList, GameInfo, GameLine, Lobby, NewAnalysis, TableLine } from "./messages.js"
 * @import { Problem } from "./http.js"
 * @import { On } from "./types.js"
 * @import { Words } from "./words.js"
 */

const FILE_BYTES = 262_144; // as the server has it
const MOST_TABLES = 6;

/**
 * @param {{words: Words, problem: Problem|null, draft: NewAnalysis|null, onBegin: (wish: NewAnalysis) => void}} props
 */
export function Begin({ words, problem, draft, onBegin }) {
  const [games, setGames] = useState(/** @type {GameLine[]} */ ([]));
  const [tables, setTables] = useState(/** @type {TableLine[]} */ ([]));
  useEffect(() => {
    get("/api/games").then(setGames, () => undefined);
    get("/api/tables").then(
      (/** @type {Lobby} */ { mine }) => setTables(mine.filter(({ stage, outdated }) => stage === "over" && !outdated)),
      () => undefined,
    );
  }, []);
  return html`<div class="page analyses">
    <${PageTop} />
    <main>
      <div class="panel intro"><h1 class="h">${words.say("web.analysis")}</h1>
        <p class="lead">${words.say("web.analysis.lead")}</p>
        ${draft && html`<${Button} icon="u-branch" onClick=${() => onBegin(draft)}>${words.say("web.analysis.draft")}<//>`}
        ${problem && html`<${Trouble} words=${words} problem=${problem} />`}</div>
      ${games.length > 0 && html`<${NewGame} words=${words} games=${games} onBegin=${onBegin} />`}
      <section class="panel" aria-labelledby="mine"><h2 class="h" id="mine">${words.say("web.analysis.mine")}</h2>
        <p class="muted">${words.say(tables.length ? "web.analysis.mine.hint" : "web.analysis.mine.none")}</p>
        <ul>${tables.slice(0, MOST_TABLES).map(
          (line) => html`<li key=${line.id}><a class="btn" href=${`/t/${line.id}/replay`}>
            ${words.say("web.analysis.table", { game: line.game, names: line.seats.map(({ name = "", bot = "" }) => name || (bot && words.say(`bot.${bot}`)) || "–") })}</a></li>`,
        )}</ul></section>
      <${FromFile} words=${words} onBegin=${onBegin} />
      <${Kept} words=${words} />
    </main>
  </div>`;
}

/** @param {{words: Words, problem: Problem}} props */
function Trouble({ words, problem }) {
  const { code, line, message } = problem;
  const known = words.has(`web.refused.${code}`) ? `web.refused.${code}` : "web.analysis.failed";
  const broken = code === "broken_journal";
  return html`<p class="problem" role="alert">${words.say(broken ? "web.analysis.bad_file" : known)}
    ${broken && html` <small>${words.say("web.analysis.bad_file.why", { line, why: message })}</small>`}</p>`;
}

/** @param {{words: Words, games: GameLine[], onBegin: (wish: NewAnalysis) => void}} props */
function NewGame({ words, games, onBegin }) {
  const [game, setGame] = useState(games[0].id);
  const [seats, setSeats] = useState(2);
  const [info, setInfo] = useState(/** @type {GameInfo|null} */ (null));
  const [options, setOptions] = useState(/** @type {Record<string, string>} */ ({}));
  useEffect(() => {
    let here = true;
    loadGame(game, options).then(
      (found) => here && setInfo(found),
      () => undefined,
    );
    return () => void (here = false);
  }, [game, JSON.stringify(options)]);
  const spoken = wordsFor(game).value; // the names of its options are words of the game
  const counts = games.find(({ id }) => id === game)?.seat_counts ?? [2];
  const choose = (/** @type {On<HTMLSelectElement>} */ { currentTarget }) => {
    setGame(currentTarget.value);
    setOptions({});
    setInfo(null);
  };
  const begin = () => onBegin({ game, seats: counts.includes(seats) ? seats : counts[0], options });
  return html`<section class="panel" aria-labelledby="fresh"><h2 class="h" id="fresh">${words.say("web.analysis.fresh")}</h2>
    <label class="field row"><span>${words.say("web.analysis.game")}</span>
      <select value=${game} onChange=${choose}>${games.map(({ id }) => html`<option value=${id}>${words.say(`game.${id}`)}</option>`)}</select></label>
    <label class="field row"><span>${words.say("web.analysis.seats")}</span>
      <select value=${String(seats)} onChange=${(/** @type {On<HTMLSelectElement>} */ { currentTarget }) => setSeats(Number(currentTarget.value))}>
        ${counts.map((n) => html`<option value=${String(n)}>${n}</option>`)}</select></label>
    ${mainOf(info?.switches ?? [])
      .filter(({ values, many }) => !many && values.length > 1)
      .map(
        ({
          name,
          values,
          default: standard,
        }) => html`<label class="field row" key=${name}><span>${spoken?.say(`switch.${name}`)}</span>
        <select value=${options[name] ?? standard} onChange=${(/** @type {On<HTMLSelectElement>} */ event) => setOptions({ ...options, [name]: event.currentTarget.value })}>
          ${values.map((value) => html`<option value=${value}>${spoken?.say(`switch.${name}.${value}`)}</option>`)}</select></label>`,
      )}
    <${Button} kind="pri" onClick=${begin}>${words.say("web.analysis.begin")}<//></section>`;
}

/** @param {{words: Words, onBegin: (wish: NewAnalysis) => void}} props */
function FromFile({ words, onBegin }) {
  const [over, setOver] = useState(false);
  const [long, setLong] = useState(false);
  const take = async (/** @type {File|undefined} */ file) => {
    setLong((file?.size ?? 0) > FILE_BYTES);
    if (file && file.size <= FILE_BYTES) onBegin({ text: await file.text() });
  };
  const drop = (/** @type {DragEvent} */ event) => {
    event.preventDefault();
    setOver(false);
    void take(event.dataTransfer?.files[0]);
  };
  return html`<section class="panel" aria-labelledby="file"><h2 class="h" id="file">${words.say("web.analysis.file")}</h2>
    <label class=${names("drop", over && "over")} onDrop=${drop} onDragLeave=${() => setOver(false)}
      onDragOver=${(/** @type {Event} */ event) => (event.preventDefault(), setOver(true))}>
      <${Icon} id="u-quill" /><span>${words.say("web.analysis.file.hint")}</span>
      <input type="file" class="sr" onChange=${(/** @type {On<HTMLInputElement>} */ event) => take(event.currentTarget.files?.[0])} />
      <span class="btn" aria-hidden="true">${words.say("web.replay.choose")}</span></label>
    ${long && html`<p class="problem" role="alert">${words.say("web.refused.too_long")}</p>`}</section>`;
}

/** @param {{words: Words}} props */
function Kept({ words }) {
  const [kept, setKept] = useState(/** @type {AnalysisKept[]} */ ([]));
  const load = () =>
    get("/api/analyses").then(
      (/** @type {AnalysisList} */ list) => setKept(list.analyses),
      () => undefined,
    );
  useEffect(() => void load(), []);
  if (!kept.length) return null;
  const drop = (/** @type {string} */ id) => remove(`/api/analyses/${id}`).then(load, load);
  return html`<section class="panel kept" aria-labelledby="kept"><h2 class="h" id="kept">${words.say("web.analysis.kept")}</h2>
    <ul>${kept.map((one) => {
      const title = one.title || words.say("web.analysis.untitled");
      return html`<li key=${one.id}><a href=${`/analysis/${one.id}`}>${title} <small>${words.say(`game.${one.game}`)}</small></a>
        <${IconButton} icon="u-close" label=${words.say("web.analysis.drop", { title })} onClick=${() => drop(one.id)} /></li>`;
    })}</ul></section>`;
}
