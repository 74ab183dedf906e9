import type { ReactNode } from 'react'
import { distanceInMetres, type Position, usePosition } from '#web/platform/geolocation.ts'
import { IconBadge } from '#web/ui/IconRow.tsx'
import { Picture } from '#web/ui/Picture.tsx'
import { placeDetails, type PlacesOfList } from './place-details.ts'
import { PlaceKindIcon } from './PlaceKindIcon.tsx'
import styles from './PlaceLabel.module.css'

export type LabelledPlace = Position & {
  id: number
  name: string
  town: string | null
  province: string | null
  image: string | null
  /** Its icon and name stand in the row. */
  kind?: string
}

type PlaceLabelProps = {
  place: LabelledPlace
  /** The places of its list: namesakes say where they are. */
  among?: PlacesOfList
  /** The name with a highlighted part. */
  children?: ReactNode
}

/** A place in a list, for inside a link or a button. The distance is computed on the device from the exact position. */
export function PlaceLabel({ place, among = [], children }: PlaceLabelProps) {
  const position = usePosition()
  const { what, distance } = placeDetails(place, {
    metres: position && distanceInMetres(position, place),
    among,
  })
  return (
    <>
      {place.image ? (
        <Picture className={styles.picture} src={place.image} alt="" width={1280} height={1280} sizes="48px" />
      ) : (
        <IconBadge size={48} shape="square">
          <PlaceKindIcon kind={place.kind} size={22} />
        </IconBadge>
      )}
      <span className={styles.labels}>
        <span dir="auto" className={styles.name}>
          {children ?? place.name}
        </span>
        {(what || distance) && (
          <span className={styles.details}>
            <span className={styles.what}>{what}</span>
            <span>{what && distance ? ` · ${distance}` : distance}</span>
          </span>
        )}
      </span>
    </>
  )
}
