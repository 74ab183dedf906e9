import { MapPin } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import { Link } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { useCurrentUser } from '#web/platform/current-user.ts'
import type { Position } from '#web/platform/geolocation.ts'
import { queryClient } from '#web/platform/query-client.ts'
import { Muted } from '#web/ui/Layout.tsx'
import type { PointEngine } from './engine/point-engine.ts'
import { groundQuery } from './map.api.ts'
import { mapText } from './map.text.ts'
import { formatAddress, type GroundArchive, type MapView, streetsZoom, viewAround } from './map-view.ts'
import styles from './PointMap.module.css'
import { useEngine } from './use-engine.ts'

type PointMapProps = {
  /** The initial centre of the map; a new value moves the map there. */
  point: Position
  /** Makes the map movable, by hand and by keyboard. Called with what lies under the pin. */
  onMove?: (point: Position) => void
  /** The browser cannot draw the map, or something of it did not arrive. */
  onFailure: () => void
}

const loadEngine = () => import('./engine/point-engine.ts')

/** A map of one point, with a pin in its middle. Its code, MapLibre, is loaded when the first map is shown. */
export function PointMap({ point, onMove, onFailure }: PointMapProps) {
  const hintId = useId()
  const canMove = onMove !== undefined
  const startNow = useEffectEvent((archives: readonly GroundArchive[]) => viewAround(point, archives))
  const reportMove = useEffectEvent(({ latitude, longitude }: MapView) => onMove?.({ latitude, longitude }))
  const { container, engine } = useEngine<PointEngine>({
    load: async () => {
      const [{ createPointEngine }, { archives }] = await Promise.all([
        loadEngine(),
        queryClient.ensureQueryData(groundQuery()),
      ])
      return (element, { isDark, gone }) =>
        createPointEngine(element, {
          archives,
          view: startNow(archives),
          isDark,
          onMove: canMove ? (view) => !gone.aborted && reportMove(view) : undefined,
        })
    },
    onFailure,
  })
  // Not for a new engine: it begins there, and what it shows counts as a move.
  const show = useEffectEvent((next: Position) => engine?.show(next))
  useEffect(() => show(point), [point])

  return (
    <>
      <div className={styles.frame} data-movable={canMove || undefined} aria-busy={!engine}>
        {canMove ? (
          <section ref={container} className={styles.canvas} aria-label={mapText.point} aria-describedby={hintId} />
        ) : (
          <div ref={container} className={styles.canvas} />
        )}
        <MapPin className={styles.pin} size={44} aria-hidden />
      </div>
      {canMove && (
        <Muted id={hintId} size="small">
          {mapText.movePoint} {mapText.movePointByKeys}
        </Muted>
      )}
    </>
  )
}

/** A still map that leads to the map at the same point; where it cannot be drawn, the words do. */
export function PointMapLink({ name, point }: { name: string; point: Position }) {
  const [isDrawn, setIsDrawn] = useState(true)
  const isSignedIn = useCurrentUser() !== null
  const hash = formatAddress({ latitude: point.latitude, longitude: point.longitude, zoom: streetsZoom })
  return (
    <div className={styles.place}>
      {isDrawn && <PointMap point={point} onFailure={() => setIsDrawn(false)} />}
      {/* Beside the map, not around it: MapLibre's elements include a control. The map is for people with an account. */}
      {isSignedIn && (
        <Link
          to={{ pathname: pagePaths.map, hash }}
          className={isDrawn ? styles.cover : styles.words}
          aria-label={mapText.openAt(name)}
        >
          {!isDrawn && (
            <>
              <MapPin size={20} aria-hidden />
              {mapText.open}
            </>
          )}
        </Link>
      )}
    </div>
  )
}
