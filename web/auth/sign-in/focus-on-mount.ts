import { useEffect, useRef } from 'react'

/** Focuses an element that replaces the one that had the focus. */
export function useFocusOnMount<Element extends HTMLElement>() {
  const element = useRef<Element>(null)
  useEffect(() => element.current?.focus(), [])
  return element
}
