import { type ComponentType, createElement, type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { reloadingAfterFailures } from './code-reload.ts'
import { showToast } from './toast.ts'
import { uiText } from './ui.text.ts'

/**
 * A dialog whose code loads when it first opens, and which stays mounted from then on, so that it can animate out. If
 * the code does not arrive, it shows an error and closes; the next press tries again. `preload` fetches the code
 * earlier, and that of the dialog or sheet `within` which it shows its content.
 */
export function lazyDialog<Props extends { open: boolean; onOpenChange: (open: boolean) => void }, Name extends string>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
  within?: { preload: () => void },
) {
  const Content = lazyPart<Props>(async () => (await load())[name])
  function LazyDialog(props: Props) {
    const [isMounted, setMounted] = useState(props.open)
    if (props.open && !isMounted) setMounted(true)
    const close = () => {
      showToast(uiText.networkError, 'danger')
      setMounted(false)
      props.onOpenChange(false)
    }
    return isMounted && <Content {...props} onMissing={close} />
  }
  const preload = () => {
    within?.preload()
    load().catch(() => undefined)
  }
  return Object.assign(LazyDialog, { preload })
}

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
  const loadOrReload = reloadingAfterFailures(load)
  return function LazyPart(props: Props & LazyPartProps) {
    const [Part, setPart] = useState(() => cached)
    const reportMissing = useEffectEvent(() => props.onMissing?.())
    useEffect(() => {
      if (Part) return undefined
      const unmounted = new AbortController()
      const { signal } = unmounted
      const start = async () => {
        try {
          const loaded = await loadOrReload()
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
