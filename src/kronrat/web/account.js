/** Who I am, here and elsewhere: my name, my devices, ways to come back, and what is kept of me. */

import { wordsFor } from "./frame.js";
import { get, post, Problem, remove } from "./http.js";
import { loadMe, me, NAME_LENGTH, rename } from "./me.js";
import { PageTop } from "./navigation.js";
import { Button, CopyLink, Dialog, html, Icon, useEffect, useSignal, useState } from "./parts.js";
import { Notices } from "./notices.js";
import { hasPasskeys, makePasskey, showPasskey } from "./passkeys.js";
import { go, route } from "./route.js";
import { useSeconds } from "./strips.js";
import { countdown, day, moment } from "./time.js";

/**
 * @import { Account, NewLink } from "./messages.js"
 * @import { Children, On } from "./types.js"
 * @import { Signal } from "./vendor/signals.js"
 * @import { Words } from "./words.js"
 * @typedef {(work: () => Promise<unknown>) => Promise<boolean>} Try carries something out, or says why it cannot
 */

const LOOK = 2_000; // how often it is looked whether another device has come, while its code is shown

export default function AccountPage() {
  const words = wordsFor().value;
  const account = useSignal(/** @type {Account|null} */ (null));
  const [known, setKnown] = useState(/** @type {boolean|null} */ (null));
  const [problem, setProblem] = useState("");
  const { path } = route.value;

  /** @type {Try} */
  const attempt = async (work) => {
    try {
      await work();
      setProblem("");
      return true;
    } catch (refused) {
      if (refused instanceof DOMException) return false; // the person has thought better of it
      const code = refused instanceof Problem ? refused.code : "";
      setProblem(words?.has(`web.account.problem.${code}`) ? `web.account.problem.${code}` : "web.account.problem");
      return false;
    }
  };
  const look = () =>
    attempt(async () => {
      await loadMe();
      if (me.value) account.value = await get("/api/me/account");
      setKnown(me.value !== "");
    });
  useEffect(() => void look(), [path]);
  useEffect(() => {
    if (words) document.title = words.say("web.account.title");
  }, [words]);
  if (!words) return null;
  const coming = path === "/link" || known === false;
  return html`<div class="page account">
    <${PageTop} here="devices" />
    <main>
      <h1 class="sr">${words.say("web.account.title")}</h1>
      ${problem && html`<p class="strip warn" role="alert">${words.say(problem)}</p>`}
      ${known !== null && coming && html`<${Come} words=${words} attempt=${attempt} />`}
      ${!coming && account.value && html`<${Mine} words=${words} account=${account} attempt=${attempt} />`}
    </main>
  </div>`;
}

/** @typedef {{words: Words, account: Signal<Account|null>, attempt: Try}} Props */

/** @param {Props} props */
function Mine(props) {
  return html`
    <div class="panel">
      <${Name} ...${props} />
      <${SecondDevice} ...${props} />
      <${Devices} ...${props} />
      ${props.account.value?.can_use_passkeys && hasPasskeys() && html`<${Passkeys} ...${props} />`}
      <${Recovery} ...${props} />
      <${Data} ...${props} />
    </div>
    <div class="panel">
      <${Notices} words=${props.words} attempt=${props.attempt} />
    </div>`;
}

/** A part of the page. @param {{title: string, children: Children}} props */
function Part({ title, children }) {
  return html`<section aria-label=${title}><h2 class="h">${title}</h2>${children}</section>`;
}

/** @param {Props} props */
function Name({ words, account, attempt }) {
  const [name, setName] = useState(account.value?.name ?? "");
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    const chosen = name.trim();
    if (chosen) void attempt(() => rename(chosen));
  };
  return html`<${Part} title=${words.say("web.account.name")}>
    <form class="line" onSubmit=${submit}>
      <input type="text" value=${name} maxlength=${NAME_LENGTH} required autocomplete="nickname"
        aria-label=${words.say("web.name.label")}
        onInput=${(/** @type {On<HTMLInputElement>} */ event) => setName(event.currentTarget.value)} />
      <${Button} type="submit" why=${name.trim() === me.value ? words.say("web.account.name.same") : ""}>
        ${words.say("web.name.save")}<//>
    </form>
    <p class="muted">${words.say("web.account.name.hint")}</p>
  <//>`;
}

