/** Statistics of the finished games of this server: what was played, and who won with it. The server counts. */

import { wordsFor } from "./frame.js";
import { get } from "./http.js";
import { PageTop } from "./navigation.js";
import { html, Segments, useEffect, useState } from "./parts.js";
import { go } from "./route.js";
import { variantOf } from "./terms.js";
import { decimal } from "./words.js";

/**
 * @import { GameInfo, GameLine, StatsFile, StatsGroup, StatsLine } from "./messages.js"
 * @import { Words } from "./words.js"
 */

const AGAIN = 3_000; // milliseconds between two looks while games are being counted

/** @param {{game?: string}} props */
export default function StatsPage({ game = "" }) {
  const frame = wordsFor().value;
  const [games, setGames] = useState(/** @type {GameLine[]} */ ([]));
  const [file, setFile] = useState(/** @type {StatsFile|null} */ (null));
  const [failed, setFailed] = useState(false);
  const [level, setLevel] = useState("");
  const [place, setPlace] = useState(0);
  const shown = game || games[0]?.id || "";
  useEffect(() => void get("/api/games").then(setGames, () => setFailed(true)), []);
  useEffect(() => {
    if (!shown) return undefined;
    let timer = 0;
    const look = () =>
      get(`/api/stats/${shown}${level && `?level=${encodeURIComponent(level)}`}`).then(
        (/** @type {StatsFile} */ found) => {
          setFile(found);
          setFailed(false);
          if (found.counted < found.games) timer = window.setTimeout(look, AGAIN);
        },
        () => setFailed(true),
      );
    void look();
    return () => clearTimeout(timer);
  }, [shown, level]);
  useEffect(() => {
    if (frame) document.title = `${frame.say("web.stats.title")} · Kronrat`;
  }, [frame]);
  if (!frame) return null;
  const groups = file?.groups ?? [];
  const group = groups[Math.min(place, groups.length - 1)];
  return html`<div class="page stats">
    <${PageTop} here="stats" />
    <main>
      <header class="panel about"><h1 class="h">${frame.say("web.stats.title")}</h1>
        <${Segments} legend=${frame.say("web.puzzles.game")} hideLegend value=${shown}
          choices=${games.map(({ id }) => ({ value: id, label: frame.say(`game.${id}`) }))}
          onChange=${(/** @type {string} */ id) => go(`/stats/${id}`)} />
        ${
          groups.length > 0 &&
          html`<label>${frame.say("web.stats.table")}
            <select value=${place} onChange=${(/** @type {{currentTarget: HTMLSelectElement}} */ { currentTarget }) => setPlace(Number(currentTarget.value))}>
              ${groups.map((one, i) => html`<option key=${i} value=${i}>${captionOf(frame, one)}</option>`)}</select></label>
          <label>${frame.say("web.stats.level")}
            <select value=${level} onChange=${(/** @type {{currentTarget: HTMLSelectElement}} */ { currentTarget }) => setLevel(currentTarget.value)}>
              <option value="">${frame.say("web.stats.level.all")}</option>
              ${(file?.levels ?? []).map((one) => html`<option key=${one} value=${one}>${levelOf(frame, one)}</option>`)}</select></label>`
        }
        ${failed && html`<p class="strip" role="alert">${frame.say("web.stats.failed")}</p>`}
        ${
          file &&
          html`<p class="muted" role="status">${file.games ? frame.say("web.stats.counted", { counted: file.counted, games: file.games }) : ""}
            ${file.counted < file.games ? ` ${frame.say("web.stats.growing")}` : ""} ${frame.say("web.stats.more")}</p>`
        }
      </header>
      ${file && !group && html`<p class="panel empty">${frame.say("web.stats.none")}</p>`}
      ${group && html`<${Group} key=${`${shown} ${group.kind}`} frame=${frame} game=${shown} group=${group} />`}
    </main>
  </div>`;
}

const levelOf = (/** @type {Words} */ words, /** @type {string} */ level) =>
  words.say(level === "person" ? "stats.person" : `bot.${level}`);

const captionOf = (/** @type {Words} */ words, /** @type {StatsGroup} */ { kind, seats, games }) =>
  [words.say("web.stats.group", { n: seats, games }), kind].filter(Boolean).join(" · ");

/** @param {{frame: Words, game: string, group: StatsGroup}} props */
function Group({ frame, game, group }) {
  const [info, setInfo] = useState(/** @type {GameInfo|null} */ (null));
  useEffect(
    () => void get(`/api/games/${game}?${new URLSearchParams(group.options)}`).then(setInfo, () => undefined),
    [],
  );
  const words = wordsFor(game, info ? variantOf(info.switches, group.options) : "").value;
  if (!words || !info) return null;
  const whats = [...new Set(group.lines.map(({ what }) => what))];
  return html`<div class="tables" tabindex="0" role="group" aria-label=${frame.say("web.stats.title")}>
    ${whats.map((what) => html`<${Lines} key=${what} frame=${frame} words=${words} what=${what} lines=${group.lines.filter((line) => line.what === what)} />`)}
  </div>`;
}

/** @param {{frame: Words, words: Words, what: string, lines: StatsLine[]}} props */
function Lines({ frame, words, what, lines }) {
  const length = what === "length";
  const wins = !length && lines.some(({ mean }) => mean !== 0);
  const heads = length
    ? ["n", "mean", "interval"]
    : wins
      ? ["n", "share", "interval", "points"]
      : ["n", "part", "interval"];
  const percent = (/** @type {string} */ n) => frame.say("web.percent", { n });
  const [scale, said] = length ? [1, String] : [100, percent];
  const cells = (/** @type {StatsLine} */ line) => ({
    n: line.n,
    share: percent(decimal(words, 100 * line.share)),
    part: percent(decimal(words, 100 * line.share)),
    mean: decimal(words, line.mean),
    points: decimal(words, line.mean),
    interval: said(`${decimal(words, scale * line.low)}–${decimal(words, scale * line.high)}`),
  });
  return html`<section class="panel figure"><header><h2 class="h">${(words.has(`stats.${what}`) ? words : frame).say(`stats.${what}`)}</h2></header>
    <div class="data"><table>
      <thead><tr><th scope="col">${frame.say("web.stats.what")}</th>${heads.map((head) => html`<th key=${head} scope="col">${frame.say(`web.stats.${head}`)}</th>`)}</tr></thead>
      <tbody>${lines.map((line) => {
        const told = /** @type {Record<string, unknown>} */ (cells(line));
        return html`<tr key=${line.value}><th scope="row">${nameOf(frame, words, line)}</th>${heads.map((head) => html`<td key=${head}>${told[head]}</td>`)}</tr>`;
      })}</tbody></table></div>
    ${!length && html`<p class="muted">${frame.say("web.stats.even", { percent: decimal(words, 100 * lines[0].even) })}</p>`}
  </section>`;
}

/** What a value is called. */
function nameOf(/** @type {Words} */ frame, /** @type {Words} */ words, /** @type {StatsLine} */ { what, value }) {
  if (what === "seat") return frame.say("stats.seat.place", { n: Number(value) + 1 });
  if (what === "level") return levelOf(frame, value);
  if (what === "length") {
    const says = `stats.length.${value}`; // in the words of the game, where it counts something of its own
    return [words, frame].find((one) => one.has(says))?.say(says) ?? value;
  }
  return words.has(value) ? words.say(value) : value;
}
