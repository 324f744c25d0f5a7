/** A league: who belongs to it, who is here tonight, the tables of its evenings, and how everybody stands. */

import { Art } from "./art.js";
import { get, post, Problem, put, remove } from "./http.js";
import { isNamed, loadMe, NameDialog } from "./me.js";
import { PageTop } from "./navigation.js";
import { Button, CopyLink, Dialog, html, Icon, names, useEffect, useSignal, useState } from "./parts.js";
import { QrCode } from "./qr.js";
import { go } from "./route.js";
import { wordsFor } from "./frame.js";
import { sitter } from "./terms.js";
import { day } from "./time.js";
import { minus } from "./words.js";
import { wholeSeat } from "./model.js";

/**
 * @import { League, LeagueTable } from "./messages.js"
 * @import { Signal } from "./vendor/signals.js"
 * @import { Words } from "./words.js"
 */

const POLL = 3_000;
const AGAIN = 12_000; // how often a page says that its person is still here

/** @param {{league: string}} props */
export default function LeaguePage({ league: id }) {
  const words = wordsFor().value;
  const league = useSignal(/** @type {League|null} */ (null));
  const [problem, setProblem] = useState("");
  const [unknown, setUnknown] = useState(false);
  useEffect(() => {
    let told = 0; // when the server was last told that I am here
    const look = async () => {
      if (document.hidden) return;
      try {
        const again = league.peek()?.here && Date.now() - told > AGAIN;
        if (again) told = Date.now();
        league.value = await (again ? put(`/api/leagues/${id}/here`, { here: true }) : get(`/api/leagues/${id}`));
        setProblem((before) => (before === "web.league.failed" ? "" : before));
      } catch (refused) {
        if (refused instanceof Problem && refused.code === "unknown_league") setUnknown(true);
        else setProblem("web.league.failed");
      }
    };
    void loadMe()
      .catch(() => undefined)
      .then(look);
    const timer = setInterval(look, POLL);
    document.addEventListener("visibilitychange", look);
    return () => (clearInterval(timer), document.removeEventListener("visibilitychange", look));
  }, [id]);
  const name = league.value?.name ?? "";
  useEffect(() => {
    if (words) document.title = words.say("web.league.title", { name: name || words.say("web.league") });
  }, [words, name]);
  if (!words) return null;
  const attempt = async (/** @type {() => Promise<unknown>} */ work) => {
    try {
      await work();
      setProblem("");
    } catch (refused) {
      const code = refused instanceof Problem ? refused.code : "";
      setProblem(words.has(`web.league.problem.${code}`) ? `web.league.problem.${code}` : "web.league.failed");
    }
  };
  const props = { words, league, attempt };
  return html`<div class="page people league">
    <${PageTop} here="people" />
    <main>
      ${problem && html`<p class="strip warn" role="alert">${words.say(problem)}</p>`}
      ${
        unknown &&
        html`<div class="panel"><h1 class="h">${words.say("web.league.unknown")}</h1>
        <p><a class="btn" href="/people">${words.say("web.nav.people")}</a></p></div>`
      }
      ${!unknown && league.value && html`<${Tonight} ...${props} /><${Standings} ...${props} />`}
    </main>
  </div>`;
}

/** @typedef {{words: Words, league: Signal<League|null>, attempt: (work: () => Promise<unknown>) => Promise<void>}} Props */

