/** The odds of Tumult: what the people will probably have left. What is still robbed can only be guessed. */

import { ChanceTable, OddsPart } from "/static/odds.js";
import { html, icon } from "/static/parts.js";
import { decimal } from "/static/words.js";
import { kindIcon, KINDS } from "./draw.js";

/**
 * @import { Odds } from "./types.js"
 * @import { Model } from "./draw.js"
 */

const TILES = [0, 2, 4, 6, 8]; // that are still robbed

export default function TumultOdds(/** @type {{model: Model, odds: Odds}} */ { model, odds: { left } }) {
  const words = model.words.value;
  if (!left) return null;
  const most = Math.max(...KINDS.map((kind) => left[kind].enough.length));
  const tiles = TILES.filter((n) => n < most);
  const columns = [
    words.say("web.tr.odds.left"),
    words.say("web.tr.odds.demand"),
    ...tiles.map((n) => (n ? `−${n}` : words.say("web.odds.now"))),
  ];
  const rows = KINDS.map((kind) => ({
    head: html`${icon(kindIcon(kind))}${words.say(`kind.${kind}`)}`,
    cells: [
      decimal(words, left[kind].likely / 10),
      String(left[kind].demand ?? "?"),
      ...tiles.map((n) => left[kind].enough[n] / 1_000),
    ],
  }));
  return html`<${OddsPart} words=${words} exact=${false} title=${words.say("web.tr.odds")} text=${words.say("web.tr.odds.text")}>
    <${ChanceTable} words=${words} head=${words.say("web.tr.odds.kind")} columns=${columns} rows=${rows} /><//>`;
}
