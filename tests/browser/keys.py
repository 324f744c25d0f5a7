"""Somebody who has only keys: no mouse may be used, and where the focus is must be seen."""

NO_MOUSE = """() => {
  for (const type of ["pointerdown", "mousedown", "mousemove"])
    addEventListener(type, () => { throw new Error(`${type} in a test without a mouse`) }, true);
}"""
WALK = """(areas) => Object.keys(areas).filter((area) => document.activeElement.closest(areas[area]))"""
RING = """() => {
  const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(document.activeElement);
  return (outlineStyle !== "none" && outlineWidth !== "0px") || boxShadow !== "none";
}"""
