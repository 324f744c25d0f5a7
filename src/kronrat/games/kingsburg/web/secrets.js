/** What is chosen in secret and shown together: a governor at the start, an army token each Winter. */

import { crest, html, icon, names } from "/static/parts.js";
import { refused } from "/static/turn.js";
import { carded, CardSource, Reconstructed } from "./cards.js";
import { cardIcon, plays } from "./draw.js";
import { armyOf } from "./players.js";
import { sceneOf } from "./scenes.js";

/**
 * @import { Model } from "./draw.js"
 * @import { Desk } from "./desk.js"
 */

// -- the governor to keep ---------------------------------------------------------------------------------------------

export function ChooseGovernor(/** @type {{desk: Desk}} */ { desk }) {
  const { model } = desk;
  const words = model.words.value;
  const me = model.myself;
  const asked = desk.question.value?.kind === "keep_governor";
  const dealt = me?.dealt ?? [];
  return html`<div class="secret on-dark">
    <div class="pick">
      <h2>${words.say("web.kb.governor.title")}<small>${words.say("web.kb.governor.text")}</small></h2>
      <${Lamps} model=${model} />
    </div>
    <div class="govs">
      <div class="gl choice" role="group" aria-label=${words.say("web.kb.governor.dealt")}>
        ${dealt.map((id) => {
          const chosen = asked ? desk.picked.value.choice?.[1] === id : me?.chosen === id;
          const choose = () => desk.pick({ choice: chosen ? null : ["keep", id] });
          return html`<div class="govbox" key=${id}><button
            class=${names("gov", `p-${model.tincture(model.front.value ?? 0)}`, asked && "free", chosen && "own")}
            aria-pressed=${String(chosen)}
            data-target=${asked ? "" : undefined}
            aria-disabled=${asked ? undefined : "true"}
            onClick=${asked ? choose : undefined}
          >
            <${GovernorFace} model=${model} id=${id} />
          </button><${CardSource} model=${model} kind="governor" id=${id} /></div>`;
        })}
      </div>
    </div>
  </div>`;
}

function GovernorFace(/** @type {{model: Model, id: string, owner?: string}} */ { model, id, owner = "" }) {
  const words = model.words.value;
  const card = model.game.rows.governors[id];
  return html`<span class="gh"><b>${words.say(`governor.${id}`)}</b>${owner && html`<small>${owner}</small>`}</span>
    <span class="gp">${icon(cardIcon(id))}</span>
    <span class="gt">${words.say(`text.${id}`)}</span>
    <span class="gf">${card.reconstructed && html`<${Reconstructed} words=${words} />`}</span>`;
}

/** The governors of all, when they are revealed. */
export function Governors(/** @type {{desk: Desk}} */ { desk: { model } }) {
  const words = model.words.value;
  const players = sceneOf(model)?.view.players ?? [];
  return html`<div class="secret on-dark">
    <div class="pick"><h2>${words.say("web.kb.governors.title")}</h2></div>
    <div class="govs"><div class="gl">
      ${ownFirst(model).map((seat) => {
        const look = names("gov", `p-${model.tincture(seat)}`, seat === model.front.value && "own");
        return html`<article key=${seat} class=${look}>
          <${GovernorFace} model=${model} id=${players[seat].governor} owner=${words.player(seat)} />
        </article>`;
      })}
    </div></div>
  </div>`;
}

/** Who has chosen and who has not. */
function Lamps(/** @type {{model: Model}} */ { model }) {
  const words = model.words.value;
  const view = model.seen;
  const others = view.order.filter((seat) => seat !== model.front.value);
  return html`<ul class="secs">
    ${others.map((seat) => {
      const done = !view.deciding.includes(seat);
      return html`<li class=${`sec p-${model.tincture(seat)}`} key=${seat}>
        <span class=${names("bk0", !done && "no")}>${crest(seat)}</span>
        <b>${words.player(seat)}</b>
        <span class=${names("lamp", done && "on")}>${words.say(done ? "web.kb.has_chosen" : "web.kb.chooses")}</span>
      </li>`;
    })}
  </ul>`;
}

// -- the army token ---------------------------------------------------------------------------------------------------

export function ChooseToken(/** @type {{desk: Desk}} */ { desk }) {
  const { model } = desk;
  const words = model.words.value;
  const view = model.seen;
  return html`<div class="secret on-dark">
    <div class="pick">
      <h2>${words.say("web.kb.token.title")}<small>${words.say("web.kb.token.text")}</small></h2>
      <div class="pr"><${OwnTokens} desk=${desk} /><${Lamps} model=${model} /></div>
    </div>
    ${
      plays(view, "governors") &&
      html`<div class="govs">
      <h2>${words.say("table.governors")}</h2>
      <div class="gl">
        ${ownFirst(model).map((seat) => {
          const id = view.players[seat].governor;
          const look = names("gov", `p-${model.tincture(seat)}`, seat === model.front.value && "own");
          return html`<article class=${look} tabindex="0" aria-label=${words.say(`governor.${id}`)}
            ...${carded(model, "governor", id)}>
            <${GovernorFace} model=${model} id=${id} owner=${words.player(seat)} />
          </article>`;
        })}
      </div>
    </div>`
    }
  </div>`;
}

/** All seats, one's own before the others. */
const ownFirst = (/** @type {Model} */ model) =>
  [...model.seen.order].sort((a, b) => Number(b === model.front.value) - Number(a === model.front.value));

/** The six tokens in their places; those that are spent stay as empty ones. */
function OwnTokens(/** @type {{desk: Desk}} */ { desk }) {
  const { model } = desk;
  const words = model.words.value;
  const me = model.myself;
  if (!me) return null;
  const asked = desk.question.value?.kind === "choose_token";
  const chosen = asked ? desk.picked.value.choice?.[1] : me.token;
  let raised = false;
  const tokens = armyOf(model, me.tokens).map(({ value, spent }) => {
    const mine = !spent && !raised && chosen === value;
    raised ||= mine;
    return { value, spent, mine };
  });
  return html`<div class="tks" role="group" aria-label=${words.say("web.kb.token.yours")}>
    ${tokens.map(({ value, spent, mine }) => {
      const choose = () => desk.pick({ choice: mine ? null : ["token", value] });
      const state = spent ? "spent" : mine ? "sel" : asked && "free";
      const gone = async () => ({ said: words.say("web.kb.token.gone", { number: value }), rule: "KB2-MOD3-3" });
      return html`<button
        class=${names("atk", `p-${model.tincture(model.front.value ?? 0)}`, state)}
        aria-pressed=${String(mine)}
        aria-disabled=${spent || !asked ? "true" : undefined}
        aria-label=${words.say(spent ? "web.kb.token.spent" : "web.kb.token.number", { number: value })}
        data-target=${asked && !spent ? "" : undefined}
        ...${spent ? refused(model, gone) : { onClick: asked ? choose : undefined }}
      >
        <b>${value}</b>${icon("t-soldiers")}
      </button>`;
    })}
  </div>`;
}
