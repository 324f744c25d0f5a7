/** What somebody has played: ratings with their uncertainty, results, favourites, rivals, and the newest games. */

import { Figure, pathThrough } from "./charts.js";
import { bringInSprite } from "./drawings.js";
import { wordsFor } from "./frame.js";
import { get, Problem, put } from "./http.js";
import { PageTop } from "./navigation.js";
import { Button, Crest, html, Icon, names, Segments, Switch, useEffect, useSignal, useState } from "./parts.js";
import { armsOf } from "./ranks.js";
import { day } from "./time.js";
import { minus, wholePercent } from "./words.js";

/**
 * @import { FavouriteGroup, PlayedGame, Profile, ProfileRating, Rival, SeatCount } from "./messages.js"
 * @import { Words } from "./words.js"
 */

/** @type {Record<string, string>} */
const PROBLEMS = { http: "unknown", needs_name: "nobody" };
const SPARK = { width: 200, height: 56 };
const signed = (/** @type {number} */ n) => (n > 0 ? `+${n}` : n < 0 ? minus(n) : "=");

/** @param {{person: string}} props */
export default function ProfilePage({ person }) {
  const words = wordsFor().value;
  const profile = useSignal(/** @type {Profile|null} */ (null));
  const [problem, setProblem] = useState("");
  const look = () =>
    get(`/api/people/${person}`).then(
      (/** @type {Profile} */ found) => ((profile.value = found), setProblem("")),
      (refused) => setProblem((refused instanceof Problem && PROBLEMS[refused.code]) || "failed"),
    );
  useEffect(() => void look(), [person]);
  const name = profile.value?.name ?? "";
  useEffect(() => {
    if (words && name) document.title = words.say("web.profile.title", { name });
  }, [words, name]);
  if (!words) return null;
  const say = (/** @type {string} */ id, facts = {}) => words.say(`web.profile.${id}`, facts);
  const found = profile.value;
  return html`<div class="page profile">
    <${PageTop} here="ranks" />
    <main class=${names(!found && "lost", found && !found.seats?.length && "short")}>
      ${
        problem &&
        html`<p class="strip warn" role="alert"><span>${say(problem)}</span>
        ${problem === "failed" && html`<${Button} onClick=${look}>${words.say("web.ranks.again")}<//>`}</p>`
      }
      ${found && html`<${Head} words=${words} profile=${found} onChange=${(/** @type {Profile} */ one) => (profile.value = one)} />`}
      ${found && html`<${Ratings} words=${words} ratings=${found.ratings} arms=${armsOf(found.id)} />`}
      ${found?.seats?.length && html`<${Seats} words=${words} seats=${found.seats} />`}
      ${found?.favourites?.length && html`<${Favourites} words=${words} groups=${found.favourites} />`}
      ${found?.newest?.length && html`<${Games} words=${words} games=${found.newest} rivals=${found.rivals ?? []} />`}
    </main>
  </div>`;
}

/** @param {{words: Words, profile: Profile, onChange: (profile: Profile) => void}} props */
function Head({ words, profile, onChange }) {
  const { id, name, since, mine = false, games = 0, wins = 0, accuracy = null, finished = null } = profile;
  const { streak = 0, longest = 0, private: hidden = false } = profile;
  const say = (/** @type {string} */ id, facts = {}) => words.say(`web.profile.${id}`, facts);
  const hide = async (/** @type {boolean} */ on) => onChange(await put("/api/me/privacy", { private: on }));
  const facts = [
    games > 0 && [say("games"), games],
    games > 0 && [say("wins"), wins],
    longest > 1 && [say("streak"), say("streak.of", { streak, longest })],
    accuracy !== null && [say("accuracy"), wholePercent(words, accuracy)],
    finished !== null && [say("finished"), wholePercent(words, finished)],
  ].filter((fact) => Array.isArray(fact));
  return html`<section class="panel who" aria-label=${name}>
    <${Crest} seat=${armsOf(id)} class="big" />
    <div class="name"><h1>${name}</h1>
      <p>${since > 0 && say("since", { date: day(words.lang, since) })}${!mine && hidden && say("private.other")}</p></div>
    <dl>${facts.map(([label, value]) => html`<div key=${label}><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>
    ${mine && html`<${Switch} label=${say("private")} hint=${say("private.hint")} value=${hidden} onChange=${hide} />`}
  </section>`;
}

// -- ratings ----------------------------------------------------------------------------------------------------------

/** @param {{words: Words, ratings: ProfileRating[], arms: number}} props */
function Ratings({ words, ratings, arms }) {
  const say = (/** @type {string} */ id, facts = {}) => words.say(`web.profile.${id}`, facts);
  const whole = ratings.filter(({ pace }) => !pace);
  const table = {
    head: [say("game"), say("pace"), say("rating"), "±", say("games"), say("wins")],
    rows: ratings.map(({ game, pace, rating, error, games, wins }) => [
      words.say(`game.${game}`),
      words.say(`web.ranks.pace.${pace || "all"}`),
      rating,
      error,
      games,
      wins,
    ]),
  };
  return html`<${Figure} class="ratings" words=${words} title=${say("ratings")} note=${say("ratings.note")} table=${table}>
    ${!whole.length && html`<p class="empty">${say("ratings.none")}</p>`}
    <ul>${whole.map((one) => html`<${Rating} key=${one.game} words=${words} rating=${one} arms=${arms} />`)}</ul>
  <//>`;
}

