/** People: those with whom I have played, the leagues to which I belong, and whom I do not want to meet. */

import { Art } from "./art.js";
import { get, post, Problem, remove } from "./http.js";
import { invite, lastGame, loadFriends } from "./inviting.js";
import { isNamed, loadMe, NameDialog } from "./me.js";
import { PageTop } from "./navigation.js";
import { Button, html, Icon, Segments, useEffect, useSignal, useState } from "./parts.js";
import { go } from "./route.js";
import { openTable } from "./start.js";
import { wordsFor } from "./frame.js";

/**
 * @import { Friend, Friends, GameLine, League, LeagueName, Leagues, Lobby, SeatWish } from "./messages.js"
 * @import { On } from "./types.js"
 * @import { Signal } from "./vendor/signals.js"
 * @import { Words } from "./words.js"
 */

const NAME_LENGTH = 40; // of a league, as `leagues.py` has it
const EVENINGS = [1, 2, 3, 4, 5, 6, 8, 10, 12];

export default function PeoplePage() {
  const words = wordsFor().value;
  const friends = useSignal(/** @type {Friend[]|null} */ (null));
  const leagues = useSignal(/** @type {LeagueName[]} */ ([]));
  const games = useSignal(/** @type {GameLine[]} */ ([]));
  const [problem, setProblem] = useState("");
  useEffect(() => {
    void loadMe().catch(() => undefined);
    const failed = () => setProblem("web.people.failed");
    loadFriends().then((found) => (friends.value = found), failed);
    get("/api/leagues").then((/** @type {Leagues} */ found) => (leagues.value = found.leagues), failed);
    get("/api/games").then((/** @type {GameLine[]} */ found) => (games.value = found), failed);
  }, []);
  useEffect(() => {
    if (words) document.title = words.say("web.people.title");
  }, [words]);
  if (!words) return null;
  const known = (friends.value ?? []).filter(({ games = 0, blocked }) => games > 0 && !blocked);
  const blocked = (friends.value ?? []).filter((friend) => friend.blocked);
  return html`<div class="page people">
    <${PageTop} here="people" />
    <main>
      <h1 class="sr">${words.say("web.people.title")}</h1>
      ${problem && html`<p class="strip warn" role="alert">${words.say(problem)}</p>`}
      <div class="panel">
        <section aria-label=${words.say("web.people.friends")}>
          <h2 class="h">${words.say("web.people.friends")}</h2>
          ${friends.value && !known.length && html`<p class="empty">${words.say("web.people.none")}</p>`}
          <ul class="list">${known.map(
            (friend) => html`<${Known} key=${friend.handle} friend=${friend} friends=${friends} games=${games.value}
              words=${words} onProblem=${setProblem} />`,
          )}</ul>
        </section>
        ${blocked.length > 0 && html`<${Blocked} blocked=${blocked} friends=${friends} words=${words} onProblem=${setProblem} />`}
      </div>
      <div class="panel">
        <section aria-label=${words.say("web.league.mine")}>
          <h2 class="h">${words.say("web.league.mine")}</h2>
          ${!leagues.value.length && html`<p class="empty">${words.say("web.league.none")}</p>`}
          <ul class="list">${leagues.value.map(
            ({ id, name, game, evenings }) => html`<li key=${id}><${Art} game=${game} />
              <div><b><a href=${`/league/${id}`}>${name}</a></b>
                <small>${words.say(`game.${game}`)} · ${words.say("web.league.evenings", { n: evenings })}</small></div>
            </li>`,
          )}</ul>
        </section>
        ${games.value.length > 0 && html`<${OpenLeague} games=${games.value} words=${words} />`}
      </div>
    </main>
  </div>`;
}

/**
 * A friend: invited with one press to the table that I gather, or to a new one of what we played last.
 * @param {{friend: Friend, friends: Signal<Friend[]|null>, games: GameLine[], words: Words,
 *          onProblem: (id: string) => void}} props
 */
function Known({ friend, friends, games, words, onProblem }) {
  const { handle, name } = friend;
  const [busy, setBusy] = useState(false);
  const ask = async () => {
    if (busy) return;
    setBusy(true);
    try {
      const { mine } = /** @type {Lobby} */ (await get("/api/tables"));
      const gathering = mine.find(({ stage, seats }) => stage === "gathering" && seats.some(isFree));
      const table = gathering?.id ?? (await openTable(forTwo(games, friend.game ?? ""), { stay: true }));
      await invite(table, handle);
      go(`/t/${table}`);
    } catch (refused) {
      const code = refused instanceof Problem ? refused.code : "";
      onProblem(words.has(`web.people.invite.${code}`) ? `web.people.invite.${code}` : "web.people.failed");
      setBusy(false);
    }
  };
  return html`<li><${Icon} id="u-user" />
    <div><b>${name}</b><small>${lastGame(words, friend)}</small></div>
    <${Button} kind="pri" onClick=${ask} aria-busy=${String(busy)}
      aria-label=${words.say("web.people.invite.named", { name })}>${words.say("web.people.invite")}<//>
    <${Button} kind="quiet" aria-label=${words.say("web.people.block.named", { name })}
      onClick=${() => keepApart(friends, handle, true, onProblem)}>${words.say("web.people.block")}<//>
  </li>`;
}

