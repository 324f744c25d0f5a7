/**
 * The result page: who has won and why, how the points came about, the luck of the dice, and what turned the game. All
 * figures come from the replay of the game.
 */

import { along, BarTable, CourseFigure, Figure, partsOf } from "./charts.js";
import { FAIR_SPREAD, luckOf, Scale } from "./charts.js";
import { post } from "./http.js";
import { isNamed, me, NameDialog } from "./me.js";
import { Button, Crest, html, Icon, useEffect, useState } from "./parts.js";
import { newSeal, remember } from "./pledge.js";
import { go } from "./route.js";
import { loadCourse, loadReplay } from "./replay-model.js";
import { DiceDialog } from "./verify.js";
import { newNonce } from "./socket.js";
import { decimal, minus } from "./words.js";

/**
 * @import { LiveModel } from "./model.js"
 * @import { Replay } from "./replay-model.js"
 * @import { Course, Source, StandingLine } from "./types.js"
 * @import { Words } from "./words.js"
 * @typedef {{seat: number, place: number, score: number, ties: [string, number][]}} Ranked
 */

/** Standings as they are in the view. */
const lines = (/** @type {StandingLine[]} */ standing) =>
  standing.map(([seat, place, score, ties]) => ({ seat, place, score, ties }));

/** @param {{model: LiveModel, onLook: (() => void)|null}} props */
export default function End({ model, onLook }) {
  const id = model.info.value.id;
  const [told, setTold] = useState(/** @type {{replay?: Replay, course?: Course, failed?: boolean}|null} */ (null));
  useEffect(() => {
    let here = true;
    (async () => {
      const replay = await loadReplay({ table: id, seat: null });
      const course = await loadCourse(replay);
      if (here) setTold({ replay, course });
    })().catch(() => here && setTold({ failed: true }));
    return () => void (here = false);
  }, [id]);
  const [checking, setChecking] = useState(false);
  const words = model.words.value;
  const waiting = words.say(told ? "web.end.no_replay" : "web.end.counting");
  return html`<main class="end">
    <${Winner} model=${model} replay=${told?.replay} course=${told?.course} onLook=${onLook} onCheck=${() => setChecking(true)} />
    <div class="figures">
      ${
        told?.course
          ? html`<${Figures} words=${words} standing=${model.seen.standing} id=${id} ...${told} />`
          : html`<p class="panel waiting" role="status">${waiting}</p>`
      }
    </div>
    ${told?.course && html`<${Seasons} words=${words} id=${id} course=${told.course} />`}
    ${
      checking &&
      told?.replay &&
      html`<${DiceDialog} words=${words} replay=${told.replay} table=${id} onClose=${() => setChecking(false)} />`
    }
  </main>`;
}

// -- who has won ------------------------------------------------------------------------------------------------------

/**
 * @param {{model: LiveModel, replay: Replay|undefined, course: Course|undefined, onLook: (() => void)|null,
 *          onCheck: () => void}} props
 */
function Winner({ model, replay, course, onLook, onCheck }) {
  const words = model.words.value;
  const standing = lines(model.seen.standing);
  const winners = standing.filter(({ place }) => place === 1).map(({ seat }) => seat);
  const title = words.say(winners.length > 1 ? "web.end.winners" : "web.end.winner", { winners, seat: winners[0] });
  return html`<section class=${`win on-dark p-${model.tincture(winners[0])}`} aria-label=${words.say("web.end.result")}>
    <div class="medal"><${Icon} id="u-trophy" class="laurel" />
      ${winners.map((seat) => html`<${Crest} seat=${seat} />`)}</div>
    <h1>${title}</h1>
    <p>${course?.ending?.(words) || reason(words, standing, winners)}</p>
    <ol class="rank">${standing.map(
      (line) => html`<${Place} key=${line.seat} model=${model} line=${line} replay=${replay}
        tied=${standing.some(({ seat, score }) => seat !== line.seat && score === line.score)} />`,
    )}</ol>
    <${Actions} model=${model} replay=${replay} onLook=${onLook} onCheck=${onCheck} />
  </section>`;
}

/** How the winner beat the second: by points, or by what broke the tie. */
function reason(/** @type {Words} */ words, /** @type {Ranked[]} */ standing, /** @type {number[]} */ winners) {
  const [first, second] = standing;
  if (!second) return "";
  if (winners.length > 1) return words.say("web.end.shared");
  const ahead = first.score - second.score;
  if (ahead > 0) return words.say("web.end.lead", { score: ahead, seat: second.seat });
  const place = first.ties.findIndex(([, value], i) => value !== second.ties[i]?.[1]);
  const [tie, mine] = first.ties[Math.max(0, place)];
  return words.say("web.end.tie", { seat: second.seat, tie, mine, theirs: second.ties[Math.max(0, place)][1] });
}

