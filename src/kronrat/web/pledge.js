/**
 * What this browser remembers of the dice of a table: the promise that it saw first, and the shares that it gave. This
 * lets it prove after the game that neither was exchanged.
 */

import { post } from "./http.js";
import { TableMemory } from "./settings.js";

/** @typedef {{commitment: string, shares: Record<string, string>}} Pledge  shares by seat */

/** @type {TableMemory<Pledge>} */
const pledges = new TableMemory("kronrat.dice");

/** @returns {Pledge|null} */
export const pledgeOf = (/** @type {string} */ table) => (table ? pledges.of(table) : null);

/**
 * The server's secret, fixed and promised before it hears any share; `seal` is handed in with the shares.
 * @returns {Promise<{seal: string, commitment: string}>}
 */
export const newSeal = () => post("/api/seals");

/** The promise is remembered as it was seen first; a share of a seat replaces an earlier one. */
export function remember(
  /** @type {string} */ table,
  /** @type {string} */ commitment,
  /** @type {Record<string, string>} */ shares = {},
) {
  const known = pledgeOf(table);
  pledges.note(table, { commitment: known?.commitment || commitment, shares: { ...known?.shares, ...shares } });
}

/** Note a table before its secret is revealed; people who stood up again, or never sat, gave nothing to the dice. */
export function witness(/** @type {import("./model.js").LiveModel} */ model) {
  const { id, commitment, stage } = model.info.value;
  const mine = model.mine.value;
  if (stage === "over" || stage === "closed") return;
  const known = pledgeOf(id);
  if (!known) return remember(id, commitment);
  const kept = Object.entries(known.shares).filter(([seat]) => stage !== "gathering" || mine.includes(Number(seat)));
  if (kept.length < Object.keys(known.shares).length) pledges.note(id, { ...known, shares: Object.fromEntries(kept) });
}

/** Forget a table that is gone. */
export const forget = (/** @type {string} */ table) => pledges.forget(table);
