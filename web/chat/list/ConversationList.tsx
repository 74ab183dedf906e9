import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { errorMessage } from '#web/platform/api-errors.ts'
import { Button } from '#web/ui/Button.tsx'
import noConversations from '#web/ui/drawings/letter-box.svg'
import noRequests from '#web/ui/drawings/closed-shutters.svg'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { LoadFailure } from '#web/ui/LoadFailure.tsx'
import { NextPage } from '#web/ui/NextPage.tsx'
import { conversationsQuery, type Folder } from '#web/chat/chat.api.ts'
import { chatText } from '#web/chat/chat.text.ts'
import styles from './ConversationList.module.css'
import { ConversationRow } from './ConversationRow.tsx'
import { ConversationSkeleton } from './ConversationSkeleton.tsx'
import { usePendingMessages } from '#web/chat/compose/outbox.ts'

/** Conversations or message requests, the most recent first. */
export function ConversationList({ folder }: { folder: Folder }) {
  const query = useInfiniteQuery(conversationsQuery(folder))
  const pending = usePendingMessages()
  const conversations = query.data?.pages.flatMap((page) => page.conversations)
  if (!conversations && query.isError)
    return <LoadFailure text={errorMessage(query.error)} onRetry={() => void query.refetch()} />
  if (conversations?.length === 0 && !query.hasNextPage)
    return folder === 'chats' ? <NoConversations /> : <NoRequests />
  return (
    <>
      <ul
        className={styles.list}
        aria-label={folder === 'chats' ? chatText.title : chatText.requests(0)}
        aria-busy={query.isPending}
      >
        {query.isPending &&
          [210, 160, 240, 190, 130].map((width) => <ConversationSkeleton key={width} width={width} />)}
        {conversations?.map((conversation) => (
          <ConversationRow
            key={conversation.user.id}
            conversation={conversation}
            pending={pending.findLast(({ other_id }) => other_id === conversation.user.id)}
          />
        ))}
      </ul>
      <NextPage query={query} />
    </>
  )
}

const NoConversations = () => (
  <EmptyState drawing={noConversations} title={chatText.empty} text={chatText.emptyText}>
    <Button variant="soft" render={(props) => <Link to={pagePaths.search} {...props} />}>
      {chatText.findPerson}
    </Button>
  </EmptyState>
)

const NoRequests = () => <EmptyState drawing={noRequests} title={chatText.noRequests} text={chatText.noRequestsText} />