/** @param {{model: LiveModel, line: Ranked, replay: Replay|undefined, tied: boolean}} props */
function Place({ model, line, replay, tied }) {
  const words = model.words.value;
  const seat = model.info.value.seats[line.seat];
  const byBot = replay?.frames.filter(({ entry }) => entry.bot && entry.seat === line.seat).length ?? 0;
  const held = seat.kind === "human" ? byBot : 0;
  const about = [
    model.mine.value.includes(line.seat) && words.say("web.end.you"),
    seat.bot ? words.say("web.seat.bot_level", { bot: seat.bot }) : words.say("web.end.human"),
    held > 0 && words.say("web.end.held", { n: held }),
    tied && line.ties.length > 0 && words.say("web.end.ties", { ties: line.ties }),
  ];
  return html`<li class=${line.place === 1 ? "first" : ""}>
    <span class="place">${line.place}.</span><${Crest} seat=${line.seat} />
    <div><b>${words.player(line.seat)}</b><small>${about.filter(Boolean).join(" · ")}</small></div>
    <span class="score"><span aria-hidden="true">${minus(line.score)}</span>
      <span class="sr">${words.say("count.score", { n: line.score })}</span></span>
  </li>`;
}

/** @param {{model: LiveModel, replay: Replay|undefined, onLook: (() => void)|null, onCheck: () => void}} props */
function Actions({ model, replay, onLook, onCheck }) {
  const words = model.words.value;
  const { id, rematch, outdated, deal, origin } = model.info.value;
  const [refused, setRefused] = useState(false);
  const again = () =>
    openRematch(model).then(
      (table) => go(`/t/${table}`),
      () => setRefused(true),
    );
  return html`<div class="actions">
    ${
      rematch
        ? html`<a class="btn pri" href=${`/t/${rematch}`}>${words.say("web.end.to_rematch")}</a>`
        : model.mine.value.length > 0 &&
          !outdated &&
          !origin &&
          html`<${Button} kind="pri" onClick=${again}>${words.say("web.end.rematch")}<//>`
    }
    ${
      origin?.table &&
      html`<a class="btn pri" href=${`/t/${origin.table}/replay?at=${origin.at}`}><${Icon} id="u-branch" />${words.say("web.origin.back")}</a>`
    }
    ${
      !outdated &&
      html`<a class="btn" href=${`/t/${id}/replay`}><${Icon} id="u-play" />${words.say("web.end.replay")}</a>
      <a class="btn" href=${`/t/${id}/review`}><${Icon} id="u-book" />${words.say("web.review.title")}</a>`
    }
    ${deal && html`<a class="btn" href=${`/deals/${deal}`}>${words.say("web.deal.compare")}</a>`}
    <a class="btn" href="/">${words.say("web.end.lobby")}</a>
    ${onLook && html`<${Button} onClick=${onLook}>${words.say("web.end.look")}<//>`}
    <a class="btn" href=${`/api/tables/${id}/journal`} download=${`${model.info.value.game}-${id}.kronrat`}>
      <${Icon} id="u-quill" />${words.say("web.end.journal")}</a>
    <${Button} icon="u-dice" onClick=${onCheck} why=${replay ? "" : words.say("web.end.counting")}>
      ${words.say("web.end.verify")}<//>
    ${refused && html`<p role="alert">${words.say("web.end.no_rematch")}</p>`}
    ${model.mine.value.length > 0 && html`<${AskName} words=${words} />`}
  </div>`;
}

/**
 * Somebody who has begun at once, without a name, is asked for one now that the game is over.
 * @param {{words: Words}} props
 */
function AskName({ words }) {
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  if (!me.value || isNamed()) return null;
  return html`<p class="nameless">${words.say("web.end.name")}
    <${Button} kind="quiet" onClick=${() => setAsking(true)}>${words.say("web.end.name.give")}<//>
    ${asking && html`<${NameDialog} words=${words} onName=${close} onClose=${close} />`}</p>`;
}

/** The same table once more; the first to ask opens it for all. */
async function openRematch(/** @type {LiveModel} */ model) {
  const { seal, commitment } = await newSeal();
  /** @type {Record<string, string>} */
  const shares = Object.fromEntries(model.mine.peek().map((seat) => [seat, newNonce()]));
  const nonces = Object.values(shares);
  /** @type {import("./messages.js").Opened} */
  const { table } = await post(`/api/tables/${model.info.peek().id}/rematch`, { seal, nonces });
  remember(table, commitment, shares);
  return table;
}

// -- figures ----------------------------------------------------------------------------------------------------------

/** @param {{words: Words, standing: StandingLine[], id: string, course: Course}} props */
function Figures({ words, standing, id, course }) {
  const order = lines(standing).map(({ seat }) => seat);
  return html`
    <${CoursePanel} words=${words} order=${order} id=${id} course=${course} />
    <${Sources} words=${words} order=${order} course=${course} />
    ${course.rolls.length > 0 && html`<${Luck} words=${words} order=${order} course=${course} />`}
    ${course.deeds && html`<${Deeds} words=${words} order=${order} deeds=${course.deeds} />`}
    ${course.built.length > 0 && html`<${Built} words=${words} order=${order} course=${course} />`}
  `;
}

/**
 * The score over time, beside it what turned the game.
 * @param {{words: Words, order: number[], id: string, course: Course}} props
 */
function CoursePanel({ words, order, id, course }) {
  const { curve, turns } = course;
  const marks = turns.map(({ at, score }) => ({ x: along(curve, at), y: score }));
  const note = words.say("web.end.course.note");
  return html`<${CourseFigure} words=${words} course=${course} order=${order} marks=${marks} note=${note}>
    <nav aria-label=${words.say("web.end.turns")}><ol class="turns">${turns.map(
      (turn, i) => html`<li key=${turn.at}><a href=${`/t/${id}/replay?at=${turn.at}`}><i>${i + 1}</i>
        <span><b>${turn.title(words)}</b>${turn.say(words)}</span></a></li>`,
    )}</ol></nav>
  <//>`;
}