/** @param {{words: Words, rating: ProfileRating, arms: number}} props */
function Rating({ words, rating: { game, rating, error, games, rank = 0, of = 0, steps = [] }, arms }) {
  const say = (/** @type {string} */ id, facts = {}) => words.say(`web.profile.${id}`, facts);
  const place = rank ? say("rank", { rank, of }) : say("provisional");
  return html`<li class=${names(!rank && "new")}>
    <div><a href=${`/ranks/${game}`}>${words.say(`game.${game}`)}</a><small>${say("rated", { n: games })} · ${place}</small></div>
    <${Spark} label=${say("spark", { game, n: steps.length, rating, error })} steps=${steps} arms=${arms} />
    <span class="value"><b>${rating}</b><small>± ${error}</small></span>
  </li>`;
}

/** The newest ratings as a line, their uncertainty as a band. @param {{label: string, steps: NonNullable<ProfileRating["steps"]>, arms: number}} props */
function Spark({ label, steps, arms }) {
  if (steps.length < 2) return html`<span class="spark"></span>`;
  const low = Math.min(...steps.map(({ rating, error }) => rating - error));
  const high = Math.max(...steps.map(({ rating, error }) => rating + error));
  const { width, height } = SPARK;
  const x = (/** @type {number} */ i) => 2 + (i / (steps.length - 1)) * (width - 10);
  const y = (/** @type {number} */ value) => 3 + (1 - (value - low) / Math.max(1, high - low)) * (height - 6);
  const line = (/** @type {(step: {rating: number, error: number}) => number} */ value) =>
    steps.map((step, i) => [x(i), y(value(step))]);
  const upper = line(({ rating, error }) => rating + error);
  const lower = line(({ rating, error }) => rating - error).reverse();
  const end = steps[steps.length - 1];
  return html`<svg class=${`spark arms-${arms}`} viewBox=${`0 0 ${width} ${height}`} role="img" aria-label=${label}>
    <path class="band" d=${`${pathThrough([...upper, ...lower])}z`} />
    <path class="line" d=${pathThrough(line(({ rating }) => rating))} />
    <circle cx=${x(steps.length - 1)} cy=${y(end.rating)} r="4" />
  </svg>`;
}

// -- results ----------------------------------------------------------------------------------------------------------

/** @param {{words: Words, seats: SeatCount[]}} props */
function Seats({ words, seats }) {
  const say = (/** @type {string} */ id, facts = {}) => words.say(`web.profile.${id}`, facts);
  const lucky = seats.some(({ reviewed = 0 }) => reviewed > 0);
  const table = {
    head: [say("players"), say("games"), say("wins"), say("share"), say("even"), ...(lucky ? [say("adjusted")] : [])],
    rows: seats.map(({ seats: count, games, wins, reviewed = 0, adjusted = 0 }) => [
      count,
      games,
      wins,
      wholePercent(words, wins / games),
      wholePercent(words, 1 / count),
      ...(lucky ? [reviewed ? `${wholePercent(words, adjusted / reviewed)} (${reviewed})` : "–"] : []),
    ]),
  };
  return html`<${Figure} class="seats" words=${words} title=${say("seats")} note=${say(lucky ? "seats.note.luck" : "seats.note")} table=${table}>
    <ol>${seats.map(({ seats: count, games, wins, reviewed = 0, adjusted = 0 }) => {
      const share = wins / games;
      const calm = reviewed ? Math.max(0, Math.min(1, adjusted / reviewed)) : null;
      const label = say("seats.label", {
        share: Math.round(100 * share),
        games,
        n: count,
        even: Math.round(100 / count),
      });
      return html`<li key=${count}>
        <span class="col" role="img" aria-label=${label}><i style=${`height:${100 * share}%`}><em>${wholePercent(words, share)}</em></i>
          <u style=${`bottom:${100 / count}%`}></u>${calm !== null && html`<s style=${`bottom:${100 * calm}%`}></s>`}</span>
        <span class="label"><b>${count}</b> ${say("seats.players")}<small>${say("seats.games", { n: games })}</small></span>
      </li>`;
    })}</ol>
  <//>`;
}

