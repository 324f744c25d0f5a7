/** A control for each kind of question: what is in the left part of the tray, for picking pieces. */

import { Die as AnyDie, html, icon, names, noted } from "/static/parts.js";
import { same } from "/static/turn.js";
import { carded } from "./cards.js";
import { advisorOf, cardIcon, GOODS, isGovernor, rolled, tokenIcon } from "./draw.js";
import { buildingWays, handfuls, inOrder, within } from "./pick.js";

/**
 * @import { Choice, Question, RolledDie } from "./draw.js"
 * @import { Desk } from "./desk.js"
 * @import { PlayerView } from "./types.js"
 * @import { Words } from "/static/words.js"
 */
/** @typedef {{desk: Desk, question: Question}} Asked */

export function Control(/** @type {Asked} */ { desk, question }) {
  const Kind = CONTROLS[question.kind] ?? Plain;
  return html`<${Kind} desk=${desk} question=${question} />`;
}

// -- dice -------------------------------------------------------------------------------------------------------------

/** The dice of the season as toggles; those already placed keep their place, pale. */
function InfluenceDice(/** @type {{desk: Desk}} */ { desk }) {
  const { model } = desk;
  const words = model.words.value;
  const seat = model.front.value ?? 0;
  const me = desk.me;
  const picked = desk.picked.value;
  const dice = rolled(model.seen, seat);
  const withToken = picked.plus2 || picked.group?.plus2 === true;
  const show = (/** @type {RolledDie} */ { face, bonus, place, number }) => {
    if (place)
      return html`<${AnyDie} face=${face} seat=${seat} bonus=${bonus} class="used"
        label=${words.say("web.kb.die_placed", { face, place })} />`;
    const heap = bonus ? "bonus" : "own";
    const on = (picked[heap] ?? []).includes(number);
    const label = words.say(bonus ? "web.kb.bonus_die" : "web.kb.die", { face });
    return html`<${AnyDie} face=${face} seat=${seat} bonus=${bonus} label=${label} class=${on ? "sel" : ""}
      aria-pressed=${String(on)} onClick=${() => desk.toggleDie(heap, number)} />`;
  };
  const bonus = dice.filter((die) => die.bonus);
  return html`<div class="dice" role="group" aria-label=${words.say("web.kb.your_dice")} data-dice=${seat}>
    ${dice.filter((die) => !die.bonus).map(show)}
    ${bonus.length + me.plus2 > 0 && html`<span class="sep"></span>`}
    ${bonus.map(show)}
    ${
      me.plus2 > 0 &&
      html`<button class="p2" aria-pressed=${String(withToken)} onClick=${() => desk.toggleDie("plus2")}
        ...${noted(words.say("switch.plus2.text"))}>
      ${icon("t-plus2")}<span class="sr">${words.say("good.plus2")}</span>${
        me.plus2 > 1 && html`<small>${me.plus2}</small>`
      }
    </button>`
    }
  </div>`;
}

/** How many bonus dice are rolled: press the last one that shall be. */
function BonusDice(/** @type {Asked} */ { desk, question }) {
  const words = desk.model.words.value;
  const most = Number(question.options[0][1]);
  const count = desk.picked.value.count ?? most;
  return html`<div class="dice" role="group" aria-label=${words.say("term.bonus_dice")}>
    ${Array.from({ length: most }, (_, at) => {
      const on = at < count;
      const press = () => desk.pick({ count: at + 1 === count ? at : at + 1 });
      return html`<button class=${names("die p-bonus unrolled", on && "sel")} aria-pressed=${String(on)}
        onClick=${press}>
        <span aria-hidden="true">?</span><span class="sr">${words.say("web.kb.bonus_die_number", {
          number: at + 1,
        })}</span>
      </button>`;
    })}
  </div>`;
}

const PAYMENTS = /** @type {const} */ ([...GOODS, "plus2"]);

// -- goods ------------------------------------------------------------------------------------------------------------

/**
 * So many of each kind as some handful on offer allows. `lead` are the words before the goods.
 * @param {Asked & {lead: Choice, goods: string[], onChange: (goods: string[]) => void}} props
 */
