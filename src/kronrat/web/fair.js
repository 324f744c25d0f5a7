/**
 * The dice, computed once more in the browser: nothing here asks the server.
 *
 * A table's commitment is the SHA-256 of its secret, its seed the SHA-256 of the secret and all nonces in seat order.
 * The stream is BLAKE2b in counter mode, keyed with the seed; a die is the next byte below 252, divided by six. With dice
 * of the second version every moment of a game has a stream of its own, whose key is the BLAKE2b of the moment's text,
 * keyed with the seed. Both hashes are written out because a page that is not served over TLS gets none from the browser.
 */

/** @returns {Uint8Array} */
export function bytesOf(/** @type {string} */ hex) {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

export function hexOf(/** @type {Uint8Array} */ bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// -- SHA-256 ----------------------------------------------------------------------------------------------------------

const PRIMES = firstPrimes(64);
const ROUND = PRIMES.map((prime) => fraction(Math.cbrt(prime)));
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

function firstPrimes(/** @type {number} */ count) {
  /** @type {number[]} */
  const found = [];
  for (let n = 2; found.length < count; n++) if (found.every((prime) => n % prime)) found.push(n);
  return found;
}

/** The first 32 bits after the binary point. */
function fraction(/** @type {number} */ x) {
  return Math.floor((x - Math.floor(x)) * 2 ** 32) | 0;
}

const turn = (/** @type {number} */ x, /** @type {number} */ by) => (x >>> by) | (x << (32 - by));

/** @returns {Uint8Array} */
export function sha256(/** @type {Uint8Array} */ message) {
  const padded = new Uint8Array(((message.length + 8) >> 6) * 64 + 64);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 4, message.length * 8);
  const hash = START.slice();
  const words = new Int32Array(64);
  for (let block = 0; block < padded.length; block += 64) {
    for (let i = 0; i < 16; i++) words[i] = view.getInt32(block + 4 * i);
    for (let i = 16; i < 64; i++) {
      const [x, y] = [words[i - 15], words[i - 2]];
      const mixed = (turn(x, 7) ^ turn(x, 18) ^ (x >>> 3)) + (turn(y, 17) ^ turn(y, 19) ^ (y >>> 10));
      words[i] = words[i - 16] + words[i - 7] + mixed;
    }
    let [a, b, c, d, e, f, g, h] = hash;
    for (let i = 0; i < 64; i++) {
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUND[i] + words[i]) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((value, i) => (hash[i] = (hash[i] + value) | 0));
  }
  const result = new DataView(new ArrayBuffer(32));
  hash.forEach((value, i) => result.setInt32(4 * i, value));
  return new Uint8Array(result.buffer);
}

// -- BLAKE2b, keyed, of a short message -------------------------------------------------------------------------------

const BLOCK = 64;
const LIMIT = 252; // the largest multiple of six that a byte reaches; bytes from there on would favour small faces
const FULL = (1n << 64n) - 1n;
const IV = [
  0x6a09e667f3bcc908n,
  0xbb67ae8584caa73bn,
  0x3c6ef372fe94f82bn,
  0xa54ff53a5f1d36f1n,
  0x510e527fade682d1n,
  0x9b05688c2b3e6c1fn,
  0x1f83d9abfb41bd6bn,
  0x5be0cd19137e2179n,
];
const SCHEDULE = [
  "0123456789abcdef",
  "ea489fd61c02b753",
  "b8c052fdae367194",
  "7931dcbe265a40f8",
  "905724afe1bc683d",
  "2c6a0b834d75fe19",
  "c51fed4a0763928b",
  "db7ec13950f4862a",
  "6fe9b308c2d714a5",
  "a2847615fb9e3cd0",
].map((row) => Array.from(row, (digit) => parseInt(digit, 16)));
const LANES = ["048c", "159d", "26ae", "37bf", "05af", "16bc", "278d", "349e"].map((lane) =>
  Array.from(lane, (digit) => parseInt(digit, 16)),
);

/**
 * The hash with 128 bytes mixed in.
 * @param {bigint[]} hash
 * @param {Uint8Array} block
 * @param {number} count bytes so far, this block included
 */
function compress(hash, block, count, last = false) {
  const view = new DataView(block.buffer);
  const message = Array.from({ length: 16 }, (_, i) => view.getBigUint64(8 * i, true));
  const v = [...hash, ...IV];
  v[12] ^= BigInt(count);
  if (last) v[14] ^= FULL;
  const right = (/** @type {bigint} */ x, /** @type {bigint} */ by) => ((x >> by) | (x << (64n - by))) & FULL;
  for (let round = 0; round < 12; round++) {
    LANES.forEach(([a, b, c, d], lane) => {
      const order = SCHEDULE[round % 10];
      for (const half of [0, 1]) {
        v[a] = (v[a] + v[b] + message[order[2 * lane + half]]) & FULL;
        v[d] = right(v[d] ^ v[a], half ? 16n : 32n);
        v[c] = (v[c] + v[d]) & FULL;
        v[b] = right(v[b] ^ v[c], half ? 63n : 24n);
      }
    });
  }
  return hash.map((word, i) => word ^ v[i] ^ v[i + 8]);
}

/** The first `size` bytes of the keyed hash of at most 128 bytes. @returns {Uint8Array} */
function keyedHash(/** @type {Uint8Array} */ key, /** @type {Uint8Array} */ message, /** @type {number} */ size) {
  const padded = (/** @type {Uint8Array} */ bytes) => {
    const block = new Uint8Array(128);
    block.set(bytes);
    return block;
  };
  const start = IV.slice();
  start[0] ^= 0x01010000n ^ (BigInt(key.length) << 8n) ^ BigInt(size);
  const hash = compress(compress(start, padded(key), 128), padded(message), 128 + message.length, true);
  const result = new DataView(new ArrayBuffer(BLOCK));
  hash.forEach((word, i) => result.setBigUint64(8 * i, word, true));
  return new Uint8Array(result.buffer, 0, size);
}

/** One block of the stream of a seed: the hash of its number. */
export function streamBlock(/** @type {Uint8Array} */ seed, /** @type {number} */ number) {
  const message = new Uint8Array(8);
  new DataView(message.buffer).setBigUint64(0, BigInt(number));
  return keyedHash(seed, message, BLOCK);
}

/** The seed of the stream of a moment; without one there is one stream for all. */
export const seedAt = (/** @type {Uint8Array} */ seed, /** @type {string} */ moment) =>
  moment ? keyedHash(seed, new TextEncoder().encode(moment), seed.length) : seed;

/** The bytes of the stream from one place up to another. */
export function streamBytes(/** @type {Uint8Array} */ seed, /** @type {number} */ from, /** @type {number} */ to) {
  const bytes = [];
  for (let number = Math.floor(from / BLOCK); number * BLOCK < to; number++) bytes.push(...streamBlock(seed, number));
  const skipped = Math.floor(from / BLOCK) * BLOCK;
  return bytes.slice(from - skipped, to - skipped);
}

// -- what a table promised --------------------------------------------------------------------------------------------

/** The seed that a revealed journal leads to, and whether the secret is the one that was promised. */
export function seedOf(/** @type {Record<string, string>} */ header) {
  if (header.seed) return { seed: bytesOf(header.seed), kept: null };
  if (!header.secret) return { seed: null, kept: null };
  const secret = bytesOf(header.secret);
  const nonces = (header.nonces ?? "").split(",").flatMap((nonce) => [...bytesOf(nonce)]);
  return { seed: sha256(Uint8Array.from([...secret, ...nonces])), kept: hexOf(sha256(secret)) === header.commitment };
}

/** The faces of six-sided dice in a stretch of the stream, in the order in which they fell. */
export function facesIn(/** @type {Uint8Array} */ seed, /** @type {number[]} */ [from, to]) {
  return streamBytes(seed, from, to)
    .filter((byte) => byte < LIMIT)
    .map((byte) => (byte % 6) + 1);
}

/**
 * How many answers of chance were read from the streams, and before which frame, counted from 1, bytes were skipped or
 * used twice; 0 if nowhere. A moment that comes again has the next number at the end of its text, and a stream of its own.
 * @param {{dice?: number[], moment?: string}[]} frames where there are dice: the first byte and the one after the last
 * @param {number[]} fresh after how many frames other dice were taken
 */
export function followed(frames, fresh = []) {
  /** @type {Map<string, number>} */
  const come = new Map();
  let place = 0;
  let read = 0;
  for (const [at, { dice: [from, to] = [], moment = "" }] of frames.entries()) {
    if (fresh.includes(at)) {
      come.clear();
      place = 0;
    }
    if (from === undefined) continue;
    const [, kind = "", number = "0"] = moment.match(/^(.*) (\d+)$/) ?? [];
    const times = come.get(kind) ?? 0;
    if (from !== (moment ? 0 : place) || (moment && Number(number) !== times)) return { read, gap: at + 1 };
    come.set(kind, times + 1);
    place = to;
    read += 1;
  }
  return { read, gap: 0 };
}