// -- devices ----------------------------------------------------------------------------------------------------------

/** @param {Props} props */
function SecondDevice({ words, account, attempt }) {
  const [link, setLink] = useState(/** @type {NewLink|null} */ (null));
  const [came, setCame] = useState("");
  const now = useSeconds(Boolean(link));
  const left = link ? link.until - now : 0;
  useEffect(() => {
    if (!link) return undefined;
    const before = new Set(account.value?.devices.map(({ id }) => id));
    const timer = setInterval(async () => {
      const found = /** @type {Account} */ (await get("/api/me/account").catch(() => account.value));
      const other = found.devices.find(({ id }) => !before.has(id));
      account.value = found;
      if (!other) return;
      setLink(null);
      setCame(nameOf(words, other.label));
    }, LOOK);
    return () => clearInterval(timer);
  }, [link]);
  const make = () =>
    attempt(async () => {
      setCame("");
      setLink(await post("/api/me/links"));
    });
  return html`<${Part} title=${words.say("web.account.second")}>
    ${!link && html`<p>${words.say("web.account.second.hint")}</p>`}
    <p class="came" role="status">${came && html`<${Icon} id="u-check" />${words.say("web.account.came", { device: came })}`}</p>
    ${
      link && left > 0
        ? html`<div class="ways">
        <img src=${`data:image/svg+xml,${encodeURIComponent(link.svg)}`} alt=${words.say("web.account.qr")} />
        <ol>
          <li><b>${words.say("web.account.camera")}</b>${words.say("web.account.camera.hint")}</li>
          <li><b>${words.say("web.account.link")}</b>
            <${CopyLink} words=${words} label=${words.say("web.account.copy")} address=${link.link} /></li>
          <li><b>${words.say("web.account.code")}</b><code class="code">${link.code.slice(0, 3)} ${link.code.slice(3)}</code>
            <small>${words.say("web.account.code.where", { address: `${location.host}/link` })}</small></li>
          <li class="left"><${Icon} id="u-clock" />${words.say("web.account.left", { time: countdown(words, left) })}</li>
        </ol>
      </div>
      <p class="muted">${words.say("web.account.beware", { name: me.value })}</p>`
        : html`<${Button} kind="pri" onClick=${make}>${words.say(link ? "web.account.again" : "web.account.make")}<//>`
    }
  <//>`;
}

const nameOf = (/** @type {Words} */ words, /** @type {string} */ label) => label || words.say("web.account.device");

/** @param {Props} props */
function Devices({ words, account, attempt }) {
  const signOut = (/** @type {string} */ id) =>
    attempt(async () => (account.value = await remove(`/api/me/devices/${id}`)));
  const [leaving, setLeaving] = useState(false);
  const devices = account.value?.devices ?? [];
  return html`<${Part} title=${words.say("web.account.devices")}>
    <ul class="list">
      ${devices.map(
        ({ id, label, here, seen }) => html`<li key=${id}>
        <${Icon} id=${here ? "u-board" : "u-user"} />
        <div><b>${here ? words.say("web.account.here") : nameOf(words, label)}</b>
          <small>${here ? label : words.say("web.account.seen", { when: day(words.lang, seen) })}</small></div>
        ${
          here
            ? html`<${Button} kind="quiet" onClick=${() => setLeaving(true)}>${words.say("web.account.leave")}<//>`
            : html`<${Button} kind="quiet" onClick=${() => signOut(id)}
                aria-label=${words.say("web.account.out.named", { device: nameOf(words, label) })}>
                ${words.say("web.account.out")}<//>`
        }
      </li>`,
      )}
    </ul>
    ${
      leaving &&
      html`<${Sure} words=${words} id=${comesBack(account.value) ? "leave" : "leave.lost"} onClose=${() => setLeaving(false)}
        onSure=${() => attempt(async () => (await remove("/api/me"), location.assign("/")))} />`
    }
  <//>`;
}

