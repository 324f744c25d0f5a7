/** A table that still gathers: who sits where, who may come, and what is played. */

import { Art } from "./art.js";
import { remove } from "./http.js";
import { InviteFriends } from "./inviting.js";
import { Chat } from "./log.js";
import { isNamed, NameDialog } from "./me.js";
import { namesOf } from "./model.js";
import { Button, CopyLink, Crest, Dialog, html, Icon, names, useEffect, useState } from "./parts.js";
import { remember } from "./pledge.js";
import { QrCode } from "./qr.js";
import { go, route } from "./route.js";
import { newNonce } from "./socket.js";
import { useSeconds } from "./strips.js";
import { aboutBot, candidate, originOf, paceOf, rulesOf, sitter } from "./terms.js";
import { countdown, duration } from "./time.js";
import { wordsFor } from "./frame.js";

/**
 * @import { LiveModel } from "./model.js"
 * @import { On, Seat } from "./types.js"
 * @import { Words } from "./words.js"
 * @typedef {{seat: number, code: string}} Invited
 */

/**
 * @param {{model: LiveModel, invited: Invited|null}} props `invited` is the
 *        seat that the link of this page is an invitation to
 */
export function Room({ model, invited }) {
  const [naming, setNaming] = useState(/** @type {number|null} */ (null));
  const words = model.words.value;
  const beside = wordsFor().value;
  const {
    seats,
    options,
    undo,
    game,
    commitment,
    listed,
    odds,
    watchers,
    fills_at,
    watch_delay_s,
    rated,
    deal,
    origin,
  } = model.info.value;
  const terms = [
    paceOf(words, model.info.value),
    words.say(`web.undo.${undo}`),
    words.say(listed ? "web.room.listed" : "web.room.private"),
    ...(watch_delay_s ? [words.say("web.room.delay", { time: duration(words, watch_delay_s) })] : []),
    ...(odds ? [] : [words.say("web.room.no_odds")]),
    ...(rated ? [words.say("web.rated")] : []),
  ];
  const strangers = fills_at > 0 && !model.info.value.owner && !model.owner.value; // a table for whoever comes
  const another = model.mine.value.length > 0; // somebody sits here already: the next one needs another name

  const sit = async (/** @type {number} */ seat, name = "") => {
    const invite = invited?.seat === seat ? invited.code : (model.invites.value[seat] ?? "");
    const nonce = newNonce();
    const refused = await model.sit(seat, { nonce, invite, name });
    const fixed = deal || origin?.dice === "same"; // the dice were made before
    if (!refused) remember(model.id, commitment, fixed ? {} : { [seat]: nonce });
  };
  const [kept] = model.kept.value;
  useEffect(() => {
    // Who has just asked for this seat need not ask again.
    if (route.peek().query.has("sit") && kept !== undefined && !another && isNamed()) void sit(kept);
  }, []);
  const giveUp = async () => {
    await remove("/api/meetings").catch(() => undefined);
    go("/tables");
  };
  const wish = (/** @type {number} */ seat) => (isNamed() && !another ? sit(seat) : setNaming(seat));
  const named = async (/** @type {string} */ name) => {
    const seat = naming;
    if (seat === null) return;
    setNaming(null);
    if (!another) model.reconnect(); // only now does the server know this browser by its name
    await sit(seat, another ? name : "");
  };
  return html`<main class="room scaled">
    <section class="panel gathering">
      <header>
        <${Art} game=${game} />
        <div>
          <h1 class="h">${words.say(`game.${game}`)}</h1>
          <p class="muted">${rulesOf(words, model.game.switches, options)}</p>
          <p class="muted">${terms.join(" · ")}</p>
          ${origin && html`<p>${originOf(words, origin)}</p>`}
        </div>
      </header>
      ${deal && html`<p><a href=${`/deals/${deal}`}>${words.say("web.deal")}</a></p>`}
      ${rated && html`<p class="agreed"><${Icon} id="u-trophy" />${words.say("web.rated.room")}</p>`}
      <p class="call" role="status">${callOf(words, seats)}${
        watchers > 0 && html` <small>${words.say("web.watching.count", { n: watchers })}</small>`
      }</p>
      ${fills_at > 0 && html`<${Filling} model=${model} at=${fills_at} />`}
      ${seats.some(({ kind }) => kind === "open") && another && html`<${Share} words=${words} path=${`/t/${model.id}`} />`}
      <ul class="places">
        ${seats.map(
          (seat, place) => html`<${Place} key=${place} model=${model} seat=${seat} place=${place} invited=${invited}
            onSit=${() => wish(place)} another=${another} strangers=${strangers} />`,
        )}
      </ul>
      ${
        beside &&
        !strangers &&
        (another || model.owner.value) &&
        seats.some(isFree) &&
        html`<${InviteFriends} words=${beside} table=${model.id} sitting=${seats.map(({ name }) => name)} />`
      }
      <footer>
        ${strangers && another && html`<${Button} onClick=${giveUp}>${words.say("web.room.give_up")}<//>`}
        <a class="btn quiet" href=${`/t/${model.id}/board`}>${words.say("web.room.board")}</a>
        <${CopyLink} words=${words} label=${words.say("web.room.watch")} address=${`${location.origin}/t/${model.id}?watch`} />
        ${
          model.owner.value &&
          html`<${Button} kind="quiet" onClick=${() => model.close()}>${words.say("web.room.close")}<//>`
        }
        <p class="muted dice">${words.say("web.room.commitment")} <code>${commitment.slice(0, 16)}…</code></p>
      </footer>
    </section>
    <section class="panel log" aria-label=${words.say("web.chat")}>
      <h2 class="h">${words.say("web.chat")}</h2>
      <${Chat} model=${model} />
    </section>
    ${
      naming !== null &&
      html`<${NameDialog} words=${words} action=${words.say("web.room.sit")} onClose=${() => setNaming(null)}
      onName=${named} ...${another ? forAnother(words) : {}} />`
    }
  </main>`;
}

/**
 * A table that was given up before it began.
 * @param {{words: Words}} props
 */
export function Closed({ words }) {
  return html`<main class="lost"><h1 class="h">${words.say("web.room.closed")}</h1>
    <p class="muted">${words.say("web.room.closed.hint")}</p>
    <a class="btn pri" href="/">${words.say("web.to_lobby")}</a></main>`;
}

/** What the game still waits for: free seats, or people who asked for a moment. */
function callOf(/** @type {Words} */ words, /** @type {Seat[]} */ seats) {
  const n = seats.filter(isFree).length;
  if (n) return words.say("web.room.waiting", { n });
  const waiting = seats.flatMap(({ waits }, place) => (waits ? [place] : []));
  return words.named(namesOf(words, seats)).say("web.room.waiting_for", { seats: waiting });
}

const isFree = (/** @type {Seat} */ { kind }) => kind === "open" || kind === "invited";

/** Somebody else at this browser is asked for a name that is not remembered for it. */
const forAnother = (/** @type {Words} */ words) => ({
  title: words.say("web.room.another"),
  hint: words.say("web.room.another.hint"),
  remember: false,
  value: "",
});

/**
 * At a table for `strangers` whoever comes gets a seat, and who rises waits no more.
 * @param {{model: LiveModel, seat: Seat, place: number, invited: Invited|null, onSit: () => void, another: boolean,
 *          strangers: boolean}} props
 */
function Place({ model, seat, place, invited, onSit, another, strangers }) {
  const words = model.words.value;
  const colour = words.say(`web.tincture.${model.tincture(place)}`);
  const code = model.invites.value[place] ?? "";
  const forMe = isFree(seat) && (invited?.seat === place || model.kept.value.includes(place));
  const mayCome = seat.kind === "open" || (forMe && (invited?.code || code)) || Boolean(code);
  const free = isFree(seat);
  const mine = model.mine.value.includes(place);
  const state = stateOf(seat);
  return html`<li class=${names("place", `p-${model.tincture(place)}`, free && "empty", forMe && "for-me")}>
    <${Crest} seat=${place} />
    <div class="who">
      <b>${sitter(words, strangers && free ? { ...seat, kind: "open" } : seat)}</b>
      <small>${colour}${!free && html` · <span class=${names("there", state)}>${state === "ready" && html`<${Icon} id="u-check" />`}${words.say(state === "away" ? "web.seat.away" : `web.room.${state}`)}</span>`}${seat.kind === "bot" && ` · ${aboutBot(words, seat.bot)}`}</small>
    </div>
    <div class="acts">
      ${
        mayCome &&
        html`<${Button} kind=${another ? "" : "pri"} onClick=${onSit}>
        ${words.say(another ? "web.room.sit_another" : "web.room.sit")}
      <//>`
      }
      ${
        mine &&
        html`<${Button} kind=${seat.waits ? "pri" : ""} onClick=${() => model.makeReady(place, seat.waits)}>
          ${words.say(seat.waits ? "web.room.be_ready" : "web.room.wait")}<//>
        ${!strangers && html`<${Button} kind="quiet" onClick=${() => model.rise(place)}>${words.say("web.room.rise")}<//>`}`
      }
      ${code && model.owner.value && html`<${Share} words=${words} path=${`/t/${model.id}#seat=${place}&invite=${code}`} small=${true} />`}
      ${
        model.owner.value &&
        (seat.kind !== "human" || (!mine && state !== "ready")) &&
        html`<${Arrange} model=${model} seat=${seat} place=${place} label=${words.say("web.seat.of", { colour })} />`
      }
    </div>
  </li>`;
}

/**
 * When bots take the seats that are still free.
 * @param {{model: LiveModel, at: number}} props
 */
function Filling({ model, at }) {
  useSeconds(true);
  const words = model.words.value;
  const left = Math.max(0, at - model.now());
  return html`<p class="filling"><${Icon} id="u-clock" />${words.say("web.room.fills", { time: countdown(words, left) })}</p>`;
}

/** Whether somebody is here and lets the game begin. */
function stateOf(/** @type {Seat} */ { kind, here, waits }) {
  if (waits) return "waits";
  return kind === "human" && !here ? "away" : "ready";
}

/**
 * The owner says what a seat is for.
 * @param {{model: LiveModel, seat: Seat, place: number, label: string}} props
 */
function Arrange({ model, seat, place, label }) {
  const words = model.words.value;
  const change = (/** @type {On<HTMLSelectElement>} */ event) => {
    const [kind, bot = ""] = event.currentTarget.value.split(" ");
    void model.arrange(place, /** @type {Seat["kind"]} */ (kind), bot);
  };
  const kinds = ["open", "invited", ...model.game.bots.map((bot) => `bot ${bot}`)];
  if (seat.kind === "human") kinds.unshift("human"); // who keeps the others waiting can be replaced
  const value = seat.kind === "bot" ? `bot ${seat.bot}` : seat.kind;
  const seats = model.info.value.seats.length;
  return html`<select aria-label=${label} onChange=${change} value=${value}>
    ${kinds.map((value) => {
      const [kind, bot] = value.split(" ");
      if (kind === "human") return html`<option value=${value}>${sitter(words, seat)}</option>`;
      return html`<option value=${value}>${candidate(words, { kind, bot }, model.game, seats)}</option>`;
    })}
  </select>`;
}

/**
 * Ways to bring others here: the link, and the link as a picture for their phones.
 * @param {{words: Words, path: string, small?: boolean}} props
 */
function Share({ words, path, small = false }) {
  const [shown, show] = useState(false);
  const address = location.host + path;
  return html`<div class=${names("share", small && "small")}>
    ${!small && html`<p>${words.say("web.room.share")} <code class="address">${address}</code></p>`}
    <${CopyLink} words=${words} label=${words.say("web.room.invite")} address=${location.origin + path} />
    <${Button} kind="quiet" onClick=${() => show(true)}>${words.say("web.room.qr")}<//>
    ${
      shown &&
      html`<${Dialog} class="narrow" title=${words.say("web.room.qr")} closeLabel=${words.say("web.close")}
        onClose=${() => show(false)}>
        <${QrCode} words=${words} path=${path} />
        <p class="address">${address}</p>
      <//>`
    }
  </div>`;
}
