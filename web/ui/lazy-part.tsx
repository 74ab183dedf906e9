import { type ComponentType, createElement, type ReactNode, useEffect, useEffectEvent, useState } from 'react'

type LazyPartProps = {
  /** Called when the code does not arrive. */
  onMissing?: () => void
  /** Shown until the code is there. */
  waiting?: ReactNode
}

/**
 * A part of a page whose code loads when it is first rendered. Unlike with React's `lazy`, code that does not arrive
 * breaks nothing: the part is missing until the network is back or it is rendered anew.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let cached: ComponentType<Props> | undefined
  return function LazyPart(props: Props & LazyPartProps) {
    const [Part, setPart] = useState(() => cached)
    const reportMissing = useEffectEvent(() => props.onMissing?.())
    useEffect(() => {
      if (Part) return undefined
      const unmounted = new AbortController()
      const { signal } = unmounted
      const start = async () => {
        try {
          const loaded = await load()
          cached = loaded
          if (!signal.aborted) setPart(() => loaded)
        } catch {
          if (signal.aborted) return
          window.addEventListener('online', start, { once: true, signal })
          reportMissing()
        }
      }
      void start()
      return () => unmounted.abort()
    }, [Part])
    return Part ? createElement(Part, props) : props.waiting
  }
}
