import type { MouseEvent } from 'react'
import { useNavigate } from 'react-router'

/** Elements that handle clicks or input themselves. */
const controls = 'a, button, input, textarea, label, [role="dialog"]'

/**
 * Returns the click handler of a card that leads to a page. The card is no link, so that its text can be selected and
 * its controls are not nested in one: a link inside it leads to the same page.
 */
export function useCardClick(to: string) {
  const navigate = useNavigate()
  return ({ target, currentTarget, defaultPrevented }: MouseEvent<HTMLElement>) => {
    // A dialog that a card opens is elsewhere in the page, but its clicks reach the card in React's tree.
    if (defaultPrevented || !(target instanceof Element) || !currentTarget.contains(target)) return
    if (target.closest(controls) || window.getSelection()?.isCollapsed === false) return
    void navigate(to)
  }
}
