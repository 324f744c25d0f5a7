/** Playing with whoever comes: a game and a pace are chosen, and the server finds a table. */

import { post, Problem } from "./http.js";
import { isNamed, NameDialog } from "./me.js";
import { Button, Dialog, html, Icon, Segments, useState } from "./parts.js";
import { go } from "./route.js";

/**
 * @import { GameLine, Met } from "./messages.js"
 * @import { Words } from "./words.js"
 */

/** @param {{games: GameLine[], words: Words}} props */
export function Meet({ games, words }) {
  const [open, setOpen] = useState(false);
  const label = words.say("web.meet");
  return html`<button type="button" class="btn" onClick=${() => setOpen(true)}><${Icon} id="u-user" />${label}</button>
    ${open && html`<${MeetDialog} games=${games} words=${words} onClose=${() => setOpen(false)} />`}`;
}

/** @param {{games: GameLine[], words: Words, onClose: () => void}} props */
function MeetDialog({ games, words, onClose }) {
  const [game, setGame] = useState(games[0].id);
  const [pace, setPace] = useState("live");
  const [naming, setNaming] = useState(false);
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const seek = async () => {
    if (busy) return;
    setBusy(true);
    try {
      const { table = "" } = /** @type {Met} */ (await post("/api/meetings", { game, pace }));
      go(`/t/${table}?sit`);
    } catch (refused) {
      const code = refused instanceof Problem ? refused.code : "";
      setProblem(words.has(`web.meet.problem.${code}`) ? `web.meet.problem.${code}` : "web.meet.failed");
      setBusy(false);
    }
  };
  const paces = [
    { value: "live", label: words.say("web.pace.live"), icon: "u-bolt" },
    { value: "correspondence", label: words.say("web.pace.correspondence"), icon: "u-mail" },
  ];
  if (naming) {
    const named = () => (setNaming(false), void seek());
    return html`<${NameDialog} words=${words} action=${words.say("web.meet.go")} onClose=${() => setNaming(false)} onName=${named} />`;
  }
  return html`<${Dialog} class="narrow" title=${words.say("web.meet")} closeLabel=${words.say("web.close")} onClose=${onClose}>
    <div class="stack">
      <${Segments} legend=${words.say("web.league.game")} value=${game} onChange=${setGame}
        choices=${games.map(({ id }) => ({ value: id, label: words.say(`game.${id}`) }))} />
      <${Segments} legend=${words.say("web.meet.pace")} value=${pace} onChange=${setPace} choices=${paces} />
      <p class="muted">${words.say(`web.meet.hint.${pace}`)}</p>
      ${problem && html`<p class="strip warn" role="alert">${words.say(problem)}</p>`}
      <${Button} kind="pri" aria-busy=${String(busy)} onClick=${() => (isNamed() ? seek() : setNaming(true))}>
        ${words.say("web.meet.go")}<//>
    </div>
  <//>`;
}
