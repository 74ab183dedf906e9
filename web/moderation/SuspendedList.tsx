import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SuspendedUser } from '#contract/moderation.ts'
import { errorMessage } from '#web/platform/api-errors.ts'
import drawing from '#web/ui/drawings/closed-shutters.svg'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { LoadFailure } from '#web/ui/LoadFailure.tsx'
import { NextPage } from '#web/ui/NextPage.tsx'
import { PersonRowSkeleton } from '#web/users/PersonRowSkeleton.tsx'
import { NoteDialog } from './NoteDialog.tsx'
import { suspendedQuery, useLiftSuspension } from './reports.api.ts'
import { reportsText } from './reports.text.ts'
import styles from './SuspendedList.module.css'
import { SuspendedRow } from './SuspendedRow.tsx'

/** Suspended users, whom a moderator can reinstate. */
export function SuspendedList() {
  const query = useInfiniteQuery(suspendedQuery())
  const people = query.data?.pages.flatMap((page) => page.suspended)
  const [chosen, setChosen] = useState<SuspendedUser | null>(null)
  const [isConfirmOpen, setConfirmOpen] = useState(false)
  const { mutateAsync: lift } = useLiftSuspension()
  const askToConfirm = (person: SuspendedUser) => {
    setChosen(person)
    setConfirmOpen(true)
  }
  if (!people && query.isError)
    return <LoadFailure text={errorMessage(query.error)} onRetry={() => void query.refetch()} />
  return (
    <>
      {people?.length === 0 && (
        <EmptyState drawing={drawing} title={reportsText.suspendedEmpty} text={reportsText.suspendedEmptyText} />
      )}
      {(query.isPending || (people && people.length > 0)) && (
        <ul className={styles.list} aria-label={reportsText.suspended} aria-busy={query.isPending}>
          {query.isPending && [140, 100, 160].map((width) => <PersonRowSkeleton key={width} width={width} />)}
          {people?.map((person) => (
            <SuspendedRow key={person.id} person={person} onLift={() => askToConfirm(person)} />
          ))}
        </ul>
      )}
      <NextPage query={query} />
      <NoteDialog
        title={reportsText.liftTitle}
        text={reportsText.liftText(chosen?.username ?? '')}
        confirm={reportsText.lift}
        hint={reportsText.question('dismiss', 'user').hint}
        danger={false}
        open={isConfirmOpen}
        onOpenChange={setConfirmOpen}
        onConfirm={(note) => chosen && lift({ userId: chosen.id, note })}
      />
    </>
  )
}