/** Whether somebody can come back without the device at hand. */
const comesBack = (/** @type {Account|null} */ account) =>
  account !== null && (account.devices.length > 1 || account.recovery > 0 || account.passkeys.length > 0);

/**
 * A question before something that cannot be undone.
 * @param {{words: Words, id: string, onSure: () => unknown, onClose: () => void}} props
 */
function Sure({ words, id, onSure, onClose }) {
  return html`<${Dialog} class="narrow" title=${words.say(`web.account.${id}.title`)} closeLabel=${words.say("web.close")}
    onClose=${onClose}>
    <div class="stack">
      <p>${words.say(`web.account.${id}.text`)}</p>
      <${Button} kind="pri" onClick=${() => (onClose(), onSure())}>${words.say(`web.account.${id}.sure`)}<//>
      <${Button} onClick=${onClose}>${words.say("web.cancel")}<//>
    </div>
  <//>`;
}

// -- ways to come back ------------------------------------------------------------------------------------------------

/** @param {Props} props */
function Passkeys({ words, account, attempt }) {
  const keys = account.value?.passkeys ?? [];
  const drop = (/** @type {string} */ id) =>
    attempt(async () => (account.value = await remove(`/api/me/passkeys/${encodeURIComponent(id)}`)));
  return html`<${Part} title=${words.say("web.account.passkeys")}>
    <p>${words.say("web.account.passkeys.hint")}</p>
    <ul class="list">
      ${keys.map(
        ({ id, label, created }) => html`<li key=${id}><${Icon} id="u-lock" />
        <div><b>${nameOf(words, label)}</b><small>${moment(words.lang, created)}</small></div>
        <${Button} kind="quiet" onClick=${() => drop(id)}
          aria-label=${words.say("web.account.passkeys.drop.named", { device: nameOf(words, label) })}>
          ${words.say("web.account.passkeys.drop")}<//></li>`,
      )}
    </ul>
    <${Button} icon="u-plus" onClick=${() => attempt(async () => (account.value = await makePasskey()))}>
      ${words.say("web.account.passkeys.make")}<//>
  <//>`;
}

/** @param {Props} props */
function Recovery({ words, account, attempt }) {
  const [codes, setCodes] = useState(/** @type {string[]} */ ([]));
  const left = account.value?.recovery ?? 0;
  const make = () =>
    attempt(async () => {
      const told = /** @type {import("./messages.js").RecoveryCodes} */ (await post("/api/me/recovery"));
      setCodes(told.codes);
      account.value = await get("/api/me/account");
    });
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${location.origin}/link\n\n${codes.join("\n")}\n`)}`;
  return html`<${Part} title=${words.say("web.account.recovery")}>
    <p>${words.say("web.account.recovery.hint")}</p>
    <p role="status">${words.say("web.account.recovery.left", { n: left })}</p>
    ${
      codes.length > 0 &&
      html`<ul class="codes">${codes.map((code) => html`<li key=${code}><code>${code}</code></li>`)}</ul>
      <p><a class="btn" href=${file} download="kronrat-codes.txt">${words.say("web.account.recovery.save")}</a></p>`
    }
    ${
      !codes.length &&
      html`<${Button} onClick=${make}>${words.say(left ? "web.account.recovery.again" : "web.account.recovery.make")}<//>`
    }
  <//>`;
}

// -- what is kept -----------------------------------------------------------------------------------------------------

