import { MapPin } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { useCurrentUser } from '#web/platform/current-user.ts'
import type { Position } from '#web/platform/geolocation.ts'
import { mapText } from './map.text.ts'
import { formatAddress, streetsZoom } from './map-view.ts'
import { PointMap } from './PointMap.tsx'
import styles from './PointMap.module.css'

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
