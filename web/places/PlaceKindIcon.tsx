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

type PlaceKindIconProps = { kind: string | undefined; size: number }

/** The icon of a kind of place in a list; a pin where there is none. */
export function PlaceKindIcon({ kind = '', size }: PlaceKindIconProps) {
  const Icon = icons[kind] ?? MapPin
  return <Icon size={size} aria-hidden />
}
