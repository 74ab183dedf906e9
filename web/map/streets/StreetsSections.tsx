import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { MapStreets } from '#contract/map-streets.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { formatAddress, townZoom } from '#web/map/map-view.ts'
import { errorMessage } from '#web/platform/api-errors.ts'
import { SettingsSection, SettingsSections } from '#web/settings/SettingsSection.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Muted, Stack } from '#web/ui/Layout.tsx'
import { LoadFailure } from '#web/ui/LoadFailure.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { isRunning, streetsQuery } from './streets.api.ts'
import { streetsText } from './streets.text.ts'
import { StreetsForm } from './StreetsForm.tsx'
import { isFetchable, StreetsRequest } from './StreetsRequest.tsx'

const middleOf = ({ west, south, east, north }: { west: number; south: number; east: number; north: number }) => ({
  latitude: (south + north) / 2,
  longitude: (west + east) / 2,
})

/** The streets that the map has now. */
function ServedSection({ streets: { served, is_named } }: { streets: MapStreets }) {
  return (
    <SettingsSection title={streetsText.now}>
      <Stack gap={3} padding="3 4 4">
        {served ? (
          <>
            <p>{served.town === null ? streetsText.served : streetsText.servedTown(served.town)}</p>
            <Muted size="small">{streetsText.servedDetails(served)}</Muted>
            <Muted size="small">{streetsText.credit(served.attribution)}</Muted>
            <Button
              wide
              variant="soft"
              render={(props) => (
                <Link
                  to={{ pathname: pagePaths.map, hash: formatAddress({ ...middleOf(served.bounds), zoom: townZoom }) }}
                  {...props}
                />
              )}
            >
              {streetsText.openMap}
            </Button>
          </>
        ) : (
          <p>{streetsText.none}</p>
        )}
        {is_named && <p>{streetsText.isNamed}</p>}
      </Stack>
    </SettingsSection>
  )
}

/** What has been asked for, and the form. */
function FetchSections({ streets: { fetch, served } }: { streets: MapStreets }) {
  const request = useRef<HTMLDivElement>(null)
  const isSent = useRef(false)
  const runs = isRunning(fetch)
  // The form, which had the focus, is gone.
  useEffect(() => {
    if (runs && isSent.current) request.current?.focus()
    isSent.current = false
  }, [runs])
  return (
    <>
      {fetch && (
        <div ref={request} tabIndex={-1}>
          <StreetsRequest fetch={fetch} replaces={served !== null} />
        </div>
      )}
      {!runs && (
        <StreetsForm
          isSecond={fetch !== null && isFetchable(fetch)}
          onSent={() => {
            isSent.current = true
          }}
        />
      )}
    </>
  )
}

const Waiting = () => (
  <Stack gap={3} padding="3 4" aria-busy>
    <Skeleton width="60%" />
    <Skeleton width="90%" />
  </Stack>
)

/** The streets of the map, which are fetched here. */
export function StreetsSections() {
  const { data, isError, error, refetch } = useQuery(streetsQuery())
  const streets = data?.streets
  if (!streets) return isError ? <LoadFailure text={errorMessage(error)} onRetry={() => void refetch()} /> : <Waiting />
  return (
    <SettingsSections>
      <ServedSection streets={streets} />
      {!streets.is_named && <FetchSections streets={streets} />}
    </SettingsSections>
  )
}
