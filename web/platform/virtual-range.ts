/** The chunks from one index to before the other. */
export type Range = { from: number; to: number }

/** Returns where the first chunk begins and where each one ends, in pixels from the top of the screen. */
export function chunkEdges(heights: readonly number[], top: number): number[] {
  let edge = top
  return [top, ...heights.map((height) => (edge += height))]
}

/** Returns the chunks on the screen and up to this many screens above and below it. */
export function rangeWithin(edges: readonly number[], screens: number, screenHeight: number): Range {
  const from = edges.slice(1).filter((end) => end <= -screens * screenHeight).length
  const to = edges.slice(0, -1).filter((begin) => begin < (1 + screens) * screenHeight).length
  return { from, to }
}

type NextRangeInput = {
  rendered: Range
  /** The chunks to render. */
  target: Range
  /** A wider range, in which rendered chunks stay. */
  retained: Range
  visible: Range
}

/**
 * Returns the range to render next. Chunks outside of `retained` go, and visible ones come at once; otherwise the range
 * grows by one target chunk, first at its end.
 */
export function nextRange({ rendered, target, retained, visible }: NextRangeInput): Range {
  const hasJumped = rendered.to <= visible.from || rendered.from >= visible.to
  if (hasJumped && visible.from < visible.to) return visible
  const from = Math.max(Math.min(rendered.from, visible.from), retained.from)
  const to = Math.min(Math.max(rendered.to, visible.to), retained.to)
  if (from < rendered.from || to > rendered.to) return { from, to }
  if (to < target.to) return { from, to: to + 1 }
  return { from: Math.min(from, Math.max(from - 1, target.from)), to }
}
