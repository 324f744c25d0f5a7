/** Friends: the people somebody has played with, who can be brought to a table with one press. */

import { get, post, Problem } from "./http.js";
import { Button, html, Icon, useEffect, useState } from "./parts.js";
import { moment } from "./time.js";

/**
 * @import { Friend, Friends } from "./messages.js"
 * @import { Words } from "./words.js"
 */

const SHOWN = 6; // friends at a table; the others are asked for

/** Friends, those with whom one has played last first. @returns {Promise<Friend[]>} */
export const loadFriends = () =>
  get("/api/friends").then(
    (/** @type {Friends} */ { friends }) => friends,
    (problem) => {
      if (problem instanceof Problem && problem.code === "needs_name") return []; // who has no name knows nobody
      throw problem;
    },
  );

/** Keep a seat for a friend at a table. */
export const invite = (/** @type {string} */ table, /** @type {string} */ friend) =>
  post(`/api/tables/${table}/invitations`, { friend });

/** What was played together last, and when. */
export const lastGame = (/** @type {Words} */ words, /** @type {Friend} */ { game = "", at = 0, games = 0 }) =>
  game ? words.say("web.people.last", { game, when: moment(words.lang, at), n: games }) : "";

/**
 * The friends who do not sit at this table yet.
 * @param {{words: Words, table: string, sitting: string[]}} props
 */
export function InviteFriends({ words, table, sitting }) {
  const [friends, setFriends] = useState(/** @type {Friend[]} */ ([]));
  const [asked, setAsked] = useState(/** @type {Record<string, string>} */ ({}));
  const [all, setAll] = useState(false);
  useEffect(() => void loadFriends().then(setFriends, () => undefined), []);
  const there = friends.filter(({ name, blocked }) => !blocked && !sitting.includes(name));
  if (!there.length) return null;
  const ask = async (/** @type {string} */ handle) => {
    const note = (/** @type {string} */ state) => setAsked((before) => ({ ...before, [handle]: state }));
    await invite(table, handle).then(
      () => note("done"),
      (problem) => note(problem instanceof Problem ? problem.code : "failed"),
    );
  };
  const state = (/** @type {string} */ handle) => asked[handle] ?? "";
  const said = (/** @type {string} */ code) =>
    words.say(words.has(`web.people.invite.${code}`) ? `web.people.invite.${code}` : "web.people.invite.failed");
  return html`<section class="friends" aria-label=${words.say("web.people.invite.title")}>
    <h2>${words.say("web.people.invite.title")}</h2>
    <ul>${(all ? there : there.slice(0, SHOWN)).map(
      ({ handle, name }) => html`<li key=${handle}>
        <${Icon} id="u-user" /><b>${name}</b>
        ${
          state(handle)
            ? html`<small role="status">${state(handle) === "done" && html`<${Icon} id="u-check" />`}${said(state(handle))}</small>`
            : html`<${Button} kind="quiet" onClick=${() => ask(handle)}
                aria-label=${words.say("web.people.invite.named", { name })}>${words.say("web.people.invite")}<//>`
        }
      </li>`,
    )}</ul>
    ${
      !all &&
      there.length > SHOWN &&
      html`<button type="button" class="linkish" onClick=${() => setAll(true)}>${words.say("web.people.all", { n: there.length })}</button>`
    }
  </section>`;
}
