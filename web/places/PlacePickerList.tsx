import { useQuery } from '@tanstack/react-query'
import { Search, X } from 'lucide-react'
import { useState } from 'react'
import type { ListedPlace } from '#contract/places.ts'
import { errorMessage } from '#web/platform/api-errors.ts'
import { useDebounced } from '#web/platform/debounced.ts'
import { usePosition } from '#web/platform/geolocation.ts'
import drawing from '#web/ui/drawings/road-to-a-pin.svg'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { LoadFailure } from '#web/ui/LoadFailure.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { PlacePickerGroup } from './PlacePickerGroup.tsx'
import styles from './PlacePickerList.module.css'
import { PlacePickerLocate } from './PlacePickerLocate.tsx'
import { PlacePickerSkeleton } from './PlacePickerSkeleton.tsx'
import { PlacesCredit } from './PlacesCredit.tsx'
import { nearbyPlacesQuery, townsQuery } from './places.api.ts'
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

export function PlacePickerList({ onPick }: { onPick: (place: ListedPlace) => void }) {
  const position = usePosition()
  const [typed, setTyped] = useState('')
  const query = typed.trim()
  const debouncedQuery = useDebounced(query, 200)
  const nearby = useQuery(nearbyPlacesQuery(position))
  const towns = useQuery({ ...townsQuery(debouncedQuery), enabled: debouncedQuery !== '' })
  const nearbyMatches = nearby.data?.filter((place) => matches(place, query)) ?? []
  const townMatches = query
    ? (towns.data ?? []).filter((town) => matches(town, query) && nearbyMatches.every(({ id }) => id !== town.id))
    : []
  const isSearching = debouncedQuery !== query || towns.isFetching || nearby.isPending
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
      <PlacePickerGroup title={placesText.towns} places={townMatches} onPick={onPick} />
      {query && nearbyMatches.length + townMatches.length === 0 && !isSearching && (
        <EmptyState drawing={drawing} title={placesText.noPlaceFound(query)} text={placesText.noPlaceFoundText} />
      )}
      <PlacesCredit />
    </div>
  )
}
