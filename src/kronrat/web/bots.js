/**
 * Who sits opposite: the levels with their arms, character and measured strength, chosen seat by seat; one press begins.
 */

import { Arms } from "./arms.js";
import { wordsFor } from "./frame.js";
import { get, Problem } from "./http.js";
import { loadGame, tinctureOf } from "./model.js";
import { PageTop } from "./navigation.js";
import { Crest, html, Icon, names, Segments, useEffect, useKeys, useSignal, useState } from "./parts.js";
import { route } from "./route.js";
import { speed, SPEEDS } from "./settings.js";
import { botsOf, playNow } from "./start.js";
import { aboutBot, atFirst, mainOf } from "./terms.js";

/**
 * @import { GameInfo, GameLine, RankLine, Ranks } from "./messages.js"
 * @import { Signal } from "./vendor/signals.js"
 * @import { Words } from "./words.js"
 * @typedef {{bot: string, rating?: number, error?: number}} Level
 */

/** @param {{game: string}} props */
export default function BotsPage({ game }) {
  const words = wordsFor().value;
  const [line, setLine] = useState(/** @type {GameLine|null} */ (null));
  const [lost, setLost] = useState(false);
  useEffect(() => {
    get("/api/games").then(
      (/** @type {GameLine[]} */ games) => {
        const found = games.find(({ id }) => id === game) ?? null;
        setLine(found);
        setLost(!found);
      },
      () => setLost(true),
    );
  }, [game]);
  if (!words) return null;
  const title = words.say("web.bots.title", { game });
  document.title = `${title} · Kronrat`;
  return html`<div class="page bots">
    <${PageTop} here="play" />
    <main class="scaled">
      <header><a class="btn" href="/tables"><${Icon} id="u-undo" />${words.say("web.bots.back")}</a>
        <div><h1>${lost ? words.say("web.lost.nowhere") : title}</h1><p>${words.say("web.bots.lead")}</p></div></header>
      ${line && html`<${Picker} key=${game} line=${line} words=${words} />`}
    </main>
  </div>`;
}

/** @param {{line: GameLine, words: Words}} props */
function Picker({ line, words }) {
  const { id, seat_counts: counts } = line;
  const [told = null] = mainOf(line.switches); // the option that makes most of a difference
  const [variant, setVariant] = useState(atFirst(told, line, route.value.query));
  const options = { ...line.first.options, ...(told && { [told.name]: variant }) };
  const info = useSignal(/** @type {GameInfo|null} */ (null));
  const bots = useSignal(botsOf(line).slice(0, Math.max(...counts) - 1));
  const mine = useOwnRating(id);
  const [at, setAt] = useState(0);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const own = wordsFor(id).value;
  useEffect(() => {
    let current = true;
    loadGame(id, options).then(
      (found) => current && (info.value = found),
      () => setProblem("failed"),
    );
    return () => void (current = false);
  }, [variant]);
  const levels = levelsOf(info.value, bots.value.length + 1);
  const choose = (/** @type {string} */ bot) => {
    bots.value = bots.value.map((one, place) => (place === at ? bot : one));
  };
  const begin = async () => {
    if (busy) return;
    setBusy(true);
    try {
      await playNow({ ...line, first: { ...line.first, bots: bots.value, options } }, words);
    } catch (refused) {
      setProblem(refused instanceof Problem ? refused.code : "failed");
      setBusy(false);
    }
  };
  useKeys(Object.fromEntries(levels.map(({ bot }, place) => [String(place + 1), () => choose(bot)])));
  const choices = (told?.values ?? []).map((value) => ({
    value,
    label: own?.say(`switch.${told?.name}.${value}`) ?? value,
  }));
  const said = words.has(`web.refused.${problem}`) ? `web.refused.${problem}` : "web.open.failed";
  return html`
    <section class="panel who">
      <${Seats} words=${words} bots=${bots} at=${at} onAt=${setAt} most=${Math.max(...counts) - 1} least=${Math.min(...counts) - 1} />
      <${Scale} words=${words} levels=${levels} mine=${mine} />
    </section>
    <fieldset class="levels"><legend class="sr">${words.say("web.bots.level_of", { colour: colourOf(words, at + 1) })}</legend>
      ${levels.map(
        (level, place) => html`<${Card} key=${level.bot} words=${words} level=${level} place=${place} mine=${mine}
          chosen=${bots.value[at] === level.bot} onChoose=${() => choose(level.bot)} />`,
      )}</fieldset>
    <footer class="panel">
      ${choices.length > 1 && html`<${Segments} legend=${words.say("web.guide.variant")} value=${variant} choices=${choices} onChange=${setVariant} />`}
      <${Segments} legend=${words.say("web.settings.speed")} value=${speed.value}
        choices=${SPEEDS.map((value) => ({ value, label: words.say(`web.settings.speed.${value}`) }))}
        onChange=${(/** @type {typeof speed.value} */ value) => (speed.value = value)} />
      ${problem && html`<p class="problem" role="alert">${words.say(said)}</p>`}
      <button type="button" class="btn pri" aria-busy=${String(busy)} onClick=${begin}>
        <${Icon} id="u-play" />${words.say("web.bots.begin")}</button>
    </footer>`;
}

