/** The end of a round: new ranks by followers, the king in the chronicle, the people's mercy. */

import { crest, html, icon, names } from "/static/parts.js";
import { Amount, Rank, rankIcon, rankName, Statues } from "./draw.js";

/**
 * @typedef {import("./desk.js").Desk} Desk
 * @typedef {import("./draw.js").Model} Model
 * @typedef {{model: Model, told: import("./types.js").Coronation}} Props
 */

export function Crown(/** @type {{desk: Desk, telling: import("./told.js").Telling}} */ { desk, telling }) {
  const { model } = desk;
  const words = model.words.value;
  const told = telling.view.coronation;
  if (!told) return null;
  const { ended } = told;
  const { step } = telling;
  const veil = (/** @type {number} */ phase) => html`<h3>${words.say(`phase.${phase}`)}</h3>
    <p class="veil">${words.say("web.tr.crown.veil")}</p>`;
  return html`<header>${icon("i-crown")}
      <h2>${words.say("web.tr.crown", { round: told.round })}
        <small>${words.say("web.tr.crown.text")}</small></h2></header>
    <section class="stp two" tabindex="0" aria-label=${words.say("phase.5")}><i>1</i><div>
      <h3>${words.say("phase.5")}<small>${words.say("phase.5.text")}</small></h3>
      <${Ranks} model=${model} told=${told} /></div></section>
    <section class=${names("stp three", step < 2 && "off")} aria-label=${words.say("phase.6")}><i>2</i><div>
      ${
        step < 2
          ? veil(6)
          : html`<h3>${words.say("web.tr.crown.king", { seat: told.king })}</h3><${Coronation} model=${model} told=${told} />`
      }</div></section>
    <section class=${names("stp three", step < 3 && "off")} aria-label=${words.say("phase.7")}><i>3</i><div>
      ${
        step < 3
          ? veil(7)
          : ended
            ? html`<h3>${words.event({ event: "game_ended", ...ended })}</h3>`
            : html`<h3>${words.say("phase.7")}</h3><${Mercy} model=${model} told=${told} />`
      }</div></section>`;
}

/** Everybody by the new rank, with the followers that made it. */
function Ranks(/** @type {Props} */ { model, told }) {
  const words = model.words.value;
  const view = model.seen;
  const most = Math.max(1, ...told.ranks.map(({ followers }) => followers));
  return html`<ol class=${names("gls rks", `n${told.order.length}`)}>${told.ranks.map((rise, at) => {
    const { seat, before, followers, tied, consolation } = rise;
    const notes = [
      consolation > 0 && words.say("web.tr.crown.consoled", { n: consolation }),
      tied && words.say("web.tr.crown.tied"),
    ];
    const move = before > at + 1 ? "up" : before < at + 1 ? "down" : "";
    return html`<li key=${seat} class=${names("gl", `p-${model.tincture(seat)}`, !at && "first")}>
      <div class="who">${crest(seat)}<div><b>${words.player(seat)}</b><${Rank} model=${model} seat=${seat} order=${told.order} /></div></div>
      <div class="gb"><i style=${{ width: `${(followers / most) * 62}%` }}></i>
        <${Amount} words=${words} kind="followers" n=${followers} /></div>
      <div class=${names("mv", move)}>${
        move
          ? html`${icon(rankIcon(before))}<span>${words.say(`web.tr.crown.${move}`, { rank: rankName(words, view, seat, told.before) })}</span>`
          : words.say("web.tr.crown.same")
      }</div>
      <div class="cons">${notes.filter(Boolean).join("; ")}</div>
    </li>`;
  })}</ol>`;
}

/** What the king gives up and writes into the chronicle. */
function Coronation(/** @type {Props} */ { model, told }) {
  const words = model.words.value;
  const { king, price, written, revealed, checked } = told;
  return html`<div class=${`pen p-${model.tincture(king)}`}>
    <span class="bx">${crest(king)}<span class="fol" aria-hidden="true">${Array.from({ length: price }, () => icon("i-follower"))}</span>
      <span>${words.say("web.tr.crown.price", { n: price })}</span></span>
    ${
      written &&
      html`<span class="ar">${icon("u-arrow")}</span><span class="bx">
      <${Statues} model=${model} seat=${king} n=${written.statues} />
      <span>${words.say("web.tr.crown.written", { n: written.statues, space: written.space })}</span></span>`
    }
    ${revealed > 0 && html`<span class="bx">${icon("u-zoom")}<span>${words.say("web.tr.crown.land", { n: revealed })}</span></span>`}
    ${checked && html`<span class="bx">${icon("u-clock")}<span>${words.say("web.tr.crown.end", checked)}</span></span>`}
  </div>`;
}

function Mercy(/** @type {Props} */ { model, told }) {
  const words = model.words.value;
  const seats = told.mercy;
  return html`<div class="pen">${seats.map(
    (seat) =>
      html`<span key=${seat} class="bx">${crest(seat)}${icon("i-favor")}<span><b>${words.player(seat)}</b></span></span>`,
  )}<span class="bx">${words.say(seats.length ? "web.tr.crown.mercy" : "web.tr.crown.no_mercy")}</span></div>`;
}
