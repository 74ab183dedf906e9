import { useState } from 'react'
import type { ListedPlace } from '#contract/places.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { showToast } from '#web/ui/toast.ts'
import { uiText } from '#web/ui/ui.text.ts'
import { PlacePickerList } from './PlacePickerList.tsx'
import { placesText } from './places.text.ts'

const AddPlaceForm = lazyPart(async () => (await import('./AddPlaceForm.tsx')).AddPlaceForm)

type PlacePickerProps = {
  title?: string
  open: boolean
  onOpenChange: (open: boolean) => void
  onPick: (place: ListedPlace) => void
  /** People can add a place that they do not find. */
  canAdd?: boolean
}

/** Lets the user pick a nearby place, or any place by its name. */
export function PlacePicker({ title = placesText.whereAreYou, open, onOpenChange, onPick, canAdd }: PlacePickerProps) {
  const [added, setAdded] = useState<string | null>(null)
  const change = (next: boolean) => {
    setAdded(null)
    onOpenChange(next)
  }
  const pick = (place: ListedPlace) => {
    onPick(place)
    change(false)
  }
  return (
    <Dialog open={open} onOpenChange={change} title={title} size="tall">
      {added === null ? (
        <PlacePickerList onPick={pick} onAdd={canAdd ? setAdded : undefined} />
      ) : (
        <AddPlaceForm
          initialName={added}
          onBack={() => setAdded(null)}
          onPick={pick}
          waiting={<Spinner />}
          onMissing={() => {
            showToast(uiText.networkError, 'danger')
            setAdded(null)
          }}
        />
      )}
    </Dialog>
  )
}
