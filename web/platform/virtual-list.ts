import { startTransition, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useFirstPaint } from './first-paint.ts'

/** Screens above and below the one that is looked at in which pieces are drawn: a fling ends in what is there, and words nearby can be found. */
const reach = 10
/** And those in which what is drawn stays, so that nothing comes and goes at the edge. */
const hold = reach + 2
/** Pixels of a card that has not been drawn yet. */
const guess = 360

type Piece = readonly unknown[]
/** The pieces from the one to before the other. */
type Range = { from: number; to: number }

/** What each piece took when it was drawn last. */
const heights = new WeakMap<Piece, number>()
/** Pixels that a piece takes, or about what it will take. */
export const heightOf = (piece: Piece): number => heights.get(piece) ?? piece.length * guess
const heightOfAll = (pieces: readonly Piece[]) => pieces.reduce((sum, piece) => sum + heightOf(piece), 0)

/**
 * Which pieces of a long list to draw: those near the screen, so that two thousand cards cost what fifty do. Where the app
 * is painted first, only the first; the others come one with each frame, and can be interrupted: ten cards in one frame
 * made tasks of 30 to 50 ms (decision 0024). What is on the screen comes at once.
 *
 * @returns the `ref` of what stands before the first piece, which pieces to draw, and the pixels that those before and after take.
 */
export function useVirtualList(pieces: readonly Piece[]) {
  const isPainted = useFirstPaint()
  const start = useRef<HTMLDivElement>(null)
  const [drawn, setDrawn] = useState<Range>({ from: 0, to: 1 })

  useEffect(() => {
    if (!isPainted) return undefined
    const follow = () => {
      if (!start.current) return
      measure(start.current, pieces.slice(drawn.from, drawn.to))
      const edges = edgesOf(pieces, start.current.getBoundingClientRect().top)
      const seen = within(edges, 0)
      const next = towards(drawn, within(edges, reach), within(edges, hold), seen)
      if (next.from === drawn.from && next.to === drawn.to) return
      if (seen.from < drawn.from || seen.to > drawn.to) flushSync(() => setDrawn(next))
      else startTransition(() => setDrawn(next))
    }
    const frame = requestAnimationFrame(follow)
    window.addEventListener('scroll', follow, { passive: true })
    window.addEventListener('resize', follow)
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('scroll', follow)
      window.removeEventListener('resize', follow)
    }
  }, [isPainted, pieces, drawn])

  // What is not drawn keeps the height that is known of it: there is nothing here that could change unseen.
  return {
    start,
    ...drawn,
    above: heightOfAll(pieces.slice(0, drawn.from)),
    below: heightOfAll(pieces.slice(drawn.to)),
  }
}

/** Remembers what the pieces that stand after an element take. */
function measure(start: Element, pieces: readonly Piece[]) {
  let element = start.nextElementSibling
  for (const piece of pieces) {
    const height = element?.getBoundingClientRect().height ?? 0
    if (height > 0) heights.set(piece, height)
    element = element?.nextElementSibling ?? null
  }
}

/** Where the first piece begins and where each ends, in pixels from the top of the screen. */
function edgesOf(pieces: readonly Piece[], top: number): number[] {
  let edge = top
  return [top, ...pieces.map((piece) => (edge += heightOf(piece)))]
}

/** The pieces on the screen and so many screens above and below it. */
function within(edges: readonly number[], screens: number): Range {
  const from = edges.slice(1).filter((end) => end <= -screens * window.innerHeight).length
  const to = edges.slice(0, -1).filter((begin) => begin < (1 + screens) * window.innerHeight).length
  return { from, to }
}

/** What is far goes; what is seen comes, or else of what is wanted one piece more, rather below than above. */
function towards(drawn: Range, wanted: Range, held: Range, seen: Range): Range {
  const isElsewhere = drawn.to <= seen.from || drawn.from >= seen.to
  if (isElsewhere && seen.from < seen.to) return seen
  const from = Math.max(Math.min(drawn.from, seen.from), held.from)
  const to = Math.min(Math.max(drawn.to, seen.to), held.to)
  if (from < drawn.from || to > drawn.to) return { from, to }
  if (to < wanted.to) return { from, to: to + 1 }
  return { from: Math.min(from, Math.max(from - 1, wanted.from)), to }
}
