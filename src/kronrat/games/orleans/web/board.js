/** A player's board: the green with the followers drawn, and the places with their action spaces. */

import { crest, html, icon, IconButton, names, noted } from "/static/parts.js";
import { Roving } from "/static/roving.js";
import { refused } from "/static/turn.js";
import { capital } from "/static/words.js";
import { failWords } from "./check.js";
import { unasked } from "./idle.js";
import { useShape } from "./shape.js";
import { storyOf } from "./stories.js";
import {
  Made,
  oneByOne,
  opsWords,
  placeIcon,
  rowsOf,
  SpaceFace,
  spaceLook,
  spaceWords,
  Stack,
  supplyOf,
  textOf,
  TokenFace,
  tokenLook,
} from "./draw.js";

/**
 * @import { Choice } from "/static/types.js"
 * @import { Desk } from "./desk.js"
 * @import { PlaceReady, PlayerView } from "./types.js"
 */

const MANY = 12; // more places than this are in narrower columns
const LONG = 10; // letters of a name that is written smaller there

/** How many places are side by side. */
function columnsOf(/** @type {string} */ shape, /** @type {number} */ places) {
  if (shape === "phone") return 2;
  return shape === "upright" || places > MANY ? 4 : 3;
}

/**
 * Row and column of a place. When a fourth column is added, the places before keep theirs.
 * @returns {[row: number, column: number]}
 */
function cellOf(/** @type {string} */ shape, /** @type {number} */ columns, /** @type {number} */ at) {
  if (columns === 4 && shape !== "upright" && at < 16) return at < MANY ? [Math.floor(at / 3), at % 3] : [at - MANY, 3];
  return [Math.floor(at / columns), at % columns];
}

export function Board(/** @type {{desk: Desk, narrow: boolean}} */ { desk, narrow }) {
  const { model } = desk;
  const words = model.words.value;
  const seat = desk.boardOf;
  const mine = seat === model.front.value;
  const player = model.seen.players[seat];
  const { isOut, Out } = storyOf(model);
  if (mine && Out && isOut?.(player) && !model.readOnly) return html`<${Out} desk=${desk} seat=${seat} />`;
  return html`<section class=${names("panel tableau", !mine && "other", `p-${model.tincture(seat)}`)} aria-label=${words.say("web.os.board", { seat })}>
    ${!mine && html`<${Whose} desk=${desk} seat=${seat} player=${player} />`}
    ${player.sealed && html`<p class="veil"><span>${words.say("web.os.veil")}</span></p>`}
    ${(!narrow || !mine) && html`<${Green} desk=${desk} seat=${seat} />`}
    <${Places} desk=${desk} seat=${seat} mine=${mine} />
  </section>`;
}

/** Whose board this is, and the way back to mine. */
function Whose(/** @type {{desk: Desk, seat: number, player: PlayerView}} */ { desk, seat, player }) {
  const words = desk.model.words.value;
  const { front } = desk.model;
  return html`<header class="whose">${crest(seat)}<h2 class="h">${words.say("web.os.board", { seat })}</h2>
    <div class="stock">${supplyOf(player).map(([token, n]) => html`<${Stack} words=${words} token=${token} n=${n} />`)}</div>
    ${front.value !== null && html`<${IconButton} icon="u-close" label=${words.say("web.os.board.mine")} onClick=${() => (desk.shown.value = null)} />`}
  </header>`;
}

// -- the green --------------------------------------------------------------------------------------------------------

/** The followers on the green, and the bag behind them. */
export function Green(/** @type {{desk: Desk, seat: number}} */ { desk, seat }) {
  const { model } = desk;
  const words = model.words.value;
  const player = model.seen.players[seat];
  const mine = seat === model.front.value;
  const here = oneByOne(player.green);
  const most = rowsOf(model, "numbers").green.value;
  const hidden = player.sealed ? player.drawn : 0;
  const settles = mine && desk.options("green")[0];
  const drop = mine && desk.planning.value ? dropOnGreen(desk) : {};
  return html`<div class="ang" role="group" aria-label=${words.say("web.os.green", { n: here.length + hidden, most })} data-green="" ...${drop}>
    <div class="lab"><b>${words.say("term.green")}</b><small>${words.say("web.os.green.count", { n: here.length + hidden, most })}</small></div>
    <div class="folk">
      ${here.map((token, at) => html`<${Standing} key=${`${token} ${at}`} desk=${desk} token=${token} at=${at} mine=${mine} />`)}
      ${Array.from({ length: hidden }, () => html`<span class="tk fo big back" aria-hidden="true">${icon("mark")}</span>`)}
      ${
        settles
          ? html`<button type="button" class="sl big tgt" data-target="" aria-pressed=${String(desk.isPicked(settles))} onClick=${() => desk.pick(settles)}
            aria-label=${words.say("web.os.green.here")}>${icon("u-plus")}</button>`
          : Array.from(
              { length: Math.max(0, most - here.length - hidden) },
              () => html`<span class="sl big" aria-hidden="true"></span>`,
            )
      }
    </div>
    <${Bag} desk=${desk} player=${player} mine=${mine} />
  </div>`;
}

