import { type ComponentType, createElement, lazy, useState } from 'react'

/**
 * A page whose code comes late. Once it is preloaded it shows at once, which the slide between
 * pages needs: `lazy` alone always shows the fallback first.
 */
export function lazyPage(load: () => Promise<ComponentType>) {
  let fetched: ComponentType | undefined
  const preload = async () => (fetched ??= await load())
  const Lazy = lazy(async () => ({ default: await preload() }))
  function LatePage() {
    // Chosen once: another choice later would throw the page's state away.
    const [Page] = useState<ComponentType>(() => fetched ?? Lazy)
    return createElement(Page)
  }
  return Object.assign(LatePage, { preload })
}
