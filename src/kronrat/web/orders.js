/** Orders for one seat: what is to be answered when its player is asked next. */

import { wordsFor } from "./frame.js";
import { get, Problem, put } from "./http.js";
import { loadGame, namesOf, wholeSeat } from "./model.js";
import { Button, html, Icon, IconButton, Switch, useEffect, useSignal, useState } from "./parts.js";
import { variantOf } from "./terms.js";
import { same } from "./turn.js";

/**
 * @import { Expectation, GameInfo, Order, Ordered, Prospect, Question, Turn } from "./messages.js"
 * @import { On } from "./types.js"
 * @import { Words } from "./words.js"
 * @typedef {Pick<Order, "kind"|"choices"|"always">} Draft
 * @typedef {import("./messages.js").Question["options"][number]} Choice
 */

/** @param {{turn: Turn}} props */
export function OrderSheet({ turn: { table } }) {
  const [info, setInfo] = useState(/** @type {GameInfo|null} */ (null));
  const plain = wordsFor(table.game, info ? variantOf(info.switches, table.options) : "").value;
  const told = useSignal(/** @type {Ordered|null} */ (null));
  const drafts = useSignal(/** @type {Draft[]} */ ([]));
  const [state, setState] = useState("");
  const seat = table.mine.find((place) => !table.deciding.includes(place)) ?? table.mine[0];
  const address = `/api/tables/${table.id}/orders?seat=${seat}`;

  const take = (/** @type {Ordered} */ found) => {
    told.value = found;
    drafts.value = found.orders.map(({ kind, choices, always = false }) => ({ kind, choices, always }));
  };
  useEffect(() => {
    loadGame(table.game, table.options).then(setInfo, () => setState("failed"));
    get(address).then(take, () => setState("failed"));
  }, [table.my_turn]);
  const change = (/** @type {Draft[]} */ next) => ((drafts.value = next), setState("changed"));
  const save = async (/** @type {Draft[]} */ orders) => {
    try {
      take(await put(address, { version: told.value?.version ?? 0, orders }));
      setState("saved");
    } catch (problem) {
      setState(problem instanceof Problem && ["stale", "not_now"].includes(problem.code) ? problem.code : "failed");
      if (problem instanceof Problem && problem.code === "stale") await get(address).then(take, () => undefined);
    }
  };
  const page = wordsFor().value; // what is said here, while `words` say what the game asks
  if (!plain || !page) return null;
  const words = plain.named(namesOf(plain, table.seats.map(wholeSeat)));
  const { expected = [], outcomes = [], orders = [], dropped = [], worlds = 0, asked = false } = told.value ?? {};
  const questionOf = (/** @type {string} */ kind) => questionFor(expected, kind);
  const fresh = expected.filter(({ question }) => !drafts.value.some(({ kind }) => kind === question.kind));
  return html`<section class="panel orders" aria-label=${page.say("web.orders")}>
    <h2 class="h">${page.say("web.orders")} <small>${words.say(`game.${table.game}`)}</small></h2>
    <p class="lead">${page.say("web.orders.lead")}</p>
    ${
      dropped.length > 0 &&
      html`<div class="strip warn" role="status"><${Icon} id="u-quill" />
      <span>${page.say("web.orders.dropped", { n: dropped.length })} ${dropped.map((kind) => asks(words, questionOf(kind))).join(" · ")}</span>
      <${Button} onClick=${() => save(drafts.value)}>${page.say("web.orders.understood")}<//></div>`
    }
    ${
      asked &&
      html`<p class="strip" role="status"><${Icon} id="u-clock" /><span>${page.say("web.orders.asked")}</span>
      <a class="btn" href=${`/t/${table.id}`}>${page.say("web.lobby.go_on")}</a></p>`
    }
    ${!told.value && state !== "failed" && html`<p class="muted" role="status">${page.say("web.orders.imagining")}</p>`}
    <ol class="sheet">
      ${drafts.value.map(
        (
          draft,
          place,
        ) => html`<${OneOrder} key=${`${place} ${draft.kind}`} words=${words} page=${page} draft=${draft} place=${place}
          expectation=${expected.find(({ question }) => question.kind === draft.kind)} question=${questionOf(draft.kind)}
          outcome=${state === "changed" ? null : outcomes.find(({ id }) => id === orders[place]?.id)}
          put=${(/** @type {Draft|null} */ next) =>
            change(drafts.value.flatMap((one, i) => (i === place ? (next ? [next] : []) : [one])))} />`,
      )}
    </ol>
    ${
      told.value &&
      !drafts.value.length &&
      !expected.length &&
      !asked &&
      html`<p class="empty">${page.say("web.orders.nothing")}</p>`
    }
    ${
      fresh.length > 0 &&
      html`<label class="field add"><span>${page.say("web.orders.add")}</span>
      <select value="" onChange=${(/** @type {On<HTMLSelectElement>} */ { currentTarget }) => {
        const kind = currentTarget.value;
        currentTarget.value = "";
        if (kind) change([...drafts.value, { kind, choices: [], always: false }]);
      }}>
        <option value="">${page.say("web.orders.which")}</option>
        ${fresh.map(
          ({ question, percent }) =>
            html`<option value=${question.kind}>${page.say("web.orders.likely", { what: asks(words, question), percent })}</option>`,
        )}
      </select></label>`
    }
    <footer>
      <p class="state" role="status">${page.has(`web.orders.state.${state}`) && page.say(`web.orders.state.${state}`)}
        ${!state && worlds > 0 && page.say("web.orders.worlds", { n: worlds })}</p>
      ${drafts.value.length > 0 && html`<${Button} onClick=${() => save([])}>${page.say("web.orders.clear")}<//>`}
      <${Button} kind="pri" icon="u-check" onClick=${() => save(drafts.value.filter(({ choices }) => choices.length))}
        why=${state === "changed" ? "" : page.say("web.orders.unchanged")}>${page.say("web.orders.save")}<//>
    </footer>
  </section>`;
}

/** A question of this kind, as it looked when it was imagined. @returns {Question} */
const questionFor = (/** @type {Expectation[]} */ expected, /** @type {string} */ kind) =>
  expected.find(({ question }) => question.kind === kind)?.question ?? {
    kind,
    rule: "",
    facts: {},
    options: [],
    version: 0,
  };

/** What a question asks, in words. */
const asks = (/** @type {Words} */ words, /** @type {Question} */ question) =>
  words.has(`ask.${question.kind}`) ? words.ask(question) : question.kind;

/**
 * @param {{words: Words, page: Words, draft: Draft, place: number, question: Question, expectation?: Expectation,
 *          outcome?: Prospect|null, put: (draft: Draft|null) => void}} props
 */
function OneOrder({ words, page, draft, place, question, expectation, outcome, put }) {
  const { choices, always = false } = draft;
  const label = (/** @type {Choice} */ choice) => words.choice(choice, question);
  const has = (/** @type {Choice} */ choice) => choices.some((other) => same(other, choice));
  const options = question.options.map((choice, i) => ({ choice, percent: expectation?.percents[i] ?? 0, i }));
  const free = options.filter(({ choice }) => !has(choice));
  const move = (/** @type {number} */ from, /** @type {number} */ to) =>
    put({ ...draft, choices: moved(choices, from, to) });
  const onKey = (/** @type {KeyboardEvent} */ event, /** @type {number} */ i) => {
    if (!event.altKey || !["ArrowUp", "ArrowDown"].includes(event.key)) return;
    event.preventDefault();
    move(i, i + (event.key === "ArrowUp" ? -1 : 1));
  };
  const sentence = page.say("web.orders.sentence", { n: place + 1, what: asks(words, question) });
  return html`<li><div class="order" role="group" aria-label=${sentence}>
    <header><i aria-hidden="true">${place + 1}</i>
      <p><span class="kw">${page.say("web.orders.when")}</span> <b>${asks(words, question)}</b></p>
      <${IconButton} icon="u-close" label=${page.say("web.orders.remove", { n: place + 1 })} onClick=${() => put(null)} /></header>
    <ol>
      ${choices.map(
        (
          choice,
          i,
        ) => html`<li key=${choice.join(" ")} onKeyDown=${(/** @type {KeyboardEvent} */ event) => onKey(event, i)}>
          <span class="kw">${page.say(i ? "web.orders.else" : "web.orders.then")}</span>
          <span class="tok">${label(choice)}</span>
          <small>${outcome && page.say("web.percent", { n: outcome.percents[i] ?? 0 })}</small>
          ${i > 0 && html`<${IconButton} icon="u-chev" class="up" label=${page.say("web.orders.up", { what: label(choice) })} onClick=${() => move(i, i - 1)} />`}
          <${IconButton} icon="u-close" label=${page.say("web.orders.drop", { what: label(choice) })}
            onClick=${() => put({ ...draft, choices: choices.filter((_, j) => j !== i) })} />
        </li>`,
      )}
      <li class="last"><span class="kw">${page.say(choices.length ? "web.orders.else" : "web.orders.then")}</span>
        <span class="tok"><${Icon} id="u-clock" />${page.say("web.orders.wait")}</span>
        <small>${outcome && page.say("web.percent", { n: outcome.asked })}</small></li>
    </ol>
    <div class="more">
      ${
        free.length > 0 &&
        html`<label class="field"><span class="sr">${page.say("web.orders.line", { n: place + 1 })}</span>
        <select value="" onChange=${(/** @type {On<HTMLSelectElement>} */ { currentTarget }) => {
          const found = options[Number(currentTarget.value)];
          const picked = currentTarget.value !== "" && found;
          currentTarget.value = "";
          if (picked) put({ ...draft, choices: [...choices, found.choice] });
        }}>
          <option value="">${page.say("web.orders.pick")}</option>
          ${free.map(({ choice, percent, i }) => html`<option value=${String(i)}>${page.say("web.orders.possible", { what: label(choice), percent })}</option>`)}
        </select></label>`
      }
      <${Switch} label=${page.say("web.orders.always")} value=${always}
        onChange=${(/** @type {boolean} */ on) => put({ ...draft, always: on })} />
    </div>
  </div></li>`;
}

/** @template T @returns {T[]} */
function moved(/** @type {T[]} */ list, /** @type {number} */ from, /** @type {number} */ to) {
  if (to < 0 || to >= list.length) return list;
  const rest = list.filter((_, i) => i !== from);
  return [...rest.slice(0, to), list[from], ...rest.slice(to)];
}
