import { startTransition, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useFirstPaint } from '#web/ui/first-paint.ts'

/** Screens rendered above and below the visible one, so that a fling ends in content and find-in-page works nearby. */
const overscanScreens = 10
/** Rendered chunks stay within this many screens, so that chunks are not added and removed repeatedly at the edge. */
const retainedScreens = overscanScreens + 2
/** The height of a card before it is measured. */
const estimatedCardPx = 360

/** A few neighbouring items of the list, rendered together. */
type Chunk = readonly unknown[]

/** Heights measured when the chunks were last rendered. */
const measuredHeights = new WeakMap<Chunk, number>()
/** Returns the height of a chunk in pixels, measured or estimated. */
export const chunkHeight = (chunk: Chunk): number => measuredHeights.get(chunk) ?? chunk.length * estimatedCardPx
const totalHeight = (chunks: readonly Chunk[]) => chunks.reduce((sum, chunk) => sum + chunkHeight(chunk), 0)

/**
 * Renders only the chunks of a long list that are near the screen, so that two thousand cards cost what fifty do.
 * Before the first paint only the first chunk is rendered. Then one chunk is added per frame, as an interruptible
 * transition: ten cards in one frame made tasks of 30 to 50 ms (decision 21). Visible chunks are rendered at once.
 *
 * @returns the `ref` of the element before the first chunk, the range to render, and the heights above and below it in
 * pixels.
 */
export function useVirtualList(chunks: readonly Chunk[]) {
  const isPainted = useFirstPaint()
  const start = useRef<HTMLDivElement>(null)
  const [rendered, setRendered] = useState<Range>({ from: 0, to: 1 })

  useEffect(() => {
    if (!isPainted) return undefined
    const update = () => {
      if (!start.current) return
      measure(start.current, chunks.slice(rendered.from, rendered.to))
      const edges = chunkEdges(chunks.map(chunkHeight), start.current.getBoundingClientRect().top)
      const within = (screens: number) => rangeWithin(edges, screens, window.innerHeight)
      const visible = within(0)
      const next = nextRange({
        rendered,
        target: within(overscanScreens),
        retained: within(retainedScreens),
        visible,
      })
      if (next.from === rendered.from && next.to === rendered.to) return
      if (visible.from < rendered.from || visible.to > rendered.to) flushSync(() => setRendered(next))
      else startTransition(() => setRendered(next))
    }
    const frame = requestAnimationFrame(update)
    window.addEventListener('scroll', update, { passive: true })
    window.addEventListener('resize', update)
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('scroll', update)
      window.removeEventListener('resize', update)
    }
  }, [isPainted, chunks, rendered])

  return {
    start,
    ...rendered,
    above: totalHeight(chunks.slice(0, rendered.from)),
    below: totalHeight(chunks.slice(rendered.to)),
  }
}

/** Stores the heights of the chunks whose elements follow `start`. */
function measure(start: Element, chunks: readonly Chunk[]) {
  let element = start.nextElementSibling
  for (const chunk of chunks) {
    const height = element?.getBoundingClientRect().height ?? 0
    if (height > 0) measuredHeights.set(chunk, height)
    element = element?.nextElementSibling ?? null
  }
}

/** The chunks from one index to before the other. */
type Range = { from: number; to: number }

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
