import { useQuery } from '@tanstack/react-query'
import { Plus, Search, X } from 'lucide-react'
import { useState } from 'react'
import type { ListedPlace } from '#contract/places.ts'
import { errorMessage } from '#web/platform/api-errors.ts'
import { useDebounced } from '#web/platform/debounced.ts'
import { usePosition } from '#web/platform/geolocation.ts'
import drawing from '#web/ui/drawings/road-to-a-pin.svg'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { LoadFailure } from '#web/ui/LoadFailure.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { addedPlacesText } from './added-places.text.ts'
import { PlacePickerGroup } from './PlacePickerGroup.tsx'
import styles from './PlacePickerList.module.css'
import { PlacePickerLocate } from './PlacePickerLocate.tsx'
import { PlacePickerSkeleton } from './PlacePickerSkeleton.tsx'
import { PlacesCredit } from './PlacesCredit.tsx'
import { foundPlacesQuery, nearbyPlacesQuery } from './places.api.ts'
import { placesText } from './places.text.ts'

/** Whether every typed word starts a word of the place's name or town, ignoring accents. */
function matches(place: ListedPlace, typed: string) {
  const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase('it')
  const placeWords = plain(`${place.name} ${place.town ?? ''}`).split(/[^\p{L}\p{N}]+/u)
  return plain(typed)
    .split(/[^\p{L}\p{N}]+/u)
    .every((word) => placeWords.some((placeWord) => placeWord.startsWith(word)))
}

/** Farther away, a place is the nearest one but not near. */
const nearMetres = 25_000

/** Abroad, the nearest places may be hundreds of kilometres away. */
const nearbyTitle = (places: ListedPlace[] = []) =>
  (places[0]?.distance ?? 0) <= nearMetres ? placesText.nearby : placesText.nearest

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
  const nearby = useQuery(nearbyPlacesQuery(position))
  const found = useQuery({ ...foundPlacesQuery(debouncedQuery, position), enabled: debouncedQuery !== '' })
  const nearbyMatches = nearby.data?.filter((place) => matches(place, query)) ?? []
  // Until the new results arrive, the earlier results that match the new text stay.
  const isSettled = debouncedQuery === query && !found.isPlaceholderData
  const others = query
    ? (found.data ?? []).filter(
        (place) => (isSettled || matches(place, query)) && nearbyMatches.every(({ id }) => id !== place.id),
      )
    : []
  const isSearching = !isSettled || found.isFetching || nearby.isPending
  return (
    <div>
      <div className={styles.search}>
        <TextField
          label={placesText.findPlace}
          labelHidden
          placeholder={placesText.findPlace}
          autoComplete="off"
          enterKeyHint="search"
          icon={<Search size={20} aria-hidden />}
          trailing={
            typed && (
              <IconButton label={placesText.clearSearch} onClick={() => setTyped('')}>
                <X size={20} />
              </IconButton>
            )
          }
          value={typed}
          onChange={setTyped}
        />
      </div>
      {!position && !query && <PlacePickerLocate />}
      {!query && nearby.isPending && <PlacePickerSkeleton />}
      {!query && nearby.isError && (
        <LoadFailure text={errorMessage(nearby.error)} onRetry={() => void nearby.refetch()} />
      )}
      <PlacePickerGroup
        title={position ? nearbyTitle(nearby.data) : placesText.largestTowns}
        places={nearbyMatches}
        onPick={onPick}
      />
      {query && found.isError && <LoadFailure text={errorMessage(found.error)} onRetry={() => void found.refetch()} />}
      <PlacePickerGroup
        title={nearbyMatches.length > 0 ? placesText.others : placesText.found}
        places={others}
        onPick={onPick}
      />
      {query && nearbyMatches.length + others.length === 0 && !isSearching && !found.isError && (
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
