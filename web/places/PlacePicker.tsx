import type { ListedPlace } from '#contract/places.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { PlacePickerList } from './PlacePickerList.tsx'
import { placesText } from './places.text.ts'

type PlacePickerProps = {
  title?: string
  open: boolean
  onOpenChange: (open: boolean) => void
  onPick: (place: ListedPlace) => void
}

/** Lets the user pick a nearby place, or any place by its name. */
export function PlacePicker({ title = placesText.whereAreYou, open, onOpenChange, onPick }: PlacePickerProps) {
  const pick = (place: ListedPlace) => {
    onPick(place)
    onOpenChange(false)
  }
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={title} size="tall">
      <PlacePickerList onPick={pick} />
    </Dialog>
  )
}
