import { useInsertionEffect } from 'react'

/**
 * Sets an attribute on the root element while the component is mounted, for styles outside of the component. `:has()`
 * on the root would make the browser search the whole page for every inserted post.
 */
export function useRootAttribute(name: `data-${string}`, isOn = true) {
  // Runs before effects that measure the page.
  useInsertionEffect(() => {
    if (!isOn) return undefined
    document.documentElement.setAttribute(name, '')
    return () => document.documentElement.removeAttribute(name)
  }, [name, isOn])
}