/** @param {{words: Words, groups: FavouriteGroup[]}} props */
function Favourites({ words, groups }) {
  const [place, choose] = useState(0);
  const group = groups[place] ?? groups[0];
  const [dressed, setDressed] = useState("");
  const terms = wordsFor(group.game).value;
  useEffect(() => {
    const done = () => setDressed(group.game);
    bringInSprite(`/games/${group.game}/sprite.svg`, "game").then(done, done);
  }, [group.game]);
  if (!terms) return html`<section class="panel"></section>`;
  const headingOf = (/** @type {FavouriteGroup} */ { kind }) => terms.say(`favourites.${kind}`);
  const several = groups.length > 1;
  return html`<section class="panel liked" aria-label=${headingOf(group)}>
    <header><h2 class="h">${headingOf(group)}</h2>
      ${
        several
          ? html`<label><span class="sr">${words.say("web.profile.which")}</span>
            <select value=${String(place)} onChange=${(/** @type {import("./types.js").On<HTMLSelectElement>} */ event) => choose(Number(event.currentTarget.value))}>
            ${groups.map((one, i) => html`<option value=${String(i)}>${words.say(`game.${one.game}`)}${groups.filter(({ game }) => game === one.game).length > 1 ? ` (${i + 1})` : ""}</option>`)}
          </select></label>`
          : html`<small>${words.say(`game.${group.game}`)}</small>`
      }</header>
    <ul>${group.lines.map(
      ({ icon, says, games }) => html`<li key=${says}>
        <span class="pic">${dressed === group.game && html`<${Icon} id=${icon} />`}</span>
        <b>${terms.say(says)}</b><em>${words.say("web.profile.of", { games, all: group.games })}</em>
        <span class="part" aria-hidden="true"><i style=${`width:${(100 * games) / Math.max(1, group.games)}%`}></i></span>
      </li>`,
    )}</ul>
  </section>`;
}

/** @param {{words: Words, games: PlayedGame[], rivals: Rival[]}} props */
function Games({ words, games, rivals }) {
  const say = (/** @type {string} */ id, facts = {}) => words.say(`web.profile.${id}`, facts);
  const [shown, show] = useState("games");
  const choices = ["games", "rivals"].map((value) => ({ value, label: say(`last.${value}`) }));
  const lucky = games.some(({ luck = null }) => luck !== null);
  return html`<section class="panel last" aria-label=${say(`last.${shown}`)}>
    <header><h2 class="h">${say(`last.${shown}`)}</h2>
      ${rivals.length > 0 && html`<${Segments} legend=${say("last")} hideLegend value=${shown} choices=${choices} onChange=${show} />`}</header>
    <div class="scroll" tabindex="0" role="group" aria-label=${say(`last.${shown}`)}>
    ${
      shown === "games"
        ? html`<table><thead><tr><th scope="col">${say("game")}</th><th scope="col">${say("place")}</th><th scope="col" class="score">${say("score")}</th>
          ${lucky && html`<th scope="col" class="without">${say("without")}</th>`}<th scope="col">${say("rating")}</th><th scope="col">${say("date")}</th></tr></thead>
        <tbody>${games.map(
          (one, i) => html`<tr key=${i}><th scope="row">${
            one.table
              ? html`<a href=${`/t/${one.table}`}>${words.say(`game.${one.game}`)}</a>`
              : words.say(`game.${one.game}`)
          }</th><td>${say("place.of", { place: one.place, seats: one.seats })}</td><td class="score">${minus(one.score)}</td>
          ${lucky && html`<td class="without">${withoutLuck(words, one)}</td>`}
          <td>${one.rated ? signed(one.change ?? 0) : "–"}</td><td>${day(words.lang, one.ended)}</td></tr>`,
        )}</tbody></table>`
        : html`<table><thead><tr><th scope="col">${say("rival")}</th><th scope="col">${say("games")}</th>
          <th scope="col">${say("ahead")}</th><th scope="col">${say("behind")}</th></tr></thead>
        <tbody>${rivals.map(
          ({ id, name, games: met, ahead, behind }) => html`<tr key=${id}>
          <th scope="row"><a href=${`/people/${id}`}>${name}</a></th><td>${met}</td><td>${ahead}</td><td>${behind}</td></tr>`,
        )}</tbody></table>`
    }</div>
  </section>`;
}

/** The part of the victory that was reached, and without luck. */
function withoutLuck(/** @type {Words} */ words, /** @type {PlayedGame} */ { share = null, luck = null }) {
  if (share === null || luck === null) return "–";
  return `${wholePercent(words, share)} → ${wholePercent(words, Math.max(0, Math.min(1, share - luck)))}`;
}
