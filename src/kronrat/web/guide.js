/**
 * A game explained on one page: lessons, an exercise, and the rules in short, phase by phase. What is said and drawn is
 * the game's; which selection of an exercise leads where was worked out by its rules.
 */

import { Art } from "./art.js";
import { bringInSprite, partOf } from "./drawings.js";
import { wordsFor } from "./frame.js";
import { get } from "./http.js";
import { loadGame, tinctureOf } from "./model.js";
import { PageTop } from "./navigation.js";
import { Button, html, Icon, names, Segments, useEffect, useMemo, useState } from "./parts.js";
import { go, route } from "./route.js";
import { progressIn } from "./settings.js";
import { playNow, tryOut } from "./start.js";
import { atFirst, mainOf, variantOf } from "./terms.js";

/**
 * @import { ExerciseInfo, GameInfo, GameLine, Picture } from "./messages.js"
 * @import { TableModel } from "./model.js"
 * @import { Section } from "./types.js"
 * @import { Words } from "./words.js"
 */

/** Without a game: the first one. @param {{game?: string}} props */
export default function GuidePage({ game: named = "" }) {
  const words = wordsFor().value;
  const [games, setGames] = useState(/** @type {GameLine[]} */ ([]));
  useEffect(() => {
    get("/api/games").then(setGames, () => undefined);
  }, []);
  const game = named || games[0]?.id;
  const line = games.find(({ id }) => id === game);
  useEffect(() => void (game && bringInSprite(`/games/${game}/sprite.svg`, "game")), [game]);
  if (!words) return null;
  const title = game ? words.say("web.guide.title", { game }) : words.say("web.nav.learn");
  document.title = `${title} · Kronrat`;
  return html`<div class="page">
    <${PageTop} here="learn" />
    <main class="guide scaled">
      <h1 class="sr">${title}</h1>
      ${line && html`<${Guide} key=${game} line=${line} games=${games} words=${words} />`}
    </main>
  </div>`;
}

/** @param {{line: GameLine, games: GameLine[], words: Words}} props */
function Guide({ line, games, words }) {
  const [told = null] = mainOf(line.switches); // the option that makes most of a difference
  const [variant, setVariant] = useState(atFirst(told, line, route.value.query));
  const options = { ...(told && { [told.name]: variant }) };
  const own = wordsFor(line.id, variantOf(line.switches, options)).value;
  if (!own) return null;
  const choices = (told?.values ?? []).map((value) => ({ value, label: own.say(`switch.${told?.name}.${value}`) }));
  return html`<div class="col">
      <nav class="games" aria-label=${words.say("web.guide.games")}>${games.map(
        ({ id }) =>
          html`<a key=${id} href=${`/learn/${id}`} aria-current=${id === line.id ? "page" : null}>${words.say(`game.${id}`)}</a>`,
      )}</nav>
      <${Doors} line=${line} words=${own} options=${options} />
      ${line.exercise && html`<${Exercise} game=${line.id} words=${own} />`}
    </div>
    <section class="panel short" aria-labelledby="short">
      <header><h2 class="h" id="short">${words.say("web.guide.short")}</h2>
        ${choices.length > 1 && html`<${Segments} legend=${words.say("web.guide.variant")} value=${variant} choices=${choices} onChange=${setVariant} />`}
        <a href=${`/rules/${line.id}`}>${words.say("web.guide.catalogue")}</a>
        <a href=${`/workshop/${line.id}`}>${words.say("web.workshop.link")}</a></header>
      <${ShortRules} game=${line.id} options=${options} words=${own} />
    </section>`;
}

/**
 * What can be done now: lessons, trials, and a game with these options; the lesson that teaches them stands out.
 * @param {{line: GameLine, words: Words, options: Record<string, string>}} props
 */
