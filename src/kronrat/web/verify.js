/**
 * "Verify the dice": the promise from before the game against the secret revealed after it. Commitment, seed and every
 * roll are computed here in the browser; the server replays the whole journal and counts all answers of chance.
 */

import { bytesOf, facesIn, followed, hexOf, seedAt, seedOf, streamBytes } from "./fair.js";
import { postText } from "./http.js";
import { Button, Crest, Dialog, Die, html, Icon, names, useEffect, useState } from "./parts.js";
import { pledgeOf } from "./pledge.js";
import { loadCourse } from "./replay-model.js";

/**
 * @import { Verified } from "./messages.js"
 * @import { Replay } from "./replay-model.js"
 * @import { Children } from "./types.js"
 * @import { Words } from "./words.js"
 * @typedef {ReturnType<typeof computed>} Computed
 * @typedef {{running?: boolean, local?: Computed, server?: Verified|null}} Result
 * @typedef {import("./types.js").Roll} Roll
 */

const sorted = (/** @type {number[]} */ faces) => [...faces].sort().join();

/** The moment of a roll, where every moment has a stream of its own. */
const momentOf = (/** @type {Replay} */ { frames }, /** @type {Roll} */ { at }) => frames[at - 1]?.moment ?? "";

/** The seed of a line: in a variation with new dice, earlier ones have that of the game it goes on from. */
function seedFor(/** @type {Uint8Array} */ seed, /** @type {Replay} */ { file }, /** @type {number} */ at) {
  const before = (file.bends ?? []).find(({ lines, seed: earlier }) => earlier && at <= lines);
  return before?.seed ? bytesOf(before.seed) : seed;
}

/** Every roll against the bytes of its stream. @returns {{rolls: number, wrong: Roll|null}} */
function computed(/** @type {Uint8Array} */ seed, /** @type {Roll[]} */ rolls, /** @type {Replay} */ replay) {
  const known = rolls.filter(({ dice }) => dice.length);
  const fell = (/** @type {Roll} */ roll) =>
    facesIn(seedAt(seedFor(seed, replay, roll.at), momentOf(replay, roll)), roll.dice);
  const wrong = known.find((roll) => sorted(fell(roll)) !== sorted(roll.faces)) ?? null;
  return { rolls: known.length, wrong };
}

/**
 * @param {{words: Words, replay: Replay, rolls: Roll[], journal: () => Promise<string>,
 *          table?: string, at?: number}} props  `table` is one that this browser may remember; `at` is the view whose
 *          last roll is shown
 */
