/** The odds of Orléans: what the next draw brings, and which places it can fill. Both are counted. */

import { ChanceTable, OddsPart } from "/static/odds.js";
import { html } from "/static/parts.js";
import { BagTable } from "./bag.js";

/**
 * @import { DrawOdds, Game, Odds } from "./types.js"
 * @import { TableModel } from "/static/model.js"
 */

export default function OrleansOdds(/** @type {{model: TableModel<Game>, odds: Odds}} */ { model, odds: { draw } }) {
  const words = model.words.value;
  const bag = model.myself?.bag;
  if (!draw?.count || !bag) return null;
  const places = rowsOf(draw).map(([id, chance]) => ({ head: words.say(`place.${id}`), cells: [chance / 1_000] }));
  return html`<${OddsPart} words=${words} exact title=${words.say("web.os.odds.draw")}
      text=${words.say("web.os.bag.text", { n: draw.count })}><${BagTable} words=${words} bag=${bag} odds=${draw.odds} /><//>
    ${
      places.length > 0 &&
      html`<${OddsPart} words=${words} exact title=${words.say("web.os.odds.places")} text=${words.say("web.os.odds.places.text")}>
        <${ChanceTable} words=${words} head=${words.say("web.os.odds.place")} columns=${[words.say("web.os.odds.filled")]} rows=${places} /><//>`
    }`;
}

/** The likeliest first. @returns {[string, number][]} */
const rowsOf = (/** @type {DrawOdds} */ { places }) => Object.entries(places).sort(([, a], [, b]) => b - a);
