/** What has happened and what was said at a table: the log in words, and the chat. */

import {
  Button,
  Crest,
  html,
  Icon,
  names,
  Tabs,
  useEffect,
  useLayoutEffect,
  useRef,
  useKeys,
  useSignal,
  useState,
} from "./parts.js";
import { me, NameDialog } from "./me.js";
import { moment } from "./time.js";

const SHOWN = 120; // lines at first; older ones come when asked for
const NOBODY = -1; // what the rules do belongs to no seat
const CHAT_LENGTH = 500; // as `wire/base.py` has it

/**
 * @import { AnyEvent, AnyGame, Children, Drawing, EntryOf, On } from "./types.js"
 * @import { LiveModel, TableModel } from "./model.js"
 * @typedef {EntryOf<AnyGame>} Entry
 * @typedef {{version: number, undoes?: number|null}} Counted
 */

const takesBack = (/** @type {Counted} */ entry) => (entry.undoes ?? null) !== null;

/**
 * The entries that still count: what was taken back is gone.
 * @template {Counted} E
 * @param {E[]} log
 */
export function counting(log) {
  const gone = new Set(log.filter(takesBack).map((entry) => entry.undoes));
  return log.filter((entry) => !gone.has(entry.version) && !takesBack(entry));
}

/**
 * @typedef {{key: string, seat: number, icon: string, text: Children, rule: string, at: number, undone: boolean,
 *            heading?: boolean}} Line
 */

/** Why somebody had no choice, where the game has words for the rule behind it. */
export const forcedWords = (/** @type {import("./words.js").Words} */ words, /** @type {AnyEvent} */ event) =>
  event.event === "forced" && words.has(`forced.${event.rule}`) ? words.say(`forced.${event.rule}`, event) : "";

/**
 * What happened last, for a person who only watches: whose doing it was, and at most three sentences. What a scene has told
 * is not said once more.
 * @template {import("./types.js").AnyGame} G
 * @param {TableModel<G>} model
 * @param {(events: G["Event"][]) => string[]} tell
 * @returns {{seat: number, said: string}|null}
 */
export function newest({ log, playhead }, tell) {
  const staged = playhead?.staged.value ?? { version: 0, said: "" };
  for (const { seat, events, version } of [...log.value].reverse()) {
    if (version <= staged.version) return staged.said ? { seat, said: staged.said } : null;
    const said = tell(events).filter(Boolean).slice(0, 3).join(" ");
    if (said) return { seat, said };
  }
  return null;
}

/**
 * The lines of an entry of the log: what each of its events is in words, by the drawing of the game.
 * @param {TableModel} model
 * @param {Drawing} drawing
 * @param {Entry} entry
 * @returns {Line[]}
 */
export function linesOf(model, drawing, entry, undone = false) {
  const line = { icon: "", rule: "", at: entry.at, undone };
  return entry.events.flatMap((event, i) => {
    const told = drawing.logLine(model, event);
    const seat = "seat" in event && typeof event.seat === "number" ? event.seat : NOBODY;
    return told?.text ? [{ ...line, seat, ...told, key: `${entry.version}.${i}` }] : [];
  });
}

/**
 * One line for all that one undo took back. The newest choice goes first, so the last entry is the one that was to be
 * taken back, and names who did it; the others went with it.
 * @returns {Line}
 */
function undoLine(/** @type {TableModel} */ model, /** @type {Entry[]} */ entries) {
  const { seat, version, at } = entries[entries.length - 1];
  const fallen = new Set(entries.map((entry) => entry.seat));
  const others = [...fallen].filter((other) => other >= 0 && other !== seat).sort();
  const text = model.words.value.say(others.length ? "web.log.undone.with" : "web.log.undone", { seat, others });
  return { key: `${version}`, seat, icon: "u-undo", text, rule: "", at, undone: false };
}

/** All lines of the log, oldest first; entries that were taken back are marked. @returns {Line[]} */
function allLines(/** @type {TableModel} */ model, /** @type {Drawing} */ drawing) {
  const log = model.log.value;
  const undone = new Set(log.filter(takesBack).map((entry) => entry.undoes));
  /** @type {Line[]} */
  const lines = [];
  const told = (/** @type {Entry} */ { undoes }) => {
    const gone = log.find(({ version }) => version === undoes);
    return !gone || linesOf(model, drawing, gone).length > 0;
  };
  /** @type {Entry[]} */
  let falling = []; // the entries of one undo come together, at one moment
  log.forEach((entry, place) => {
    if (!takesBack(entry)) return void lines.push(...linesOf(model, drawing, entry, undone.has(entry.version)));
    falling.push(entry);
    const next = log[place + 1];
    if (next && takesBack(next) && next.at === entry.at) return;
    if (falling.some(told)) lines.push(undoLine(model, falling)); // what was never shown need not be shown as undone
    falling = [];
  });
  return lines;
}