/** @param {Props} props */
function Data({ words, attempt }) {
  const [deleting, setDeleting] = useState(false);
  const forget = () =>
    attempt(async () => {
      await remove("/api/me/data");
      location.assign("/");
    });
  return html`<${Part} title=${words.say("web.account.data")}>
    <p>${words.say("web.account.data.hint")}</p>
    <p class="acts">
      <a class="btn" href="/api/me/data" download="kronrat.json">${words.say("web.account.data.export")}</a>
      <${Button} kind="quiet" onClick=${() => setDeleting(true)}>${words.say("web.account.delete")}<//>
    </p>
    ${deleting && html`<${Sure} words=${words} id="delete" onSure=${forget} onClose=${() => setDeleting(false)} />`}
  <//>`;
}

// -- coming in --------------------------------------------------------------------------------------------------------

/**
 * What becomes of the games of this browser when it is somebody else's: they are taken along or left behind.
 * @typedef {{leave?: boolean, take?: boolean}} WithGames
 * @typedef {(games: WithGames) => Promise<unknown>} How
 */

/**
 * On a device that is to be somebody's: by the secret in the address, a code, or a passkey.
 * @param {{words: Words, attempt: Try}} props
 */
function Come({ words, attempt }) {
  const secret = location.hash.slice(1);
  const [code, setCode] = useState("");
  const [asked, ask] = useState(/** @type {{how: How, n: number}|null} */ (null));
  const come = (/** @type {How} */ how, /** @type {WithGames} */ games = {}) =>
    attempt(async () => {
      try {
        await how(games);
      } catch (refused) {
        if (!(refused instanceof Problem) || refused.code !== "has_games") throw refused;
        return ask({ how, n: Number(refused.message) });
      }
      location.replace("/tables"); // everything anew: this is somebody else now
    });
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    void come((games) => post("/api/links", { code, ...games }));
  };
  return html`<div class="panel come">
    ${
      secret
        ? html`<${Part} title=${words.say("web.account.come")}>
      <p>${words.say("web.account.come.link")}</p>
      <${Button} kind="pri" onClick=${() => come((games) => post("/api/links", { secret, ...games }))}>
        ${words.say("web.account.come.go")}<//>
      <p class="muted"><a href="/link" onClick=${() => go("/link")}>${words.say("web.account.come.other")}</a></p>
    <//>`
        : html`<${Part} title=${words.say("web.account.come")}>
      <p>${words.say("web.account.come.hint")}</p>
      <form class="line" onSubmit=${submit}>
        <input type="text" value=${code} required autocomplete="one-time-code" autocapitalize="characters" spellcheck=${false}
          aria-label=${words.say("web.account.code")}
          onInput=${(/** @type {On<HTMLInputElement>} */ event) => setCode(event.currentTarget.value)} />
        <${Button} kind="pri" type="submit">${words.say("web.account.come.go")}<//>
      </form>
      <p class="muted">${words.say("web.account.come.recovery")}</p>
      ${
        hasPasskeys() &&
        html`<${Button} icon="u-lock" onClick=${() => come(showPasskey)}>${words.say("web.account.come.passkey")}<//>`
      }
      <p class="muted">${words.say("web.account.come.guest")}</p>
    <//>`
    }
    ${
      asked &&
      html`<${Dialog} class="narrow" title=${words.say("web.account.games.title", { n: asked.n })} closeLabel=${words.say("web.close")}
        onClose=${() => ask(null)}>
        <div class="stack">
          <p>${words.say("web.account.games.text", { n: asked.n })}</p>
          <${Button} kind="pri" onClick=${() => (ask(null), come(asked.how, { take: true }))}>${words.say("web.account.games.take")}<//>
          <${Button} onClick=${() => (ask(null), come(asked.how, { leave: true }))}>${words.say("web.account.games.sure")}<//>
          <${Button} kind="quiet" onClick=${() => ask(null)}>${words.say("web.cancel")}<//>
        </div>
      <//>`
    }
  </div>`;
}
