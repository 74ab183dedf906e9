import { useEffect } from 'react'
import { Link } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { afterLargestPaint } from '#web/ui/first-paint.ts'
import { queryClient } from '#web/platform/query-client.ts'
import type { ListEngine } from './engine/list-engine.ts'
import styles from './ListMap.module.css'
import { groundQuery } from './map.api.ts'
import { mapText } from './map.text.ts'
import { formatAddress, type ListPoint, townZoom } from './map-view.ts'
import { useEngine } from './use-engine.ts'

export type { ListPoint } from './map-view.ts'

type ListMapProps = {
  points: readonly [ListPoint, ...ListPoint[]]
  /** The place that somebody is reading about. */
  readId: number | null
  /** The browser cannot draw the map, or something of it did not arrive. */
  onFailure: () => void
}

const loadEngine = () => import('./engine/list-engine.ts')

/** A map beside a list. It follows the item that is being read, and is a link to the large map there. */
export function ListMap({ points, readId, onFailure }: ListMapProps) {
  const read = points.find(({ id }) => id === readId) ?? points[0]
  const { container, engine } = useEngine<ListEngine>({
    load: async () => {
      await afterLargestPaint()
      const [{ createListEngine }, { archives }] = await Promise.all([
        loadEngine(),
        queryClient.ensureQueryData(groundQuery()),
      ])
      return (element, { isDark }) => createListEngine(element, { archives, view: { ...read, zoom: townZoom }, isDark })
    },
    onFailure,
  })
  useEffect(() => engine?.show(points, readId), [engine, points, readId])
  return (
    <div className={styles.frame}>
      <div ref={container} className={styles.canvas} />
      {/* Beside the map, not around it: MapLibre's elements include a control. */}
      <Link
        className={styles.cover}
        to={{ pathname: pagePaths.map, hash: formatAddress({ ...read, zoom: townZoom }) }}
        aria-label={mapText.open}
      />
    </div>
  )
}
