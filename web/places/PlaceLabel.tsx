import { MapPin } from 'lucide-react'
import type { ReactNode } from 'react'
import { distanceInMetres, type Position, usePosition } from '#web/platform/geolocation.ts'
import { formatDistance } from '#web/ui/ui.text.ts'
import { IconBadge } from '#web/ui/IconBadge.tsx'
import { Picture } from '#web/ui/Picture.tsx'
import { placeKindsText } from './place-kinds.text.ts'
import { PlaceKindIcon } from './PlaceKindIcon.tsx'
import styles from './PlaceLabel.module.css'

export type LabelledPlace = Position & {
  id: number
  name: string
  town: string | null
  image: string | null
  /** Its icon and name stand in the row. */
  kind?: string
}

type PlaceLabelProps = {
  place: LabelledPlace
  /** The name with a highlighted part. */
  children?: ReactNode
}

/** A place in a list, for inside a link or a button. The distance is computed on the device from the exact position. */
export function PlaceLabel({ place, children }: PlaceLabelProps) {
  const position = usePosition()
  const details = [
    placeKindsText.kindAndTown(place.kind, place.town),
    position && formatDistance(distanceInMetres(position, place)),
  ]
    .filter(Boolean)
    .join(' · ')
  return (
    <>
      {place.image ? (
        <Picture className={styles.picture} src={place.image} alt="" width={1280} height={1280} sizes="48px" />
      ) : (
        <IconBadge size={48} shape="square">
          {place.kind ? <PlaceKindIcon kind={place.kind} /> : <MapPin size={22} aria-hidden />}
        </IconBadge>
      )}
      <span className={styles.labels}>
        <span dir="auto" className={styles.name}>
          {children ?? place.name}
        </span>
        {details && <span className={styles.details}>{details}</span>}
      </span>
    </>
  )
}
