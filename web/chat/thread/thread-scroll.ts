import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Message } from '#contract/chat.ts'
import { nearEdgePx } from '#web/platform/screen.ts'

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
function useScrollAnchor(scroller: RefObject<HTMLElement | null>, isAtEnd: boolean, lastKey: string | undefined) {
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

/** With more unread messages than this, the thread opens at its end. */
const maxUnreadJump = 150

type ThreadScrollInput = {
  newest: Message | undefined
  /** The number of the first unread message when the conversation was opened; null: none. */
  unreadFrom: number | null
  /** The key of the first unread row, once it is loaded. */
  firstUnreadKey: string | undefined
  lastKey: string | undefined
  lastPendingId: string | undefined
  query: {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    fetchNextPage: (options: { cancelRefetch: boolean }) => unknown
  }
}

/**
 * The scroll position of a thread. It opens at the first unread message, loading pages until that is there, stays at
 * the end while the reader is there, and otherwise keeps the rows in place.
 */
export function useThreadScroll({
  newest,
  unreadFrom,
  firstUnreadKey,
  lastKey,
  lastPendingId,
  query: { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage },
}: ThreadScrollInput) {
  const scroller = useRef<HTMLElement>(null)
  const divider = useRef<HTMLHeadingElement>(null)
  const [isPlaced, setPlaced] = useState(unreadFrom === null || (newest?.number ?? 0) - unreadFrom > maxUnreadJump)
  const [isAtEnd, setAtEnd] = useState(true)
  const { saveAnchor } = useScrollAnchor(scroller, isAtEnd, lastKey)

  // The scroller is a reversed column: 0 is its end.
  const updateAtEnd = () => setAtEnd(Math.abs(scroller.current?.scrollTop ?? 0) < nearEdgePx)

  useLayoutEffect(() => {
    if (isPlaced || isFetchingNextPage) return
    if (firstUnreadKey === undefined && hasNextPage && !isFetchNextPageError)
      return void fetchNextPage({ cancelRefetch: false })
    divider.current?.scrollIntoView({ block: 'start' })
    setAtEnd(Math.abs(scroller.current?.scrollTop ?? 0) < nearEdgePx)
    setPlaced(true)
  }, [isPlaced, firstUnreadKey, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage])

  useEffect(() => {
    // The author sees a new message of their own.
    if (lastPendingId !== undefined) scroller.current?.scrollTo({ top: 0 })
  }, [lastPendingId])

  return {
    scroller,
    divider,
    isPlaced,
    isAtEnd,
    onScroll: () => {
      updateAtEnd()
      saveAnchor()
    },
    scrollToEnd: () => scroller.current?.scrollTo({ top: 0 }),
  }
}
