import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useState } from 'react'
import { Link } from 'react-router'
import type { CurrentUser } from '#contract/auth.ts'
import type { Conversation, Message } from '#contract/chat.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { catchUp, messagesQuery } from '#web/chat/chat.api.ts'
import { chatText } from '#web/chat/chat.text.ts'
import { Composer } from '#web/chat/compose/Composer.tsx'
import { type PendingMessage, usePendingMessages } from '#web/chat/compose/outbox.ts'
import { RequestPanel } from '#web/chat/requests/RequestPanel.tsx'
import { ReportDialog } from '#web/moderation/ReportDialog.tsx'
import { useGoBack } from '#web/navigation/go-back.ts'
import { errorMessage, isGone } from '#web/platform/api-errors.ts'
import { useKeyboardInset } from '#web/platform/screen.ts'
import { queryClient } from '#web/platform/query-client.ts'
import { Button } from '#web/ui/Button.tsx'
import { DialogButton } from '#web/ui/DialogButton.tsx'
import drawing from '#web/ui/drawings/letter-box.svg'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { LoadFailure } from '#web/ui/LoadFailure.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { ConversationHeader } from './ConversationHeader.tsx'
import { PendingMessageRow } from './PendingMessageRow.tsx'
import { Thread } from './Thread.tsx'
import styles from './ConversationView.module.css'

type ReportChosenProps = { selectedIds: readonly number[]; onEnd: () => void }

/** Replaces the composer while messages are selected for a report. Only the selected ones are sent. */
function ReportChosen({ selectedIds, onEnd }: ReportChosenProps) {
  const [isDialogOpen, setDialogOpen] = useState(false)
  return (
    <section className={styles.panel} aria-label={chatText.reportMessages}>
      <p className={styles.text} aria-live="polite">
        {selectedIds.length === 0 ? chatText.selectToReport : chatText.selectedCount(selectedIds.length)}
      </p>
      <div className={styles.actions}>
        <Button variant="outline" size="small" onClick={onEnd}>
          {chatText.cancel}
        </Button>
        <DialogButton size="small" disabled={selectedIds.length === 0} onClick={() => setDialogOpen(true)}>
          {chatText.report}
        </DialogButton>
      </div>
      <ReportDialog
        target={selectedIds.map((target_id) => ({ target_type: 'message', target_id }))}
        open={isDialogOpen}
        onOpenChange={setDialogOpen}
        onReported={onEnd}
      />
    </section>
  )
}

const widths = [190, 240, 150, 210, 120, 230]

/** Shown while messages load. */
const ThreadSkeleton = () => (
  <section className={styles.thread} aria-label={chatText.loading} aria-busy>
    {widths.map((width) => (
      <Skeleton key={width} round="photo" width={width} height={42} />
    ))}
  </section>
)

type ConversationViewProps = {
  viewer: CurrentUser
  otherId: number
  /** The list is in sight: no way back to it is needed. */
  isBesideList: boolean
}

export function ConversationView({ viewer, otherId, isBesideList }: ConversationViewProps) {
  const query = useInfiniteQuery(messagesQuery(otherId))
  const pending = usePendingMessages().filter(({ other_id }) => other_id === otherId)
  const goBack = useGoBack(pagePaths.chat)
  /** Messages selected for a report; null outside of selection mode. */
  const [selectedIds, setSelectedIds] = useState<readonly number[] | null>(null)
  /** The message that the next one answers. */
  const [answered, setAnswered] = useState<Message | null>(null)
  useKeyboardProperty()
  useEffect(() => {
    // A cached conversation is shown at once and brought up to date.
    if (queryClient.getQueryData(messagesQuery(otherId).queryKey)) void catchUp(otherId)
  }, [otherId])

  const conversation = query.data?.pages[0]?.conversation
  if (!conversation)
    return (
      <div className={styles.page}>
        <title>{chatText.conversation}</title>
        <PageHeader title={chatText.conversation} onBack={isBesideList ? undefined : goBack} />
        {query.isPending && <ThreadSkeleton />}
        {query.isError && <ConversationFailure error={query.error} onRetry={() => void query.refetch()} />}
        {query.isError && !isGone(query.error) && <Outbox pending={pending} />}
      </div>
    )
  const { user } = conversation
  return (
    <div className={styles.page}>
      <title>{`${user.username} · ${chatText.title}`}</title>
      <ConversationHeader
        person={user}
        onBack={isBesideList ? undefined : goBack}
        onDeleted={goBack}
        onReport={() => setSelectedIds([])}
      />
      <Thread
        conversation={conversation}
        query={query}
        pending={pending}
        selectedIds={selectedIds}
        onSelect={setSelectedIds}
        onReply={setAnswered}
      />
      {selectedIds ? (
        <ReportChosen selectedIds={selectedIds} onEnd={() => setSelectedIds(null)} />
      ) : (
        <ConversationFooter
          viewer={viewer}
          conversation={conversation}
          answered={answered}
          onAnswered={() => setAnswered(null)}
          onDeclined={goBack}
        />
      )}
    </div>
  )
}

type ConversationFooterProps = {
  viewer: CurrentUser
  conversation: Conversation
  answered: Message | null
  onAnswered: () => void
  onDeclined: () => void
}

/** The composer, or the reason why there is none. */
function ConversationFooter({ viewer, conversation, answered, onAnswered, onDeclined }: ConversationFooterProps) {
  const { user, is_request, can_write } = conversation
  if (is_request) return <RequestPanel person={user} onDeclined={onDeclined} />
  if (can_write)
    return <Composer viewer={viewer} conversation={conversation} answered={answered} onAnswered={onAnswered} />
  return <p className={styles.closed}>{chatText.cannotWrite(user.username)}</p>
}

/** The pending messages, while the messages before them cannot be loaded. */
const Outbox = ({ pending }: { pending: PendingMessage[] }) =>
  pending.length > 0 && (
    <section className={styles.outbox} aria-label={chatText.outbox}>
      <h2 className={styles.outboxTitle}>{chatText.outbox}</h2>
      <ul>
        {pending.map((message, index) => (
          <PendingMessageRow key={message.client_id} pending={message} name="" isGrouped={index > 0} />
        ))}
      </ul>
    </section>
  )

function ConversationFailure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  if (!isGone(error)) return <LoadFailure text={errorMessage(error)} onRetry={onRetry} />
  return (
    <EmptyState drawing={drawing} title={chatText.unavailable}>
      <Button variant="soft" render={(props) => <Link to={pagePaths.chat} replace {...props} />}>
        {chatText.backToList}
      </Button>
    </EmptyState>
  )
}

/** Sets `--keyboard`, so that the page fits above the on-screen keyboard. */
function useKeyboardProperty() {
  const keyboard = useKeyboardInset()
  useLayoutEffect(() => {
    document.documentElement.style.setProperty('--keyboard', `${keyboard}px`)
    return () => void document.documentElement.style.removeProperty('--keyboard')
  }, [keyboard])
}
