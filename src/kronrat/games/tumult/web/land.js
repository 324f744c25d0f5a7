/** The landscape: tiles of nine fields in a frame, statues on them, and what may be chosen there. */

import { html, icon, names, noted, useEffect, useRef } from "/static/parts.js";
import { Roving } from "/static/roving.js";
import { refused } from "/static/turn.js";
import { fieldRow, kindIcon, PLACING, priceWords, RAID, Statues } from "./draw.js";
import { deedOf } from "./told.js";

/**
 * @typedef {import("./desk.js").Desk} Desk
 * @typedef {import("./draw.js").Model} Model
 * @typedef {import("./types.js").FieldInReach} FieldInReach
 * @typedef {import("./types.js").Spot} Spot
 * @typedef {Spot & {kind: string, owner: number|null}} Place a field that is open
 */

const SIDE = 3; // fields along a tile

/** The tiles of the landscape place by place, each with its fields; a hidden one has none. */
function tilesOf(/** @type {import("./types.js").View} */ view) {
  const { columns, fields, owners, land } = view.board;
  const across = columns / SIDE;
  return land.map((tile, place) => {
    const [top, left] = [SIDE * Math.floor(place / across), SIDE * (place % across)];
    /** @type {Place[]} */
    const spots = [];
    for (let row = top; tile && row < top + SIDE; row++)
      for (let column = left; column < left + SIDE; column++) {
        const at = row * columns + column;
        spots.push({ row, column, kind: fields[at] ?? "", owner: owners[at] });
      }
    return { place, row: Math.floor(place / across), column: place % across, spots };
  });
}

/** A picture of the landscape beside the raid; `reach` marks the fields that the viewer might take. */
export function SmallLand(/** @type {{model: Model, reach: FieldInReach[]}} */ { model, reach }) {
  const words = model.words.value;
  const view = model.seen;
  const near = (/** @type {Spot} */ spot) => view.phase <= RAID && reach.some((one) => isAt(one, spot) && !one.free); // later it would promise too much
  return html`<div class=${names("land small", `n${view.seats}`)} role="img" aria-label=${words.say(
    "web.tr.land.picture",
    {
      counts: view.players.map(({ statues }) => statues),
    },
  )}>
    ${tilesOf(view).map(
      ({ place, spots }) => html`<div class=${names("lt", !spots.length && "fog")} key=${place} aria-hidden="true">
        ${spots.map(
          (spot) => html`<span class=${names("fd", spot.kind, near(spot) && "near")}>
          <${Ground} model=${model} spot=${spot} /></span>`,
        )}
        ${!spots.length && html`<b>${words.say("web.tr.fog")}</b>`}
      </div>`,
    )}
  </div>`;
}

const isAt = (/** @type {Spot} */ a, /** @type {Spot} */ b) => a.row === b.row && a.column === b.column;

/** What is on a field; a `ghost` shows where a statue would be. @param {{model: Model, spot: Place, ghost?: boolean}} props */
function Ground({ model, spot, ghost = false }) {
  const owned = spot.owner !== null;
  return html`${icon(`ter-${spot.kind}`, owned || ghost ? "ter pale" : "ter")}
    ${owned && html`<i class=${names("own", `p-${model.tincture(spot.owner ?? 0)}`)}></i>`}
    ${
      (owned || ghost) &&
      html`<${Statues} model=${model} seat=${owned ? spot.owner : model.front.value}
      n=${fieldRow(model, spot.kind).statues} class=${ghost ? "ghost" : ""} />`
    }`;
}

// -- to choose from ---------------------------------------------------------------------------------------------------

