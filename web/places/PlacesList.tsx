import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { FollowablePlace } from '#contract/places.ts'
import { ListFrame } from '#web/platform/ListFrame.tsx'
import { ListRows } from '#web/ui/ListRow.tsx'
import { PlaceRow, PlaceRowSkeleton } from './PlaceRow.tsx'

type PlacesListProps = {
  /** The accessible name. */
  label: string
  query: UseInfiniteQueryResult<InfiniteData<{ locations: FollowablePlace[] }>>
  /** Shown if the list is empty. */
  empty: ReactNode
  /** Shown if the owner of the list does not exist for the viewer. */
  unavailable: ReactNode
}

/** A list of places with follow buttons. */
export function PlacesList({ label, query, empty, unavailable }: PlacesListProps) {
  const places = query.data?.pages.flatMap((page) => page.locations)
  return (
    <ListFrame query={query} isEmpty={places?.length === 0} empty={empty} unavailable={unavailable}>
      <ListRows label={label} busy={query.isPending}>
        {query.isPending && [150, 190, 120, 170, 140].map((width) => <PlaceRowSkeleton key={width} width={width} />)}
        {places?.map((place) => (
          <PlaceRow key={place.id} place={place} among={places} />
        ))}
      </ListRows>
    </ListFrame>
  )
}
