import { type ComponentType, createElement, lazy, useState } from 'react'
import { reloadForCode } from '#web/ui/code-reload.ts'

/** The code of a page has not arrived. */
export class MissingCode extends Error {
  override name = 'MissingCode'
}

/**
 * A page whose code loads on demand; its file exports nothing else. Once preloaded it renders at once, which the slide
 * between pages needs: `lazy` alone always renders the fallback first.
 */
export function lazyPage(load: () => Promise<Record<string, ComponentType>>) {
  let loaded: ComponentType | undefined
  const preload = async () => (loaded ??= Object.values(await load())[0])
  const Lazy = lazy(async () => {
    const Page = await preload().catch(() => null)
    if (Page) return { default: Page }
    // Until the document is replaced, the fallback stays.
    if (await reloadForCode()) return new Promise<never>(() => undefined)
    throw new MissingCode()
  })
  function LazyPage() {
    // Chosen once: another component later would discard the page's state.
    const [Page] = useState<ComponentType>(() => loaded ?? Lazy)
    return createElement(Page)
  }
  return Object.assign(LazyPage, { preload })
}
