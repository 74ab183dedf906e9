import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import type { FollowablePlace } from '#contract/places.ts'
import { ListFrame } from '#web/platform/ListFrame.tsx'
import { ListRow, ListRows } from '#web/ui/ListRow.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { PlaceFollowButton } from './PlaceFollowButton.tsx'
import { type LabelledPlace, PlaceLabel, type PlacesOfList } from './PlaceLabel.tsx'
import styles from './PlaceRow.module.css'

/** Shown while a place loads. */
export const PlaceRowSkeleton = ({ width }: { width?: number }) => (
  <li className={styles.row} aria-hidden>
    <Skeleton className={styles.pin} width={48} height={48} />
    <span className={styles.labels}>
      <Skeleton width={width ?? 150} height={15} />
      <Skeleton width={(width ?? 150) * 0.6} height={12} />
    </span>
  </li>
)

type PlaceRowProps = {
  place: LabelledPlace & {
    /** Undefined: no follow button. */
    is_followed?: boolean
  }
  /** The places of the list. */
  among: PlacesOfList
  /** The name with a highlighted part. */
  name?: ReactNode
  /** Replaces the follow button. */
  children?: ReactNode
  /** The name leads nowhere. */
  isPlain?: boolean | undefined
}

/** A place of a list; the name links to its page. */
export function PlaceRow({ place, among, name, children, isPlain }: PlaceRowProps) {
  const { is_followed } = place
  return (
    <ListRow
      {...(!isPlain && { render: (props) => <Link to={pagePaths.location(place.id)} {...props} /> })}
      trailing={
        children ?? (is_followed !== undefined && <PlaceFollowButton inList place={{ ...place, is_followed }} />)
      }
    >
      <PlaceLabel place={place} among={among}>
        {name}
      </PlaceLabel>
    </ListRow>
  )
}

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
