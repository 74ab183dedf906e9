import { useQuery } from '@tanstack/react-query'
import { Flag, Merge, Volume2, VolumeX } from 'lucide-react'
import { Fragment, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import type { ListedPlace } from '#contract/places.ts'
import { PointMapLink } from '#web/map/PointMap.tsx'
import { useMute } from '#web/moderation/mutes.api.ts'
import { ReportDialog } from '#web/moderation/ReportDialog.tsx'
import { useCurrentUser } from '#web/platform/current-user.ts'
import { settingsQuery } from '#web/settings/settings.api.ts'
import { Button } from '#web/ui/Button.tsx'
import { useConfirm } from '#web/ui/ConfirmDialog.tsx'
import { DialogButton } from '#web/ui/DialogButton.tsx'
import { Muted, Stack } from '#web/ui/Layout.tsx'
import { PlacePicker } from './PlacePicker.tsx'
import { mergePlaces, type Place } from './places.api.ts'
import { placesText } from './places.text.ts'

/** Mutes or reports a place. Moderators make it part of another one. */
function PlaceModeration({ place }: { place: Place }) {
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
      <DialogButton wide variant="quiet" icon={<Flag size={18} aria-hidden />} onClick={() => setReporting(true)}>
        {placesText.report}
      </DialogButton>
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
  const { confirm, confirmation } = useConfirm()
  const ask = (into: ListedPlace) =>
    confirm({
      danger: true,
      title: placesText.mergeTitle,
      text: placesText.mergeText(place.location_name, into.name),
      confirmLabel: placesText.confirmMerge,
      onConfirm: async () => {
        await mergePlaces(place.id, into.id)
        void navigate(pagePaths.location(into.id), { replace: true })
      },
    })
  return (
    <>
      <DialogButton wide variant="quiet" icon={<Merge size={18} aria-hidden />} onClick={() => setPicking(true)}>
        {placesText.merge}
      </DialogButton>
      <PlacePicker title={placesText.mergeInto} open={isPicking} onOpenChange={setPicking} onPick={ask} />
      {confirmation}
    </>
  )
}

export function PlaceInfo({ place }: { place: Place }) {
  const isSignedIn = useCurrentUser() !== null
  return (
    <Stack gap={4} padding="1 2 4" flush>
      {/* Hidden: for programs that read the geo microformat. */}
      <p className="geo" hidden>
        <data className="latitude" value={place.latitude} />
        <data className="longitude" value={place.longitude} />
      </p>
      <PointMapLink name={place.location_name} point={place} />
      <Muted size="small" centred>
        {placesText.sources(place.sources.length)}{' '}
        {place.sources.map(({ name, licence, url }, index) => (
          <Fragment key={`${name} ${url}`}>
            {index > 0 && ', '}
            {url ? (
              <a href={url} target="_blank" rel="noreferrer">
                {name}
              </a>
            ) : (
              name
            )}{' '}
            ({licence})
          </Fragment>
        ))}
      </Muted>
      {isSignedIn && (
        <>
          <Button
            wide
            variant="outline"
            render={(props) => (
              <Link to={{ pathname: pagePaths.requireLocationProperty, search: `?location=${place.id}` }} {...props} />
            )}
          >
            {placesText.claimPlace}
          </Button>
          <PlaceModeration place={place} />
        </>
      )}
    </Stack>
  )
}