/** What there is to do now. @param {Props} props */
function Tonight({ words, league, attempt }) {
  const told = /** @type {League} */ (league.value);
  const { id, name, game, evenings, evening, members, tables, here = false, member = false, owner = false } = told;
  const [naming, setNaming] = useState(false);
  const [sharing, setSharing] = useState(false);
  const over = evening > evenings;
  const running = tables.filter(({ stage }) => stage === "gathering" || stage === "playing");
  const mine = running.find((table) => table.mine);
  const present = members.filter((one) => one.here).length;
  const path = `/league/${id}`;
  const join = () => attempt(async () => (league.value = await post(`/api/leagues/${id}/members`)));
  const wish = () => (isNamed() ? join() : setNaming(true));
  const say = (/** @type {boolean} */ on) =>
    attempt(async () => (league.value = await put(`/api/leagues/${id}/here`, { here: on })));
  const begin = () => attempt(async () => (league.value = await post(`/api/leagues/${id}/evenings`)));
  const away = (/** @type {string} */ handle) =>
    attempt(async () => (league.value = await remove(`/api/leagues/${id}/members/${handle}`)));
  const leave = () => attempt(async () => (await remove(`/api/leagues/${id}/members`), go("/people")));
  return html`<div class="panel tonight">
    <header><${Art} game=${game} />
      <div><h1 class="h">${name}</h1>
        <p class="muted">${words.say(`game.${game}`)} · ${
          over ? words.say("web.league.over") : words.say("web.league.evening", { n: evening, all: evenings })
        }</p></div>
    </header>
    ${!member && html`<p><${Button} kind="pri" onClick=${wish}>${words.say("web.league.join")}<//></p>`}
    ${
      member &&
      mine &&
      html`<section class="ready" role="status"><p>${words.say(`web.league.table.${mine.stage}`)}</p>
      <a class="btn pri" href=${`/t/${mine.table}?sit`}>${words.say("web.league.to_table")}</a></section>`
    }
    ${
      member && !mine && !over && running.length > 0 && html`<p role="status">${words.say("web.league.without_me")}</p>`
    }
    ${
      member &&
      !over &&
      !running.length &&
      html`<section aria-label=${words.say("web.league.tonight")}>
        <div class="acts">
          <${Button} kind=${here ? "" : "pri"} aria-pressed=${String(here)} icon=${here ? "u-check" : ""}
            onClick=${() => say(!here)}>${words.say(here ? "web.league.am_here" : "web.league.be_here")}<//>
          ${
            here &&
            html`<${Button} kind=${present > 1 ? "pri" : ""} onClick=${begin}
              why=${present > 1 ? "" : words.say("web.league.alone")}>${words.say("web.league.begin", { n: evening })}<//>`
          }
        </div>
        <p class="muted" role="status">${words.say("web.league.present", { n: present })}</p>
      </section>`
    }
    <section aria-label=${words.say("web.league.members")}>
      <h2 class="h">${words.say("web.league.members")} <small>${members.length}</small></h2>
      <ul class="list members">${members.map(
        (one) => html`<li key=${one.handle || one.name} class=${names(one.here && "here")}>
          <${Icon} id=${one.here ? "u-check" : "u-user"} />
          <div><b>${one.name}</b><small>${one.owner && words.say("web.league.host")}${one.owner && one.here && " · "}${one.here && words.say("web.league.is_here")}</small></div>
          ${
            owner &&
            !one.me &&
            html`<${Button} kind="quiet" onClick=${() => away(one.handle)}
              aria-label=${words.say("web.league.remove.named", { name: one.name })}>${words.say("web.league.remove")}<//>`
          }
        </li>`,
      )}</ul>
      <div class="acts">
        <${CopyLink} words=${words} label=${words.say("web.league.link")} address=${location.origin + path} />
        <${Button} kind="quiet" onClick=${() => setSharing(true)}>${words.say("web.room.qr")}<//>
        ${member && html`<${Button} kind="quiet" onClick=${leave}>${words.say("web.league.leave")}<//>`}
      </div>
    </section>
    ${naming && html`<${NameDialog} words=${words} action=${words.say("web.league.join")} onClose=${() => setNaming(false)} onName=${() => (setNaming(false), join())} />`}
    ${
      sharing &&
      html`<${Dialog} class="narrow" title=${words.say("web.room.qr")} closeLabel=${words.say("web.close")}
        onClose=${() => setSharing(false)}><${QrCode} words=${words} path=${path} /><p class="address">${location.host + path}</p><//>`
    }
  </div>`;
}

/** Half points as people write them. */
const figure = (/** @type {Words} */ words, /** @type {number} */ n) =>
  n.toLocaleString(words.lang, { maximumFractionDigits: 2 });

/** @param {Props} props */
function Standings({ words, league }) {
  const { standings, tables, evening, evenings } = /** @type {League} */ (league.value);
  const over = evening > evenings;
  const best = standings.filter(({ place, games }) => place === 1 && games > 0);
  const numbers = [...new Set(tables.filter(({ results }) => results?.length).map((table) => table.evening))].reverse();
  return html`<div class="panel">
    <section aria-label=${words.say("web.league.standings")}>
      <h2 class="h">${words.say("web.league.standings")}</h2>
      ${
        over &&
        best.length > 0 &&
        html`<p class="won" role="status"><${Icon} id="u-trophy" />${words.say("web.league.won", {
          n: best.length,
          names: words.list(best.map(({ name }) => name)),
        })}</p>`
      }
      <table>
        <thead><tr><th scope="col">${words.say("web.league.place")}</th><th scope="col">${words.say("web.name.label")}</th>
          <th scope="col" class="n">${words.say("web.league.points")}</th>
          <th scope="col" class="n">${words.say("web.league.games")}</th>
          <th scope="col" class="n">${words.say("web.league.wins")}</th></tr></thead>
        <tbody>${standings.map(
          (line) => html`<tr key=${line.name} class=${names(line.me && "me")}>
            <td>${line.place}.${line.shared && html` <small>${words.say("web.league.shared")}</small>`}</td>
            <th scope="row">${line.name}</th><td class="n"><b>${figure(words, line.points)}</b></td>
            <td class="n">${line.games}</td><td class="n">${figure(words, line.wins)}</td></tr>`,
        )}</tbody>
      </table>
      <p class="muted">${words.say("web.league.rule")}</p>
    </section>
    ${numbers.map((number) => html`<${Evening} key=${number} number=${number} words=${words} tables=${tables.filter((table) => table.evening === number)} />`)}
  </div>`;
}

/** What came of an evening. @param {{number: number, tables: LeagueTable[], words: Words}} props */
function Evening({ number, tables, words }) {
  const label = words.say("web.league.evening_of", { n: number, when: day(words.lang, tables[0].opened) });
  return html`<section aria-label=${label}><h3>${label}</h3>
    ${tables
      .filter(({ results }) => results?.length)
      .map(
        ({ table, stage, results = [] }) => html`<p class="res" key=${table}>
        ${results.map(
          ({ place, name, score, points = 0, bot = "" }) =>
            html`<span>${place}. ${
              bot ? sitter(words, wholeSeat({ kind: "bot", bot })) : name
            } <b>${minus(score)}</b>${!bot && html` <small>(+${figure(words, points)})</small>`}</span>`,
        )}
        ${stage !== "gone" && html`<a href=${`/t/${table}`}>${words.say("web.lobby.result")}</a>`}
      </p>`,
      )}
  </section>`;
}
