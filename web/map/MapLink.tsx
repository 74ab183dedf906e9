import { Map as MapIcon } from 'lucide-react'
import { Link } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import type { Position } from '#web/platform/geolocation.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { mapText } from './map.text.ts'
import { formatAddress, townZoom } from './map-view.ts'

/** A link to the map around a public place; without one, around the viewer. */
export const MapLink = ({ around }: { around: Position | null }) => (
  <IconButton
    label={mapText.open}
    tone="ink"
    render={(props) => (
      <Link
        to={{ pathname: pagePaths.map, hash: around ? formatAddress({ ...around, zoom: townZoom }) : '' }}
        {...props}
      />
    )}
  >
    <MapIcon size={22} />
  </IconButton>
)
