/** The form to open a table. Its first state is a table that can be played at once. */

import { Art } from "./art.js";
import { Problem } from "./http.js";
import { isNamed, NAME_LENGTH, NameDialog, rename } from "./me.js";
import { loadGame, tinctureOf } from "./model.js";
import { wordsFor } from "./frame.js";
import { Button, Crest, html, Icon, noted, Segments, Switch, useEffect, useSignal, useState } from "./parts.js";
import { openTable } from "./start.js";
import { aboutBot, candidate, mainOf } from "./terms.js";
import { duration } from "./time.js";
import { capital } from "./words.js";

const LIMITS = { live: [0, 30, 60, 120, 300, 600], correspondence: [0, 43_200, 86_400, 172_800, 259_200, 604_800] };
const RESERVES = { live: [0, 300, 600, 1_200], correspondence: [0, 86_400, 259_200, 604_800, 1_209_600] };
const HOLIDAYS = [0, 7, 14, 28]; // days
const COPIES = [1, 2, 3, 4, 6, 8]; // tables with the same dice
const UNDO = ["consent", "free", "off"];
const DELAYS = [0, 60, 300, 900]; // seconds by which spectators are behind
const THINKING = [0, 1, 3, 10, 30, 60]; // seconds; 0 is as long as is usual

/**
 * @import { GameInfo, GameLine, NewTable, SeatWish, SwitchInfo } from "./messages.js"
 * @import { Children, On } from "./types.js"
 * @import { Signal } from "./vendor/signals.js"
 * @import { Words } from "./words.js"
 * @typedef {{kind: SeatWish["kind"], bot: string, name: string}} Chair
 * @typedef {"live"|"correspondence"} Pace
 */

/** @returns {Chair} */
const botChair = (/** @type {GameInfo} */ { usual_bot: bot }) => ({ kind: "bot", bot, name: "" });

/** @returns {Chair[]} */
const firstChairs = (/** @type {GameInfo} */ info) => [
  { kind: "me", bot: "", name: "" },
  botChair(info),
  botChair(info),
];