/** @param {{words: Words, order: number[], course: Course}} props */
function Sources({ words, order, course }) {
  const total = { label: words.say("web.end.sum"), values: course.curve[course.curve.length - 1].scores };
  const columns = course.sources.map((source) => ({ ...source, label: source.say(words) }));
  return html`<section class="panel figure sources" aria-label=${words.say("web.end.sources")}>
    <header><h2 class="h">${words.say("web.end.sources")}</h2></header>
    <${BarTable} words=${words} columns=${columns} order=${order} total=${total} />
  </section>`;
}

/** @param {{words: Words, order: number[], course: Course}} props */
function Luck({ words, order, course }) {
  const luck = luckOf(course.rolls, course.curve[0].scores.length);
  const signed = (/** @type {number} */ x) => (x > 0 ? "+" : "") + decimal(words, x);
  const table = {
    head: ["player", "dice", "sum", "expected", "spread", "fair"].map((id) => words.say(`web.chart.${id}`)),
    rows: order.map((seat) => {
      const { count, sum, expected, spread } = luck[seat];
      const fair = decimal(words, FAIR_SPREAD, 2);
      return [words.player(seat), count, sum, decimal(words, expected), decimal(words, spread, 2), fair];
    }),
  };
  return html`<${Figure} class="luck" words=${words} title=${words.say("web.end.luck")} table=${table}>
    <table><thead><tr><th scope="col"><span class="sr">${words.say("web.chart.player")}</span></th>
      <th scope="col" colspan="2">${words.say("web.chart.sum")}</th>
      <th scope="col" colspan="2">${words.say("web.chart.spread")}</th></tr></thead>
      <tbody>${order.map((seat) => {
        const { sum, expected, luck: good, spread, width } = luck[seat];
        return html`<tr key=${seat}><th scope="row"><${Crest} seat=${seat} label=${words.player(seat)} /></th>
          <td class="at"><${Scale} seat=${seat} deviations=${good} /></td><td>${signed(sum - expected)}</td>
          <td class="at"><${Scale} seat=${seat} deviations=${width} /></td><td>${decimal(words, spread)}</td></tr>`;
      })}</tbody></table>
    <p>${words.say("web.end.luck.note", { spread: decimal(words, FAIR_SPREAD) })}</p>
  <//>`;
}

/**
 * What was done besides what the points came from, for games that count such things.
 * @param {{words: Words, order: number[], deeds: Source[]}} props
 */
function Deeds({ words, order, deeds }) {
  const columns = deeds.map((deed) => ({ ...deed, label: deed.say(words) }));
  return html`<section class="panel figure deeds" aria-label=${words.say("web.end.deeds")}>
    <header><h2 class="h">${words.say("web.end.deeds")}</h2></header>
    <${BarTable} words=${words} columns=${columns} order=${order} total=${null} />
  </section>`;
}

/** @param {{words: Words, order: number[], course: Course}} props */
function Built({ words, order, course }) {
  const parts = partsOf(words, course, true);
  const columns = parts.map(({ label }, i) => ({ label, values: course.built[i] ?? course.built[0].map(() => 0) }));
  const sums = order.map((_, seat) => columns.reduce((sum, { values }) => sum + values[seat], 0));
  const total = { label: words.say("web.end.sum"), values: sums };
  return html`<section class="panel figure built" aria-label=${words.say("web.end.built")}>
    <header><h2 class="h">${words.say("web.end.built")}</h2></header>
    <${BarTable} words=${words} columns=${columns} order=${order} total=${total} />
  </section>`;
}

/**
 * Every season of the game as a way into its replay.
 * @param {{words: Words, id: string, course: Course}} props
 */
function Seasons({ words, id, course }) {
  const parts = partsOf(words, course);
  return html`<nav class="panel seasons" aria-label=${words.say("web.end.seasons")}>
    <b>${words.say("web.end.replay")}</b>
    <ol>${parts.map(
      ({ part, label }) =>
        html`<li key=${part}><span>${label}</span><ol>${course.chapters
          .filter((chapter) => chapter.part === part && chapter.major)
          .map(
            (chapter) => html`<li key=${chapter.at}>
          <a class="ib" href=${`/t/${id}/replay?at=${chapter.at}`} aria-label=${chapter.say(words)}
            title=${chapter.say(words)}><${Icon} id=${chapter.icon} /></a></li>`,
          )}</ol></li>`,
    )}</ol>
  </nav>`;
}
