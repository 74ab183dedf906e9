import { type ComponentType, createElement, lazy, useState } from 'react'

/**
 * A page whose code loads on demand. Once preloaded it renders at once, which the slide between pages needs:
 * `lazy` alone always renders the fallback first.
 */
export function lazyPage<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) {
  let loaded: ComponentType | undefined
  const preload = async () => (loaded ??= (await load())[name])
  const Lazy = lazy(async () => ({ default: await preload() }))
  function LazyPage() {
    // Chosen once: another component later would discard the page's state.
    const [Page] = useState<ComponentType>(() => loaded ?? Lazy)
    return createElement(Page)
  }
  return Object.assign(LazyPage, { preload })
}
