/** What I am told while I do not look: a matrix of what and where, the ways to reach me, and when to leave me alone. */

import { get, post, put, remove } from "./http.js";
import { announce, Button, html, Icon, names, Switch, useEffect, useSignal, useState } from "./parts.js";
import { canBeTold, isDenied, subscribe, unsubscribe } from "./push.js";
import { moment } from "./time.js";

/**
 * @import { NoticeChannel, Notices as Told, NoticeWishes } from "./messages.js"
 * @import { Children, On } from "./types.js"
 * @import { Signal } from "./vendor/signals.js"
 * @import { Words } from "./words.js"
 * @typedef {"push"|"mail"|"hook"} Way
 * @typedef {"turn"|"time"|"game"|"dropped"|"invited"} Topic
 * @typedef {(work: () => Promise<unknown>) => Promise<boolean>} Try
 * @typedef {{words: Words, told: Signal<Told|null>, attempt: Try, wish: (changes: Partial<NoticeWishes>) => Promise<void>}} Props
 */

const TOPICS = /** @type {Topic[]} */ (["turn", "time", "game", "dropped", "invited"]);
/** What somebody wants who has just set up a way to be told. */
const USUAL = /** @type {Topic[]} */ (["turn", "time", "dropped", "invited"]);
const ICONS = { push: "u-board", mail: "u-mail", hook: "u-bolt" };
const FORMS = ["", "json", "text", "discord"];
const HOUR = 60;
const LOOK = 5_000; // how often it is looked whether a letter was answered, or could not be sent

/** @param {{words: Words, attempt: Try}} props */
export function Notices({ words, attempt }) {
  const told = useSignal(/** @type {Told|null} */ (null));
  useEffect(() => void attempt(async () => (told.value = await get("/api/me/notices"))), []);
  const now = told.value;
  const asked = now?.channels.some(({ state }) => state === "asked");
  useEffect(() => {
    if (!asked) return undefined;
    const look = async () => {
      if (!document.hidden)
        told.value = /** @type {Told|null} */ (await get("/api/me/notices").catch(() => told.value));
    };
    const timer = setInterval(look, LOOK);
    return () => clearInterval(timer);
  }, [asked]);
  if (!now) return null;
  const wish = async (/** @type {Partial<NoticeWishes>} */ changes) => {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    told.value = await put("/api/me/notices", { ...told.value?.wishes, ...changes, zone, lang: words.lang });
  };
  const props = { words, told, attempt, wish };
  return html`<section class="notices" aria-label=${words.say("web.notices")}>
    <h2 class="h">${words.say("web.notices")}</h2>
    <p class="muted">${words.say("web.notices.none")} ${words.say("web.notices.looking")}</p>
    <${Matrix} ...${props} />
    <div class="ways-on">
      ${now.push_key && html`<${Browser} ...${props} />`}
      ${now.can_mail && html`<${Mail} ...${props} />`}
      <${Hook} ...${props} />
    </div>
    <${Manners} ...${props} />
  </section>`;
}

/** The ways that this server has. */
const waysOf = (/** @type {Told|null} */ told) =>
  /** @type {Way[]} */ ([told?.push_key && "push", told?.can_mail && "mail", "hook"].filter(Boolean));

const channelOf = (/** @type {Told|null} */ told, /** @type {Way} */ way) =>
  told?.channels.find(({ kind, here = false }) => kind === way && (way !== "push" || here)) ?? null;

/** @param {Props} props */
function Matrix({ words, told, attempt, wish }) {
  const ways = waysOf(told.value);
  const tick = (/** @type {Way} */ way, /** @type {Topic} */ topic) =>
    attempt(async () => {
      const before = told.value?.wishes[way] ?? [];
      const on = !before.includes(topic);
      if (on && way === "push" && !channelOf(told.value, way) && canBeTold() && !isDenied()) {
        const asked = await subscribe(told.value?.push_key ?? "");
        if (asked) told.value = asked;
        else return void (told.value = told.value && { ...told.value }); // what the browser says now is shown
      }
      await wish({ [way]: on ? [...before, topic] : before.filter((other) => other !== topic) });
    });
  return html`<table>
    <thead><tr><td></td>${ways.map(
      (way) =>
        html`<th scope="col" key=${way}><${Icon} id=${ICONS[way]} /><span>${words.say(`web.notices.${way}`)}</span></th>`,
    )}</tr></thead>
    <tbody>${TOPICS.map((topic) => {
      const label = words.say(`web.notices.topic.${topic}`);
      return html`<tr key=${topic}><th scope="row">${label}</th>${ways.map((way) => {
        const on = (told.value?.wishes[way] ?? []).includes(topic);
        return html`<td key=${way}><button type="button" class=${names("tick", on && "on")} role="switch"
          aria-checked=${String(on)} onClick=${() => tick(way, topic)}
          aria-label=${words.say("web.notices.tick", { topic: label, way: words.say(`web.notices.${way}`) })}>
          ${on && html`<${Icon} id="u-check" />`}</button></td>`;
      })}</tr>`;
    })}</tbody>
  </table>`;
}

