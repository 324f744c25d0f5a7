/** The riots, shown step by step: what is left to the people, who was the greediest, and what that costs. */

import { crest, html, icon, names } from "/static/parts.js";
import { capital } from "/static/words.js";
import { Face, kindIcon, KINDS, Rank, rankName } from "./draw.js";

/**
 * @typedef {import("./desk.js").Desk} Desk
 * @typedef {import("./draw.js").Model} Model
 * @typedef {import("./draw.js").Words} Words
 * @typedef {import("./types.js").Check} Check
 * @typedef {import("./draw.js").Kind} Kind
 * @typedef {import("./told.js").Telling} Telling
 */

/** The check that is told, and those that come before it. */
function checkOf(/** @type {Telling} */ { view, kind }) {
  /** @type {Check[]} */
  const checks = view.riots?.checks ?? [];
  const order = view.riots?.order ?? [];
  return { check: checks.find((one) => one.kind === kind) ?? checks[0], checks, order };
}

export function Riots(/** @type {{desk: Desk, telling: Telling}} */ { desk, telling }) {
  const words = desk.model.words.value;
  const { check, order } = checkOf(telling);
  const { kind, demand, penalty } = check;
  const { step } = telling;
  const [head, title] =
    step < 2
      ? [kindIcon(kind), words.say(`web.tr.enough.${kind}`)]
      : penalty
        ? ["i-riot", words.say("web.tr.riot", { kind })]
        : ["u-check", words.say("web.tr.calm", { kind })];
  return html`<header>${icon(head)}
      <h2>${title}
        <small>${words.say("web.tr.riot.text", { n: demand })}</small></h2>
      <${KindTabs} desk=${desk} telling=${telling} /></header>
    <section class="stp one" aria-label=${words.say("web.tr.riot.1")}><i>1</i><div><h3>${words.say("web.tr.riot.1")}</h3>
      <${Left} words=${words} check=${check} counted=${step > 1} /></div></section>
    <section class=${names("stp two", step < 2 && "off")} tabindex="0" aria-label=${words.say("web.tr.riot.2")}><i>2</i><div>
      <h3>${words.say("web.tr.riot.2")}<small>${words.say("web.tr.riot.2.text")}</small></h3>
      ${
        step < 2
          ? html`<p class="veil">${words.say("web.tr.riot.2.veil")}</p>`
          : penalty
            ? html`<${Greed} desk=${desk} order=${order} check=${check} />`
            : html`<p class="veil">${words.say("web.tr.riot.2.nobody")}</p>`
      }</div></section>
    <section class=${names("stp three", step < 3 && "off")} aria-label=${words.say("web.tr.riot.3")}><i>3</i><div>
      ${
        step > 2 && penalty
          ? html`<${Paid} desk=${desk} penalty=${penalty} />`
          : html`<h3>${words.say("web.tr.riot.3")}</h3>
            <p class="veil">${words.say(step < 3 ? "web.tr.riot.3.veil" : "web.tr.riot.nobody")}</p>`
      }
    </div></section>`;
}

/** The kinds in the order in which they are checked; in a replay one may look at each of them. */
function KindTabs(/** @type {{desk: Desk, telling: Telling}} */ { desk, telling }) {
  const { model, check } = desk;
  const words = model.words.value;
  const kinds = model.readOnly ? checkOf(telling).checks.map(({ kind }) => kind) : KINDS;
  return html`<ol class="kinds" aria-label=${words.say("web.tr.checks")}>${kinds.map((kind) => {
    const face = html`${icon(kindIcon(kind))}${capital(words.say(`kind.${kind}`))}`;
    const now = kind === telling.kind;
    if (!model.readOnly) return html`<li key=${kind} aria-current=${now ? "step" : null}>${face}</li>`;
    return html`<li key=${kind}><button type="button" aria-pressed=${String(now)}
      onClick=${() => (check.value = kind)}>${face}</button></li>`;
  })}</ol>`;
}

/** What is in the centre against what is demanded. */
function Left(/** @type {{words: Words, check: Check, counted: boolean}} */ { words, check, counted }) {
  const { kind, left, demand, centre: tiles } = check;
  const riot = check.penalty !== null;
  return html`<div class="left">
    <span class="grp"><span class="lab">${words.say("web.tr.riot.centre")}</span>
      ${tiles.map((tile) => html`<${Face} words=${words} tile=${tile} />`)}${!tiles.length && html`<b>0</b>`}</span>
    <span class="grp"><span class="lab">${words.say("web.tr.riot.wanted")}</span>
      <span class="slots" aria-hidden="true">${Array.from(
        { length: demand },
        (_, at) => html`<span class=${at < left ? (counted ? "" : "in") : counted ? "no" : "open"}
          style=${{ "--at": at }}>${icon(kindIcon(kind))}</span>`,
      )}</span></span>
    ${
      counted
        ? html`<span class=${names("verd", !riot && "ok")}>${icon(riot ? "i-riot" : "u-check")}
          ${words.say(riot ? "web.tr.riot.verdict" : "web.tr.calm.verdict", { left, demand })}</span>`
        : html`<span class="verd count" aria-hidden="true">…</span>`
    }
  </div>`;
}

