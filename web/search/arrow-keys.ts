import { type RefObject, useEffect } from 'react'

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

/** Lets the arrow keys move between the search field and the results in `element`. */
export function useArrowKeys(element: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const target = element.current
    if (!target) return
    const walk = (event: KeyboardEvent) => {
      const step = steps[event.key]
      if (!step) return
      const stops = [...target.querySelectorAll<HTMLElement>('input, li > a')]
      const next = stops[stops.findIndex((stop) => stop === document.activeElement) + step]
      if (!next) return
      event.preventDefault()
      next.focus()
    }
    target.addEventListener('keydown', walk)
    return () => target.removeEventListener('keydown', walk)
  }, [element])
}