const isFree = (/** @type {{kind: string}} */ { kind }) => kind === "open" || kind === "invited";

/** A table for me and one invited person; where a game needs more, bots play too. */
function forTwo(/** @type {GameLine[]} */ games, /** @type {string} */ game) {
  const line = games.find(({ id }) => id === game) ?? games[0];
  const bots = line.first.bots.slice(0, Math.max(0, Math.min(...line.seat_counts) - 2));
  /** @type {SeatWish[]} */
  const seats = [
    { kind: "me" },
    { kind: "invited" },
    ...bots.map((bot) => /** @type {SeatWish} */ ({ kind: "bot", bot })),
  ];
  return { game: line.id, seats, pace: /** @type {const} */ ("live"), listed: false };
}

/** Do not want to meet somebody any more, or again. */
async function keepApart(
  /** @type {Signal<Friend[]|null>} */ friends,
  /** @type {string} */ handle,
  /** @type {boolean} */ on,
  /** @type {(id: string) => void} */ onProblem,
) {
  try {
    const told = /** @type {Friends} */ (await (on ? post : remove)(`/api/friends/${handle}/block`));
    friends.value = told.friends;
  } catch {
    onProblem("web.people.failed");
  }
}

/** @param {{blocked: Friend[], friends: Signal<Friend[]|null>, words: Words, onProblem: (id: string) => void}} props */
function Blocked({ blocked, friends, words, onProblem }) {
  return html`<section aria-label=${words.say("web.people.blocked")}>
    <h2 class="h">${words.say("web.people.blocked")}</h2>
    <p class="muted">${words.say("web.people.blocked.hint")}</p>
    <ul class="list">${blocked.map(
      ({ handle, name }) => html`<li key=${handle}><${Icon} id="u-lock" /><div><b>${name}</b></div>
        <${Button} kind="quiet" aria-label=${words.say("web.people.unblock.named", { name })}
          onClick=${() => keepApart(friends, handle, false, onProblem)}>${words.say("web.people.unblock")}<//></li>`,
    )}</ul>
  </section>`;
}

/**
 * The form to open a league.
 * @param {{games: GameLine[], words: Words}} props
 */
function OpenLeague({ games, words }) {
  const [name, setName] = useState("");
  const [game, setGame] = useState(games[0].id);
  const [evenings, setEvenings] = useState(4);
  const [naming, setNaming] = useState(false);
  const [problem, setProblem] = useState("");
  const open = async () => {
    try {
      const league = /** @type {League} */ (await post("/api/leagues", { name: name.trim(), game, evenings }));
      go(`/league/${league.id}`);
    } catch (refused) {
      const code = refused instanceof Problem ? refused.code : "";
      setProblem(words.has(`web.league.problem.${code}`) ? `web.league.problem.${code}` : "web.people.failed");
    }
  };
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (isNamed()) void open();
    else setNaming(true);
  };
  const label = words.say("web.league.open");
  return html`<section aria-label=${label}>
    <h2 class="h">${label}</h2>
    <p class="muted">${words.say("web.league.hint")}</p>
    <form class="stack" aria-label=${label} onSubmit=${submit}>
      <label class="field"><span>${words.say("web.league.name")}</span>
        <input type="text" required maxlength=${NAME_LENGTH} value=${name} autocomplete="off"
          onInput=${(/** @type {On<HTMLInputElement>} */ event) => setName(event.currentTarget.value)} /></label>
      <${Segments} legend=${words.say("web.league.game")} value=${game} onChange=${setGame}
        choices=${games.map(({ id }) => ({ value: id, label: words.say(`game.${id}`) }))} />
      <label class="field row"><span>${words.say("web.league.how_many")}</span>
        <select value=${String(evenings)}
          onChange=${(/** @type {On<HTMLSelectElement>} */ event) => setEvenings(Number(event.currentTarget.value))}>
          ${EVENINGS.map((n) => html`<option value=${String(n)}>${n}</option>`)}
        </select></label>
      ${problem && html`<p class="strip warn" role="alert">${words.say(problem)}</p>`}
      <${Button} type="submit" kind="pri">${label}<//>
    </form>
    ${naming && html`<${NameDialog} words=${words} onClose=${() => setNaming(false)} onName=${() => (setNaming(false), open())} />`}
  </section>`;
}
