/**
 * The analysis board: a position on the real table, choices tried freely for every seat and for chance, a tree of
 * variations with notes, and beside it what the strongest bot would do. The rules are played by the server.
 */

import { Begin } from "./analysis-begin.js";
import { Lab } from "./analysis-lab.js";
import { AnalysisModel } from "./analysis-model.js";
import { Tree } from "./analysis-tree.js";
import { dressedDrawing } from "./drawings.js";
import { style, styleOnly, wordsFor } from "./frame.js";
import { get, post } from "./http.js";
import { html, Icon, useEffect, useMemo, useSignal, useSignalEffect, useState } from "./parts.js";
import { route } from "./route.js";
import { HANDED, memory } from "./settings.js";
import { directed, Table } from "./table.js";

/**
 * @import { Problem } from "./http.js"
 * @import { AnalysisFile, NewAnalysis } from "./messages.js"
 * @import { Drawing } from "./types.js"
 */

const DRAFT = "kronrat.analysis"; // the newest analysis of this browser, kept or not
const TABLE = "/static/table.css"; // only where a table is: its names are not those of other pages
const STYLES = ["navigation", "marks", "laid", "flags", "analysis"].map((name) => `/static/${name}.css`);

/** What the address asks for, if anything. @returns {NewAnalysis|null} */
function wishIn(/** @type {URLSearchParams} */ query) {
  const at = Number(query.get("at") ?? -1);
  if (query.has("table")) return { table: query.get("table") ?? "", at };
  if (query.has("handed")) return /** @type {NewAnalysis|null} */ (memory.read(HANDED));
  return query.has("puzzle") ? { puzzle: query.get("puzzle") ?? "" } : null;
}

/** @param {{analysis?: string}} props */
export default function AnalysisPage({ analysis = "" }) {
  const [file, setFile] = useState(/** @type {AnalysisFile|null} */ (null));
  const [problem, setProblem] = useState(/** @type {Problem|null} */ (null));
  const wish = wishIn(route.value.query);
  const words = wordsFor().value;
  const begin = (/** @type {NewAnalysis} */ wanted) => {
    setProblem(null);
    return post("/api/analysis", wanted).then(setFile, setProblem);
  };
  useEffect(() => {
    if (analysis) get(`/api/analyses/${analysis}`).then(setFile, setProblem);
    else if (wish) void begin(wish);
  }, [analysis]);
  useEffect(() => {
    if (words) document.title = words.say("web.analysis.title");
  }, [words]);
  if (!words) return null;
  if (file) return html`<${Board} key=${file} file=${file} onOther=${() => setFile(null)} />`;
  if ((analysis || wish) && !problem) return html`<main class="lost"><${Icon} id="mark" class="big-mark" /></main>`;
  const draft = /** @type {NewAnalysis|null} */ (memory.read(DRAFT));
  return html`<${Begin} words=${words} problem=${problem} draft=${draft?.text ? draft : null} onBegin=${begin} />`;
}

/** @param {{file: AnalysisFile, onOther: () => void}} props */
function Board({ file, onOther }) {
  const tree = useMemo(() => new Tree(file), []);
  const model = useMemo(() => new AnalysisModel(tree), []);
  const drawing = useSignal(/** @type {Drawing|null} */ (null));
  const id = useSignal(file.mine ? (file.id ?? "") : "");
  const [dressed, setDressed] = useState(false);
  const words = wordsFor().value;
  useEffect(() => () => model.dispose(), []);
  useEffect(() => {
    void style(TABLE).then(() => setDressed(true));
    return () => styleOnly(STYLES);
  }, []);
  useEffect(() => void dressedDrawing(file.game).then((loaded) => (drawing.value = loaded)), []);
  useSignalEffect(() => void (drawing.value && model.playhead.direct(directed(model, drawing.value))));
  useSignalEffect(() => {
    const text = JSON.stringify(tree.sheet()); // read again whenever something is tried or said
    const wait = setTimeout(() => void keepDraft(text), 1_000);
    return () => clearTimeout(wait);
  });
  if (!words) return null;
  if (model.socket.ended.value)
    return html`<main class="lost"><h1 class="h">${words.say("web.analysis.broken")}</h1>
      <a class="btn pri" href="/analysis" onClick=${onOther}>${words.say("web.analysis.other")}</a></main>`;
  if (!model.ready.value || !drawing.value || !dressed)
    return html`<main class="lost"><${Icon} id="mark" class="big-mark" /></main>`;
  const menu = [
    { label: words.say("web.analysis.other"), icon: "u-branch", href: "/analysis", onClick: onOther },
    { label: words.say("web.nav.rules"), icon: "u-book", href: `/rules/${file.game}` },
    { label: words.say("web.to_lobby"), icon: "u-arrow", href: "/" },
  ];
  return html`<${Table} model=${model} drawing=${drawing.value} menu=${menu}>
    <${Lab} words=${words} model=${model} tree=${tree} drawing=${drawing.value} id=${id} />
  <//>`;
}

/** Remember an analysis in this browser, as the file that the server writes of it. */
async function keepDraft(/** @type {string} */ sheet) {
  const headers = { "content-type": "application/json" };
  const answer = await fetch("/api/analysis/text", { method: "POST", headers, body: sheet }).catch(() => null);
  if (answer?.ok) memory.write(DRAFT, { text: await answer.text() });
}
