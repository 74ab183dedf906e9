import { Search } from 'lucide-react'
import { useState } from 'react'
import { feedRadii } from '#contract/feed-radius.ts'
import { PlacePicker } from '#web/places/PlacePicker.tsx'
import { PlacePickerLocate } from '#web/places/PlacePickerLocate.tsx'
import { DialogButton } from '#web/ui/DialogButton.tsx'
import { Muted, Stack } from '#web/ui/Layout.tsx'
import { RadioList } from '#web/ui/RadioList.tsx'
import { Sheet } from '#web/ui/Dialog.tsx'
import { feedAreaText } from './feed-area.text.ts'
import { type FeedPlace, storeFeedPlace, storeFeedRadius, useFeedArea } from './feed-area.ts'
import styles from './FeedAreaSheet.module.css'

const radiusOptions = feedRadii.map((radius) => ({ value: radius, label: feedAreaText.radii[radius] }))

/** The other feed begins at its top. */
const scrollToTop = () => window.scrollTo({ top: 0, behavior: 'instant' })

type FeedAreaSheetProps = { open: boolean; onOpenChange: (open: boolean) => void }

/** The choice of what the feed shows. Each one is applied at once, stored on the device, and leaves the sheet open. */
export function FeedAreaSheet({ open, onOpenChange }: FeedAreaSheetProps) {
  const [picking, setPicking] = useState(false)
  const { place, town, position, radius } = useFeedArea()
  const showPlace = (shown: FeedPlace | null) => {
    storeFeedPlace(shown)
    scrollToTop()
  }
  const isLocated = !place && !town && position !== null
  const places = [
    { value: 'own', label: town ?? feedAreaText.ownPosition },
    ...(place ? [{ value: 'place', label: place.name }] : []),
  ]
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={feedAreaText.title}>
      <Stack padding="0 3">
        <h3 className={styles.title}>{feedAreaText.where}</h3>
        <RadioList
          label={feedAreaText.where}
          options={places}
          value={place ? 'place' : 'own'}
          onChange={(value) => value === 'own' && showPlace(null)}
        />
        <DialogButton
          wide
          size="small"
          variant="soft"
          icon={<Search size={18} aria-hidden />}
          onClick={() => setPicking(true)}
        >
          {feedAreaText.choosePlace}
        </DialogButton>
        <PlacePickerLocate isUpdate={isLocated} onLocated={() => showPlace(null)} />
        <h3 className={styles.title}>{feedAreaText.howFar}</h3>
        {!position && (
          <Muted size="small" padding="0 0 1">
            {feedAreaText.radiusNeedsPosition}
          </Muted>
        )}
        <RadioList
          label={feedAreaText.howFar}
          options={radiusOptions}
          value={position ? radius : 'everywhere'}
          disabled={!position}
          onChange={(chosen) => {
            storeFeedRadius(chosen)
            scrollToTop()
          }}
        />
      </Stack>
      <PlacePicker title={feedAreaText.pickerTitle} open={picking} onOpenChange={setPicking} onPick={showPlace} />
    </Sheet>
  )
}