/** A follower on the green: while planning it can be taken in hand. */
function Standing(/** @type {{desk: Desk, token: string, at: number, mine: boolean}} */ { desk, token, at, mine }) {
  const words = desk.model.words.value;
  const can = mine && desk.planning.value && desk.placesFor(token).length > 0;
  const held = desk.held.value?.token === token && desk.held.value.at === at;
  const losing = mine && desk.options("lose", token)[0];
  const label = words.say(`token.${token}`);
  if (losing)
    return html`<button type="button" class=${tokenLook(token, names("big can", desk.isPicked(losing) && "sel"))} data-target=""
      aria-pressed=${String(desk.isPicked(losing))} aria-label=${label} onClick=${() => desk.pick(losing)}><${TokenFace} token=${token} /></button>`;
  const idle = mine ? (desk.planning.value ? "nowhere" : "follower") : "others";
  if (!can)
    return html`<span class=${tokenLook(token, "big")} role="img" aria-label=${label} ...${unasked(desk, idle, () => label)}><${TokenFace} token=${token} /></span>`;
  return html`<button type="button" class=${tokenLook(token, names("big can", held && "sel"))} aria-pressed=${String(held)} aria-label=${label} data-follower=${at}
    onClick=${() => desk.hold(token, at)} ...${dragToken(desk, token, at)}><${TokenFace} token=${token} /></button>`;
}

/** The bag: how many followers are in it; mine can be looked into. */
function Bag(/** @type {{desk: Desk, player: PlayerView, mine: boolean}} */ { desk, player, mine }) {
  const words = desk.model.words.value;
  const label = words.say("web.os.bag", { n: player.in_bag });
  if (!mine) return html`<span class="bagn" role="img" aria-label=${label}>${icon("i-bag")}${player.in_bag}</span>`;
  return html`<button type="button" class="bagn" aria-label=${label} aria-haspopup="dialog" onClick=${() => (desk.inspecting.value = true)}
    ...${noted(words.say("web.os.bag.look"))} data-stock=${desk.model.front.value}>${icon("i-bag")}${player.in_bag}</button>`;
}

// -- moving pieces ----------------------------------------------------------------------------------------------------

/** What is dragged; the data of a drag cannot be read before it is dropped. */
let dragged = /** @type {{token: string, from: [string, number]|null}|null} */ (null);

export function dragToken(
  /** @type {Desk} */ desk,
  /** @type {string} */ token,
  at = -1,
  /** @type {[string, number]|null} */ from = null,
) {
  return {
    draggable: "true",
    onDragStart: (/** @type {DragEvent} */ event) => {
      event.dataTransfer?.setData("text/plain", token);
      if (event.dataTransfer) event.dataTransfer.effectAllowed = "move";
      dragged = { token, from };
      if (!from) desk.held.value = { token, at };
    },
    onDragEnd: () => {
      dragged = null;
      desk.held.value = null;
    },
  };
}

const dropOnGreen = (/** @type {Desk} */ desk) => ({
  onDragOver: (/** @type {DragEvent} */ event) => dragged?.from && event.preventDefault(),
  onDrop: (/** @type {DragEvent} */ event) => {
    event.preventDefault();
    if (dragged?.from) void desk.moveBack(...dragged.from);
  },
});

/** A piece that is dropped on a place goes to the space meant, or to one like it. */
function dropOnSpace(/** @type {Desk} */ desk, /** @type {string} */ place, /** @type {number|null} */ space) {
  const option = (/** @type {string} */ token) => {
    const there = desk.options("place", token, place);
    return there.find((one) => one[3] === space) ?? there[0] ?? null;
  };
  return {
    onDragOver: (/** @type {DragEvent} */ event) =>
      dragged && (dragged.from || option(dragged.token)) && event.preventDefault(),
    onDrop: (/** @type {DragEvent} */ event) => {
      event.preventDefault();
      event.stopPropagation();
      if (!dragged) return;
      const { token, from } = dragged;
      if (from) void desk.moveBack(...from, from[0] === place ? null : ["place", token, place, space ?? 0]);
      else void desk.place(option(token));
    },
  };
}

