import { useInfiniteQuery } from '@tanstack/react-query'
import type { BlockedUser } from '#contract/moderation.ts'
import { useGoBack } from '#web/navigation/go-back.ts'
import { ListFrame } from '#web/platform/ListFrame.tsx'
import { useConfirm } from '#web/ui/ConfirmDialog.tsx'
import { DialogButton } from '#web/ui/DialogButton.tsx'
import drawing from '#web/ui/drawings/quiet-harbour.svg'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ListRow, ListRows } from '#web/ui/ListRow.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { PersonLabel, PersonRowSkeleton } from '#web/users/PersonRow.tsx'
import { blockedUsersQuery, useUnblockUser } from './moderation.api.ts'
import { moderationText } from './moderation.text.ts'

/** No link: the profile of a blocked user is not visible. */
const BlockedUserRow = ({ person, onUnblock }: { person: BlockedUser; onUnblock: () => void }) => (
  <ListRow
    trailing={
      <DialogButton size="small" variant="outline" onClick={onUnblock}>
        {moderationText.unblock}
        <span className="visually-hidden"> {person.username}</span>
      </DialogButton>
    }
  >
    <PersonLabel person={person} />
  </ListRow>
)

export function BlockedUsersPage() {
  const query = useInfiniteQuery(blockedUsersQuery())
  const goBack = useGoBack()
  const people = query.data?.pages.flatMap((page) => page.blocked_users)
  const { confirm, confirmation } = useConfirm()
  const { mutateAsync: unblock } = useUnblockUser()
  const ask = ({ id, username }: BlockedUser) =>
    confirm({
      title: moderationText.unblockTitle,
      text: moderationText.unblockQuestion(username),
      confirmLabel: moderationText.confirm,
      onConfirm: () => unblock(id),
    })
  return (
    <>
      <title>{moderationText.blockedTitle}</title>
      <PageHeader title={moderationText.blockedTitle} onBack={goBack} />
      <ListFrame
        query={query}
        isEmpty={people?.length === 0}
        empty={
          <EmptyState drawing={drawing} title={moderationText.blockedEmpty} text={moderationText.blockedEmptyText} />
        }
      >
        <ListRows label={moderationText.blockedTitle} busy={query.isPending}>
          {query.isPending && [140, 100, 160].map((width) => <PersonRowSkeleton key={width} width={width} />)}
          {people?.map((person) => (
            <BlockedUserRow key={person.id} person={person} onUnblock={() => ask(person)} />
          ))}
        </ListRows>
      </ListFrame>
      {confirmation}
    </>
  )
}
