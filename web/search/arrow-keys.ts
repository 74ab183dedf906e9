import { type RefObject, useEffect } from 'react'
import { isComposing } from '#web/ui/send-on-enter.ts'

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

/** Lets the arrow keys move between the search field and the results in `element`. */
export function useArrowKeys(element: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const target = element.current
    if (!target) return
    const onKeyDown = (event: KeyboardEvent) => {
      const step = steps[event.key]
      if (!step || isComposing(event)) return
      const focusable = [...target.querySelectorAll<HTMLElement>('input[type=search], li > a')]
      const at = focusable.findIndex((candidate) => candidate === document.activeElement)
      const next = focusable[at + step]
      if (at === -1 || !next) return
      event.preventDefault()
      next.focus()
    }
    target.addEventListener('keydown', onKeyDown)
    return () => target.removeEventListener('keydown', onKeyDown)
  }, [element])
}
