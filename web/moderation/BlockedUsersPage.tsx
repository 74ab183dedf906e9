import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { BlockedUser } from '#contract/moderation.ts'
import { useGoBack } from '#web/navigation/go-back.ts'
import { errorMessage } from '#web/platform/api-errors.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import drawing from '#web/ui/drawings/quiet-harbour.svg'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { LoadFailure } from '#web/ui/LoadFailure.tsx'
import { NextPage } from '#web/ui/NextPage.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { PersonRowSkeleton } from '#web/users/PersonRowSkeleton.tsx'
import { BlockedUserRow } from './BlockedUserRow.tsx'
import styles from './BlockedUsersPage.module.css'
import { blockedUsersQuery, useUnblockUser } from './moderation.api.ts'
import { moderationText } from './moderation.text.ts'

export function BlockedUsersPage() {
  const query = useInfiniteQuery(blockedUsersQuery())
  const goBack = useGoBack()
  const people = query.data?.pages.flatMap((page) => page.blocked_users)
  const [chosen, setChosen] = useState<BlockedUser | null>(null)
  const [isConfirmOpen, setConfirmOpen] = useState(false)
  const { mutateAsync: unblock } = useUnblockUser()
  const askToConfirm = (person: BlockedUser) => {
    setChosen(person)
    setConfirmOpen(true)
  }
  return (
    <>
      <title>{moderationText.blockedTitle}</title>
      <PageHeader title={moderationText.blockedTitle} onBack={goBack} />
      {!people && query.isError && (
        <LoadFailure text={errorMessage(query.error)} onRetry={() => void query.refetch()} />
      )}
      {people?.length === 0 && (
        <EmptyState drawing={drawing} title={moderationText.blockedEmpty} text={moderationText.blockedEmptyText} />
      )}
      {(query.isPending || (people && people.length > 0)) && (
        <ul className={styles.list} aria-label={moderationText.blockedTitle} aria-busy={query.isPending}>
          {query.isPending && [140, 100, 160].map((width) => <PersonRowSkeleton key={width} width={width} />)}
          {people?.map((person) => (
            <BlockedUserRow key={person.id} person={person} onUnblock={() => askToConfirm(person)} />
          ))}
        </ul>
      )}
      <NextPage query={query} />
      <ConfirmDialog
        open={isConfirmOpen}
        onOpenChange={setConfirmOpen}
        title={moderationText.unblockTitle}
        text={moderationText.unblockQuestion(chosen?.username ?? '')}
        cancelLabel={moderationText.cancel}
        confirmLabel={moderationText.confirm}
        onConfirm={() => chosen && unblock(chosen.id)}
      />
    </>
  )
}
