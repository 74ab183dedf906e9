import { type RefObject, useLayoutEffect, useRef } from 'react'

/** Points to probe for a row, in pixels below the middle: the name of a day may stand between two rows. */
const probeOffsetsPx = [0, 24, 48, 72]

/** Returns the row in the middle of the visible part. */
function findAnchor(scroller: HTMLElement) {
  const { left, top, width, height } = scroller.getBoundingClientRect()
  const rowAt = (offset: number) =>
    document.elementFromPoint(left + width / 2, top + height / 2 + offset)?.closest('li')
  const row = probeOffsetsPx.map(rowAt).find((found) => found && scroller.contains(found))
  return row ? { row, top: row.getBoundingClientRect().top } : null
}

/**
 * Keeps the rows in place when a message arrives while the reader has scrolled up. The scroller counts from its end, so
 * without it they would move.
 *
 * @param lastKey the key of the last row. @returns `saveAnchor`, to be called on every scroll.
 */
export function useScrollAnchor(
  scroller: RefObject<HTMLElement | null>,
  isAtEnd: boolean,
  lastKey: string | undefined,
) {
  const anchor = useRef<ReturnType<typeof findAnchor>>(null)
  const previousLastKey = useRef(lastKey)
  useLayoutEffect(() => {
    if (previousLastKey.current === lastKey) return
    previousLastKey.current = lastKey
    if (isAtEnd || !scroller.current || !anchor.current?.row.isConnected) return
    const movedPx = anchor.current.row.getBoundingClientRect().top - anchor.current.top
    scroller.current.scrollBy({ top: movedPx, behavior: 'instant' })
  }, [lastKey, isAtEnd, scroller])
  return {
    saveAnchor: () => {
      anchor.current = scroller.current && findAnchor(scroller.current)
    },
  }
}