function Handful({ desk, question, lead, goods, onChange }) {
  const words = desk.model.words.value;
  const offers = handfuls(question, lead);
  const kinds = PAYMENTS.filter((kind) => offers.some((handful) => handful.includes(kind)));
  const most = Math.max(...offers.map((handful) => handful.length));
  const count = (/** @type {string} */ kind) => goods.filter((good) => good === kind).length;
  if (most === 1) {
    return html`<div class="goodsrow" role="group">
      ${kinds.map((kind) => {
        const on = goods[0] === kind;
        return html`<button class=${names("good", on && "sel")} aria-pressed=${String(on)} data-target=""
          onClick=${() => onChange(on ? [] : [kind])}>
          ${icon(tokenIcon(kind))}<span>${words.say(`good.${kind}`)}</span>
        </button>`;
      })}
    </div>`;
  }
  const can = (/** @type {string} */ kind) => within(offers, [...goods, kind]);
  const why = kinds.some(can) ? "web.kb.more.none" : "web.kb.more.full";
  return html`<div class="goodsrow" role="group">
    ${kinds.map(
      (kind) => html`<${Stepper} words=${words} kind=${kind} n=${count(kind)} more=${can(kind)} why=${why}
      onChange=${(/** @type {number} */ step) => onChange(stepped(goods, kind, step))} />`,
    )}
  </div>`;
}

const stepped = (/** @type {string[]} */ goods, /** @type {string} */ kind, /** @type {number} */ step) => {
  if (step > 0) return inOrder([...goods, kind]);
  const at = goods.lastIndexOf(kind);
  return goods.filter((_, place) => place !== at);
};

/**
 * A number of goods; `why` says why there cannot be more.
 * @param {{words: Words, kind: string, n: number, more: boolean, why: string, onChange: (step: number) => void}} props
 */
function Stepper({ words, kind, n, more, why, onChange }) {
  const good = words.say(`good.${kind}`);
  return html`<div class=${names("stepper", n && "on")} role="group" aria-label=${good}>
    <button aria-label=${words.say("web.kb.less", { good })} aria-disabled=${n ? undefined : "true"}
      ...${n ? { onClick: () => onChange(-1) } : noted(words.say("web.kb.less.none", { good }), { press: true })}>−</button>
    <span class="g">${icon(tokenIcon(kind))}<output aria-live="polite">${n}</output></span>
    <button aria-label=${words.say("web.kb.more", { good })} aria-disabled=${more ? undefined : "true"}
      ...${more ? { onClick: () => onChange(1) } : noted(words.say(why, { good }), { press: true })}>+</button>
  </div>`;
}

/** Goods to take, to give up, to pay with: the answer is one word and then goods. */
function PickGoods(/** @type {Asked} */ { desk, question }) {
  const lead = [question.options[0][0]];
  const goods = desk.picked.value.goods ?? [];
  return html`<${Terms} desk=${desk} question=${question} />
    <${Handful} ...${{ desk, question, lead, goods }} onChange=${(/** @type {string[]} */ next) => desk.pick({ goods: next })} />`;
}

/** What an advisor gives, and for what, where one asks. */
function Terms(/** @type {Asked} */ { desk, question }) {
  if (question.kind !== "buy_goods" && question.kind !== "trade") return null;
  const [id] = advisorOf(desk.model, question.facts.rank);
  return html`<p class="terms">${desk.model.words.value.say(`gives.${id}`)}</p>`;
}

/** One good for one of each other kind. */
function Trade(/** @type {Asked} */ { desk, question }) {
  const words = desk.model.words.value;
  const goods = desk.picked.value.goods ?? [];
  return html`<${Terms} desk=${desk} question=${question} /><div class="goodsrow" role="group">
    ${handfuls(question, ["trade"]).map(([kind]) => {
      const on = goods[0] === kind;
      return html`<button class=${names("good swap", on && "sel")} aria-pressed=${String(on)}
        aria-label=${words.choice(["trade", kind], question)} data-target=""
          onClick=${() => desk.pick({ goods: on ? [] : [kind] })}>
        ${icon(tokenIcon(kind))}<span aria-hidden="true">→</span>${GOODS.filter((other) => other !== kind).map(
          (other) => icon(tokenIcon(other)),
        )}
      </button>`;
    })}
  </div>`;
}