/** What events say that did not happen here, but in an imagined game. */
export function eventLines(
  /** @type {TableModel} */ model,
  /** @type {Drawing} */ drawing,
  /** @type {Record<string, unknown>[]} */ events,
) {
  const entry = /** @type {EntryOf<AnyGame>} */ (/** @type {unknown} */ ({ version: 0, at: 0, seat: 0, events }));
  return linesOf(model, drawing, entry).map(({ text }) => text);
}

/** The crest of a seat, or an icon for what nobody did. */
export const Who = (/** @type {{seat: number, icon: string}} */ { seat, icon }) =>
  seat >= 0 ? html`<${Crest} seat=${seat} />` : html`<${Icon} id=${icon} class="crest" />`;

/** One line: crest, words, a link to the rule, and the time. */
export function LogLine(/** @type {{model: TableModel, line: Line}} */ { model, line }) {
  const { words } = model;
  const open = (/** @type {Event} */ event) => {
    event.preventDefault();
    model.rule.value = line.rule;
  };
  const said = line.undone ? html`<s>${line.text}</s>` : line.text;
  return html`<li class=${names(line.undone && "undone", line.heading && "lh")}>
    <${Who} seat=${line.seat} icon=${line.icon || "u-dice"} />
    <span class="told">${said}</span>
    ${
      line.rule &&
      html`<a class="rule" href=${`/rules/${model.info.value.game}#${line.rule}`} title=${line.rule} onClick=${open}>
      <span class="sr">${words.value.say("web.log.rule", { rule: line.rule })}</span>
      <span aria-hidden="true">§</span>
    </a>`
    }
    <time datetime=${new Date(line.at).toISOString()}>${moment(words.value.lang, line.at)}</time>
  </li>`;
}

/** @param {{model: LiveModel, drawing: Drawing, big: boolean}} props */
export function Log({ model, drawing, big }) {
  const box = useRef(null);
  const [all, setAll] = useState(false);
  const words = model.words.value;
  const lines = allLines(model, drawing);
  const shown = all ? lines : lines.slice(-SHOWN);
  const more = shown.length < lines.length || !model.logWhole.value;
  useStuckToEnd(box, lines.length, big);
  const earlier = () => (setAll(true), model.wholeLog());
  const live = model.playhead.scene.value ? "off" : "polite"; // a scene speaks for itself
  const region = { role: "log", "aria-live": live, "aria-label": words.say("web.log"), tabindex: "0" };
  return html`<div class="scroll" ref=${box} ...${region}>
    ${more && html`<${Button} kind="quiet" onClick=${earlier}>${words.say("web.log.earlier")}<//>`}
    <ol>
      ${shown.map((line) => html`<${LogLine} key=${line.key} model=${model} line=${line} />`)}
    </ol>
  </div>`;
}

/** @param {{model: LiveModel}} props */
export function Chat({ model }) {
  const box = useRef(null);
  const [text, setText] = useState("");
  const [naming, setNaming] = useState(false);
  const words = model.words.value;
  const said = model.chat.value;
  useStuckToEnd(box, said.length);
  const say = async () => !(await model.say(text.trim())) && setText("");
  const send = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (!text.trim()) return;
    if (me.peek() || model.mine.peek().length) void say();
    else setNaming(true); // everybody at the table shall know who speaks
  };
  const named = () => {
    setNaming(false);
    model.reconnect(); // only now does the server know this browser by its name
    void say();
  };
  const isOthers = (/** @type {import("./messages.js").Said} */ one) =>
    model.owner.value && !model.mine.value.includes(one.seat ?? -1) && one.name !== me.value;
  return html`<div class="chat">
    <div class="scroll" ref=${box} tabindex="0" role="log" aria-live="polite" aria-label=${words.say("web.chat")}>
      <ol>
        ${said.map(
          (one) => html`<li key=${one.n}>
            <${Who} seat=${one.seat ?? -1} icon="u-user" />
            <span class="told"><b>${one.name}</b> ${one.text}</span>
            <time datetime=${new Date(one.at).toISOString()}>${moment(words.lang, one.at)}</time>
            ${isOthers(one) && html`<${Mute} model=${model} n=${one.n} name=${one.name} />`}
          </li>`,
        )}
        ${!said.length && html`<li class="muted">${words.say("web.chat.none")}</li>`}
      </ol>
    </div>
    ${
      said.some((one) => isOthers(one) && (one.seat ?? -1) < 0) &&
      html`<label class="lock"><input type="checkbox" checked=${model.info.value.locked}
        onChange=${(/** @type {On<HTMLInputElement>} */ event) => model.lock(event.currentTarget.checked)} />
        ${words.say("web.chat.lock")}</label>`
    }
    <form class="say" onSubmit=${send}>
      <input type="text" class="chat-input" value=${text} maxlength=${CHAT_LENGTH}
        aria-label=${words.say("web.chat.label")} placeholder=${words.say("web.chat.label")}
        onInput=${(/** @type {On<HTMLInputElement>} */ event) => setText(event.currentTarget.value)} />
      <${Button} type="submit">${words.say("web.chat.send")}<//>
    </form>
    ${
      naming &&
      html`<${NameDialog} words=${words} action=${words.say("web.chat.send")} onName=${named}
      onClose=${() => setNaming(false)} />`
    }
  </div>`;
}

/**
 * The owner of the table silences somebody, or lets them talk again.
 * @param {{model: LiveModel, n: number, name: string}} props
 */
function Mute({ model, n, name }) {
  const words = model.words.value;
  const muted = model.info.value.muted.includes(n);
  return html`<${Button} kind="quiet" aria-label=${words.say(muted ? "web.chat.unmute.of" : "web.chat.mute.of", { name })}
    onClick=${() => model.mute(n, !muted)}>${words.say(muted ? "web.chat.unmute" : "web.chat.mute")}<//>`;
}

