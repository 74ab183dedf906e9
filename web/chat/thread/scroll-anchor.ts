import { type RefObject, useLayoutEffect, useRef } from 'react'

/** Pixels below the middle where a line is looked for: between two there may be the name of a day. */
const probeOffsetsPx = [0, 24, 48, 72]

/** The line in the middle of what is seen. */
function findAnchor(scroller: HTMLElement) {
  const { left, top, width, height } = scroller.getBoundingClientRect()
  const at = (below: number) => document.elementFromPoint(left + width / 2, top + height / 2 + below)?.closest('li')
  const line = probeOffsetsPx.map(at).find((found) => found && scroller.contains(found))
  return line ? { line, top: line.getBoundingClientRect().top } : null
}

/**
 * Who reads further up goes on reading where they are when something comes at the end, from where the scroller counts.
 * @param last the key of the last line. @returns what is to be called when somebody has scrolled.
 */
export function useScrollAnchor(scroller: RefObject<HTMLElement | null>, isAtEnd: boolean, last: string | undefined) {
  const held = useRef<ReturnType<typeof findAnchor>>(null)
  const known = useRef(last)
  useLayoutEffect(() => {
    if (known.current === last) return
    known.current = last
    if (isAtEnd || !scroller.current || !held.current?.line.isConnected) return
    scroller.current.scrollBy({
      top: held.current.line.getBoundingClientRect().top - held.current.top,
      behavior: 'instant',
    })
  }, [last, isAtEnd, scroller])
  return {
    saveAnchor: () => {
      held.current = scroller.current && findAnchor(scroller.current)
    },
  }
}