/** The levels as they were measured at tables of this size. @returns {Level[]} */
const levelsOf = (/** @type {GameInfo|null} */ info, /** @type {number} */ seats) =>
  (info?.levels ?? []).map((bot) => ({
    bot,
    rating: info?.ratings?.[seats]?.[bot],
    error: info?.errors?.[seats]?.[bot],
  }));

/** How strong I am myself, from rated games; null without any. */
function useOwnRating(/** @type {string} */ game) {
  const [mine, setMine] = useState(/** @type {RankLine|null} */ (null));
  useEffect(() => {
    get(`/api/ranks/${game}`).then(
      (/** @type {Ranks} */ { ranked, provisional, mine: beyond }) =>
        setMine([...ranked, ...provisional].find((line) => line.mine) ?? beyond ?? null),
      () => undefined, // only an estimate is missing then
    );
  }, [game]);
  return mine;
}

/** In which part of games for two I am ahead, as ratings mean it: 400 points are ten times the chance. */
const expected = (/** @type {number} */ me, /** @type {number} */ bot) => 1 / (1 + 10 ** ((bot - me) / 400));

const colourOf = (/** @type {Words} */ words, /** @type {number} */ seat) =>
  words.say(`web.tincture.${tinctureOf(seat)}`);

/**
 * Me, and the bots, one of which is chosen for now.
 * @param {{words: Words, bots: Signal<string[]>, at: number, onAt: (place: number) => void, most: number, least: number}} props
 */
function Seats({ words, bots, at, onAt, most, least }) {
  const all = bots.value;
  const add = () => {
    bots.value = [...all, all[all.length - 1]];
    onAt(all.length);
  };
  const remove = () => {
    bots.value = all.slice(0, -1);
    onAt(Math.min(at, all.length - 2));
  };
  return html`<ul class="opposite" aria-label=${words.say("web.open.seats")}>
    <li class="seat"><${Crest} seat=${0} /><b>${words.say("web.bots.you")}</b><small>${colourOf(words, 0)}</small></li>
    ${all.map(
      (bot, place) => html`<li key=${place}><button type="button" class=${names("seat", place === at && "on")}
          aria-pressed=${String(place === at)} onClick=${() => onAt(place)}>
          <${Crest} seat=${place + 1} /><b>${words.say(`bot.${bot}`)}</b><small>${colourOf(words, place + 1)}</small></button>
        ${
          place === all.length - 1 &&
          all.length > least &&
          html`<button type="button" class="less" onClick=${remove}
            aria-label=${words.say("web.seat.remove", { colour: colourOf(words, place + 1) })}><${Icon} id="u-close" /></button>`
        }</li>`,
    )}
    ${
      all.length < most &&
      html`<li><button type="button" class="seat more" onClick=${add}><${Icon} id="u-plus" /><b>${words.say("web.seat.add")}</b>
        <small>${words.say("web.seat.most", { most: most + 1 })}</small></button></li>`
    }
  </ul>`;
}

