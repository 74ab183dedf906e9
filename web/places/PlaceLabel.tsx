import {
  Anchor,
  Bed,
  Book,
  Castle,
  Church,
  Coffee,
  GraduationCap,
  Hospital,
  Landmark,
  type LucideIcon,
  MapPin,
  MountainSnow,
  Plane,
  ShoppingBasket,
  Signpost,
  Store,
  Telescope,
  Theater,
  TrainFront,
  Trees,
  Trophy,
  Umbrella,
  Utensils,
  Waves,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { distanceInMetres, type Position, usePosition } from '#web/platform/geolocation.ts'
import { IconBadge } from '#web/ui/IconBadge.tsx'
import { Picture } from '#web/ui/Picture.tsx'
import { formatDistance } from '#web/ui/ui.text.ts'
import { placeKindsText } from './place-kinds.text.ts'
import styles from './PlaceLabel.module.css'

const icons: Record<string, LucideIcon> = {
  bar: Coffee,
  restaurant: Utensils,
  shop: Store,
  market: ShoppingBasket,
  street: Signpost,
  park: Trees,
  beach: Umbrella,
  lake: Waves,
  viewpoint: Telescope,
  monument: Landmark,
  museum: Landmark,
  theatre: Theater,
  library: Book,
  school: GraduationCap,
  university: GraduationCap,
  church: Church,
  castle: Castle,
  station: TrainFront,
  airport: Plane,
  harbour: Anchor,
  stadium: Trophy,
  hotel: Bed,
  hospital: Hospital,
  peak: MountainSnow,
}

/** The icon of a kind of place in a list. */
function PlaceKindIcon({ kind }: { kind: string }) {
  const Icon = icons[kind] ?? MapPin
  return <Icon size={22} aria-hidden />
}

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
  /** The name with a highlighted part. */
  children?: ReactNode
}

/** A place in a list, for inside a link or a button. The distance is computed on the device from the exact position. */
export function PlaceLabel({ place, children }: PlaceLabelProps) {
  const position = usePosition()
  const details = [
    placeKindsText.kindAndTown(place.kind, place),
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
