import type { StreetsFetch } from '#contract/map-streets.ts'
import { SettingsSection } from '#web/settings/SettingsSection.tsx'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Muted, Stack } from '#web/ui/Layout.tsx'
import { ProgressBar } from '#web/ui/ProgressBar.tsx'
import { isRunning, useFetchMapStreets, useStopMapStreets } from './streets.api.ts'
import { streetsText } from './streets.text.ts'

/** How much there is of how much. */
function Size({ state, bytes, total_bytes, tiles }: StreetsFetch) {
  if (state === 'planning') return <ProgressBar label={streetsText.planningProgress} />
  if (total_bytes === null || tiles === null) return null
  const isSizeOnly = state === 'planned' || state === 'done'
  return (
    <>
      {!isSizeOnly && <ProgressBar label={streetsText.progress} value={bytes} max={Math.max(total_bytes, 1)} />}
      <p>{isSizeOnly ? streetsText.size(total_bytes, tiles) : streetsText.sizeOf(bytes, total_bytes)}</p>
    </>
  )
}

/** How it goes, in a sentence. It is announced when it changes. */
function State({ state, failure, failure_detail, bytes, is_waiting }: StreetsFetch) {
  if (failure !== null)
    return (
      <>
        <Banner tone="danger">
          <p>{streetsText.failures[failure]}</p>
          {failure_detail !== null && (
            <Muted as="p" size="small">
              <span lang="en">{failure_detail}</span>
            </Muted>
          )}
        </Banner>
        {bytes > 0 && <Muted size="small">{streetsText.states.failed}</Muted>}
      </>
    )
  return <Banner>{is_waiting ? streetsText.waiting : streetsText.states[state]}</Banner>
}

/** Whether there is a plan that can be fetched, or the rest of it. */
export const isFetchable = ({ state, total_bytes }: StreetsFetch): boolean =>
  total_bytes !== null && (state === 'planned' || state === 'stopped' || state === 'failed')

/** One button, which keeps the focus while its words change. */
function Action({ fetch }: { fetch: StreetsFetch }) {
  const fetching = useFetchMapStreets()
  const stopping = useStopMapStreets()
  const isBusy = fetching.isPending || stopping.isPending
  const runs = isRunning(fetch)
  if (!runs && !isFetchable(fetch)) return null
  const goOn = fetch.state === 'planned' ? streetsText.fetch : streetsText.goOn
  return (
    <Button
      wide
      variant={runs ? 'outline' : 'primary'}
      busy={isBusy}
      onClick={() => (runs ? stopping : fetching).mutate()}
    >
      {runs ? streetsText.stop : goOn}
    </Button>
  )
}

/** What has been asked for, and how far it is. @param replaces whether the map has streets already. */
export const StreetsRequest = ({ fetch, replaces }: { fetch: StreetsFetch; replaces: boolean }) => (
  <SettingsSection title={streetsText.request}>
    <Stack gap={3} padding="3 4 4">
      <p>{streetsText.place(fetch)}</p>
      <Size {...fetch} />
      <State {...fetch} />
      {fetch.address !== null && <Muted size="small">{streetsText.from(fetch.address)}</Muted>}
      {replaces && isFetchable(fetch) && <Muted size="small">{streetsText.replaces}</Muted>}
      <Action fetch={fetch} />
    </Stack>
  </SettingsSection>
)
