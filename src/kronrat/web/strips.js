/** The strips under the header: what keeps a person from the game just now, and what can be done about it. */

import { Button, html, Icon, names, useEffect, useState } from "./parts.js";
import { get } from "./http.js";
import { TableMemory } from "./settings.js";
import { originOf } from "./terms.js";
import { duration, moment } from "./time.js";

/**
 * @import { Turn, Turns } from "./messages.js"
 * @import { LiveModel } from "./model.js"
 * @import { Children } from "./types.js"
 * @import { Words } from "./words.js"
 */

const NEXT_EVERY = 60_000;
const REFUSED_FOR = 6_000;

/** @param {{icon: string, alert?: boolean, children?: Children, class?: string}} props */
function Strip({ icon, alert = false, children, class: kind = "" }) {
  return html`<div class=${names("strip", kind)} role=${alert ? "alert" : "status"}>
    <${Icon} id=${icon} />${children}
  </div>`;
}

/** The time now, again every second while somebody looks. */
export function useSeconds(/** @type {boolean} */ running = true) {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    if (!running) return undefined;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [running]);
  return now;
}

/** @param {{model: LiveModel}} props */
export function Strips({ model }) {
  const { stage, outdated } = model.info.value;
  const playing = stage === "playing" && !outdated;
  return html`<div class="strips">
    <${Outdated} model=${model} />
    <${Disconnected} model=${model} />
    <${Stuck} model=${model} />
    <${Resumed} model=${model} />
    <${Refused} model=${model} />
    ${playing && html`<${Variation} model=${model} />`}
    ${playing && html`<${NextTable} model=${model} /><${UndoWish} model=${model} /><${MyHeldSeats} model=${model} /><${Absent} model=${model} />`}
  </div>`;
}

/** @param {{model: LiveModel}} props */
function Disconnected({ model }) {
  const lost = model.link.value === "lost";
  const now = useSeconds(lost);
  const words = model.words.value;
  if (model.link.value === "open") return null;
  const n = Math.max(0, Math.ceil((model.socket.retryAt.value - now) / 1_000));
  return html`<${Strip} icon="u-bolt" class="warn" alert>
    <span>${words.say(lost ? "web.link.lost" : "web.link.connecting")}</span>
    ${
      lost &&
      html`<span aria-live="off">${words.say("web.link.again", { n })}</span>
    <${Button} onClick=${() => model.socket.retry()}>${words.say("web.link.now")}<//>`
    }
  <//>`;
}

/**
 * The server is there, but puts off what I did.
 * @param {{model: LiveModel}} props
 */
function Stuck({ model }) {
  if (model.link.value !== "open" || !model.socket.stuck.value) return null;
  return html`<${Strip} icon="u-clock" class="warn" alert><span>${model.words.value.say("web.link.stuck")}</span><//>`;
}

/**
 * The server was away in the middle of something that has a clock.
 * @param {{model: LiveModel}} props
 */
function Resumed({ model }) {
  if (!model.clock.value?.resumed) return null;
  return html`<${Strip} icon="u-clock"><span>${model.words.value.say("web.clock.resumed")}</span><//>`;
}

/**
 * The table was begun with other rules or data: it can only be looked at.
 * @param {{model: LiveModel}} props
 */
function Outdated({ model }) {
  const { outdated } = model.info.value;
  if (!outdated) return null;
  const { lines, shown, sure, damaged } = outdated;
  const older = sure ? (shown < lines ? "web.outdated.older" : "web.outdated") : "web.outdated.followed";
  const id = damaged ? "web.damaged" : lines ? older : "web.outdated";
  return html`<${Strip} icon="u-lock" class="warn">
    <span>${model.words.value.say(id, { lines, shown })}</span>
  <//>`;
}

/** @type {TableMemory<{read: boolean}>} */
const origins = new TableMemory("kronrat.origin");

/**
 * A table that goes on from another game says so until that was read, and leads there.
 * @param {{model: LiveModel}} props
 */
function Variation({ model }) {
  const { id, origin } = model.info.value;
  const [read, setRead] = useState(() => Boolean(origins.of(id)));
  const words = model.words.value;
  if (!origin || read) return null;
  const close = () => (origins.note(id, { read: true }), setRead(true));
  return html`<${Strip} icon="u-branch">
    <span>${originOf(words, origin)}</span>
    ${origin.table && html`<a class="btn quiet" href=${`/t/${origin.table}/replay?at=${origin.at}`}>${words.say("web.origin.back")}</a>`}
    <${Button} kind="quiet" onClick=${close}>${words.say("web.close")}<//>
  <//>`;
}

/**
 * A command that was refused; a refusal by the rules is explained by the game's drawing where the choice was tried, if possible.
 * @param {{model: LiveModel}} props
 */