// -- ways -------------------------------------------------------------------------------------------------------------

/**
 * A way to be told, with its state in words.
 * @param {Props & {way: Way, state: {id: string, mood: ""|"wait"|"bad"}, channel: NoticeChannel|null, children: Children}} props
 */
function Card({ words, told, attempt, way, state, channel, children }) {
  const { failed = 0, failure = "" } = channel ?? {};
  const why = words.has(`web.notices.why.${failure}`)
    ? words.say(`web.notices.why.${failure}`)
    : words.say("web.notices.why.code", { code: failure });
  const name = words.say(`web.notices.${way}`);
  const drop = () =>
    attempt(async () => {
      if (way === "push") await unsubscribe();
      told.value = await remove(`/api/me/notices/${way}`);
    });
  const bad = state.mood === "bad" || failed > 0;
  const icon = bad ? "u-close" : state.mood === "wait" ? "u-clock" : "u-check";
  return html`<section class=${names("way", bad && "bad")} aria-label=${name}>
    <h3><${Icon} id=${ICONS[way]} />${name}</h3>
    ${
      channel &&
      html`<${Button} class="sm drop" kind="quiet" onClick=${drop}
      aria-label=${words.say("web.notices.off.named", { way: name })}>${words.say("web.notices.off")}<//>`
    }
    ${children}
    <p role="status" class=${names("state", bad ? "bad" : state.mood)}>
      ${(channel || bad) && html`<${Icon} id=${icon} />`}
      <span>${(!failed || channel?.state === "dead") && words.say(`web.notices.state.${state.id}`)}
        ${" "}${failed > 0 && words.say("web.notices.failed", { why, when: moment(words.lang, failed) })}</span>
    </p>
  </section>`;
}

/** A button that sends something now. @param {Props & {way: Way, channel: NoticeChannel|null}} props */
function Trial({ words, told, attempt, way, channel }) {
  if (!channel || channel.state === "asked") return null;
  const test = () =>
    attempt(async () => {
      const after = /** @type {Told} */ (await post(`/api/me/notices/${way}/test`));
      told.value = after;
      if (!channelOf(after, way)?.failed) announce(words.say("web.notices.tested"));
    });
  return html`<p class="acts"><${Button} class="sm" onClick=${test}
    aria-label=${words.say("web.notices.test.named", { way: words.say(`web.notices.${way}`) })}>
    ${words.say("web.notices.test")}<//></p>`;
}

/** @param {Props} props */
function Browser(props) {
  const { words, told, attempt, wish } = props;
  const channel = channelOf(told.value, "push");
  const elsewhere = told.value?.channels.some(({ kind, here = false }) => kind === "push" && !here);
  const allow = () =>
    attempt(async () => {
      const asked = await subscribe(told.value?.push_key ?? "");
      if (!asked) return void (told.value = told.value && { ...told.value });
      told.value = asked;
      if (!asked.wishes.push?.length) await wish({ push: USUAL });
    });
  const state = /** @type {{id: string, mood: ""|"wait"|"bad"}} */ (
    !canBeTold()
      ? { id: "unable", mood: "wait" }
      : isDenied()
        ? { id: "denied", mood: "bad" }
        : channel
          ? { id: channel.state === "dead" ? "dead" : "on", mood: channel.state === "dead" ? "bad" : "" }
          : { id: elsewhere ? "elsewhere" : "off", mood: "wait" }
  );
  return html`<${Card} ...${props} way="push" state=${state} channel=${channel}>
    ${
      canBeTold() &&
      !isDenied() &&
      channel?.state !== "on" &&
      html`<p class="acts"><${Button} class="sm" onClick=${allow}>${words.say("web.notices.allow")}<//></p>`
    }
    <${Trial} ...${props} way="push" channel=${channel} />
  <//>`;
}

/**
 * An address, and a button to keep it.
 * @param {Props & {way: "mail"|"hook", type: string, channel: NoticeChannel|null, save: (address: string) => Promise<unknown>,
 *                  again?: boolean, children?: Children}} props
 */
function Address({ words, attempt, way, type, channel, save, again = false, children = null }) {
  const label = again ? "web.notices.again" : "web.notices.save";
  const [address, setAddress] = useState(channel?.address ?? "");
  useEffect(() => setAddress(channel?.address ?? ""), [channel?.address]);
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    void attempt(() => save(address.trim()));
  };
  return html`<form onSubmit=${submit}>
    <input type=${type} value=${address} required aria-label=${words.say(`web.notices.${way}.address`)}
      placeholder=${way === "mail" ? "" : "https://…"} autocomplete=${way === "mail" ? "email" : "off"} spellcheck=${false}
      onInput=${(/** @type {On<HTMLInputElement>} */ event) => setAddress(event.currentTarget.value)} />
    ${children}
    <${Button} class="sm" type="submit"
      aria-label=${words.say(`${label}.named`, { way: words.say(`web.notices.${way}`) })}>${words.say(label)}<//>
  </form>`;
}

