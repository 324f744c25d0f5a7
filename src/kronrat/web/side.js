/** Boxes that are laid over the players and the log. */

import { useLayoutEffect, useState } from "./parts.js";

const WIDEST = 560; // pixels

/** How wide the column of players and log is; 0 where they have none of their own, or it is narrower than `least`. */
export function sideWidth(/** @type {number} */ least) {
  const side = document.querySelector(".board .side");
  if (!side) return 0;
  const { left, width, height } = side.getBoundingClientRect();
  return height > innerHeight / 2 && left > innerWidth / 2 && width >= least ? width : 0;
}

/** A width that covers this column and nothing that is played with; where there is none, `otherwise`. */
export function useSideWidth(/** @type {number} */ least, /** @type {number} */ otherwise) {
  const [width, setWidth] = useState(otherwise);
  useLayoutEffect(() => {
    const side = document.querySelector(".board .side");
    if (!side) return undefined;
    const watch = new ResizeObserver(() => setWidth(Math.min(sideWidth(least) || otherwise, WIDEST)));
    watch.observe(side);
    return () => watch.disconnect();
  }, []);
  return width;
}
