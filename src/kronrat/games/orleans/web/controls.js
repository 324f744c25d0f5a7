/**
 * What the tray offers for questions that are not answered on the map or the board alone: chips for followers, goods,
 * numbers and targets. Every option of a question has a way to be picked, here or there.
 */

import { crest, html, icon, names, useState } from "/static/parts.js";
import { FOLLOWERS, GOODS, rowsOf, Token } from "./draw.js";

/**
 * @import { Desk, Question } from "./desk.js"
 * @import { Children, Choice } from "/static/types.js"
 */

/** The question's control; those of map and board need none. */
export function Controls(/** @type {{desk: Desk, question: Question}} */ { desk, question }) {
  const Control = CONTROLS[question.kind];
  return Control ? html`<${Control} desk=${desk} question=${question} key=${question.version} />` : null;
}

/** A chip that picks one option. */
function Chip(
  /** @type {{desk: Desk, question: Question, option: Choice, name?: string, children: Children}} */ {
    desk,
    question,
    option,
    name,
    children,
  },
) {
  const words = desk.model.words.value;
  const on = desk.isPicked(option);
  return html`<button type="button" class=${names("chip", on && "sel")} data-target="" aria-pressed=${String(on)} data-chip=${option.join(" ")}
    onClick=${() => desk.pick(option)}><span class="sr">${name ?? words.choice(option, question)}</span><span class="face" aria-hidden="true">${children}</span></button>`;
}

const Chips = (/** @type {{label: string, children: Children}} */ { label, children }) =>
  html`<div class="chips" role="group" aria-label=${label}>${children}</div>`;

/** A follower or a good each. */
function Tokens(/** @type {{desk: Desk, question: Question}} */ { desk, question }) {
  const words = desk.model.words.value;
  const options = question.options.filter((option) => [...FOLLOWERS, ...GOODS].includes(String(option[1])));
  return html`<${Chips} label=${words.ask(question)}>${options.map(
    (option) =>
      html`<${Chip} key=${option.join(" ")} desk=${desk} question=${question} option=${option}><${Token} token=${option[1]} /><span>${words.say(`token.${option[1]}`)}</span><//>`,
  )}<//>`;
}

/** How many goods a question takes in one go; none where it is about a single one. */
export const severalIn = (/** @type {Question} */ question) =>
  question.kind === "feed" || question.kind === "gather" || question.kind === "deliver" ? question.facts.left : 0;

/** It is picked, or one more of it where several are chosen in one go. */
export function chooseGood(/** @type {Desk} */ desk, /** @type {Choice} */ option, /** @type {number} */ there) {
  const question = desk.question.value;
  const most = question ? severalIn(question) : 0;
  if (most) desk.gather(option, question?.kind === "deliver" ? 1 : there, most);
  else desk.pick(option);
}

/** How many of a good there are to choose from: my own, those of the market, or one of each kind. */
function countOf(/** @type {Desk} */ desk, /** @type {Question} */ question, /** @type {string} */ token) {
  if (question.kind === "deliver") return 1;
  return (question.kind === "gather" ? desk.model.seen.market : (desk.me?.goods ?? {}))[token] ?? 0;
}

/** Several goods in one go: every press adds one, as long as there is one. */
function Several(/** @type {{desk: Desk, question: Question}} */ { desk, question }) {
  const words = desk.model.words.value;
  const most = severalIn(question);
  const chosen = desk.basket.value;
  const goods = question.options.filter((option) => GOODS.includes(String(option[1])));
  return html`<p class="left">${words.say("web.os.several", { n: chosen.length, most })}</p><${Chips} label=${words.ask(question)}>${goods.map(
    (option) => {
      const token = String(option[1]);
      const there = countOf(desk, question, token);
      const n = chosen.filter((one) => one[1] === token).length;
      return html`<button type="button" key=${token} class=${names("chip", n && "sel")} data-target="" aria-pressed=${String(n > 0)} data-chip=${option.join(" ")}
        onClick=${() => desk.gather(option, there, most)}><span class="sr">${words.choice(option, question)}${n > 1 && `, ${n}`}</span>
        <span class="face" aria-hidden="true"><${Token} token=${token} /><span>${words.say(`token.${token}`)}<small>${words.say("web.os.of", { n, most: there })}</small></span></span></button>`;
    },
  )}<//>`;
}

function Numbers(/** @type {{desk: Desk, question: Question}} */ { desk, question }) {
  return html`<${Chips} label=${desk.model.words.value.ask(question)}>${question.options.map(
    (option) =>
      html`<${Chip} key=${option[1]} desk=${desk} question=${question} option=${option}><b class="no">${option[1]}</b><//>`,
  )}<//>`;
}

/** Fame or coins, as many as there are. */
function Reward(/** @type {{desk: Desk, question: Question}} */ { desk, question }) {
  const words = desk.model.words.value;
  const numbers = rowsOf(desk.model, "numbers");
  return html`<${Chips} label=${words.ask(question)}>${question.options.map((option) => {
    const name = words.say(`count.${option[1]}`, { n: numbers[`alchemy_${option[1]}`].value });
    return html`<${Chip} key=${option[1]} desk=${desk} question=${question} option=${option} name=${name}><span>${name}</span><//>`;
  })}<//>`;
}

