/**
 * Playing on from a moment of a finished game: a table of its own, with the same dice ("what if") or with new ones ("how
 * good is it"). Which of them it is, and what that means, is said before it begins.
 */

import { Problem, post } from "./http.js";
import { comeAs, loadMe } from "./me.js";
import { loadGame, tinctureOf } from "./model.js";
import { Button, Crest, Dialog, html, names, useEffect, useId, useState } from "./parts.js";
import { newSeal, remember } from "./pledge.js";
import { go } from "./route.js";
import { newNonce } from "./socket.js";
import { sharesOf } from "./start.js";
import { candidate } from "./terms.js";

/**
 * @import { GameInfo, NewVariation, Opened, SeatWish } from "./messages.js"
 * @import { Replay } from "./replay-model.js"
 * @import { On } from "./types.js"
 * @import { Words } from "./words.js"
 */

const LINK = "invited"; // somebody else, by a link of their own

/** Open the table and go there. With new dice my seat adds to them; the same ones are fixed already. */
async function openVariation(/** @type {NewVariation} */ wish) {
  const seats = wish.seats.map((seat) => (seat.kind === "me" ? { ...seat, nonce: newNonce() } : seat));
  const sealed = wish.dice === "new" ? await newSeal() : null;
  /** @type {Opened} */
  const { table } = await post("/api/variations", { ...wish, seats, ...(sealed && { seal: sealed.seal }) });
  if (sealed) remember(table, sealed.commitment, sharesOf(seats));
  go(`/t/${table}`);
}

/**
 * @param {{words: Words, replay: Replay, at: number, seat?: number|null, table?: string, journal?: string,
 *          onClose: () => void}} props  `seat` is the one that is proposed to me
 */
export function PlayOnDialog({ words, replay, at, seat = null, table = "", journal = "", onClose }) {
  const { game, options, seats, bots = [], over } = replay.file;
  const asked = (at > 0 ? replay.frames[at - 1].deciding : []).find((one) => one >= 0);
  const [mine, setMine] = useState(seat ?? asked ?? 0);
  const [dice, setDice] = useState(/** @type {"same"|"new"} */ ("same"));
  const [info, setInfo] = useState(/** @type {GameInfo|null} */ (null));
  const [others, setOthers] = useState(/** @type {Record<number, string>} */ ({}));
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  useEffect(() => void loadGame(game, options).then(setInfo, () => setProblem("failed")), [game]);
  const places = Array.from({ length: seats }, (_, place) => place);
  const sits = (/** @type {number} */ place) => others[place] ?? (bots[place] || info?.usual_bot || "");
  const begin = async () => {
    setBusy(true);
    try {
      await loadMe();
      await comeAs(words.say("web.name.guest"));
      const wished = places.map((place) =>
        place === mine ? { kind: "me" } : sits(place) === LINK ? { kind: LINK } : { kind: "bot", bot: sits(place) },
      );
      const from = table ? { table } : { journal };
      await openVariation({ ...from, at, dice, seats: /** @type {SeatWish[]} */ (wished) });
    } catch (refused) {
      setProblem(refused instanceof Problem ? refused.code : "failed");
      setBusy(false);
    }
  };
  const choose = (/** @type {On<HTMLSelectElement>} */ { currentTarget }) => setMine(Number(currentTarget.value));
  const ended = over && at >= replay.length;
  const said = words.has(`web.refused.${problem}`) ? `web.refused.${problem}` : "web.open.failed";
  return html`<${Dialog} title=${words.say("web.playon.title")} closeLabel=${words.say("web.close")} onClose=${onClose} class="playon">
    <p class="muted">${words.say("web.playon.hint", { at })}</p>
    <${DiceChoice} words=${words} value=${dice} seat=${mine} onChange=${setDice} />
    <label class="field row"><span>${words.say("web.playon.seat")}</span><${Crest} seat=${mine} />
      <select value=${String(mine)} onChange=${choose}>
        ${places.map((place) => html`<option value=${String(place)}>${named(words, place)}</option>`)}
      </select></label>
    <fieldset class="others"><legend>${words.say("web.playon.others")}</legend>
      ${
        info &&
        places
          .filter((place) => place !== mine)
          .map(
            (
              place,
            ) => html`<label class="field row" key=${place}><${Crest} seat=${place} /><span>${named(words, place)}</span>
            <select value=${sits(place)} onChange=${(/** @type {On<HTMLSelectElement>} */ event) =>
              setOthers({ ...others, [place]: event.currentTarget.value })}>
              ${info.bots.map((bot) => html`<option value=${bot}>${candidate(words, { kind: "bot", bot }, info, seats)}</option>`)}
              <option value=${LINK}>${words.say("web.seat.invited")}</option>
            </select></label>`,
          )
      }
    </fieldset>
    ${problem && html`<p class="problem" role="alert">${words.say(said)}</p>`}
    <div class="row"><${Button} kind="pri" icon="u-branch" onClick=${begin} disabled=${busy || !info}
      why=${ended ? words.say("web.playon.over") : ""}>${words.say("web.playon.begin")}<//></div>
  <//>`;
}

/** Who played at a seat, with its colour where nobody knows a name. */
const named = (/** @type {Words} */ words, /** @type {number} */ place) =>
  words.player(place) || words.say(`web.tincture.${tinctureOf(place)}`);

/**
 * The same dice or new ones, each with what it is for and what becomes of hidden things.
 * @param {{words: Words, value: string, seat: number, onChange: (dice: "same"|"new") => void}} props
 */
function DiceChoice({ words, value, seat, onChange }) {
  const group = useId();
  return html`<fieldset class="dice-choice"><legend>${words.say("web.playon.dice")}</legend>
    ${(/** @type {const} */ (["same", "new"])).map(
      (dice) => html`<label key=${dice} class=${names("card", dice === value && "on")}>
        <input type="radio" name=${group} checked=${dice === value} onChange=${() => onChange(dice)} />
        <span><b>${words.say(`web.playon.${dice}`)}</b><small>${words.say(`web.playon.${dice}.hint`, { seat })}</small></span>
      </label>`,
    )}</fieldset>`;
}