function Refused({ model }) {
  const refused = model.refused.value;
  useEffect(() => {
    if (!refused) return undefined;
    const timer = setTimeout(() => (model.refused.value = null), REFUSED_FOR);
    return () => clearTimeout(timer);
  }, [refused]);
  if (!refused) return null;
  return html`<${Strip} icon="u-lock" class="warn" alert>
    <span>${refusalWords(model.words.value, refused)}</span>
    ${
      refused.rule &&
      html`<${Button} kind="quiet" onClick=${() => (model.rule.value = refused.rule ?? "")}>
    ${model.words.value.say("web.log.rule", { rule: refused.rule })}<//>`
    }
    <${Button} kind="quiet" onClick=${() => (model.refused.value = null)}>${model.words.value.say("web.close")}<//>
  <//>`;
}

/** Why the server refused, in words. */
function refusalWords(/** @type {Words} */ words, /** @type {import("./messages.js").Refused} */ refused) {
  if (refused.says) return words.reason(refused);
  const id = `web.refused.${refused.code}`;
  return words.say(words.has(id) ? id : "web.refused.malformed");
}

/**
 * Another game by correspondence waits for me, and this one does not.
 * @param {{model: LiveModel}} props
 */
function NextTable({ model }) {
  const [waiting, setWaiting] = useState(/** @type {Turn[]} */ ([]));
  const { id, pace } = model.info.value;
  const idle = pace === "correspondence" && model.mine.value.length > 0 && !model.question.value;
  useEffect(() => {
    if (!idle) return undefined;
    const look = () =>
      document.hidden ||
      get("/api/turns").then(
        (/** @type {Turns} */ { turns }) =>
          setWaiting(turns.filter(({ table }) => table.my_turn && table.pace === pace && table.id !== id)),
        () => undefined,
      );
    void look();
    const timer = setInterval(look, NEXT_EVERY);
    return () => clearInterval(timer);
  }, [idle]);
  if (!idle || !waiting.length) return null;
  const words = model.words.value;
  const [{ table }] = waiting;
  return html`<${Strip} icon="u-mail"><span>${words.say("web.next.waiting", { n: waiting.length })}</span>
    <a class="btn pri" href=${`/t/${table.id}`}>${words.say("web.next", { game: words.say(`game.${table.game}`) })}</a><//>`;
}

/** @param {{model: LiveModel}} props */
function UndoWish({ model }) {
  const { wish, seats } = model.info.value;
  const words = model.words.value;
  const mine = model.mine.value;
  if (!wish) return null;
  if (mine.includes(wish.seat)) {
    return html`<${Strip} icon="u-undo"><span>${words.say("web.wish.mine", { agreed: wish.agreed })}</span>
      <${Button} onClick=${() => model.consent(false)}>${words.say("web.wish.withdraw")}<//><//>`;
  }
  const asked = mine.some((seat) => seats[seat].kind === "human") && !mine.some((seat) => wish.agreed.includes(seat));
  return html`<${Strip} icon="u-undo" alert=${asked}>
    <span>${words.say("web.wish", { seat: wish.seat, agreed: wish.agreed })}</span>
    ${
      asked &&
      html`<${Button} kind="pri" onClick=${() => model.consent(true)}>${words.say("web.wish.agree")}<//>
    <${Button} onClick=${() => model.consent(false)}>${words.say("web.wish.decline")}<//>`
    }
  <//>`;
}

/** @param {{model: LiveModel}} props */
function MyHeldSeats({ model }) {
  const words = model.words.value;
  const { seats } = model.info.value;
  const held = model.mine.value.filter((seat) => seats[seat].held);
  const lentUntil = (/** @type {number} */ seat) => seats[seat].until && moment(words.lang, seats[seat].until);
  return held.map(
    (seat) => html`<${Strip} key=${seat} icon="u-user" class="warn">
    <span>${words.say(lentUntil(seat) ? "web.held.lent" : "web.held.mine", { seat, until: lentUntil(seat) })}</span>
    <${Button} kind="pri" onClick=${() => model.comeBack(seat)}>${words.say("web.held.back")}<//>
  <//>`,
  );
}

/** @param {{model: LiveModel}} props */
function Absent({ model }) {
  const words = model.words.value;
  const mine = model.mine.value;
  const deciding = model.view.value?.deciding ?? [];
  const live = model.info.value.pace === "live";
  const away = model.info.value.seats
    .map((sitting, seat) => ({ ...sitting, seat }))
    .filter(({ kind, here, held, away_ms }) => kind === "human" && !here && !held && away_ms !== null)
    .filter(({ seat, holdable }) => !mine.includes(seat) && (holdable || (live && deciding.includes(seat))));
  useSeconds(away.length > 0);
  const since = (/** @type {number} */ ms) => duration(words, Math.max(0, (model.now() - ms) / 1_000));
  return away.map(
    ({ seat, away_ms, holdable }) => html`<${Strip} key=${seat} icon="u-clock">
      <span>${words.say("web.absent", { seat, since: since(away_ms ?? 0) })}</span>
      ${
        holdable &&
        mine.length > 0 &&
        html`<${Button} onClick=${() => model.hold(seat)}>${words.say("web.held.let")}<//>`
      }
    <//>`,
  );
}
