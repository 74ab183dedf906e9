import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { FollowablePlace } from '#contract/places.ts'
import { isGone, errorMessage } from '#web/platform/api-errors.ts'
import { LoadFailure } from '#web/ui/LoadFailure.tsx'
import { NextPage } from '#web/ui/NextPage.tsx'
import { PlaceRow } from './PlaceRow.tsx'
import { PlaceRowSkeleton } from './PlaceRowSkeleton.tsx'
import styles from './PlacesList.module.css'

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
  if (isGone(query.error)) return unavailable
  if (!places && query.isError)
    return <LoadFailure text={errorMessage(query.error)} onRetry={() => void query.refetch()} />
  if (places?.length === 0) return empty
  return (
    <>
      <ul className={styles.list} aria-label={label} aria-busy={query.isPending}>
        {query.isPending && [150, 190, 120, 170, 140].map((width) => <PlaceRowSkeleton key={width} width={width} />)}
        {places?.map((place) => (
          <PlaceRow key={place.id} place={place} />
        ))}
      </ul>
      <NextPage query={query} />
    </>
  )
}