const STEP = 100;

/**
 * All levels on one line, as far as they were measured, and I with the range where I am.
 * @param {{words: Words, levels: Level[], mine: RankLine|null}} props
 */
function Scale({ words, levels, mine }) {
  const known = levels.flatMap(({ bot, rating }, place) => (rating === undefined ? [] : [{ bot, rating, place }]));
  if (!known.length) return html`<p class="muted unmeasured">${words.say("web.bots.unmeasured")}</p>`;
  const ratings = [...known, ...(mine ? [mine] : [])].map(({ rating }) => rating);
  const low = Math.floor(Math.min(...ratings) / STEP - 0.5) * STEP;
  const high = Math.ceil(Math.max(...ratings) / STEP + 0.5) * STEP;
  const x = (/** @type {number} */ rating) => `${((rating - low) / (high - low)) * 100}%`;
  const every = Math.ceil((high - low) / STEP / 8) * STEP;
  const marks = Array.from({ length: Math.floor((high - low) / every) + 1 }, (_, n) => low + n * every);
  const me = mine && words.say("web.bots.mine", { rating: mine.rating, error: mine.error });
  const measured = known.map(({ bot, rating }) =>
    words.say("web.bots.rated", { name: words.say(`bot.${bot}`), rating }),
  );
  const said = words.list(me ? [...measured, me] : measured);
  return html`<div class="scale" role="img" aria-label=${said}>
    <div class="line"></div>
    ${marks.map((mark) => html`<span key=${mark} class="tick" style=${{ left: x(mark) }}>${mark}</span>`)}
    ${known.map(({ bot, rating, place }) => html`<span key=${bot} class="on" style=${{ left: x(rating) }}><${Arms} level=${place} /></span>`)}
    ${
      mine &&
      html`<i class="range" style=${rangeOf(mine, x, low, high)}></i>
        <span class="me" style=${{ left: x(mine.rating) }}><small>${me}</small><${Crest} seat=${0} /></span>`
    }
  </div>`;
}

/** As far as my rating is uncertain and the line goes. */
function rangeOf(
  /** @type {RankLine} */ { rating, error },
  /** @type {(rating: number) => string} */ x,
  /** @type {number} */ low,
  /** @type {number} */ high,
) {
  return { left: x(Math.max(low, rating - error)), right: `calc(100% - ${x(Math.min(high, rating + error))})` };
}

/**
 * One level, to be chosen.
 * @param {{words: Words, level: Level, place: number, mine: RankLine|null, chosen: boolean, onChoose: () => void}} props
 */
function Card({ words, level: { bot, rating, error }, place, mine, chosen, onChoose }) {
  const share = mine && rating !== undefined ? Math.round(100 * expected(mine.rating, rating)) : null;
  return html`<label class=${names("panel card", chosen && "on")}>
    <input class="sr" type="radio" name="level" checked=${chosen} onChange=${onChoose} />
    <${Arms} level=${place} />
    <span class="name">${words.say(`bot.${bot}`)}</span>
    <span class="rating">${
      rating === undefined
        ? words.say("web.bots.not_measured")
        : html`<b>${rating}</b>${error !== undefined && html` <small>± ${error}</small>`}`
    }</span>
    <span class="about">${aboutBot(words, bot)}</span>
    ${share !== null && html`<span class="share"><i style=${{ "--share": `${share}%` }}></i>${words.say("web.bots.share", { share })}</span>`}
    ${place === 0 && !mine && html`<small class="first">${words.say("web.bots.first")}</small>`}
  </label>`;
}