// -- places -----------------------------------------------------------------------------------------------------------

function Places(/** @type {{desk: Desk, seat: number, mine: boolean}} */ { desk, seat, mine }) {
  const { model } = desk;
  const player = model.seen.players[seat];
  const ids = Object.keys(player.places);
  const shape = useShape();
  const columns = columnsOf(shape, ids.length);
  return html`<${Roving} as="ul" class=${names("pls", columns > 3 && "four")} label=${model.words.value.say("web.os.places")} role="list">
    ${ids.map(
      (id, at) => html`<${Place} key=${id} desk=${desk} seat=${seat} id=${id} tokens=${player.places[id]} mine=${mine}
      cell=${cellOf(shape, columns, at)} />`,
    )}
  <//>`;
}

function Place(
  /** @type {{desk: Desk, seat: number, id: string, tokens: (string|null)[], mine: boolean, cell: [row: number, column: number]}} */ {
    desk,
    seat,
    id,
    tokens,
    mine,
    cell: [row, column],
  },
) {
  const { model } = desk;
  const words = model.words.value;
  const printed = rowsOf(model, "places")[id];
  const known = mine && !model.readOnly ? desk.places.value[id] : null;
  const use = mine ? (desk.options("use", id)[0] ?? null) : null;
  const chosen = use !== null && desk.isPicked(use);
  const fresh = mine && desk.placed.value?.place === id;
  const name = words.say(`place.${id}`);
  const short = opsWords(words, printed.ops);
  const fails = mine ? (desk.me?.idle[id] ?? "") : "";
  const { state, status } = markOf(known, fails, tokens);
  const told = status && words.say(`web.os.place.${status}`);
  const leaving = known?.leaving ?? [];
  const note = () =>
    html`<b>${name}</b><p>${textOf(words, "text", id, printed)}</p>
      ${["idle", "part"].includes(status) && html`<p>${footWords()}</p>`}<${Made} words=${words} row=${printed} />`;
  const look = names(
    "pl",
    printed.kind !== "board" && "card",
    state,
    fresh && "new",
    leaving.length && "gone",
    use && "can",
    chosen && "sel",
  );
  const naming = names("use", name.length > LONG && "long");
  const acting = mine && desk.question.value?.kind === "turn";
  const held = mine ? (desk.held.value?.token ?? null) : null;
  const takes = held !== null && desk.options("place", held, id).length > 0; // a press sets it down here
  const head = html`${icon(placeIcon(id))}<b>${name}</b>`;
  const noRoom = held === null || !tokens.length ? "" : roomWords();
  const explains = unasked(desk, mine ? (noRoom ? "nowhere" : "place") : "others", note, idleChoice(), noRoom);
  const title = acting
    ? html`<button type="button" class=${naming} data-roving=${`${2 * row} ${column * 10}`} data-target=${use ? "" : null} data-place=${id}
        aria-pressed=${use ? String(chosen) : null} aria-disabled=${use ? null : "true"}
        aria-label=${[name, short, told, use && words.say("web.os.place.can")].filter(Boolean).join(", ")}
        ...${use ? { onClick: () => desk.pick(use) } : refused(model, () => desk.why(["use", id]), note)}>${head}</button>`
    : html`<span class=${naming} tabindex="-1" data-roving=${`${2 * row} ${column * 10}`} ...${takes ? noted(note) : explains}>${head}</span>`;
  return html`<li class=${look} data-at=${id} style=${{ "--cell": `${row + 1} / ${column + 1}` }} ...${mine && desk.planning.value ? dropOnSpace(desk, id, null) : {}} onClick=${press} onMouseLeave=${explains.onMouseLeave}>
    <header>${title}</header>
    <div class=${names("sls", printed.spaces.length > 4 && "many")}>
      ${printed.spaces.map(
        (
          space,
          n,
        ) => html`<${Space} key=${n} desk=${desk} seat=${seat} place=${id} space=${space} n=${n} token=${tokens[n]} mine=${mine}
        roving=${`${2 * row + 1} ${column * 10 + n}`} />`,
      )}
    </div>
    <footer ...${takes || use ? noted(note) : explains}>
      ${
        status === "forbidden"
          ? html`<em>${words.say("web.os.place.banned", { epoch: model.seen.players[seat].epoch })}</em>`
          : html`
        ${["ready", "idle"].includes(status) && html`<em>${told}</em>`}${leaving.length ? html`<span class="forever">${icon("i-bag")}${words.say("web.os.forever", { followers: leaving })}</span>` : html`<span>${footWords()}</span>`}`
      }
    </footer>
  </li>`;

  /** Anywhere on the card: what fits is set down, what can be used is picked, and otherwise the card explains itself. */
  function press(/** @type {KeyboardEvent} */ event) {
    const pressed = /** @type {HTMLElement} */ (event.target);
    if (pressed.closest("button")) return;
    if (takes) void desk.place(desk.options("place", held, id)[0]);
    else if (acting && use) desk.pick(use);
    else if (pressed.matches("li, header, .sls")) explains.onClick?.(event); // what is on it explains itself
  }

  /** What the game is asked why it cannot be done here. @returns {Choice|null} */
  function idleChoice() {
    if (acting) return ["use", id];
    return held === "technology" ? ["place", held, id, Math.max(0, tokens.indexOf(null))] : null; // it has rules of its own
  }

  /** Why what is in hand cannot be set down anywhere on the card: all its free spaces are named. */
  function roomWords() {
    if (!known?.missing.length) return words.say("web.os.place.full");
    return capital(words.say("web.os.place.takes", { token: held, list: missingWords() }));
  }

  function missingWords() {
    const missing = known?.missing.map((space) => spaceWords(words, space)) ?? [];
    const kinds = [...new Set(missing)].map((kind) => {
      const n = missing.filter((one) => one === kind).length;
      return n > 1 ? `${n} × ${kind}` : kind;
    });
    return words.list(kinds);
  }

  /** What it does, what is missing, or why it can do nothing. */
  function footWords() {
    if (status === "idle") return failWords(words, printed.ops, fails);
    if (status === "part") return words.say("web.os.place.missing", { list: missingWords() });
    if (status === "ready" && known?.expand) {
      const n = known.expand.length + (known.conquer?.length ?? 0);
      return words.say("web.os.place.areas", { n });
    }
    return printed.spaces.length ? short : textOf(words, "text", id, printed);
  }
}

