import { useInsertionEffect } from 'react'

/**
 * Tells the styles by an attribute of the root element what is on the page, for as long as it is. Not `:has()`: above the
 * whole page, it would make the browser look through the whole page for each post that comes.
 */
export function useRootAttribute(mark: `data-${string}`, isOn = true) {
  // Before any effect that measures the page.
  useInsertionEffect(() => {
    if (!isOn) return undefined
    document.documentElement.setAttribute(mark, '')
    return () => document.documentElement.removeAttribute(mark)
  }, [mark, isOn])
}
