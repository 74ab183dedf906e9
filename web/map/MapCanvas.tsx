import { useEffect, useEffectEvent } from 'react'
import type { MapBox } from '#contract/map-box.ts'
import type { MapContent, MapEngine } from './engine/engine.ts'
import type { LocatedDevice } from '#web/platform/geolocation.ts'
import type { GroundArchive, MapView } from './map-view.ts'
import { mapText } from './map.text.ts'
import styles from './MapPage.module.css'
import { type EngineFailure, useEngine } from './use-engine.ts'

type MapCanvasProps = {
  archives: readonly GroundArchive[]
  /** The initial view of the map. After that the user or the engine moves it. */
  view: MapView
  content: MapContent
  /** It is drawn, and sent nowhere. */
  own: LocatedDevice | null
  onView: (view: MapView, box: MapBox) => void
  onOpenPlace: (placeId: number) => void
  /** Called with null when the map goes away. */
  onEngine: (engine: MapEngine | null) => void
  onFailure: (failure: EngineFailure) => void
}

const loadEngine = () => import('./engine/engine.ts')

/** The map itself. Its code, MapLibre, is loaded when the first one is opened. */
export function MapCanvas({ archives, view, content, own, onView, onOpenPlace, onEngine, onFailure }: MapCanvasProps) {
  const currentView = useEffectEvent(() => view)
  const reportView = useEffectEvent(onView)
  const openPlace = useEffectEvent(onOpenPlace)
  const report = useEffectEvent(onEngine)
  const { container, engine } = useEngine<MapEngine>({
    load: async () => {
      const { createEngine } = await loadEngine()
      return (element, { isDark, gone }) =>
        createEngine(element, {
          archives,
          view: currentView(),
          isDark,
          onView: (shown, box) => {
            if (!gone.aborted) reportView(shown, box)
          },
          onOpenPlace: (placeId) => openPlace(placeId),
        })
    },
    onFailure,
  })

  useEffect(() => {
    report(engine)
    return () => report(null)
  }, [engine])
  useEffect(() => engine?.show(content), [engine, content])
  useEffect(() => engine?.showOwn(own), [engine, own])

  return <section ref={container} className={styles.canvas} aria-label={mapText.region} />
}
