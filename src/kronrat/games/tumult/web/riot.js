/** The riots, shown step by step: what is left to the people, who was the greediest, and what that costs. */

import { crest, html, icon, names } from "/static/parts.js";
import { capital } from "/static/words.js";
import { Face, kindIcon, KINDS, Rank, rankName } from "./draw.js";

/**
 * @typedef {import("./desk.js").Desk} Desk
 * @typedef {import("./draw.js").Model} Model
 * @typedef {import("./draw.js").Words} Words
 * @typedef {import("./types.js").Check} Check
 * @typedef {import("./types.js").Riots} RiotsTold
 */

/** The checks so far, and the one that is shown. */
export function toldOf(/** @type {Desk} */ desk) {
  const riots = desk.model.seen.riots;
  if (!riots) return null;
  const at = Math.min(desk.step.value, riots.checks.length - 1);
  return { riots, at, check: riots.checks[at] };
}

export function Riots(/** @type {{desk: Desk}} */ { desk }) {
  const words = desk.model.words.value;
  const told = toldOf(desk);
  if (!told) return null;
  const { riots, at, check } = told;
  const riot = check.penalty !== null;
  const name = words.say(`kind.${check.kind}`);
  return html`<header>${icon(riot ? "i-riot" : "u-check")}
      <h2>${words.say(riot ? "web.tr.riot" : "web.tr.calm", { kind: check.kind })}
        <small>${words.say("web.tr.riot.text", { n: check.demand })}</small></h2>
      <ol class="kinds" aria-label=${words.say("web.tr.checks")}>${riots.checks.map(
        ({ kind }, place) => html`<li key=${kind}><button type="button" aria-pressed=${String(place === at)}
          onClick=${() => (desk.step.value = place)}>${icon(kindIcon(kind))}${capital(words.say(`kind.${kind}`))}</button></li>`,
      )}</ol></header>
    <section class="stp" aria-label=${words.say("web.tr.riot.1")}><i>1</i><div><h3>${words.say("web.tr.riot.1")}</h3>
      <${Left} words=${words} check=${check} /></div></section>
    <section class="stp two" tabindex="0" aria-label=${words.say("web.tr.riot.2")}><i>2</i><div>
      <h3>${words.say("web.tr.riot.2")}<small>${words.say("web.tr.riot.2.text")}</small></h3>
      <${Greed} desk=${desk} riots=${riots} check=${check} /></div></section>
    <section class="stp" aria-label=${name}><i>3</i><div>
      ${check.penalty ? html`<${Paid} desk=${desk} penalty=${check.penalty} />` : html`<h3>${words.say("web.tr.riot.nobody")}</h3>`}
    </div></section>`;
}

/** What is in the centre against what is demanded. */
function Left(/** @type {{words: Words, check: Check}} */ { words, check }) {
  const { kind, left, demand, centre: tiles } = check;
  const riot = check.penalty !== null;
  return html`<div class="left">
    <span class="grp"><span class="lab">${words.say("web.tr.riot.centre")}</span>
      ${tiles.map((tile) => html`<${Face} words=${words} tile=${tile} />`)}${!tiles.length && html`<b>0</b>`}</span>
    <span class="grp"><span class="lab">${words.say("web.tr.riot.wanted")}</span>
      <span class="slots" aria-hidden="true">${Array.from(
        { length: demand },
        (_, at) => html`<span class=${at < left ? "" : "no"}>${icon(kindIcon(kind))}</span>`,
      )}</span></span>
    <span class=${names("verd", !riot && "ok")}>${icon(riot ? "i-riot" : "u-check")}
      ${words.say(riot ? "web.tr.riot.verdict" : "web.tr.calm.verdict", { left, demand })}</span>
  </div>`;
}

