import { useEffect, useState } from 'react'

/** A trembling finger is no change of direction. */
const tolerancePx = 12

/** Whether the page was last scrolled down, so that what stands at its top can leave. False at the top of the page. */
export function useScrollsDown(): boolean {
  const [isDown, setDown] = useState(false)
  useEffect(() => {
    // The farthest point in the present direction.
    let farthest = window.scrollY
    let wasDown = false
    const onScroll = () => {
      const top = Math.max(0, window.scrollY)
      const isFarther = wasDown ? top > farthest : top < farthest
      if (isFarther) farthest = top
      else if (Math.abs(top - farthest) <= tolerancePx) return
      else {
        wasDown = !wasDown
        farthest = top
      }
      setDown(wasDown && top > tolerancePx)
    }
    window.addEventListener('scroll', onScroll, { passive: true })
    return () => window.removeEventListener('scroll', onScroll)
  }, [])
  return isDown
}