/** @param {{games: GameLine[]}} props */
export function OpenTable({ games }) {
  const [game, setGame] = useState(games[0].id);
  const words = wordsFor(game).value;
  const info = useSignal(/** @type {GameInfo|null} */ (null));
  const options = useSignal(/** @type {Record<string, string>} */ ({}));
  const chairs = useSignal(/** @type {Chair[]} */ ([]));
  const [pace, setPace] = useState(/** @type {Pace} */ ("live"));
  const [limit, setLimit] = useState(0);
  const [reserve, setReserve] = useState(0);
  const [weekends, setWeekends] = useState(false);
  const [holidays, setHolidays] = useState(0);
  const [undo, setUndo] = useState(/** @type {NewTable["undo"]} */ ("consent"));
  const [listed, setListed] = useState(true);
  const [odds, setOdds] = useState(true);
  const [rated, setRated] = useState(false);
  const [copies, setCopies] = useState(1);
  const [rotated, setRotated] = useState(false);
  const [think, setThink] = useState(0);
  const [delay, setDelay] = useState(0);
  const [naming, setNaming] = useState(false);
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);

  const slow = pace === "correspondence";
  const several = chairs.value.filter(({ kind }) => kind === "me").length > 1;
  const together = pace === "live" && chairs.value.filter(({ kind }) => kind === "me").length === 1;
  /** @type {Record<string, string>} */
  const wished = { ...(together && suggested(info.value)), ...options.value };

  // Which switches there are depends on what is chosen: the server says so.
  useEffect(() => {
    let current = true;
    loadGame(game, wished).then(
      (found) => {
        if (!current) return;
        info.value = found;
        if (!chairs.value.length) chairs.value = firstChairs(found);
      },
      () => setProblem("failed"),
    );
    return () => void (current = false);
  }, [game, JSON.stringify(wished)]);
  if (!words || !info.value) return null;
  const main = mainOf(info.value.switches).map(({ name }) => name);

  const choose = (/** @type {string} */ name, /** @type {string} */ value) => {
    const kept = Object.entries(options.value).filter(([other]) => !main.includes(name) || main.includes(other));
    options.value = { ...Object.fromEntries(kept), [name]: value };
  };
  /** Another pace changes some rules; the options that depend on it are reset. */
  const atPace = (/** @type {Pace} */ value) => {
    const settled = Object.keys(suggested(info.value));
    const stay = Object.entries(options.value).filter(([name]) => main.includes(name) && !settled.includes(name));
    if (settled.length) options.value = Object.fromEntries(stay);
    setPace(value);
    setLimit(0);
    setReserve(0);
    setWeekends(false);
    setHolidays(0);
  };
  const play = (/** @type {GameLine} */ { id, seat_counts: counts }) => {
    info.value = null;
    options.value = {};
    chairs.value = chairs.value.slice(0, Math.max(...counts));
    setGame(id);
  };
  const open = async () => {
    const own = chairs.value.find(({ kind, name }) => kind === "me" && name.trim());
    if (!isNamed() && !own) return setNaming(true);
    setBusy(true);
    try {
      if (own && !isNamed()) await rename(own.name.trim());
      const seats = chairs.value.map(({ kind, bot, name }) => ({
        kind,
        ...(kind === "bot" && { bot }),
        ...(kind === "me" && name && { name }),
      }));
      const think_s = thinks(chairs.value, info.value) ? think : 0;
      const zone = slow ? Intl.DateTimeFormat().resolvedOptions().timeZone : "";
      const alone = !chairs.value.some(({ kind }) => kind === "me") || several;
      const deal = alone || copies === 1 ? {} : { copies, rotated };
      const time = { limit_s: limit, reserve_s: reserve, weekends, holiday_days: holidays, zone };
      await openTable({
        game,
        seats,
        options: wished,
        pace,
        undo,
        listed,
        odds,
        think_s,
        watch_delay_s: delay,
        rated: rated && !several,
        ...deal,
        ...time,
      });
    } catch (refused) {
      setProblem(refused instanceof Problem ? refused.code : "failed");
      setBusy(false);
    }
  };
  const changeUndo = (/** @type {On<HTMLSelectElement>} */ { currentTarget }) =>
    setUndo(/** @type {NewTable["undo"]} */ (currentTarget.value));
  const paces = [
    { value: "live", label: words.say("web.pace.live"), icon: "u-bolt" },
    { value: "correspondence", label: words.say("web.pace.correspondence"), icon: "u-mail" },
  ];
  const counts = html`<${Switch} label=${words.say("web.rated.open")} note=${words.say("web.rated.open.text")}
    value=${rated && !several} disabled=${several} onChange=${setRated} />`;
  const hidden = html`${counts}<${Switch} label=${words.say("web.open.private")} value=${!listed}
    onChange=${(/** @type {boolean} */ value) => setListed(!value)} />`;
  const submit = (/** @type {Event} */ event) => (event.preventDefault(), open());
  const said = words.has(`web.refused.${problem}`) ? `web.refused.${problem}` : "web.open.failed";
  return html`<form class="new" aria-label=${words.say("web.open")} onSubmit=${submit}>
    <fieldset><legend>${words.say("web.open.game")}</legend>
      <div class="games">
        ${games.map((one) => {
          const { id, seat_counts: counts } = one;
          const players = { low: Math.min(...counts), high: Math.max(...counts) };
          return html`<label class="gc" key=${id}>
            <input class="sr" type="radio" name="game" checked=${id === game} onChange=${() => play(one)} />
            <${Art} game=${id} />
            <span><b>${words.say(`game.${id}`)}</b><small>${words.say("web.open.players", players)}</small></span>
          </label>`;
        })}
      </div>
    </fieldset>
    <div class="pair">
      <${Segments} legend=${words.say("web.open.pace")} value=${pace} choices=${paces}
        onChange=${atPace} />
      <${Choose} label=${words.say("web.open.limit")} value=${limit} onChange=${setLimit} values=${LIMITS[pace]}
        say=${(/** @type {number} */ value) => limitWords(words, value)} />
    </div>
    ${
      (limit > 0 || slow) &&
      html`<div class="pair terms">
      <${Choose} label=${words.say("web.open.reserve")} value=${reserve} onChange=${setReserve} values=${RESERVES[pace]}
        say=${(/** @type {number} */ value) => (value ? duration(words, value) : words.say("web.open.reserve.none"))} />
      ${
        slow &&
        html`<${Choose} label=${words.say("web.open.holidays")} value=${holidays} onChange=${setHolidays} values=${HOLIDAYS}
        say=${(/** @type {number} */ value) => (value ? words.say("web.time.days", { n: value }) : words.say("web.open.holidays.none"))} />
      <${Switch} label=${words.say("web.open.weekends")} value=${weekends} onChange=${setWeekends} />`
      }
    </div>`
    }
    <${Chairs} words=${words} chairs=${chairs} info=${info.value} />
    ${thinks(chairs.value, info.value) && html`<${Thinking} words=${words} info=${info.value} value=${think} onChange=${setThink} />`}
    <${Rules} words=${words} switches=${info.value.switches} options=${wished} choose=${choose} also=${hidden}>
      <label class="field row"><span>${words.say("web.open.undo")}</span>
        <select value=${undo} onChange=${changeUndo}>
          ${UNDO.map((policy) => html`<option value=${policy}>${words.say(`web.undo.${policy}`)}</option>`)}
        </select>
      </label>
      <label class="field row"><span>${words.say("web.open.watch")}</span>
        <select value=${String(delay)} onChange=${(/** @type {On<HTMLSelectElement>} */ event) => setDelay(Number(event.currentTarget.value))}>
          ${DELAYS.map((seconds) => html`<option value=${String(seconds)}>${seconds ? words.say("web.open.watch.late", { time: duration(words, seconds) }) : words.say("web.open.watch.now")}</option>`)}
        </select>
      </label>
      <${Switch} label=${words.say("web.open.odds")} note=${words.say("web.open.odds.text")} value=${odds} onChange=${setOdds} />
      <${Choose} label=${words.say("web.open.copies")} value=${copies} onChange=${setCopies} values=${COPIES}
        say=${(/** @type {number} */ n) => words.say(n > 1 ? "web.open.copies.many" : "web.open.copies.one", { n })} />
      ${copies > 1 && html`<${Switch} label=${words.say("web.open.rotated")} value=${rotated} onChange=${setRotated} />`}
    <//>
    ${problem && html`<p class="problem" role="alert">${words.say(said)}</p>`}
    <div class="foot"><${Button} kind="pri" type="submit" disabled=${busy}>${words.say("web.open")}<//></div>
    ${
      naming &&
      html`<${NameDialog} words=${words} action=${words.say("web.open")} onClose=${() => setNaming(false)}
      onName=${() => (setNaming(false), open())} />`
    }
  </form>`;
}