/** Goods for soldiers: several soldiers at once, as far as the stock goes. */
function Recruit(/** @type {Asked} */ { desk, question }) {
  const words = desk.model.words.value;
  const me = desk.me;
  const goods = desk.picked.value.goods ?? [];
  const offers = handfuls(question, ["recruit"]);
  const kinds = PAYMENTS.filter((kind) => offers.some((handful) => handful.includes(kind)));
  const count = (/** @type {string} */ kind) => goods.filter((good) => good === kind).length;
  if (!kinds.length) return html`<p class="muted">${words.say("web.kb.recruit.none")}</p>`;
  const prices = new Set(offers.filter((handful) => !handful.includes("plus2")).map(({ length }) => length));
  return html`${[...prices].map((goods) => html`<p class="terms">${words.say("web.kb.recruit.price", { goods })}</p>`)}
    <div class="goodsrow" role="group" aria-label=${words.say("web.kb.recruit.pay")}>
    ${kinds.map(
      (
        kind,
      ) => html`<${Stepper} words=${words} kind=${kind} n=${count(kind)} more=${count(kind) < me[kind]} why="web.kb.more.none"
      onChange=${(/** @type {number} */ step) => desk.pick({ goods: stepped(goods, kind, step) })} />`,
    )}
  </div>`;
}

// -- buildings --------------------------------------------------------------------------------------------------------

/** Buildings are picked on the sheet; here the way to pay is picked, where there are several. */
function Build(/** @type {Asked} */ { desk, question }) {
  const words = desk.model.words.value;
  const { building, way = 0 } = desk.picked.value;
  const ways = buildingWays(question, building);
  const count = new Set(question.options.filter(([verb]) => verb === "build").map(([, id]) => id)).size;
  const standing = html`<${StandingAnswers} desk=${desk} question=${question} />`;
  if (!building)
    return html`<p class="muted">${words.say(count ? "web.kb.build.pick" : "web.kb.build.none")}</p>${standing}`;
  if (ways.length < 2) return standing;
  return html`<div class="ways" role="group" aria-label=${words.say("web.kb.build.ways")}>
    ${ways.map(
      (choice, at) => html`<button class=${names("btn", at === way && "sel")} aria-pressed=${String(at === way)}
        onClick=${() => desk.pick({ way: at })}>
      ${discount(words, choice)}
    </button>`,
    )}
  </div>${standing}`;
}

/** What was answered once and for all can be taken back while building. */
function StandingAnswers(/** @type {Asked} */ { desk, question }) {
  const words = desk.model.words.value;
  const standing = question.options.filter(([verb]) => verb === "ask");
  if (!standing.length) return null;
  return html`<div class="ways" role="group" aria-label=${words.say("web.kb.your_cards")}>
    ${standing.map((choice) => {
      const on = same(desk.picked.value.choice ?? [], choice);
      return html`<button class=${names("btn", on && "sel")} aria-pressed=${String(on)}
        onClick=${() => desk.pick({ choice: on ? null : choice, building: undefined })}>
        ${words.choice(choice, question)}
      </button>`;
    })}
  </div>`;
}

/** A way to build by what is taken off, or what is not, without the building and the envoy. */
function discount(/** @type {Words} */ words, /** @type {Choice} */ choice) {
  const [card, ...goods] = choice.slice(2).filter((word) => word !== "envoy");
  if (card === "without") return words.say("web.kb.build.without", { cards: goods });
  if (!card) return words.say("web.kb.build.full");
  return words.say("web.kb.build.discount", { card, good: goods[0] ?? "" });
}

// -- cards ------------------------------------------------------------------------------------------------------------

/** The own cards that may be used now; the picked one asks for its details. */
function UseCards(/** @type {Asked} */ { desk, question }) {
  const { model } = desk;
  const words = model.words.value;
  const picked = desk.picked.value;
  const cards = [...new Set(question.options.filter(([verb]) => verb === "use").map(([, card]) => String(card)))];
  const chosen = picked.card ?? null;
  return html`<div class="cardrow" role="group" aria-label=${words.say("web.kb.your_cards")}>
      ${cards.map(
        (id) => html`<${CardToggle} desk=${desk} id=${id} on=${chosen === id}
        onPress=${() => desk.pick({ card: chosen === id ? null : id, detail: undefined })} />`,
      )}
    </div>
    ${chosen && html`<${Detail} desk=${desk} question=${question} card=${chosen} />`}`;
}