/** Options that are said in words. */
function Said(/** @type {{desk: Desk, question: Question}} */ { desk, question }) {
  const words = desk.model.words.value;
  const options = question.options.filter((option) => option.length > 1 || option[0] === "draw");
  return html`<${Chips} label=${words.ask(question)}>${options.map(
    (option) =>
      html`<${Chip} key=${option.join(" ")} desk=${desk} question=${question} option=${option}><span>${words.choice(option, question)}</span><//>`,
  )}<//>`;
}

/** Selling and buying, each in a row, with the price. */
function Trade(/** @type {{desk: Desk, question: Question}} */ { desk, question }) {
  const words = desk.model.words.value;
  const rows = desk.model.game.rows.goods;
  return html`<p class="left">${words.say("web.os.trade.left", { n: question.kind === "trade" && question.facts.left })}</p>${[
    "sell",
    "buy",
  ].map((verb) => {
    const options = desk.options(verb);
    return (
      options.length > 0 &&
      html`<div class="pair" key=${verb}><span>${words.say(`web.os.trade.${verb}`)}</span><${Chips} label=${words.say(`web.os.trade.${verb}`)}>
      ${options.map((option) => html`<${Chip} key=${option[1]} desk=${desk} question=${question} option=${option}><${Token} token=${option[1]} /><span>${rows[option[1]].price}${icon("i-coins")}</span><//>`)}<//></div>`
    );
  })}`;
}

/** Where a token of the Gate goes; an ascent by it hangs on its target. */
function Send(/** @type {{desk: Desk, question: Question}} */ { desk, question }) {
  const words = desk.model.words.value;
  const tokens = [...new Set(question.options.map((option) => String(option[1])))];
  return tokens.map((token) => {
    const options = question.options.filter((option) => option[1] === token);
    const targets = [...new Set(options.map((option) => option[2]))];
    return html`<div class="pair" key=${token}><span><${Token} words=${words} token=${token} /></span><${Chips} label=${words.say(`token.${token}`)}>
    ${targets.map((target) => {
      const ways = options.filter((option) => option[2] === target);
      const named = (/** @type {Choice} */ [verb]) =>
        verb === "send" ? "web.os.send.to" : ways.length > 1 ? "web.os.send.ascent" : "web.os.send.ascend";
      return html`<span class="joint" key=${target}>${ways.map(
        (option) => html`<${Chip} key=${option.join(" ")} desk=${desk} question=${question} option=${option}>
        ${option[0] === "ascend" && icon("i-reward")}<span>${words.say(named(option), { target })}</span><//>`,
      )}</span>`;
    })}<//></div>`;
  });
}

/** First an own good, then the one wanted for it. */
function Swap(/** @type {{desk: Desk, question: Question}} */ { desk, question }) {
  const words = desk.model.words.value;
  const swaps = desk.options("swap");
  const mine = [...new Set(swaps.map((option) => String(option[1])))];
  const [gives, setGives] = useState(mine[0] ?? "");
  if (!swaps.length) return null;
  const give = (/** @type {string} */ good) => (setGives(good), desk.pick(null));
  return html`<div class="pair"><span>${words.say("web.os.swap.give")}</span><${Chips} label=${words.say("web.os.swap.give")}>${mine.map(
    (
      good,
    ) => html`<button type="button" key=${good} class=${names("chip", gives === good && "sel")} aria-pressed=${String(gives === good)} aria-label=${words.say(`token.${good}`)}
        onClick=${() => give(good)}><${Token} token=${good} /></button>`,
  )}<//></div>
    <div class="pair"><span>${words.say("web.os.swap.take")}</span><${Chips} label=${words.say("web.os.swap.take")}>${swaps
      .filter((option) => option[1] === gives)
      .map(
        (option) =>
          html`<${Chip} key=${option.join(" ")} desk=${desk} question=${question} option=${option}>${crest(Number(option[2]))}<${Token} token=${option[3]} /><//>`,
      )}<//></div>`;
}

/** Whose board to look at for somebody to send home; the follower is picked there. */
function SendAway(/** @type {{desk: Desk}} */ { desk }) {
  const words = desk.model.words.value;
  const seats = [...new Set(desk.options("remove").map((option) => Number(option[1])))];
  return html`<${Chips} label=${words.say("web.os.players")}>${seats.map(
    (
      seat,
    ) => html`<button type="button" key=${seat} class=${names("chip", desk.shown.value === seat && "sel")} aria-pressed=${String(desk.shown.value === seat)}
      onClick=${() => desk.look(seat)}>${crest(seat)}<span>${words.player(seat)}</span></button>`,
  )}<//>`;
}

/** Which follower is to be set down; the space is picked on the board. */
const SetDown = (/** @type {{desk: Desk, question: Question}} */ { desk, question }) => {
  const token = question.kind === "set_down" ? FOLLOWERS[question.facts.kind] : "";
  return html`<p class="who"><${Token} token=${token} />${desk.model.words.value.say(`token.${token}`)}</p>`;
};

/** @type {Record<string, (props: {desk: Desk, question: Question}) => Children>} */
const CONTROLS = {
  ...{
    recruit: Tokens,
    keep: Tokens,
    welcome: Tokens,
    lose_follower: Tokens,
    feed: Several,
    store: Tokens,
    gather: Several,
    deliver: Several,
  },
  ...{ gain: Numbers, exchange: Numbers, treat: Numbers },
  ...{ reward: Reward, draw_another: Said, strike: Said },
  ...{ trade: Trade, send: Send, swap: Swap, send_away: SendAway, set_down: SetDown },
};