/**
 * One of a few numbers.
 * @param {{label: string, value: number, values: number[], say: (value: number) => string, onChange: (value: number) => void}} props
 */
function Choose({ label, value, values, say, onChange }) {
  const change = (/** @type {On<HTMLSelectElement>} */ { currentTarget }) => onChange(Number(currentTarget.value));
  return html`<label class="field"><span>${label}</span>
    <select value=${String(value)} onChange=${change}>
      ${values.map((one) => html`<option value=${String(one)}>${say(one)}</option>`)}
    </select>
  </label>`;
}

/** Whether a bot sits there that can be told how long to think. */
const thinks = (/** @type {Chair[]} */ chairs, /** @type {GameInfo|null} */ info) =>
  Boolean(info?.longest_think_s) && chairs.some(({ kind, bot }) => kind === "bot" && info?.thinkers?.includes(bot));

/** @param {{words: Words, info: GameInfo, value: number, onChange: (seconds: number) => void}} props */
function Thinking({ words, info, value, onChange }) {
  const { longest_think_s: longest = 0, thinkers = [] } = info;
  const change = (/** @type {On<HTMLSelectElement>} */ { currentTarget }) => onChange(Number(currentTarget.value));
  return html`<label class="field row"><span>${words.say("web.open.think", { bot: thinkers[0] })}</span>
    <select value=${String(value)} onChange=${change}>
      ${THINKING.filter((seconds) => seconds <= longest).map(
        (seconds) =>
          html`<option value=${String(seconds)}>${
            seconds ? duration(words, seconds) : words.say("web.open.think.usual")
          }</option>`,
      )}
    </select>
  </label>`;
}

