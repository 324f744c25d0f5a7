/** The dice planner: all sets of advisors that my dice can still reach together, and who else can take each of them. */

import { crest, html, icon, names, useEffect, useState } from "/static/parts.js";
import { advisorName } from "./draw.js";
import { offered, same } from "/static/turn.js";
import { picksFor, placements } from "./pick.js";

/**
 * @import { DicePlan, Odds, RankSet } from "./types.js"
 * @import { Desk } from "./desk.js"
 */

export function Planner(/** @type {{desk: Desk}} */ { desk }) {
  const { model } = desk;
  const words = model.words.value;
  const [plan, setPlan] = useState(/** @type {DicePlan|null} */ (null));
  const view = model.view.value;
  useEffect(() => {
    let wanted = true;
    model.ask("dice").then((answer) => wanted && setPlan(answer));
    return () => void (wanted = false);
  }, [view]);
  const close = () => (desk.planning.value = false);
  return html`<section class="planner panel" aria-label=${words.say("web.kb.plan")}>
    <header>
      <h2 class="h">${words.say("web.kb.plan")}<small>${words.say("web.kb.plan.text")}</small></h2>
      <button class="ib" onClick=${close} aria-label=${words.say("web.kb.close")}>${icon("u-close")}</button>
    </header>
    ${
      plan &&
      html`<ol>${ordered(plan.sets).map(
        (set) => html`<${Row} key=${set.ranks} desk=${desk} set=${set}
      rivals=${desk.odds.value?.rivals ?? {}} />`,
      )}</ol>`
    }
    ${plan && !plan.sets.length && html`<p class="muted">${words.say("web.kb.plan.none")}</p>`}
  </section>`;
}

/** Many advisors before few, high ones before low ones. */
const ordered = (/** @type {RankSet[]} */ sets) =>
  [...sets].sort((a, b) => b.ranks.length - a.ranks.length || Math.max(...b.ranks) - Math.max(...a.ranks));

/** @param {{desk: Desk, set: RankSet, rivals: Odds["rivals"]}} props */
function Row({ desk, set, rivals }) {
  const { model } = desk;
  const words = model.words.value;
  const question = desk.question.value;
  const begin = () => {
    const contested = [...set.choices].sort((a, b) => (rivals[b[1]]?.length ?? 0) - (rivals[a[1]]?.length ?? 0));
    const first = contested.find((choice) => question && offered(question, choice));
    const group = question && first && placements(question).find(({ option }) => same(option, first));
    if (group) desk.pick(picksFor(desk.me, group));
  };
  return html`<li>
    <button onClick=${begin}>
      ${set.choices.map((choice) => {
        const [, rank, ...group] = choice;
        const rival = rivals[rank] ?? [];
        const said = words.say("web.kb.plan.with", { group });
        return html`<span class=${names("stop", rival.length && "risky")}>
          <b>${rank}</b>
          <span>${advisorName(model, Number(rank))}<small>${said}</small></span>
          ${
            rival.length > 0 &&
            html`<span class="rivals">${rival.map((seat) => crest(seat))}<span
              class="sr">${words.say("web.kb.plan.rivals", { seats: rival })}</span></span>`
          }
        </span>`;
      })}
    </button>
  </li>`;
}
