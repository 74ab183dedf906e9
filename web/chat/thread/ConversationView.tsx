import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useState } from 'react'
import { Link } from 'react-router'
import type { CurrentUser } from '#contract/auth.ts'
import { useGoBack } from '#web/navigation/go-back.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { isGone, errorMessage } from '#web/platform/api-errors.ts'
import { useKeyboardInset } from '#web/platform/keyboard-inset.ts'
import { queryClient } from '#web/platform/query-client.ts'
import { Button } from '#web/ui/Button.tsx'
import drawing from '#web/ui/drawings/letter-box.svg'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { LoadFailure } from '#web/ui/LoadFailure.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { useRootAttribute } from '#web/ui/root-attribute.ts'
import { catchUp, messagesQuery } from '#web/chat/chat.api.ts'
import { chatText } from '#web/chat/chat.text.ts'
import { Composer } from '#web/chat/compose/Composer.tsx'
import { ConversationHeader } from './ConversationHeader.tsx'
import styles from './ConversationView.module.css'
import { usePendingMessages } from '#web/chat/compose/outbox.ts'
import { ReportChosen } from './ReportChosen.tsx'
import { RequestPanel } from '#web/chat/requests/RequestPanel.tsx'
import { Thread } from './Thread.tsx'
import { ThreadSkeleton } from './ThreadSkeleton.tsx'

type ConversationViewProps = { viewer: CurrentUser; otherId: number }

export function ConversationView({ viewer, otherId }: ConversationViewProps) {
  const query = useInfiniteQuery(messagesQuery(otherId))
  const written = usePendingMessages().filter(({ other_id }) => other_id === otherId)
  const goBack = useGoBack(pagePaths.chat)
  /** Messages that are to be reported; null while nobody chooses. */
  const [chosen, choose] = useState<readonly number[] | null>(null)
  useRootAttribute('data-conversation')
  useRoomForKeyboard()
  useEffect(() => {
    // Opened again: what was missed meanwhile comes behind what is there.
    if (queryClient.getQueryData(messagesQuery(otherId).queryKey)) void catchUp(otherId)
  }, [otherId])

  const conversation = query.data?.pages[0]?.conversation
  if (!conversation)
    return (
      <div className={styles.page}>
        <title>{chatText.conversation}</title>
        <PageHeader title={chatText.conversation} onBack={goBack} />
        {query.isPending && <ThreadSkeleton />}
        {isGone(query.error) && (
          <EmptyState drawing={drawing} title={chatText.unavailable}>
            <Button variant="soft" render={(clothes) => <Link to={pagePaths.chat} replace {...clothes} />}>
              {chatText.toList}
            </Button>
          </EmptyState>
        )}
        {query.isError && !isGone(query.error) && (
          <LoadFailure text={errorMessage(query.error)} onRetry={() => void query.refetch()} />
        )}
      </div>
    )
  const { user } = conversation
  return (
    <div className={styles.page}>
      <title>{`${user.username} · ${chatText.title}`}</title>
      <ConversationHeader person={user} onBack={goBack} onReport={() => choose([])} />
      <Thread conversation={conversation} query={query} pending={written} selectedIds={chosen} onSelect={choose} />
      {chosen ? (
        <ReportChosen selectedIds={chosen} onEnd={() => choose(null)} />
      ) : conversation.is_request ? (
        <RequestPanel person={user} onGone={goBack} />
      ) : conversation.can_write ? (
        <Composer viewer={viewer} conversation={conversation} />
      ) : (
        <p className={styles.closed}>{chatText.cannotWrite(user.username)}</p>
      )}
    </div>
  )
}

/** The page is as tall as what the keyboard leaves of the screen. */
function useRoomForKeyboard() {
  const keyboard = useKeyboardInset()
  useLayoutEffect(() => {
    document.documentElement.style.setProperty('--keyboard', `${keyboard}px`)
    return () => void document.documentElement.style.removeProperty('--keyboard')
  }, [keyboard])
}
