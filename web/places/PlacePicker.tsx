import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import type { ListedPlace } from '#contract/places.ts'
import { townLabel } from '#contract/town-label.ts'
import { errorMessage } from '#web/platform/api-errors.ts'
import { useDebounced } from '#web/platform/debounced.ts'
import { type Position, usePosition } from '#web/platform/geolocation.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import drawing from '#web/ui/drawings/road-to-a-pin.svg'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { Row } from '#web/ui/Layout.tsx'
import { LoadFailure } from '#web/ui/LoadFailure.tsx'
import { SearchField } from '#web/ui/TextField.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { showToast } from '#web/ui/toast.ts'
import { uiText } from '#web/ui/ui.text.ts'
import { addedPlacesText } from './added-places.text.ts'
import { useKnownPlaces } from './known-places.ts'
import { PlacePickerGroup } from './PlacePickerGroup.tsx'
import styles from './PlacePicker.module.css'
import { PlacePickerLocate } from './PlacePickerLocate.tsx'
import { foundPlacesQuery, nearbyPlacesQuery } from './places.api.ts'
import { placesText } from './places.text.ts'
import { PlacesCredit } from './PlacesCredit.tsx'

/** The skeleton gives way to a hint after this long (docs/product.md). */
const hintDelayMs = 1000

/** Shown while nearby places load; after a while it suggests the search. */
function PlacePickerSkeleton() {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), hintDelayMs)
    return () => clearTimeout(timer)
  }, [])
  if (isLate) return <output className={styles.late}>{placesText.nearbyFailed}</output>
  return (
    <output aria-label={placesText.searchingNearby}>
      {[58, 44, 66, 50, 60, 47].map((width) => (
        <Row as="span" key={width} gap={3} className={styles.row}>
          <Skeleton round="circle" width={40} height={40} />
          <Skeleton width={`${width}%`} />
        </Row>
      ))}
    </output>
  )
}

/** Whether every typed word starts a word of the place's name or town, ignoring accents. */
function matches(place: ListedPlace, typed: string) {
  const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase('it')
  const placeWords = plain(`${place.name} ${townLabel(place) ?? ''}`).split(/[^\p{L}\p{N}]+/u)
  return plain(typed)
    .split(/[^\p{L}\p{N}]+/u)
    .every((word) => placeWords.some((placeWord) => placeWord.startsWith(word)))
}

/** Farther away, a place is the nearest one but not near. */
const nearMetres = 25_000

/** Abroad, the nearest places may be hundreds of kilometres away. */
function titleOf(listed: ListedPlace[] | undefined, position: Position | null): string {
  if (!listed) return placesText.lastNearest
  if (!position) return placesText.largestTowns
  return listed.length === 0 || listed.some(({ distance }) => (distance ?? 0) <= nearMetres)
    ? placesText.nearby
    : placesText.nearest
}

type PlacePickerListProps = {
  onPick: (place: ListedPlace) => void
  /** Offers to add what is not found, with what was typed. */
  onAdd: ((name: string) => void) | undefined
}

export function PlacePickerList({ onPick, onAdd }: PlacePickerListProps) {
  const position = usePosition()
  const [typed, setTyped] = useState('')
  const query = typed.trim()
  const debouncedQuery = useDebounced(query, 200)
  const nearby = useQuery(nearbyPlacesQuery(position, 3))
  const found = useQuery({ ...foundPlacesQuery(debouncedQuery, position), enabled: debouncedQuery !== '' })
  const { recent, nearest, rememberNearest, rememberPicked } = useKnownPlaces()
  const listed = nearby.data
  const remember = useEffectEvent((near: ListedPlace[]) => position && rememberNearest(near))
  useEffect(() => void (listed && remember(listed)), [listed])
  // Without a network, those of the last time.
  const known = listed ?? (nearby.failureCount > 0 ? nearest : [])
  // Whoever looks for a town by its name finds it in its place.
  const places = query ? known.toSorted((one, other) => (one.distance ?? 0) - (other.distance ?? 0)) : known
  const recentMatches = onAdd ? recent.filter((place) => matches(place, query)) : []
  const nearbyMatches = places.filter(
    (place) => matches(place, query) && recentMatches.every(({ id }) => id !== place.id),
  )
  const pick = (place: ListedPlace) => {
    if (onAdd) rememberPicked(place)
    onPick(place)
  }
  // Until the new results arrive, the earlier results that match the new text stay.
  const isSettled = debouncedQuery === query && !found.isPlaceholderData
  const others = query
    ? (found.data ?? []).filter(
        (place) =>
          (isSettled || matches(place, query)) &&
          [...recentMatches, ...nearbyMatches].every(({ id }) => id !== place.id),
      )
    : []
  const all = [...recentMatches, ...nearbyMatches, ...others]
  const isSearching = !isSettled || found.isFetching || nearby.isPending
  return (
    <div>
      <div className={styles.search}>
        <SearchField clearable label={placesText.findPlace} enterKeyHint="search" value={typed} onChange={setTyped} />
      </div>
      {!position && !query && <PlacePickerLocate />}
      {!query && nearby.isPending && places.length === 0 && <PlacePickerSkeleton />}
      {!query && nearby.isError && places.length === 0 && recentMatches.length === 0 && (
        <LoadFailure text={errorMessage(nearby.error)} onRetry={() => void nearby.refetch()} />
      )}
      <PlacePickerGroup title={placesText.recent} places={recentMatches} among={all} onPick={pick} />
      <PlacePickerGroup title={titleOf(listed, position)} places={nearbyMatches} among={all} onPick={pick} />
      {query && found.isError && nearbyMatches.length + recentMatches.length === 0 && (
        <LoadFailure text={errorMessage(found.error)} onRetry={() => void found.refetch()} />
      )}
      <PlacePickerGroup
        title={recentMatches.length + nearbyMatches.length > 0 ? placesText.others : placesText.found}
        places={others}
        among={all}
        onPick={pick}
      />
      {query && all.length === 0 && !isSearching && !found.isError && (
        <EmptyState drawing={drawing} title={placesText.noPlaceFound(query)} text={placesText.noPlaceFoundText} />
      )}
      {onAdd && !isSearching && (
        <Button wide size="small" variant="soft" icon={<Plus size={18} aria-hidden />} onClick={() => onAdd(query)}>
          {query ? addedPlacesText.offerNamed(query) : addedPlacesText.offer}
        </Button>
      )}
      <PlacesCredit />
    </div>
  )
}

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
