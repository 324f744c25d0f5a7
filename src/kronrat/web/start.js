/** Opening a table: with what was wished for, or at once with what a game proposes for a first game or a trial. */

import { post } from "./http.js";
import { comeAs, loadMe, me } from "./me.js";
import { newSeal, remember } from "./pledge.js";
import { go } from "./route.js";
import { memory, TableMemory } from "./settings.js";
import { newNonce } from "./socket.js";

/**
 * @import { GameLine, NewTable, Opened, SeatWish, Tried } from "./messages.js"
 * @import { Words } from "./words.js"
 */

/** Open a table and go there, unless to `stay`; seats of mine add to its dice. Returns its id. */
export async function openTable(/** @type {Omit<NewTable, "seal">} */ wish, { stay = false } = {}) {
  const { seal, commitment } = await newSeal();
  const seats = wish.seats.map((seat) => (seat.kind === "me" ? { ...seat, nonce: newNonce() } : seat));
  /** @type {Opened} */
  const { table, deal = "" } = await post("/api/tables", { ...wish, seats, seal });
  remember(table, commitment, sharesOf(seats));
  if (!deal) keepWish(wish);
  if (!stay) go(deal ? `/deals/${deal}` : `/t/${table}`);
  return table;
}

const LAST = "kronrat.last"; // where the newest game against bots is kept, for each game

/** Keep what somebody played against bots alone, to be begun again with one press. */
function keepWish(/** @type {Omit<NewTable, "seal">} */ wish) {
  const alone = wish.seats.every(({ kind }) => kind === "bot" || kind === "me");
  if (alone) memory.write(LAST, { ...memory.read(LAST), [wish.game]: wish });
}

/** The bots that sit there when the same is played as last time. */
export function botsOf(/** @type {GameLine} */ { id, first }) {
  const wish = /** @type {Omit<NewTable, "seal">|undefined} */ (memory.read(LAST)?.[id]);
  return wish?.seats.flatMap(({ kind, bot }) => (kind === "bot" && bot ? [bot] : [])) ?? first.bots;
}

/** The same against bots as last time, or what the game proposes. */
export async function playAgain(/** @type {GameLine} */ line, /** @type {Words} */ words) {
  const wish = /** @type {Omit<NewTable, "seal">|undefined} */ (memory.read(LAST)?.[line.id]);
  if (wish && me.peek()) await openTable(wish).catch(() => playNow(line, words));
  else await playNow(line, words);
}

/** What each of my seats adds to the dice. */
export const sharesOf = (/** @type {SeatWish[]} */ seats) =>
  Object.fromEntries(seats.flatMap(({ nonce }, seat) => (nonce ? [[seat, nonce]] : [])));

/** One press, and a game against bots has begun; nobody is asked for a name. */
export async function playNow(/** @type {GameLine} */ { id, first }, /** @type {Words} */ words) {
  await loadMe();
  await comeAs(words.say("web.name.guest"));
  /** @type {SeatWish[]} */
  const seats = [{ kind: "me" }, ...first.bots.map((bot) => /** @type {SeatWish} */ ({ kind: "bot", bot }))];
  await openTable({
    game: id,
    seats,
    options: first.options,
    pace: "live",
    undo: "consent",
    limit_s: 0,
    listed: false,
  });
}

/**
 * What is only tried at a table: the questions that belong to it, and the version at which it began.
 * @typedef {{game: string, trial: string, asks: string[], begun?: number}} Trial
 */

/** @type {TableMemory<Trial>} */
export const trials = new TableMemory("kronrat.trial");

/** A table against bots that begins right at a part of the game. */
export async function tryOut(/** @type {string} */ game, /** @type {string} */ trial, /** @type {Words} */ words) {
  await loadMe();
  await comeAs(words.say("web.name.guest"));
  /** @type {Tried} */
  const { table, asks } = await post(`/api/trials/${game}/${trial}`, { nonce: newNonce() });
  trials.note(table, { game, trial, asks });
  go(`/t/${table}`);
}
