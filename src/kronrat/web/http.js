/** Asking the server over HTTP. */

const PAUSE = 2_000;

/** A refusal of the server: `code` is one of those that `web.problem.…` has words for. */
export class Problem extends Error {
  constructor(/** @type {string} */ code, detail = "", line = 0) {
    super(detail || code);
    this.code = code;
    this.line = line; // of a journal that was handed in
  }
}

/**
 * What the server answers at an address; `messages.d.ts` says what that is.
 * @template T
 * @returns {Promise<T>}
 */
export async function get(/** @type {string} */ address) {
  return read(await fetch(address, { headers: { accept: "application/json" } }));
}

/**
 * @template T
 * @returns {Promise<T>}
 */
export async function post(/** @type {string} */ address, /** @type {object} */ body = {}) {
  return send("POST", address, body);
}

/**
 * Put something in the place of what the server has there.
 * @template T
 * @returns {Promise<T>}
 */
export async function put(/** @type {string} */ address, /** @type {object} */ body) {
  return send("PUT", address, body);
}

/**
 * Take something away, or stop it.
 * @template T
 * @returns {Promise<T>}
 */
export async function remove(/** @type {string} */ address) {
  return send("DELETE", address, {});
}

/**
 * Hand in a text, such as a journal.
 * @template T
 * @returns {Promise<T>}
 */
export async function postText(/** @type {string} */ address, /** @type {string} */ body) {
  const headers = { accept: "application/json", "content-type": "text/plain; charset=utf-8" };
  return read(await fetch(address, { method: "POST", headers, body }));
}

/** Try until it succeeds: what a page cannot do without. @template T @returns {Promise<T>} */
export async function persist(/** @type {() => Promise<T>} */ attempt) {
  for (;;) {
    try {
      return await attempt();
    } catch {
      await new Promise((done) => setTimeout(done, PAUSE));
    }
  }
}

/** @returns {Promise<T>} @template T */
async function send(/** @type {string} */ method, /** @type {string} */ address, /** @type {object} */ body) {
  const headers = { accept: "application/json", "content-type": "application/json" };
  return read(await fetch(address, { method, headers, body: JSON.stringify(body) }));
}

/** @returns {Promise<T>} @template T */
async function read(/** @type {Response} */ answer) {
  if (answer.ok) return answer.json();
  const told = await answer.json().catch(() => ({}));
  throw new Problem(told.code ?? "unknown", told.detail, told.line);
}