/**
 * How a place is marked: it acts, it is filled and can do nothing, something is missing, or it is forbidden. What the
 * rules would do decides, not the spaces.
 */
function markOf(
  /** @type {PlaceReady|null|undefined} */ known,
  /** @type {string} */ fails,
  /** @type {(string|null)[]} */ tokens,
) {
  if (!known) return { state: "", status: "" };
  if (known.forbidden) return { state: "ban", status: "forbidden" };
  if (known.ready) return fails ? { state: "dead", status: "idle" } : { state: "act", status: "ready" };
  return tokens.some(Boolean) ? { state: "part", status: "part" } : { state: "", status: "" };
}

/** One action space, empty or with its token, and what can be done with it now. */
function Space(
  /** @type {{desk: Desk, seat: number, place: string, space: string, n: number, token: string|null, mine: boolean, roving: string}} */ {
    desk,
    seat,
    place,
    space,
    n,
    token,
    mine,
    roving,
  },
) {
  const { model } = desk;
  const words = model.words.value;
  const act = actOn(desk, { seat, place, n, token, mine });
  const what = token
    ? words.say(`token.${token}`)
    : words.say("web.os.space.empty", { shows: spaceWords(words, space) });
  const label = [words.say(`place.${place}`), what, act.label].filter(Boolean).join(", ");
  const target = !token && mine && isTarget(desk, place, n);
  const look = token
    ? tokenLook(token, names("in", act.mine && "ghost", act.can && "can", act.chosen && "sel"))
    : names(spaceLook(space), (target || act.lit) && "tgt", act.chosen && "sel");
  const face = token ? html`<${TokenFace} token=${token} />` : html`<${SpaceFace} space=${space} />`;
  const drop = mine && desk.planning.value ? dropOnSpace(desk, place, n) : {};
  const drag = act.mine && token ? dragToken(desk, token, -1, [place, n]) : {};
  const named = noted(what, { named: true });
  const acting = mine && desk.question.value?.kind === "turn";
  const used = acting && desk.options("use", place).length > 0; // a press on it means the place
  const idle = used ? named : unasked(desk, mine ? "space" : "others", () => what, acting ? ["use", place] : null);
  if (!act.props)
    return html`<span class=${look} role="img" aria-label=${label} tabindex="-1" data-roving=${roving} ...${idle}>${face}</span>`;
  return html`<button type="button" class=${look} data-roving=${roving} data-space=${`${place} ${n}`} data-target=${target || act.can ? "" : null}
    aria-label=${label} aria-pressed=${act.chosen === undefined ? null : String(act.chosen)} aria-disabled=${act.refused ? "true" : null}
    ...${named} ...${drop} ...${drag} ...${act.props}>${face}</button>`;
}