/** Everybody's symbols of the kind, with what mercy takes off; a tie is broken by rank. */
function Greed(/** @type {{desk: Desk, order: number[], check: Check}} */ { desk, order, check }) {
  const { model } = desk;
  const words = model.words.value;
  const { lanes, penalty } = check;
  const most = Math.max(1, ...lanes.map(({ robbed }) => robbed));
  return html`<ol class=${names("gls", `n${lanes.length}`)}>${lanes.map(
    ({
      seat,
      tiles,
      robbed,
      greed,
      mercy,
    }) => html`<li key=${seat} class=${names("gl", `p-${model.tincture(seat)}`, seat === penalty?.seat && "hit")}>
      <div class="who">${crest(seat)}<div><b>${words.player(seat)}</b><${Rank} model=${model} seat=${seat} order=${order} /></div></div>
      <div class="tls">${tiles.map((tile) => html`<${Face} words=${words} tile=${tile} />`)}</div>
      <div class="sum">${robbed}${mercy > 0 && html`<em>${icon("i-favor")}${words.say("web.tr.riot.mercy", { n: mercy })}</em>`}</div>
      <div class="gb"><i style=${{ width: `${(greed / most) * 46}%` }}></i><b>${greed}</b>
        ${
          seat === penalty?.seat &&
          html`<span class="hitby">${words.say(penalty.tied ? "web.tr.riot.tie" : "web.tr.riot.greediest", {
            rank: rankName(words, model.seen, seat, order),
          })}</span>`
        }</div>
    </li>`,
  )}</ol>`;
}

/** What the greediest gives back and loses. */
function Paid(/** @type {{desk: Desk, penalty: import("./types.js").Penalty}} */ { desk, penalty }) {
  const { model } = desk;
  const words = model.words.value;
  const { seat, kept, back, before, after } = penalty;
  const box = (/** @type {string[]} */ tiles, /** @type {string} */ id, look = "") => html`<span class="bx">
    ${tiles.map((tile) => html`<${Face} words=${words} tile=${tile} class=${look} />`)}<span><b>${words.say(`web.tr.riot.${id}`)}</b><br />
    ${words.say(`web.tr.riot.${id}.where`, { seat })}</span></span>`;
  return html`<h3>${words.say("web.tr.riot.pays", { seat })}
      <small>${words.say(kept ? "web.tr.riot.pays.text" : "web.tr.riot.pays.none")}</small></h3>
    <div class=${`pen p-${model.tincture(seat)}`}>
      ${kept && box([kept], "stays")}${back.length > 0 && box(back, "back", "back")}
      ${(kept || back.length > 0) && html`<span class="ar">${icon("u-plus")}</span>`}
      <span class="bx"><span class="fol" aria-hidden="true">${Array.from({ length: Math.max(0, before - after) }, () => icon("i-follower"))}</span>
        <span><b>${before} → ${after}</b> ${words.say("term.followers")}</span></span>
    </div>`;
}

// -- side -------------------------------------------------------------------------------------------------------------

/** All three checks at a glance, as far as they are told. */
export function Checks(/** @type {{desk: Desk, telling: Telling}} */ { desk, telling }) {
  const words = desk.model.words.value;
  const { checks } = checkOf(telling);
  const at = KINDS.indexOf(telling.kind);
  return html`<section class="panel cks" aria-label=${words.say("web.tr.checks")}>
    <h2 class="h">${words.say("web.tr.checks")}</h2>
    <ol>${KINDS.map((kind, place) => {
      const check = checks.find((one) => one.kind === kind);
      const told = telling.step > 1 ? place <= at : place < at;
      return html`<${CheckLine} key=${kind} words=${words} kind=${kind} check=${told && check ? check : null}
        now=${place === at} />`;
    })}</ol>
  </section>`;
}

/** One check; nothing is known of one that is not told. */
function CheckLine(
  /** @type {{words: Words, kind: Kind, check: Check|null, now: boolean}} */ { words, kind, check, now },
) {
  const penalty = check?.penalty;
  const said = penalty
    ? words.say("web.tr.check.riot", { seat: penalty.seat })
    : words.say(check ? "web.tr.check.calm" : now ? "web.tr.check.now" : "web.tr.check.later");
  return html`<li class=${names("ck", penalty ? "riot" : check && "ok", now && "now")}>
    <span class="ci">${icon(kindIcon(kind))}</span><div><b>${capital(words.say(`kind.${kind}`))}</b><small>${said}</small></div>
    ${
      check
        ? html`<span class="pips" aria-hidden="true">${Array.from(
            { length: Math.max(check.left, check.demand) },
            (_, n) => html`<i class=${n < check.left ? (n < check.demand ? "on" : "ov") : "no"}></i>`,
          )}</span><b class="cn">${check.left}<small>/${check.demand}</small></b>`
        : html`<b class="cn q" aria-hidden="true">?</b>`
    }
  </li>`;
}

/** How the people judge, in three sentences. */
export const HowJudged = (/** @type {{model: Model}} */ { model }) => {
  const words = model.words.value;
  return html`<section class="panel rule" aria-label=${words.say("web.tr.judged")}><h2>${words.say("web.tr.judged")}</h2>
    <ul>${[1, 2, 3].map((n) => html`<li key=${n}>${words.say(`web.tr.judged.${n}`)}</li>`)}</ul></section>`;
};

/** What comes after this check, for the tray. */
export function afterCheck(/** @type {Words} */ words, /** @type {Telling} */ telling) {
  const { check, checks } = checkOf(telling);
  const next = checks[checks.indexOf(check) + 1];
  if (!next)
    return {
      title: words.say("web.tr.riot.done"),
      text: words.say("phase.4.text"),
      label: words.say("web.tr.riot.on"),
    };
  const { kind } = next;
  return { title: words.say("web.tr.riot.next", { kind }), text: "", label: words.say("web.tr.riot.check", { kind }) };
}