/** The landscape on the stage. */
export function Land(/** @type {{desk: Desk}} */ { desk }) {
  const { model } = desk;
  const words = model.words.value;
  const view = model.seen;
  const box = useRef(/** @type {HTMLElement|null} */ (null));
  const target = desk.target;
  useEffect(() => {
    const land = box.current;
    if (land) land.scrollLeft = (land.scrollWidth - land.clientWidth) / 2; // the open land is in the middle
  }, []);
  useEffect(() => {
    box.current?.querySelector("[aria-pressed=true]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [target?.row, target?.column]);
  const placing = ["place", "first_statue", "pay"].includes(desk.question.value?.kind ?? "");
  const told = deedOf(model)?.placed ?? null; // on its way to the table
  const newest = told ?? (view.phase === PLACING ? view.newest : null);
  const { rows, columns } = view.board;
  return html`<div class="landbox" ref=${box}>
    <${Roving} class=${names("land", `n${view.seats}`, placing && "asking")} role="group"
      style=${{ "--tracks": tracksOf(view) }} label=${words.say("web.tr.land", { rows, columns })}>
      ${tilesOf(view).map((tile) =>
        tile.spots.length
          ? html`<div class="lt" key=${tile.place}>${tile.spots.map(
              (spot) => html`<${Field} key=${`${spot.row} ${spot.column}`} desk=${desk}
                spot=${told && isAt(told, spot) ? { ...spot, owner: told.seat } : spot}
                newest=${newest !== null && isAt(newest, spot)} />`,
            )}</div>`
          : html`<${Fog} key=${tile.place} desk=${desk} tile=${tile} />`,
      )}
    <//>
  </div>`;
}

/** How wide each column of landscape tiles is on a small screen, where those in the fog need little room. */
function tracksOf(/** @type {import("./types.js").View} */ view) {
  const tiles = tilesOf(view);
  const across = view.board.columns / SIDE;
  const open = (/** @type {number} */ column) =>
    tiles.some(({ spots }, place) => place % across === column && spots.length > 0);
  return Array.from({ length: across }, (_, column) => (open(column) ? "minmax(134px, 1fr)" : "44px")).join(" ");
}

function Field(/** @type {{desk: Desk, spot: Place, newest: boolean}} */ { desk, spot, newest }) {
  const { model } = desk;
  const words = model.words.value;
  const { row, column, kind, owner } = spot;
  const question = desk.question.value;
  const placing = question?.kind === "place" || question?.kind === "first_statue";
  const can = placing && question.options.some(([verb, r, c]) => verb === "place" && r === row && c === column);
  const chosen = desk.target !== null && isAt(desk.target, spot);
  const known = desk.fieldAt(spot);
  const placingFree = question?.kind === "place" && known?.free;
  const tag = tagOf(words, question, can, known);
  const said = [
    words.say(`field.${kind}`),
    words.say("web.tr.at", { row: row + 1, column: column + 1 }),
    owner === null ? words.say("web.tr.field.free") : words.player(owner),
    newest && words.say("web.tr.field.newest"),
    can &&
      question.kind === "place" &&
      known &&
      words.say(known.free ? "web.tr.field.double" : "web.tr.field.cost", {
        cost: priceWords(words, known.cost),
      }),
    can && words.say("web.tr.field.can"),
    tag,
  ];
  const press = () => desk.pick({ field: chosen ? null : { row, column }, payment: 0 });
  const turning = question?.kind === "turn_up";
  const attempt = turning ? ["turn", Math.floor(row / SIDE), Math.floor(column / SIDE)] : ["place", row, column];
  const waits = !question && model.seen.phase === PLACING && model.front.value !== null && !model.readOnly;
  const act = can
    ? { onClick: press }
    : placing || turning
      ? refused(model, () => desk.why(attempt))
      : waits
        ? noted(words.say("web.tr.field.wait"), { press: true })
        : {};
  const look = names("fd", kind, can && "can", can && placingFree && "free", chosen && "sel", tag && !can && "lack");
  return html`<button type="button" class=${look} data-roving=${`${row} ${column}`} data-field=${`${row} ${column}`}
    data-target=${can ? "" : null} aria-pressed=${can || chosen ? String(chosen) : null}
    aria-disabled=${can || chosen ? null : "true"} aria-label=${said.filter(Boolean).join(", ")} ...${act}>
    <${Ground} model=${model} spot=${spot} ghost=${chosen} />
    ${can && question.kind === "place" && known ? html`<${Plaque} known=${known} />` : tag && html`<${Lacks} kinds=${known?.missing ?? []} />`}
    ${newest && owner !== null && html`<span class=${`newest p-${model.tincture(owner)}`} aria-hidden="true">${icon("u-check")}</span>`}
  </button>`;
}

/** What is missing for a field, as icons: words would lie over the fields beside it. */
const Lacks = (/** @type {{kinds: FieldInReach["missing"]}} */ { kinds }) =>
  html`<em aria-hidden="true">−${kinds.map((kind) => icon(kindIcon(kind)))}</em>`;

/** What a field brings: statues, and followers for what is overpaid. */
function Plaque(/** @type {{known: FieldInReach}} */ { known }) {
  const [least, most] = overpaid(known);
  const range = least < most ? `+${least}–${most}` : `+${most}`;
  return html`<em class="plaque" aria-hidden="true">${icon("statue")}<i data-n=${known.statues}></i>
    ${most > 0 && html`${icon("i-follower")}<i data-n=${range}></i>`}</em>`;
}

/** By how much the field may be overpaid, at least and at most. */
const overpaid = (/** @type {FieldInReach} */ { payments }) => {
  const over = payments.map((payment) => payment.over);
  return [Math.min(...over), Math.max(0, ...over)];
};

/** What a lit field promises, and what a near one lacks, in words. */
function tagOf(
  /** @type {import("./draw.js").Words} */ words,
  /** @type {import("./desk.js").Question|null} */ question,
  /** @type {boolean} */ can,
  /** @type {FieldInReach|null} */ known,
) {
  if (question?.kind !== "place" || !known) return "";
  if (can) {
    const statues = words.say("count.statues", { n: known.statues });
    const [least, most] = overpaid(known);
    const followers = most ? words.say(least < most ? "web.tr.field.up_to" : "web.tr.field.brings", { n: most }) : "";
    return [statues, followers].filter(Boolean).join(", ");
  }
  return known.free || !known.missing.length ? "" : words.say("web.tr.field.lacks", { kinds: known.missing });
}

/** A tile that is face down; the king may have to turn it up. */
function Fog(/** @type {{desk: Desk, tile: Spot}} */ { desk, tile }) {
  const { model } = desk;
  const words = model.words.value;
  const { row, column } = tile;
  const question = desk.question.value;
  const can = question?.kind === "turn_up" && question.options.some(([, r, c]) => r === row && c === column);
  const chosen = can && desk.target !== null && isAt(desk.target, tile);
  const label = `${words.say("web.tr.fog")}, ${words.say("web.tr.at", { row: row + 1, column: column + 1 })}`;
  if (!can)
    return html`<div class="lt fog" role="img" aria-label=${label}
      ...${noted(words.say("web.tr.fog.text"), { press: true })}><b aria-hidden="true">${words.say("web.tr.fog")}</b></div>`;
  return html`<button type="button" class=${names("lt fog can", chosen && "sel")} data-target="" aria-pressed=${String(chosen)}
    data-roving=${`${SIDE * row + 1} ${SIDE * column + 1}`} data-fog=${`${row} ${column}`} aria-label=${label}
    onClick=${() => desk.pick({ field: chosen ? null : { row, column } })}><b aria-hidden="true">${words.say("web.tr.fog")}</b></button>`;
}