/** Whether what is in hand could go there, or anybody while all spaces are shown. */
function isTarget(/** @type {Desk} */ desk, /** @type {string} */ place, /** @type {number} */ n) {
  const held = desk.held.value;
  if (!held && !desk.pointing.value) return false;
  const options = held ? desk.options("place", held.token, place) : desk.options("place");
  return options.some((option) => option[2] === place && option[3] === n);
}

/**
 * What a press on a space does now.
 * @returns {{props?: object, label?: string, can?: boolean, lit?: boolean, mine?: boolean, chosen?: boolean, refused?: boolean}}
 */
function actOn(
  /** @type {Desk} */ desk,
  /** @type {{seat: number, place: string, n: number, token: string|null, mine: boolean}} */ {
    seat,
    place,
    n,
    token,
    mine,
  },
) {
  const words = desk.model.words.value;
  const { model } = desk;
  const picks = (/** @type {Choice} */ option, /** @type {string} */ label) => ({
    can: true,
    lit: true,
    chosen: desk.isPicked(option),
    label,
    props: { onClick: () => desk.pick(option) },
  });
  const removes = token && desk.options("remove", seat, place, n)[0];
  if (removes) return picks(removes, words.say("web.os.space.remove"));
  const kind = desk.question.value?.kind;
  if (kind === "send_away") return { refused: true, props: refused(model, () => desk.why(["remove", seat, place, n])) };
  if (!mine) return {};
  const puts = !token && desk.options("put", place, n)[0];
  if (puts) return picks(puts, words.say("web.os.space.put"));
  const { spaces } = rowsOf(model, "places")[place];
  const like = (/** @type {Choice} */ option, /** @type {number} */ at) => spaces[Number(option[at])] === spaces[n];
  const sets = token ? null : desk.options("put", place).find((option) => like(option, 2));
  if (sets) return { props: { onClick: () => desk.pick(sets) } };
  if (kind === "set_down") return { refused: true, props: refused(model, () => desk.why(["put", place, n])) };
  if (kind === "recall" && token) {
    const option = desk.options("take", place, n)[0];
    if (option)
      return { can: true, label: words.say("web.os.space.take"), props: { onClick: () => desk.commit(option) } };
    return { refused: true, props: refused(model, () => desk.why(["take", place, n])) };
  }
  if (kind !== "plan") return {};
  if (token) {
    const other = desk.held.value?.token; // with something in hand a press does not take back what is there
    if (other) return { refused: true, props: refused(model, () => desk.why(["place", other, place, n])) };
    if (desk.isOfPlan(place, n))
      return { mine: true, label: words.say("web.os.space.back"), props: { onClick: () => desk.moveBack(place, n) } };
    const reason = desk.places.value[place]?.fixed?.includes(n)
      ? { said: words.say("reason.technology_stays", { place }), rule: "OS-TECH-8" }
      : { said: words.say("web.os.space.stays"), rule: "OS-PLAN-5" };
    return { refused: true, props: refused(model, async () => reason) };
  }
  // Of spaces that are alike the first is offered: a press on any of them means it.
  const there = desk.options("place").filter((option) => option[2] === place && like(option, 3));
  const held = desk.held.value;
  const option = held ? there.find((one) => one[1] === held.token) : onlyOne(there);
  if (option) return { props: { onClick: () => desk.place(option) } };
  const nobodyWords = () => words.say("web.os.space.nobody", { shows: spaceWords(words, spaces[n]) });
  if (there.length && !held)
    return { props: refused(model, async () => ({ said: words.say("web.os.space.which"), rule: "OS-PLAN-4" })) };
  return {
    refused: true,
    props: refused(model, () =>
      held ? desk.why(["place", held.token, place, n]) : Promise.resolve({ said: nobodyWords(), rule: "OS-PLAN-4" }),
    ),
  };
}

/** What goes there if nothing else does; among followers, the one that the space shows comes first. */
function onlyOne(/** @type {Choice[]} */ options) {
  const kinds = [...new Set(options.map((option) => option[1]))].filter(
    (token) => token !== "monk" && token !== "technology",
  );
  if (kinds.length > 1) return null;
  return options.find((option) => option[1] === kinds[0]) ?? (options.length === 1 ? options[0] : null);
}
