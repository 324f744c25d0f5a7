/**
 * Markers on a track: each belongs to an exact value, but its crest needs room. Neighbours that would touch move apart
 * evenly and as little as possible; equal values overlap and share one number.
 */

/**
 * @typedef {{seat: number, value: number, x: number, same: boolean, shown: number, offset: number}} Mark
 * @typedef {{sum: number, members: Mark[]}} Block
 */

/**
 * Where the crests are, by ascending value: `x` is the value's place, `shown` the crest's, `same` whether the next one
 * has the same value.
 * @param {number[]} values by seat
 * @param {number} low
 * @param {number} high
 * @param {number} width of the track, in pixels
 * @param {{crest: number, gap: number, edge?: number}} room the width of a crest, the gap between two of them, and where
 *   the first one may be at least, which is left of the track
 */
export function spread(values, low, high, width, { crest, gap, edge = -Infinity }) {
  const marks = values.map((value, seat) => ({
    seat,
    value,
    x: ((value - low) / (high - low)) * width,
    same: false,
    shown: 0,
    offset: 0,
  }));
  marks.sort((a, b) => a.value - b.value || a.seat - b.seat);
  let offset = 0;
  /** @type {Block[]} */
  const blocks = [];
  marks.forEach((mark, place) => {
    if (place) {
      const before = marks[place - 1];
      before.same = before.value === mark.value;
      offset += before.same ? crest * 0.6 : gap;
    }
    mark.offset = offset;
    let block = { sum: mark.x - offset, members: [mark] };
    for (let other = blocks.at(-1); other && mean(other) > mean(block); other = blocks.at(-1)) {
      blocks.pop();
      block = { sum: other.sum + block.sum, members: [...other.members, ...block.members] };
    }
    blocks.push(block);
  });
  for (const block of blocks) for (const mark of block.members) mark.shown = Math.max(mean(block), edge) + mark.offset;
  return marks;
}

const mean = (/** @type {{sum: number, members: unknown[]}} */ block) => block.sum / block.members.length;