/**
 * Log and chat as two tabs of one panel. `tab` is "log" or "chat"; what is within it is beside the tabs.
 * @param {{model: LiveModel, drawing: Drawing, tab: import("./vendor/signals.js").Signal<string>, children: Children}}
 *   props
 */
export function LogPanel({ model, drawing, tab, children }) {
  const words = model.words.value;
  const seen = useSignal(model.chat.peek().length);
  const big = useSignal(false); // on a large screen the panel can cover the side
  const count = model.chat.value.length;
  useEffect(() => {
    if (tab.value === "chat") seen.value = count;
  }, [tab.value, count]);
  useEffect(() => {
    big.value = tab.value === "chat"; // which needs more room
  }, [tab.value]);
  const smaller = () => (big.value ? void (big.value = false) : false);
  const leave = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Escape" || smaller() === false) return;
    event.preventDefault();
    /** @type {HTMLElement|null} */
    const grow = /** @type {HTMLElement} */ (event.currentTarget).querySelector(".grow");
    grow?.focus(); // out of the field for messages
  };
  useKeys({ escape: smaller });
  const unread = tab.value === "chat" ? 0 : count - seen.value;
  const mark =
    unread > 0 && html`<span class="unread">${unread}<span class="sr"> ${words.say("web.chat.unread")}</span></span>`;
  return html`<section class=${names("panel log", big.value && "big")} aria-label=${words.say("web.log.panel")}
    onKeyDown=${leave}>
    <${Tabs} label=${words.say("web.log.panel")} selected=${tab.value} onSelect=${(/** @type {string} */ id) => (tab.value = id)}
      tabs=${[
        { id: "log", label: words.say("web.log"), panel: html`<${Log} ...${{ model, drawing, big: big.value }} />` },
        { id: "chat", label: words.say("web.chat"), mark, panel: html`<${Chat} model=${model} />` },
      ]} />
    ${children}
    <button type="button" class="ib grow" aria-expanded=${String(big.value)} aria-label=${words.say("web.log.grow")}
      onClick=${() => (big.value = !big.value)}><${Icon} id="u-chev" /></button>
  </section>`;
}

/** Keep the end in sight as lines come, unless somebody scrolled up to read; whoever makes it smaller has read enough. */
function useStuckToEnd(/** @type {{current: HTMLElement}} */ box, /** @type {number} */ length, big = false) {
  const atEnd = useRef(true);
  useLayoutEffect(() => {
    if (!big) atEnd.current = true;
  }, [big]);
  useEffect(() => {
    const element = box.current;
    let height = element.clientHeight; // a scroll event from resizing the box does not count
    const note = () => {
      if (element.clientHeight !== height) return;
      atEnd.current = element.scrollHeight - element.scrollTop - height < 30;
    };
    element.addEventListener("scroll", note, { passive: true });
    const watch = new ResizeObserver(() => {
      height = element.clientHeight;
      if (atEnd.current) element.scrollTop = element.scrollHeight;
    });
    watch.observe(element);
    return () => (element.removeEventListener("scroll", note), watch.disconnect());
  }, []);
  useLayoutEffect(() => {
    if (atEnd.current) box.current.scrollTop = box.current.scrollHeight;
  }, [length]);
}
