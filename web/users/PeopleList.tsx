import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { isGone, errorMessage } from '#web/platform/api-errors.ts'
import { LoadFailure } from '#web/ui/LoadFailure.tsx'
import { NextPage } from '#web/ui/NextPage.tsx'
import styles from './PeopleList.module.css'
import { PersonRow } from './PersonRow.tsx'
import { PersonRowSkeleton } from './PersonRowSkeleton.tsx'
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
  if (isGone(query.error)) return unavailable
  if (!people && query.isError)
    return <LoadFailure text={errorMessage(query.error)} onRetry={() => void query.refetch()} />
  if (people?.length === 0) return empty
  return (
    <>
      <ul className={styles.list} aria-label={label} aria-busy={query.isPending}>
        {query.isPending && [140, 96, 170, 120, 150].map((width) => <PersonRowSkeleton key={width} width={width} />)}
        {people?.map((person) => (
          <PersonRow key={person.id} person={person} />
        ))}
      </ul>
      <NextPage query={query} />
    </>
  )
}
