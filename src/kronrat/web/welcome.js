/** The first visit: what this is, and the games in their boxes, each of which is played with one press. */

import { Art } from "./art.js";
import { wordsFor } from "./frame.js";
import { Problem } from "./http.js";
import { tinctureOf } from "./model.js";
import { html, Icon, useId, useState } from "./parts.js";
import { playNow } from "./start.js";

/**
 * @import { GameLine, Lobby } from "./messages.js"
 * @import { Words } from "./words.js"
 */

const WEIGHTS = [1, 2, 3];
const PROMISES = { free: "u-check", dice: "u-dice", sizes: "u-board" };

/** @param {{games: GameLine[]|null, tables: Pick<Lobby, "open"|"running">, words: Words}} props */
export function Welcome({ games, tables, words }) {
  const [problem, setProblem] = useState("");
  const said = words.has(`web.refused.${problem}`) ? `web.refused.${problem}` : "web.open.failed";
  return html`<main class="first scaled">
    <section class="hero">
      <div><h1>${words.say("web.first.title")}</h1><p>${words.say("web.first.text")}</p></div>
      <ul>${Object.entries(PROMISES).map(
        ([id, icon]) => html`<li key=${id}><${Icon} id=${icon} />${words.say(`web.first.${id}`)}</li>`,
      )}</ul>
    </section>
    ${problem && html`<p class="strip" role="alert">${words.say(said)}</p>`}
    <div class="boxes">
      ${games?.map((line) => html`<${GameBox} key=${line.id} line=${line} words=${words} onProblem=${setProblem} />`)}
    </div>
    <${Doors} tables=${tables} words=${words} />
  </main>`;
}

/**
 * A game in its box, with the facts that are printed on it.
 * @param {{line: GameLine, words: Words, onProblem: (code: string) => void}} props
 */
function GameBox({ line, words, onProblem }) {
  const { id, minutes, weight, seat_counts: counts } = line;
  const own = wordsFor(id).value;
  const name = words.say(`game.${id}`);
  const heading = useId();
  const [busy, setBusy] = useState(false);
  const play = async () => {
    if (busy) return;
    setBusy(true);
    try {
      await playNow(line, words);
    } catch (refused) {
      onProblem(refused instanceof Problem ? refused.code : "failed");
      setBusy(false);
    }
  };
  const players = words.say("web.box.players", { low: Math.min(...counts), high: Math.max(...counts) });
  const time = words.say("web.box.minutes", { low: minutes[0], high: minutes[1] });
  const said = (/** @type {string} */ part) => (own?.has(`box.${part}`) ? own.say(`box.${part}`) : "");
  return html`<article class="box" aria-labelledby=${heading}>
    <${Art} game=${id} />
    <div class="bx">
      <h2 id=${heading}>${name}</h2>
      <ul class="facts" aria-label=${words.say("web.box.facts")}>
        <li><${Icon} id="u-user" />${players}</li>
        <li><${Icon} id="u-clock" />${time}</li>
        <li><span class="pips" aria-hidden="true">${WEIGHTS.map((one) => html`<i class=${one <= weight ? "on" : ""}></i>`)}</span
          >${words.say(`web.weight.${weight}`)}</li>
      </ul>
      <p class="kind">${said("kind")}</p>
      <p class="say">${said("text")}</p>
      ${
        line.round.length > 0 &&
        html`<ol class="round" aria-label=${words.say("web.box.round")}>${line.round.map(
          (icon, place) => html`<li key=${icon}><${Drawn} game=${id} icon=${icon} />${said(`round.${place + 1}`)}</li>`,
        )}</ol>`
      }
      <p class="go">
        <button type="button" class="btn pri" aria-busy=${String(busy)} onClick=${play}
          aria-label=${words.say("web.first.play_game", { game: name })}>
          <${Icon} id="u-play" />${words.say("web.first.play")}</button>
        ${
          line.lessons?.length &&
          html`<a class="btn" href=${`/learn/${id}/${line.lessons[0]}`}
            aria-label=${words.say("web.first.learn_game", { game: name })}>${words.say("web.first.learn")}</a>`
        }
      </p>
    </div>
  </article>`;
}

/**
 * A drawing of a game that is not dressed, right from its sprite.
 * @param {{game: string, icon: string}} props
 */
function Drawn({ game, icon }) {
  const ours = document.getElementById(icon);
  return html`<svg class=${`p-${tinctureOf(0)}`} aria-hidden="true"><use href=${ours ? `#${icon}` : `/games/${game}/sprite.svg#${icon}`} /></svg>`;
}

/**
 * Ways to play with others; one with nobody behind it is left out.
 * @param {{tables: Pick<Lobby, "open"|"running">, words: Words}} props
 */
function Doors({ tables: { open, running }, words }) {
  const doors = [
    { id: "friends", icon: "u-plus", n: 1, href: "/tables?new" },
    { id: "open", icon: "u-user", n: open.length, href: "/tables" },
    { id: "running", icon: "u-zoom", n: running.length, href: "/watch" },
  ];
  return html`<nav class="more" aria-label=${words.say("web.first.others")}>
    ${doors
      .filter(({ n }) => n > 0)
      .map(
        ({ id, icon, n, href }) => html`<a class="mo" key=${id} href=${href}><${Icon} id=${icon} />
          <span><b>${words.say(`web.first.${id}`, { n })}</b><small>${words.say(`web.first.${id}.text`)}</small></span>
          <${Icon} id="u-chev" class="ar" /></a>`,
      )}
  </nav>`;
}