/** @param {{desk: Desk, id: string, on: boolean, onPress: () => void}} props */
function CardToggle({ desk, id, on, onPress }) {
  const { model } = desk;
  const kind = isGovernor(model, id) ? "governor" : "building";
  return html`<button class=${names("usecard", on && "sel")} aria-pressed=${String(on)} data-target=""
    ...${carded(model, kind, id)} onClick=${onPress}>
    ${icon(cardIcon(id))}<span>${model.words.value.say(`${kind}.${id}`)}</span>
  </button>`;
}

/**
 * What has to be said besides the card: what to pay, what to take, which dice, which building.
 * @param {Asked & {card: string}} props
 */
function Detail({ desk, question, card }) {
  const words = desk.model.words.value;
  const lead = ["use", card];
  const offers = handfuls(question, lead);
  const detail = (desk.picked.value.detail ?? []).map(String);
  const put = (/** @type {Choice} */ next) => desk.pick({ detail: next.length ? next : undefined });
  switch (desk.me.controls[card]) {
    case "goods":
      return html`<${Handful} ...${{ desk, question, lead, goods: detail }} onChange=${put} />`;
    case "exchange":
      return html`<${Exchange} words=${words} offers=${offers} detail=${detail} put=${put} />`;
    case "faces":
      return html`<${TurnDice} desk=${desk} question=${question} card=${card} put=${put} />`;
    case "die":
      return html`<${OneDie} desk=${desk} offers=${offers} detail=${detail} put=${put} />`;
    case "building":
      return html`<p class="muted">${words.say("web.kb.use.on_sheet")}</p>`;
    default:
      return null;
  }
}

/** @typedef {(detail: Choice) => void} Put */

/**
 * One good for another: what is given, and then what may be taken for it.
 * @param {{words: Words, offers: string[][], detail: string[], put: Put}} props
 */
function Exchange({ words, offers, detail, put }) {
  const [given, taken] = detail;
  const givable = GOODS.filter((kind) => offers.some(([first]) => first === kind));
  const takable = GOODS.filter((kind) => offers.some(([first, second]) => first === given && second === kind));
  const button = (/** @type {string} */ kind, /** @type {boolean} */ on, /** @type {() => void} */ press) =>
    html`<button class=${names("good", on && "sel")} aria-pressed=${String(on)}
      aria-label=${words.say(`good.${kind}`)} onClick=${press}>${icon(tokenIcon(kind))}</button>`;
  return html`<div class="goodsrow">
    <span role="group" aria-label=${words.say("web.kb.give")}>${givable.map((kind) =>
      button(kind, kind === given, () => put([kind])),
    )}</span>
    <span aria-hidden="true">→</span>
    <span role="group" aria-label=${words.say("web.kb.take")}>${takable.map((kind) =>
      button(kind, kind === taken, () => put([given, kind])),
    )}</span>
  </div>`;
}

/**
 * Dice that may be turned: each press turns one on to the next face on offer, and at last back.
 * @param {Asked & {card: string, put: Put}} props
 */
function TurnDice({ desk, question, card, put }) {
  const { model } = desk;
  const words = model.words.value;
  const me = desk.me;
  const faces = desk.picked.value.turned ?? {};
  const { face: turnable = 0 } = model.game.rows.governors[card];
  const uses = question.options.filter(([verb, id]) => verb === "use" && id === card).map((option) => option.slice(2));
  const said = (/** @type {Record<string, number|undefined>} */ next) => {
    const turned = (/** @type {"dice"|"bonus"} */ heap) =>
      me[heap].flatMap((_, place) => next[`${heap} ${place}`] ?? []).sort((a, b) => a - b);
    const bonus = turned("bonus");
    return [...turned("dice"), ...(bonus.length ? ["bonus", ...bonus] : [])];
  };
  const turn = (/** @type {string} */ key) => {
    let face = faces[key] ?? turnable;
    let next = faces;
    do {
      face = (face % 6) + 1;
      next = { ...faces, [key]: face === turnable ? undefined : face };
    } while (face !== turnable && !uses.some((use) => same(use, said(next))));
    put(said(next));
    desk.pick({ turned: next });
  };
  const row = (/** @type {"dice"|"bonus"} */ heap) =>
    me[heap].map((face, place) => {
      const key = `${heap} ${place}`;
      const shown = faces[key] ?? face;
      const look = { face: shown, seat: model.front.value, bonus: heap === "bonus", class: faces[key] ? "sel" : "" };
      if (face !== turnable) return html`<${AnyDie} ...${look} />`;
      return html`<${AnyDie} ...${look} label=${words.say("web.kb.turn_die", { face: shown })}
        onClick=${() => turn(key)} />`;
    });
  return html`<div class="dice" role="group"
    aria-label=${words.say("web.kb.your_dice")}>${row("dice")}${row("bonus")}</div>`;
}

