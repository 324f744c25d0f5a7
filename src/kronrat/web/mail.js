/** What the links in letters lead to: an address is confirmed, or gets no more letters. Nothing happens unasked. */

import { wordsFor } from "./frame.js";
import { post, Problem } from "./http.js";
import { PageTop } from "./navigation.js";
import { Button, html, useEffect, useState } from "./parts.js";
import { route } from "./route.js";

export default function MailPage() {
  const words = wordsFor().value;
  const [state, setState] = useState("");
  const what = route.value.path.endsWith("/stop") ? "stop" : "confirm";
  useEffect(() => {
    if (words) document.title = words.say("web.mail.title");
  }, [words]);
  if (!words) return null;
  const act = async () => {
    try {
      await post(`/api/mail/${what}`, { token: location.hash.slice(1) });
      setState(`web.mail.${what}.done`);
    } catch (refused) {
      const old = refused instanceof Problem && refused.code === "unknown_code";
      setState(old ? "web.mail.old" : "web.account.problem");
    }
  };
  const say = (/** @type {string} */ id) => words.say(`web.mail.${what}${id}`);
  return html`<div class="page account">
    <${PageTop} here="devices" />
    <main>
      <div class="panel come">
        <section aria-label=${say("")}>
          <h1 class="h">${say("")}</h1>
          ${
            !state.endsWith(".done") &&
            html`<p>${say(".text")}</p><${Button} kind="pri" onClick=${act}>${say(".do")}<//>`
          }
          <p role="status">${state && words.say(state)}</p>
        </section>
      </div>
    </main>
  </div>`;
}