/** @param {Props} props */
function Mail(props) {
  const { told, wish } = props;
  const channel = channelOf(told.value, "mail");
  const save = async (/** @type {string} */ address) => {
    if (!told.value?.wishes.mail?.length) await wish({ mail: USUAL });
    else await wish({}); // so that the letter is in this language
    told.value = await put("/api/me/notices/mail", { address });
  };
  const state = /** @type {{id: string, mood: ""|"wait"|"bad"}} */ (
    channel?.state === "dead"
      ? { id: "dead", mood: "bad" }
      : channel?.state === "on"
        ? { id: "mail", mood: "" }
        : { id: channel ? "asked" : "off", mood: "wait" }
  );
  return html`<${Card} ...${props} way="mail" state=${state} channel=${channel}>
    <${Address} ...${props} way="mail" type="email" channel=${channel} save=${save}
      again=${channel?.state === "asked"} />
    <${Trial} ...${props} way="mail" channel=${channel} />
  <//>`;
}

/** @param {Props} props */
function Hook(props) {
  const { words, told, wish } = props;
  const channel = channelOf(told.value, "hook");
  const [form, setForm] = useState(channel?.form ?? "");
  const save = async (/** @type {string} */ address) => {
    if (!told.value?.wishes.hook?.length) await wish({ hook: USUAL });
    const after = /** @type {Told} */ (await put("/api/me/notices/hook", { address, form }));
    told.value = after;
    setForm(channelOf(after, "hook")?.form ?? "");
  };
  const dead = channel?.state === "dead";
  const state = /** @type {{id: string, mood: ""|"wait"|"bad"}} */ (
    dead ? { id: "dead", mood: "bad" } : channel ? { id: "hook", mood: "" } : { id: "off", mood: "wait" }
  );
  const named = (/** @type {string} */ id) => words.say(`web.notices.hook.form.${id || "found"}`);
  return html`<${Card} ...${props} way="hook" state=${state} channel=${channel}>
    <${Address} ...${props} way="hook" type="url" channel=${channel} save=${save}>
      <select aria-label=${words.say("web.notices.hook.form")} value=${form}
        onChange=${(/** @type {On<HTMLSelectElement>} */ { currentTarget: { value } }) =>
          setForm(/** @type {typeof form} */ (value))}>
        ${FORMS.map((id) => html`<option key=${id} value=${id}>${named(id)}</option>`)}
      </select>
    <//>
    <${Trial} ...${props} way="hook" channel=${channel} />
  <//>`;
}

// -- when not ---------------------------------------------------------------------------------------------------------

const clock = (/** @type {number} */ minutes) =>
  `${String(Math.floor(minutes / HOUR)).padStart(2, "0")}:${String(minutes % HOUR).padStart(2, "0")}`;

/** @param {Props} props */
function Manners({ words, told, attempt, wish }) {
  const { quiet = false, quiet_from = 1_320, quiet_to = 420, bundle = true } = told.value?.wishes ?? {};
  const time = (
    /** @type {"quiet_from"|"quiet_to"} */ which,
    /** @type {number} */ value,
    /** @type {string} */ label,
  ) =>
    html`<label class="time">${label}<input type="time" value=${clock(value)} required
      aria-label=${`${words.say("web.notices.quiet")}, ${label}`}
      onChange=${(/** @type {On<HTMLInputElement>} */ event) => {
        const [hours, minutes] = event.currentTarget.value.split(":").map(Number);
        if (Number.isInteger(hours)) void attempt(() => wish({ [which]: HOUR * hours + minutes }));
      }} /></label>`;
  return html`<div class="manners">
    <div><div class="times"><${Switch} label=${words.say("web.notices.quiet")} value=${quiet}
        onChange=${(/** @type {boolean} */ on) => attempt(() => wish({ quiet: on }))} />
      ${time("quiet_from", quiet_from, words.say("web.notices.quiet.from"))}
      ${time("quiet_to", quiet_to, words.say("web.notices.quiet.to"))}</div>
      <small>${words.say("web.notices.quiet.hint")}</small></div>
    <div><${Switch} label=${words.say("web.notices.bundle")} value=${bundle}
        onChange=${(/** @type {boolean} */ on) => attempt(() => wish({ bundle: on }))} />
      <small>${words.say("web.notices.bundle.hint")}</small></div>
  </div>`;
}