/**
 * One die out of equal ones: an own one or a bonus die.
 * @param {{desk: Desk, offers: string[][], detail: string[], put: Put}} props
 */
function OneDie({ desk, offers, detail, put }) {
  const { model } = desk;
  const words = model.words.value;
  const me = desk.me;
  const button = (/** @type {string} */ word, /** @type {number} */ face, /** @type {boolean} */ bonus) =>
    html`<${AnyDie} face=${face} seat=${model.front.value} bonus=${bonus}
      label=${words.say(bonus ? "web.kb.bonus_die" : "web.kb.die", { face })} class=${detail[0] === word ? "sel" : ""}
        aria-pressed=${String(detail[0] === word)} onClick=${() => put([word])} />`;
  return html`<div class="dice" role="group" aria-label=${words.say("web.kb.your_dice")}>
    ${offers.map(([word]) => (word === "die" ? button(word, me.dice[0], false) : button(word, me.bonus[0], true)))}
  </div>`;
}

/** Which of several effects comes first. */
function ActFirst(/** @type {Asked} */ { desk, question }) {
  const words = desk.model.words.value;
  return html`<div class="cardrow" role="group" aria-label=${words.say("web.kb.your_cards")}>
    ${question.options.map((choice) => {
      const on = same(desk.picked.value.choice ?? [], choice);
      return html`<${CardToggle} desk=${desk} id=${String(choice[1])} on=${on}
        onPress=${() => desk.pick({ choice: on ? null : choice })} />`;
    })}
  </div>`;
}

/** Whether a gain that could hurt is taken, once or from now on, or never; the refusal has its own button. */
function AcceptGain(/** @type {Asked} */ { desk, question }) {
  const words = desk.model.words.value;
  return html`<div class="ways" role="group" aria-label=${words.say("web.kb.your_cards")}>
    ${question.options
      .filter(([verb, ...rest]) => verb === "accept" || rest.length)
      .map((choice) => {
        const on = same(desk.picked.value.choice ?? [], choice);
        return html`<button class=${names("btn", on && "sel")} aria-pressed=${String(on)} data-target=""
          ...${carded(desk.model, isGovernor(desk.model, String(choice[1])) ? "governor" : "building", String(choice[1]))}
          onClick=${() => desk.pick({ choice: on ? null : choice })}>${words.choice(choice, question)}</button>`;
      })}
  </div>`;
}

/** What is picked on the stage needs nothing in the tray. */
const ON_STAGE = ["keep_governor", "choose_token"];
export const onStage = (/** @type {{kind: string}} */ question) => ON_STAGE.includes(question.kind);

/** A question of a kind that nobody foresaw: its answers as buttons. */
function Plain(/** @type {Asked} */ { desk, question }) {
  const words = desk.model.words.value;
  return html`<div class="ways" role="group">
    ${question.options.map((choice) => {
      const on = same(desk.picked.value.choice ?? [], choice);
      return html`<button class=${names("btn", on && "sel")} aria-pressed=${String(on)}
        onClick=${() => desk.pick({ choice })}>${words.choice(choice, question)}</button>`;
    })}
  </div>`;
}

/** @type {Record<string, (asked: Asked) => object|null>} */
const CONTROLS = {
  influence: InfluenceDice,
  roll_bonus_dice: BonusDice,
  take_goods: PickGoods,
  buy_goods: PickGoods,
  lose_goods: PickGoods,
  spare_building: PickGoods,
  trade: Trade,
  recruit: Recruit,
  build: Build,
  use_cards: UseCards,
  act_first: ActFirst,
  accept_gain: AcceptGain,
};