/** Everybody's symbols of the kind, with what mercy takes off; a tie is broken by rank. */
function Greed(/** @type {{desk: Desk, riots: RiotsTold, check: Check}} */ { desk, riots, check }) {
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
      <div class="who">${crest(seat)}<div><b>${words.player(seat)}</b><${Rank} model=${model} seat=${seat} order=${riots.order} /></div></div>
      <div class="tls">${tiles.map((tile) => html`<${Face} words=${words} tile=${tile} />`)}</div>
      <div class="sum">${robbed}${mercy > 0 && html`<em>${icon("i-favor")}${words.say("web.tr.riot.mercy", { n: mercy })}</em>`}</div>
      <div class="gb"><i style=${{ width: `${(greed / most) * 46}%` }}></i><b>${greed}</b>
        ${
          seat === penalty?.seat &&
          html`<span class="hitby">${words.say(penalty.tied ? "web.tr.riot.tie" : "web.tr.riot.greediest", {
            rank: rankName(words, model.seen, seat, riots.order),
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
  const box = (/** @type {string} */ tile, /** @type {string} */ id, look = "") => html`<span class="bx">
    <${Face} words=${words} tile=${tile} class=${look} /><span><b>${words.say(`web.tr.riot.${id}`)}</b><br />
    ${words.say(`web.tr.riot.${id}.where`, { seat })}</span></span>`;
  return html`<h3>${words.say("web.tr.riot.pays", { seat })}
      <small>${words.say(kept ? "web.tr.riot.pays.text" : "web.tr.riot.pays.none")}</small></h3>
    <div class=${`pen p-${model.tincture(seat)}`}>
      ${kept && box(kept, "stays")}${back.map((tile) => box(tile, "back", "back"))}
      ${(kept || back.length > 0) && html`<span class="ar">${icon("u-plus")}</span>`}
      <span class="bx"><span class="fol" aria-hidden="true">${Array.from({ length: Math.max(0, before - after) }, () => icon("i-follower"))}</span>
        <span><b>${before} → ${after}</b> ${words.say("term.followers")}</span></span>
    </div>`;
}

// -- side -------------------------------------------------------------------------------------------------------------

/** All three checks at a glance. */
export function Checks(/** @type {{desk: Desk}} */ { desk }) {
  const words = desk.model.words.value;
  const told = toldOf(desk);
  if (!told) return null;
  const { riots, at } = told;
  return html`<section class="panel cks" aria-label=${words.say("web.tr.checks")}>
    <h2 class="h">${words.say("web.tr.checks")}</h2>
    <ol>${KINDS.map((kind, place) => {
      const check = riots.checks.find((one) => one.kind === kind);
      const done = check && place <= at;
      const penalty = done ? check.penalty : null;
      const said = !done
        ? words.say(place === at + 1 ? "web.tr.check.next" : "web.tr.check.later")
        : penalty
          ? words.say("web.tr.check.riot", { seat: penalty.seat })
          : words.say("web.tr.check.calm");
      return html`<li key=${kind} class=${names("ck", penalty ? "riot" : done && "ok", place === at && "now")}>
        <span class="ci">${icon(kindIcon(kind))}</span><div><b>${capital(words.say(`kind.${kind}`))}</b><small>${said}</small></div>
        ${
          check &&
          html`<span class="pips" aria-hidden="true">${Array.from(
            { length: Math.max(check.left, check.demand) },
            (_, n) => html`<i class=${n < check.left ? (n < check.demand ? "on" : "ov") : "no"}></i>`,
          )}</span><b class="cn">${check.left}<small>/${check.demand}</small></b>`
        }
      </li>`;
    })}</ol>
  </section>`;
}

/** How the people judge, in three sentences. */
export const HowJudged = (/** @type {{model: Model}} */ { model }) => {
  const words = model.words.value;
  return html`<section class="panel rule" aria-label=${words.say("web.tr.judged")}><h2>${words.say("web.tr.judged")}</h2>
    <ul>${[1, 2, 3].map((n) => html`<li key=${n}>${words.say(`web.tr.judged.${n}`)}</li>`)}</ul></section>`;
};

/** What comes after this check, for the tray. */
export function afterwards(/** @type {Desk} */ desk) {
  const words = desk.model.words.value;
  const told = toldOf(desk);
  const next = told?.riots.checks[told.at + 1];
  if (!next)
    return {
      title: words.say("web.tr.riot.done"),
      text: words.say("phase.4.text"),
      label: words.say("web.tr.riot.on"),
    };
  const { kind, left, demand } = next;
  return {
    title: words.say("web.tr.riot.next", { kind }),
    text: words.say("web.tr.riot.next.text", { left, demand }),
    label: words.say("web.tr.riot.check", { kind }),
  };
}
