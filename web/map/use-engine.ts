import { type RefObject, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { readStorage, subscribeToStorage } from '#web/platform/storage.ts'

const device = window.matchMedia('(prefers-color-scheme: dark)')

function isDark(): boolean {
  const theme = readStorage('theme')
  return theme === null ? device.matches : theme === 'dark'
}

function subscribe(listener: () => void): () => void {
  const stop = subscribeToStorage(listener)
  device.addEventListener('change', listener)
  return () => {
    stop()
    device.removeEventListener('change', listener)
  }
}

/** Whether the page is dark, by the owner's choice or the device's. For colours that no style sheet can set. */
const useIsDark = () => useSyncExternalStore(subscribe, isDark)

/** Draws a map into an element. */
type Engine = { recolour: (isDark: boolean) => void; destroy: () => void }
/** How to draw it, and a signal that is aborted when the map goes away. */
type Drawing = { isDark: boolean; gone: AbortSignal }

/** Something of the map did not arrive, or the browser cannot draw it. */
export type EngineFailure = 'not loaded' | 'not drawn'

type EngineOptions<Drawn extends Engine> = {
  /** Fetches the code of the engine. What it returns throws where the browser cannot draw. */
  load: () => Promise<(container: HTMLElement, drawing: Drawing) => Drawn>
  onFailure: (failure: EngineFailure) => void
}

/** Keeps an engine in an element, in the colours of day or night. It is null until its code is there. */
export function useEngine<Drawn extends Engine>({
  load,
  onFailure,
}: EngineOptions<Drawn>): {
  container: RefObject<HTMLDivElement | null>
  engine: Drawn | null
} {
  const container = useRef<HTMLDivElement>(null)
  const [engine, setEngine] = useState<Drawn | null>(null)
  const isDark = useIsDark()
  const loadEngine = useEffectEvent(load)
  const isDarkNow = useEffectEvent(() => isDark)
  const fail = useEffectEvent(onFailure)

  useEffect(() => {
    const leaving = new AbortController()
    const gone = leaving.signal
    let created: Drawn | undefined
    const create = async () => {
      let failure: EngineFailure = 'not loaded'
      try {
        const draw = await loadEngine()
        if (gone.aborted || !container.current) return
        failure = 'not drawn'
        created = draw(container.current, { isDark: isDarkNow(), gone })
        setEngine(created)
      } catch {
        if (!gone.aborted) fail(failure)
      }
    }
    void create()
    return () => {
      leaving.abort()
      created?.destroy()
      setEngine(null)
    }
  }, [])
  useEffect(() => engine?.recolour(isDark), [engine, isDark])

  return { container, engine }
}