/** What a game suggests for a table at which everybody has a browser. @returns {Record<string, string>} */
const suggested = (/** @type {GameInfo|null} */ info) =>
  Object.fromEntries((info?.switches ?? []).flatMap(({ name, live }) => (live ? [[name, live]] : [])));

const limitWords = (/** @type {Words} */ words, /** @type {number} */ seconds) =>
  seconds ? duration(words, seconds) : words.say("web.pace.unlimited");

// -- seats ------------------------------------------------------------------------------------------------------------

/** @param {{words: Words, chairs: Signal<Chair[]>, info: GameInfo}} props */
function Chairs({ words, chairs, info }) {
  const { seat_counts: counts } = info;
  const all = chairs.value;
  const put = (/** @type {number} */ place, /** @type {Partial<Chair>} */ change) =>
    (chairs.value = all.map((chair, i) => (i === place ? { ...chair, ...change } : chair)));
  const several = all.filter(({ kind }) => kind === "me").length > 1;
  const last = all.length > Math.min(...counts) ? all.length - 1 : null; // the one that can be taken away
  const most = Math.max(...counts);
  return html`<fieldset><legend>${words.say("web.open.seats")}</legend>
    <ul class="chairs">
      ${all.map(
        (
          chair,
          place,
        ) => html`<${OneChair} key=${place} words=${words} chair=${chair} place=${place} info=${info} seats=${all.length}
          named=${several && chair.kind === "me"} put=${(/** @type {Partial<Chair>} */ change) => put(place, change)}
          remove=${place === last ? () => ((chairs.value = all.slice(0, -1))) : null} />`,
      )}
      ${
        all.length < most &&
        html`<li class="add"><button type="button" onClick=${() => (chairs.value = [...all, botChair(info)])}>
        <${Icon} id="u-plus" />${words.say("web.seat.add")}<small>${words.say("web.seat.most", { most })}</small>
      </button></li>`
      }
    </ul>
    ${several && html`<p class="muted">${words.say("web.open.hot_seat")}</p>`}
  </fieldset>`;
}

/**
 * @param {{words: Words, chair: Chair, place: number, info: GameInfo, seats: number, named: boolean,
 *          put: (change: Partial<Chair>) => void, remove: (() => void)|null}} props
 */
