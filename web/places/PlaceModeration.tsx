import { Flag, Merge, Volume2, VolumeX } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import type { ListedPlace } from '#contract/places.ts'
import { useMute } from '#web/moderation/mutes.api.ts'
import { ReportDialog } from '#web/moderation/ReportDialog.tsx'
import { settingsQuery } from '#web/settings/settings.api.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { dialogTriggerProps } from '#web/ui/Dialog.tsx'
import { PlacePicker } from './PlacePicker.tsx'
import { mergePlaces, type Place } from './places.api.ts'
import { placesText } from './places.text.ts'

/** Mutes or reports a place. Moderators make it part of another one. */
export function PlaceModeration({ place }: { place: Place }) {
  const settings = useQuery(settingsQuery())
  const [isReporting, setReporting] = useState(false)
  const { mutate: mute } = useMute()
  return (
    <>
      <Button
        wide
        variant="quiet"
        icon={place.is_muted ? <Volume2 size={18} aria-hidden /> : <VolumeX size={18} aria-hidden />}
        onClick={() => mute({ on: !place.is_muted, target: { target_type: 'place', target_id: place.id } })}
      >
        {place.is_muted ? placesText.unmute : placesText.mute}
      </Button>
      <Button
        wide
        variant="quiet"
        icon={<Flag size={18} aria-hidden />}
        {...dialogTriggerProps}
        onClick={() => setReporting(true)}
      >
        {placesText.report}
      </Button>
      {typeof settings.data?.open_reports === 'number' && <MergePlace place={place} />}
      <ReportDialog
        target={{ target_type: 'place', target_id: place.id }}
        open={isReporting}
        onOpenChange={setReporting}
      />
    </>
  )
}

function MergePlace({ place }: { place: Place }) {
  const navigate = useNavigate()
  const [isPicking, setPicking] = useState(false)
  const [into, setInto] = useState<ListedPlace | null>(null)
  const merge = async () => {
    if (!into) return
    await mergePlaces(place.id, into.id)
    void navigate(pagePaths.location(into.id), { replace: true })
  }
  return (
    <>
      <Button
        wide
        variant="quiet"
        icon={<Merge size={18} aria-hidden />}
        {...dialogTriggerProps}
        onClick={() => setPicking(true)}
      >
        {placesText.merge}
      </Button>
      <PlacePicker title={placesText.mergeInto} open={isPicking} onOpenChange={setPicking} onPick={setInto} />
      <ConfirmDialog
        danger
        open={into !== null}
        onOpenChange={() => setInto(null)}
        title={placesText.mergeTitle}
        text={placesText.mergeText(place.location_name, into?.name ?? '')}
        cancelLabel={placesText.cancel}
        confirmLabel={placesText.confirmMerge}
        onConfirm={merge}
      />
    </>
  )
}
