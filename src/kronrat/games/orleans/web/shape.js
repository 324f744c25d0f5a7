/** For which kind of screen the table is drawn. */

import { useEffect, useState } from "/static/parts.js";

/** The first that fits, as the style sheet has them too. */
/** @type {Array<[shape: string, query: MediaQueryList]>} */
const SHAPES = [
  ["phone", matchMedia("(max-width: 760px), (max-height: 500px)")],
  ["upright", matchMedia("(max-width: 899px) and (min-height: 860px)")], // a tablet
  ["tablet", matchMedia("(max-width: 1279px)")],
  ["wide", matchMedia("(min-width: 1760px) and (min-height: 920px)")],
];

const shapeNow = () => SHAPES.find(([, query]) => query.matches)?.[0] ?? "desk";

export const isTablet = (/** @type {string} */ shape) => shape === "tablet" || shape === "upright";

/** @returns {string} phone, upright, tablet, desk or wide */
export function useShape() {
  const [shape, setShape] = useState(shapeNow);
  useEffect(() => {
    const changed = () => setShape(shapeNow());
    for (const [, query] of SHAPES) query.addEventListener("change", changed);
    return () => {
      for (const [, query] of SHAPES) query.removeEventListener("change", changed);
    };
  }, []);
  return shape;
}