function OneChair({ words, chair, place, info, seats, named, put, remove }) {
  const colour = words.say(`web.tincture.${tinctureOf(place)}`);
  const kinds = ["me", "open", "invited", ...info.bots.map((bot) => `bot ${bot}`)];
  const choose = (/** @type {On<HTMLSelectElement>} */ event) => {
    const [kind, bot = ""] = event.currentTarget.value.split(" ");
    put({ kind: /** @type {Chair["kind"]} */ (kind), bot });
  };
  return html`<li>
    <label class="pick"><${Crest} seat=${place} />
      <span aria-hidden="true">${chair.kind === "bot" ? candidate(words, chair, info, seats) : words.say(`web.seat.${chair.kind}`)}</span>
      <select aria-label=${words.say("web.seat.of", { colour })} onChange=${choose}
        value=${chair.kind === "bot" ? `bot ${chair.bot}` : chair.kind}>
        ${kinds.map((value) => {
          const [kind, bot] = value.split(" ");
          return html`<option value=${value}>${candidate(words, { kind, bot }, info, seats)}</option>`;
        })}
      </select>
    </label>
    ${
      named
        ? html`<input type="text" maxlength=${NAME_LENGTH} value=${chair.name} placeholder=${words.say("web.name.label")}
          aria-label=${words.say("web.seat.name_of", { colour })}
          onInput=${(/** @type {On<HTMLInputElement>} */ event) => put({ name: event.currentTarget.value })} />`
        : html`<small>${chair.kind === "bot" ? aboutBot(words, chair.bot) : colour}</small>`
    }
    ${
      remove &&
      html`<button type="button" class="less" aria-label=${words.say("web.seat.remove", { colour })} onClick=${remove}>
      <${Icon} id="u-close" />
    </button>`
    }
  </li>`;
}

// -- rules ------------------------------------------------------------------------------------------------------------

/**
 * The options that make a different game of it; those that few will change are folded below.
 * @param {{words: Words, switches: SwitchInfo[], options: Record<string, string>, choose: (name: string, value: string)
 *          => void, also: Children, children?: Children}} props
 */
function Rules({ words, switches, options, choose, also, children }) {
  const known = switches.filter(({ values, many }) => values.length > (many ? 0 : 1));
  const main = mainOf(known);
  const modules = known.filter(({ many }) => many);
  const fine = known.filter(({ many, main }) => !many && !main);
  const valueOf = (/** @type {SwitchInfo} */ one) => options[one.name] ?? one.default;
  const choices = (/** @type {SwitchInfo} */ { name, values }) =>
    values.map((value) => ({ value, label: capital(words.say(`switch.${name}.${value}`)) }));
  return html`<fieldset><legend>${words.say("web.open.rules")}</legend>
    <div class="opts">
      ${main.map(
        (one) => html`<${Segments} key=${one.name} legend=${words.say(`switch.${one.name}`)} hideLegend
          value=${valueOf(one)} choices=${choices(one)} onChange=${(/** @type {string} */ value) => choose(one.name, value)} />`,
      )}
      ${main.length > 1 && html`<p class="muted">${main.map((one) => words.say(`switch.${one.name}.${valueOf(one)}.text`)).join(" ")}</p>`}
      <div class="two">
        ${modules.flatMap((one) => {
          const chosen = valueOf(one).split(",");
          const toggled = (/** @type {string} */ value, /** @type {boolean} */ on) =>
            one.values.filter((other) => (other === value ? on : chosen.includes(other)));
          return choices(one).map(
            ({ value, label }) => html`<${Switch} key=${value} label=${label} value=${chosen.includes(value)}
              note=${words.say(`switch.${one.name}.${value}.text`)}
              onChange=${(/** @type {boolean} */ on) => choose(one.name, toggled(value, on).join(","))} />`,
          );
        })}
        ${also}
      </div>
      <details><summary>${words.say("web.open.more")}</summary>
        <div class="opts">
          ${fine.map(
            (one) => html`<label class="field row" key=${one.name} ...${noted(words.say(`switch.${one.name}.text`))}>
              <span>${words.say(`switch.${one.name}`)}</span>
              <select value=${valueOf(one)} onChange=${(/** @type {On<HTMLSelectElement>} */ event) => choose(one.name, event.currentTarget.value)}>
                ${choices(one).map(({ value, label }) => html`<option value=${value}>${label}</option>`)}
              </select>
            </label>`,
          )}
          ${children}
        </div>
      </details>
    </div>
  </fieldset>`;
}
