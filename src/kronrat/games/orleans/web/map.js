/** The map: areas as hexagons with their land, who has settled and built there, and what may be chosen. */

import { html, names } from "/static/parts.js";
import { Roving } from "/static/roving.js";
import { refused } from "/static/turn.js";
import { ON_MAP } from "./desk.js";
import { unasked } from "./idle.js";
import { rowsOf } from "./draw.js";

/**
 * @import { Desk } from "./desk.js"
 * @import { AreaView, Game } from "./types.js"
 * @import { TableModel } from "/static/model.js"
 */

const HALF = 36; // half the width of an area, and how far rows are apart, in units of the drawing
const STEP = 62.35;
const RADIUS = 40.6;
const EDGE = 4;

/** The corners of a hexagon around a point. */
function corners(/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ radius) {
  const at = (/** @type {number} */ n) => {
    const angle = (Math.PI / 180) * (60 * n - 90);
    return `${(x + radius * Math.cos(angle)).toFixed(1)},${(y + radius * Math.sin(angle)).toFixed(1)}`;
  };
  return [0, 1, 2, 3, 4, 5].map(at).join(" ");
}

/**
 * @typedef {{id: string, area: AreaView, row: number, column: number, x: number, y: number}} Spot where an area is drawn
 */

/** Every area in play with where it is drawn. @returns {Spot[]} */
function spotsOf(/** @type {TableModel<Game>} */ model) {
  const rows = rowsOf(model, "areas");
  const areas = Object.entries(model.seen.areas);
  const top = Math.min(...areas.map(([id]) => rows[id].y));
  const left = Math.min(...areas.map(([id]) => rows[id].x));
  return areas.map(([id, area]) => {
    const [column, row] = [rows[id].x - left, rows[id].y - top];
    return { id, area, row, column, x: EDGE + HALF * (column + 1), y: EDGE + RADIUS + STEP * row };
  });
}

export function Map(/** @type {{desk: Desk}} */ { desk }) {
  const { model } = desk;
  const words = model.words.value;
  const spots = spotsOf(model);
  const width = Math.max(...spots.map(({ x }) => x)) + HALF + EDGE;
  const height = Math.max(...spots.map(({ y }) => y)) + RADIUS + EDGE;
  const asking = ON_MAP.includes(desk.question.value?.kind ?? "");
  return html`<${Roving} as="svg" class=${names("map", asking && "asking")} viewBox=${`0 0 ${width} ${height.toFixed(0)}`} role="group"
    label=${words.say("web.os.map", { n: spots.length })}>
    ${spots.map((spot) => html`<${Area} key=${spot.id} desk=${desk} spot=${spot} asking=${asking} />`)}
  <//>`;
}

/** What is on an area: village, or its land. */
const groundOf = (/** @type {AreaView} */ area) => (area.village ? "village" : (area.land ?? "village"));

