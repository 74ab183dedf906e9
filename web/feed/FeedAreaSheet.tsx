import { Search } from 'lucide-react'
import { useState } from 'react'
import { feedRadii } from '#contract/feed-radius.ts'
import type { ListedPlace } from '#contract/places.ts'
import { PlacePicker } from '#web/places/PlacePicker.tsx'
import { PlacePickerLocate } from '#web/places/PlacePickerLocate.tsx'
import { Button } from '#web/ui/Button.tsx'
import { dialogTriggerProps } from '#web/ui/Dialog.tsx'
import { RadioList } from '#web/ui/RadioList.tsx'
import { Sheet } from '#web/ui/Sheet.tsx'
import { type FeedPlace, storeFeedPlace, storeFeedRadius, useFeedArea } from './feed-area.ts'
import { feedText } from './feed.text.ts'
import styles from './FeedAreaSheet.module.css'

const radiusOptions = feedRadii.map((radius) => ({ value: radius, label: feedText.radii[radius] }))

/** The other feed begins at its top. */
const scrollToTop = () => window.scrollTo({ top: 0, behavior: 'instant' })

type FeedAreaSheetProps = { open: boolean; onOpenChange: (open: boolean) => void }

/** The choice of what the feed shows. Each one is applied at once and stored on the device. */
export function FeedAreaSheet({ open, onOpenChange }: FeedAreaSheetProps) {
  const [picking, setPicking] = useState(false)
  const { place, position, radius } = useFeedArea()
  const showPlace = (shown: FeedPlace | null) => {
    storeFeedPlace(shown)
    scrollToTop()
  }
  const pick = (picked: ListedPlace) => {
    showPlace(picked)
    onOpenChange(false)
  }
  const places = [
    { value: 'own', label: feedText.ownPosition },
    ...(place ? [{ value: 'place', label: place.name }] : []),
  ]
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={feedText.areaTitle}>
      <div className={styles.part}>
        <h3 className={styles.title}>{feedText.where}</h3>
        <RadioList
          label={feedText.where}
          options={places}
          value={place ? 'place' : 'own'}
          onChange={(value) => value === 'own' && showPlace(null)}
        />
        <Button
          wide
          size="small"
          variant="soft"
          icon={<Search size={18} aria-hidden />}
          {...dialogTriggerProps}
          onClick={() => setPicking(true)}
        >
          {feedText.choosePlace}
        </Button>
        <PlacePickerLocate onLocated={() => showPlace(null)} />
        <h3 className={styles.title}>{feedText.howFar}</h3>
        {!position && <p className={styles.hint}>{feedText.radiusNeedsPosition}</p>}
        <RadioList
          label={feedText.howFar}
          options={radiusOptions}
          value={position ? radius : 'everywhere'}
          disabled={!position}
          onChange={(chosen) => {
            storeFeedRadius(chosen)
            scrollToTop()
          }}
        />
      </div>
      <PlacePicker title={feedText.pickerTitle} open={picking} onOpenChange={setPicking} onPick={pick} />
    </Sheet>
  )
}