export function DiceCheck({ words, replay, rolls, journal, table = "", at = replay.length }) {
  const { header } = replay.file;
  const { seed, kept } = seedOf(header);
  const [result, setResult] = useState(/** @type {Result|null} */ (null));
  const [copied, setCopied] = useState(false);
  const roll = rolls.findLast((one) => one.at <= at) ?? rolls[0];
  const check = async () => {
    if (!seed) return;
    setResult({ running: true });
    const local = computed(seed, rolls, replay);
    try {
      /** @type {Verified} */
      const server = await postText(`/api/verify?table=${table}`, await journal());
      setResult({ local, server });
    } catch {
      setResult({ local, server: null });
    }
  };
  const copy = () =>
    navigator.clipboard?.writeText(recipe(header)).then(
      () => setCopied(true),
      () => {},
    );
  if (!seed) return html`<p class="fair">${words.say("web.fair.kept_secret")}</p>`;
  return html`<div class="fair">
    <p>${words.say(kept === null ? "web.fair.open_seed" : "web.fair.how")}</p>
    <dl>
      ${header.commitment && html`<${Hash} label=${words.say("web.fair.commitment")} value=${header.commitment} />`}
      ${header.secret && html`<${Hash} label=${words.say("web.fair.secret")} value=${header.secret} />`}
      ${(header.nonces ?? "")
        .split(",")
        .filter(Boolean)
        .map((nonce, i) => html`<${Hash} label=${words.say("web.fair.nonce", { number: i + 1 })} value=${nonce} />`)}
      <${Hash} label=${words.say("web.fair.seed")} value=${hexOf(seed)} />
    </dl>
    <ul class="verdicts">${[
      ...(kept === null ? [] : promiseFindings(words, header, kept, table)),
      streamFinding(words, replay),
      ...originFindings(words, replay),
    ].map(({ ok, said }) => html`<li><${Verdict} ok=${ok}>${said}<//></li>`)}</ul>
    ${
      roll &&
      html`<${OneRoll} words=${words} seed=${seedFor(seed, replay, roll.at)} roll=${roll} number=${rolls.indexOf(roll) + 1}
      moment=${momentOf(replay, roll)} />`
    }
    ${result && !result.running && html`<${Result} words=${words} ...${result} />`}
    <div class="row">
      <${Button} kind="pri" icon="u-dice" onClick=${check}>
        ${words.say(result?.running ? "web.fair.running" : "web.fair.check")}<//>
      <${Button} icon="u-copy" onClick=${copy}>${words.say(copied ? "web.fair.copied" : "web.fair.copy")}<//>
    </div>
  </div>`;
}

/** @param {{label: string, value: string}} props */
function Hash({ label, value }) {
  const short = value.length > 20 ? `${value.slice(0, 8)}…${value.slice(-8)}` : value;
  return html`<dt>${label}</dt><dd><code title=${value} aria-label=${value}>${short}</code></dd>`;
}

/**
 * `ok` is null where nothing can be said.
 * @param {{ok: boolean|null, children?: Children}} props
 */
function Verdict({ ok, children }) {
  const [look, icon] = ok === null ? ["", "u-help"] : ok ? ["ok", "u-check"] : ["bad", "u-close"];
  return html`<p class=${names("verdict", look)}><${Icon} id=${icon} />${children}</p>`;
}

/** @typedef {{ok: boolean|null, said: string}} Finding */

/** The promise and the shares, against what this browser remembers of the table. @returns {Finding[]} */
function promiseFindings(
  /** @type {Words} */ words,
  /** @type {Record<string, string>} */ header,
  /** @type {boolean} */ kept,
  /** @type {string} */ table,
) {
  const secret = { ok: kept, said: words.say(kept ? "web.fair.promise_kept" : "web.fair.promise_broken") };
  const pledge = pledgeOf(table);
  if (!pledge) return [secret, { ok: null, said: words.say("web.fair.no_memory") }];
  const same = pledge.commitment === header.commitment;
  const first = words.say(same ? "web.fair.same_promise" : "web.fair.other_promise", { first: pledge.commitment });
  const own = Object.values(pledge.shares);
  const among = own.every((share) => header.nonces.split(",").includes(share));
  const shares = words.say(among ? "web.fair.shares_in" : "web.fair.shares_out", { n: own.length });
  return [secret, { ok: same, said: first }, ...(own.length ? [{ ok: among, said: shares }] : [])];
}

/** Whether the answers of chance were read one after the other, or each from the stream of its moment. @returns {Finding} */
function streamFinding(/** @type {Words} */ words, /** @type {Replay} */ replay) {
  const { read, gap } = followed(
    replay.frames,
    (replay.file.bends ?? []).flatMap(({ lines, seed }) => (seed ? [lines] : [])),
  );
  const right = replay.file.header.dice ? "web.fair.moments" : "web.fair.no_gap";
  const said = gap ? words.say("web.fair.gap", { at: gap }) : words.say(right, { n: read });
  return { ok: !gap, said };
}

/** What a variation says of its origin. @returns {Finding[]} */
const originFindings = (/** @type {Words} */ words, /** @type {Replay} */ { file }) =>
  (file.bends ?? []).slice(-1).map(({ at, digest, seat }) => ({
    ok: null,
    said: words.say(`web.fair.origin.${typeof seat === "number" ? "new" : "same"}`, {
      at,
      digest: digest.slice(0, 16),
    }),
  }));

/**
 * One roll with the bytes it was made of.
 * @param {{words: Words, seed: Uint8Array, roll: Roll, number: number, moment: string}} props
 */
function OneRoll({ words, seed, roll, number, moment }) {
  const stream = seedAt(seed, moment);
  const bytes = roll.dice.length ? streamBytes(stream, roll.dice[0], roll.dice[1]) : [];
  return html`<div class="roll">
    <span>${words.say("web.fair.roll", { number, seat: roll.seat })}</span>
    <span class="faces"><${Crest} seat=${roll.seat} />
      ${roll.faces.map((face) => html`<${Die} face=${face} seat=${roll.seat} class="sm" />`)}</span>
    ${
      bytes.length > 0 &&
      html`<p>${words.say("web.fair.bytes", {
        from: roll.dice[0],
        bytes: bytes.map((byte) => byte.toString(16).padStart(2, "0")).join(" "),
        faces: facesIn(stream, roll.dice),
      })}</p>`
    }
    ${bytes.length > 0 && moment && html`<p>${words.say("web.fair.moment", { moment, key: hexOf(stream) })}</p>`}
  </div>`;
}

/** @param {{words: Words, local: Computed, server: Verified|null}} props */
function Result({ words, local, server }) {
  const { rolls, wrong } = local;
  const mine = wrong
    ? words.say("web.fair.local_wrong", { at: wrong.at })
    : words.say("web.fair.local_right", { n: rolls });
  const theirs = !server
    ? words.say("web.fair.server_away")
    : server.ok
      ? words.say("web.fair.server_right", { n: server.checked })
      : words.say("web.fair.server_wrong", { line: server.line ?? 1, problem: server.problem });
  return html`<div role="status">${rolls > 0 && html`<${Verdict} ok=${!wrong}>${mine}<//>`}
    <${Verdict} ok=${Boolean(server?.ok)}>${theirs}<//>
    ${
      server?.ok &&
      server.origin &&
      html`<${Verdict} ok=${server.origin === "proved" || null}>${words.say(`web.fair.origin.${server.origin}`)}<//>`
    }</div>`;
}

/** What somebody needs to compute it elsewhere. */
function recipe(/** @type {Record<string, string>} */ header) {
  const told = ["dice", "commitment", "nonces", "secret", "seed"].filter((name) => header[name]);
  return told.map((name) => `${name} ${header[name]}`).join("\n");
}

/**
 * The check of a finished table, over the page.
 * @param {{words: Words, replay: Replay, table: string, onClose: () => void}} props
 */
export function DiceDialog({ words, replay, table, onClose }) {
  const [rolls, setRolls] = useState(/** @type {Roll[]|null} */ (null));
  useEffect(() => void loadCourse(replay).then((course) => setRolls(course.rolls)), [replay]);
  const journal = () => fetch(`/api/tables/${table}/journal`).then((answer) => answer.text());
  const title = words.say("web.fair.title");
  return html`<${Dialog} title=${title} closeLabel=${words.say("web.close")} onClose=${onClose}>
    ${rolls && html`<${DiceCheck} words=${words} replay=${replay} rolls=${rolls} journal=${journal} table=${table} />`}
  <//>`;
}