function Area(/** @type {{desk: Desk, spot: Spot, asking: boolean}} */ { desk, spot, asking }) {
  const { model } = desk;
  const words = model.words.value;
  const { id, area, row, column, x, y } = spot;
  const ground = groundOf(area);
  const option = desk.areaOption(id);
  const chosen = option !== null && desk.isPicked(option);
  const reach = reachOf(desk, id);
  const said = [
    words.say("web.os.area", { area: id, land: ground }),
    area.settlers.length ? words.say("web.os.area.of", { seats: area.settlers }) : words.say("web.os.area.free"),
    area.fortress !== null && words.say("web.os.area.fortress", { seat: area.fortress }),
    area.church && words.say("building.church"),
    option && words.say("web.os.area.can"),
    !option && reach && words.say(`web.os.area.${reach}`),
  ].filter(Boolean);
  const land = area.village || !area.land ? null : rowsOf(model, "lands")[area.land];
  const gives = land && html`<p>${words.say("place.estate")}: ${words.say(`token.${land.good}`)}</p>`;
  const verb = desk.question.value?.options[0] ?? [];
  /** @type {{onClick?: (event: KeyboardEvent) => unknown}} */
  const press = option
    ? { onClick: () => desk.pick(option) }
    : asking
      ? refused(model, () => desk.why([...verb.slice(0, -1), id]))
      : unasked(desk, "area", () => html`<b>${said.join(", ")}</b>${gives}`, null, reach && from(desk, id));
  const key = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== " " && event.key !== "Enter") return;
    if (event.key === "Enter" && chosen) return; // Enter on what is picked says it
    event.preventDefault();
    event.stopPropagation();
    press.onClick?.(event);
  };
  const look = names("area", option && "can", chosen && "sel", reach);
  return html`<g class=${look} role=${asking ? "button" : "img"} data-roving=${`${row} ${column}`} data-area=${id} data-target=${option ? "" : null}
    aria-label=${said.join(", ")} aria-pressed=${option ? String(chosen) : null} aria-disabled=${asking && !option ? "true" : null} onKeyDown=${key} ...${press}>
    <polygon points=${corners(x, y, RADIUS)} class=${`ground ${ground}`} />
    <svg x=${x - 25} y=${y - 29} width="50" height="50" aria-hidden="true"><use href=${`#ter-${ground}`} /></svg>
    ${area.settlers.map((seat, at) => html`<${Owned} model=${model} seat=${seat} x=${x} y=${y} inset=${at * 5} />`)}
    ${(option || reach) && html`<polygon points=${corners(x, y, RADIUS - 4)} class="reach" />`}
    <${Pieces} model=${model} area=${area} x=${x} y=${y} />
    <text x=${x} y=${y - 27} class="aname" aria-hidden="true">${words.say(`area.${id}`)}</text>
    <polygon points=${corners(x, y, RADIUS - 1)} class="focus" />
  </g>`;
}

/** An own edge inside the area; who shares it has a smaller one. */
const Owned = (
  /** @type {{model: TableModel<Game>, seat: number, x: number, y: number, inset: number}} */ {
    model,
    seat,
    x,
    y,
    inset,
  },
) => {
  const points = corners(x, y, RADIUS - 2.5 - inset);
  return html`<g class=${`p-${model.tincture(seat)}`}><polygon points=${points} class="rim" /><polygon points=${points} class="own" /></g>`;
};

/** Crests of settlers, fortress and church as small plaques. */
function Pieces(/** @type {{model: TableModel<Game>, area: AreaView, x: number, y: number}} */ { model, area, x, y }) {
  const count = area.settlers.length;
  const first = x - 10 - (count - 1) * 9;
  return html`<g aria-hidden="true">
    ${area.settlers.map(
      (
        seat,
        at,
      ) => html`<svg x=${first + at * 18} y=${y + 10} width="20" height="24" viewBox="0 0 100 118" data-settler=${`${seat}`}>
        <use href=${`#crest-${model.tincture(seat)}`} /></svg>`,
    )}
    ${
      area.fortress !== null &&
      html`<g class=${`p-${model.tincture(area.fortress)}`} transform=${`translate(${x + 12},${y - 9})`}>
      <rect width="22" height="22" rx="4" class="plaque" /><svg x="3" y="3" width="16" height="16" class="onpl"><use href="#i-castle" /></svg></g>`
    }
    ${
      area.church &&
      html`<g transform=${`translate(${x - 34},${y - 9})`}>
      <rect width="22" height="22" rx="4" class="plaque church" /><svg x="2" y="2" width="18" height="18" class="onch"><use href="#i-church" /></svg></g>`
    }
  </g>`;
}

/** What has to be done before somebody goes to an area that is lit. */
function from(/** @type {Desk} */ desk, /** @type {string} */ area) {
  const ways = Object.entries(desk.places.value).filter(([, { expand, conquer }]) =>
    [...(expand ?? []), ...(conquer ?? [])].includes(area),
  );
  const use = ways.find(([id]) => desk.options("use", id).length);
  return use ? desk.model.words.value.say("web.os.unasked.reach", { place: use[0] }) : "";
}

/** Whether a place that is ready reaches this area: by expansion, or by conquest. */
function reachOf(/** @type {Desk} */ desk, /** @type {string} */ area) {
  const phase = desk.model.seen.phase;
  const kind = desk.question.value?.kind;
  if (desk.shown.value !== null || (phase !== "plan" && kind !== "turn" && kind !== "expand")) return "";
  const used = kind === "turn" ? desk.picked.value?.[1] : null;
  for (const [id, place] of Object.entries(desk.places.value)) {
    if (!place.expand || place.forbidden || (kind !== "expand" && !place.ready) || (used && used !== id)) continue;
    if (place.conquer?.includes(area)) return "conquer";
    if (place.expand.includes(area)) return "expand";
  }
  return "";
}
