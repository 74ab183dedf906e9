import { type RefObject, useEffect, useEffectEvent } from 'react'

type KeyActions = { onPrevious: (() => void) | undefined; onNext: () => void; onTogglePause: () => void }

/** Arrow keys move between stories and Space pauses, while the focus is in the card. */
export function useStoryKeys(card: RefObject<HTMLElement | null>, isEnabled: boolean, actions: KeyActions) {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const isOnControl = event.target !== card.current && event.key === ' '
    if (!isEnabled || isOnControl || event.ctrlKey || event.metaKey || event.altKey) return
    const act = { ArrowLeft: actions.onPrevious, ArrowRight: actions.onNext, ' ': actions.onTogglePause }[event.key]
    if (!act) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    const target = card.current
    target?.addEventListener('keydown', onKeyDown)
    return () => target?.removeEventListener('keydown', onKeyDown)
  }, [card])
}
