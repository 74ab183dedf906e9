import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ListFrame } from '#web/platform/ListFrame.tsx'
import { ListRows } from '#web/ui/ListRow.tsx'
import { PersonRow, PersonRowSkeleton } from './PersonRow.tsx'
import type { PeoplePage } from './users.api.ts'

type PeopleListProps = {
  /** The accessible name. */
  label: string
  query: UseInfiniteQueryResult<InfiniteData<PeoplePage>>
  /** Shown if the list is empty. */
  empty: ReactNode
  /** Shown if the owner of the list does not exist for the viewer. */
  unavailable: ReactNode
}

/** A list of people with follow buttons. */
export function PeopleList({ label, query, empty, unavailable }: PeopleListProps) {
  const people = query.data?.pages.flatMap((page) => page.people)
  return (
    <ListFrame query={query} isEmpty={people?.length === 0} empty={empty} unavailable={unavailable}>
      <ListRows label={label} busy={query.isPending}>
        {query.isPending && [140, 96, 170, 120, 150].map((width) => <PersonRowSkeleton key={width} width={width} />)}
        {people?.map((person) => (
          <PersonRow key={person.id} person={person} />
        ))}
      </ListRows>
    </ListFrame>
  )
}
