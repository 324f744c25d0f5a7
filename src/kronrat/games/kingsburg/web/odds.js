/** The odds of Kingsburg: the battle of this Winter, and which advisors rivals can still reach. Both are counted. */

import { ChanceTable, OddsPart } from "/static/odds.js";
import { crest, html } from "/static/parts.js";
import { advisorName } from "./draw.js";
import { oddsWith } from "./players.js";

/**
 * @import { BattleOdds, Odds } from "./types.js"
 * @import { Model } from "./draw.js"
 */

const SOLDIERS = 5; // columns beside that of the battle as it is
const RESULTS = ["victory", "draw", "defeat"];

export default function KingsburgOdds(/** @type {{model: Model, odds: Odds}} */ { model, odds: { battle, rivals } }) {
  const words = model.words.value;
  const ranks = Object.keys(rivals).map(Number);
  return html`${
    battle &&
    html`<${OddsPart} words=${words} exact title=${words.say("web.kb.odds.battle")}
      text=${words.say("web.kb.odds.battle.text", { n: battle.enemies })}><${Gauge} model=${model} battle=${battle} /><//>`
  }
  ${
    ranks.length > 0 &&
    html`<${OddsPart} words=${words} exact title=${words.say("web.kb.odds.reach")} text=${words.say("web.kb.odds.reach.text")}>
      <ul class="reach">${ranks.map(
        (rank) => html`<li key=${rank}><b>${rank}</b><span>${advisorName(model, rank)}</span>
          ${rivals[rank].map((seat) => crest(seat))}<span class="sr">${words.say("web.kb.plan.rivals", { seats: rivals[rank] })}</span></li>`,
      )}</ul>
    <//>`
  }`;
}

/** The battle with none, one, two … more soldiers: how it ends, or with army tokens how likely each of them wins it. */
function Gauge(/** @type {{model: Model, battle: BattleOdds}} */ { model, battle: { more, tokens } }) {
  const words = model.words.value;
  const numbers = Object.keys(tokens);
  const longest = Math.max(more.length, ...numbers.map((token) => tokens[token].length));
  const soldiers = Array.from({ length: Math.min(longest, SOLDIERS + 1) }, (_, n) => n);
  const share = (/** @type {number[]} */ cases, /** @type {number} */ result) =>
    cases[result] / cases.reduce((sum, n) => sum + n, 0);
  const rows = numbers.length
    ? numbers.map((token) => ({
        head: words.say("web.kb.odds.token", { n: Number(token) }),
        cells: soldiers.map((n) => share(oddsWith(tokens[token], n), 0)),
      }))
    : RESULTS.map((result, at) => ({
        head: words.say(`web.kb.odds.${result}`),
        cells: soldiers.map((n) => share(oddsWith(more, n), at)),
      }));
  const columns = soldiers.map((n) => (n ? `+${n}` : words.say("web.odds.now")));
  return html`<${ChanceTable} words=${words} head=${words.say("web.kb.odds.soldiers")} columns=${columns} rows=${rows} />`;
}