function Doors({ line, words, options }) {
  const { id, lessons = [], taught = {}, trials = [] } = line;
  const fits = (/** @type {string} */ lesson) =>
    Object.entries(options).every(([name, value]) => (taught[lesson]?.[name] ?? value) === value);
  const main = lessons.find(fits) ?? lessons[0];
  const chosen = { ...line, first: { ...line.first, options: { ...line.first.options, ...options } } };
  const [busy, setBusy] = useState(false);
  const begin = async (/** @type {() => Promise<void>} */ how) => {
    if (busy) return;
    setBusy(true);
    await how().catch(() => go("/play"));
  };
  const said = (/** @type {string} */ part) => (words.has(`box.${part}`) ? words.say(`box.${part}`) : "");
  return html`<section class="panel doors" aria-label=${words.say(`game.${id}`)}>
    <${Art} game=${id} />
    <div class="in">
      <p class="name">${words.say(`game.${id}`)}</p>
      <p>${said("text")}</p>
      <p class="ways">
        ${lessons.map(
          (
            lesson,
          ) => html`<a key=${lesson} class=${names("btn", lesson === main && "pri")} href=${`/learn/${id}/${lesson}`}>
            ${lessonWords(words, id, lesson)}</a>`,
        )}
        ${trials.map(
          (trial) =>
            html`<${Button} key=${trial} onClick=${() => begin(() => tryOut(id, trial, words))}>${words.say(`trial.${trial}.title`)}<//>`,
        )}
        <${Button} icon="u-play" onClick=${() => begin(() => playNow(chosen, words))}>${words.say("web.first.play")}<//>
        <a class="btn" href=${`/bots/${id}?${new URLSearchParams(options)}`}>${words.say("web.bots.pick")}</a>
      </p>
    </div>
  </section>`;
}

/** A lesson by its name, and where it goes on. */
function lessonWords(/** @type {Words} */ words, /** @type {string} */ game, /** @type {string} */ lesson) {
  const name = words.say(words.has(`learn.${lesson}`) ? `learn.${lesson}` : "web.guide.lesson");
  const { step, all } = progressIn(game, lesson);
  return step && step + 1 < all ? words.say("web.guide.go_on", { name, n: step + 1 }) : name;
}

// -- the exercise -----------------------------------------------------------------------------------------------------

/**
 * Pieces to be selected, and what they lead to.
 * @param {{game: string, words: Words}} props
 */
function Exercise({ game, words }) {
  const [number, setNumber] = useState(0);
  const [given, setGiven] = useState(/** @type {ExerciseInfo|null} */ (null));
  const [selected, setSelected] = useState(0);
  useEffect(() => {
    get(`/api/exercises/${game}/${number}`).then(
      (/** @type {ExerciseInfo} */ found) => (setSelected(0), setGiven(found)),
      () => undefined,
    );
  }, [game, number]);
  const found = given?.reached[selected] ?? [];
  const named = (/** @type {Picture} */ { says, facts = {} }) => words.say(says, facts);
  const reached = given && found.map((goal) => named(given.goals[goal]));
  return html`<section class="panel exercise" aria-labelledby="exercise">
    <h2 class="h" id="exercise">${words.say("exercise.title")}</h2>
    <p>${words.say("exercise.text")}</p>
    ${
      given &&
      html`<div class="pieces" role="group" aria-label=${words.say("web.guide.pieces")}>${given.pieces.map(
        (
          piece,
          place,
        ) => html`<button key=${place} type="button" aria-pressed=${String(Boolean((selected >> place) & 1))}
          aria-label=${named(piece)} title=${named(piece)} onClick=${() => setSelected(selected ^ (1 << place))}>
          <${Icon} id=${piece.icon} />${Number(piece.facts?.n) > 0 && !piece.icon.startsWith("die-") && html`<b>${piece.facts?.n}</b>`}</button>`,
      )}
        <${Button} kind="quiet" icon="u-dice" onClick=${() => setNumber(number + 1)}>${words.say("web.guide.another")}<//></div>
      <ul class="goals" aria-label=${words.say("web.guide.goals")}>${given.goals.map(
        (goal, place) => html`<li key=${place} class=${names(found.includes(place) && "lit")} title=${named(goal)}>
          <${Icon} id=${goal.icon} /><small>${named(goal)}</small></li>`,
      )}</ul>
      <p class="said" role="status">${reached?.length ? words.list(reached) : words.say("exercise.none")}</p>`
    }
  </section>`;
}

// -- short rules ------------------------------------------------------------------------------------------------------

/**
 * The sections of the short rules, which a table shows as well; here nothing is being played.
 * @param {{game: string, options: Record<string, string>, words: Words}} props
 */
function ShortRules({ game, options, words }) {
  const [module, setModule] = useState(/** @type {{shortRules: (model: TableModel) => Section[]}|null} */ (null));
  const [info, setInfo] = useState(/** @type {GameInfo|null} */ (null));
  const wished = JSON.stringify(options);
  useEffect(() => void partOf(game, "short-rules").then(setModule), [game]);
  useEffect(() => void loadGame(game, options).then(setInfo, () => undefined), [game, wished]);
  const sections = useMemo(
    () => (module && info ? module.shortRules(printedModel(game, options, info, words)) : []),
    [module, info, words],
  );
  return html`<div class="sections" tabindex="0"><div class="list">${sections.map(
    ({ id, icon, title, points, body, rule }) => html`<section key=${id}>
      <span class=${`pic p-${tinctureOf(0)}`} aria-hidden="true"><${Icon} id=${icon} /></span>
      <div><h3>${title}</h3>
        ${points.length > 0 && html`<ul>${points.map((point) => html`<li>${point}</li>`)}</ul>`}
        ${body && html`<details><summary>${title}</summary>${body}</details>`}
        ${rule && html`<a href=${`/rules/${game}#${rule}`}>${words.say("web.rules.exactly")}</a>`}</div>
    </section>`,
  )}</div></div>`;
}

/** What the short rules read of a table, with the usual options and nothing in play. */
function printedModel(
  /** @type {string} */ game,
  /** @type {Record<string, string>} */ wished,
  /** @type {GameInfo} */ info,
  /** @type {Words} */ words,
) {
  const usual = Object.fromEntries(info.switches.map(({ name, default: value }) => [name, value]));
  const seats = Array.from({ length: Math.max(...info.seat_counts) });
  const model = {
    words: { value: words },
    view: { value: null },
    info: { value: { game, seats, options: { ...usual, ...wished } } },
    game: info,
  };
  return /** @type {TableModel} */ (/** @type {unknown} */ (model));
}
