import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { SquarePen } from 'lucide-react'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import type { CurrentUser } from '#contract/auth.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { usePendingMessages } from '#web/chat/compose/outbox.ts'
import { ConversationRow, ConversationSkeleton } from '#web/chat/list/ConversationRow.tsx'
import { ConversationView } from '#web/chat/thread/ConversationView.tsx'
import { useGoBack } from '#web/navigation/go-back.ts'
import { useTabMemory } from '#web/navigation/tab-memory.ts'
import { errorMessage } from '#web/platform/api-errors.ts'
import { useCurrentUser } from '#web/platform/current-user.ts'
import { useScreen } from '#web/platform/screen.ts'
import { Button } from '#web/ui/Button.tsx'
import noRequests from '#web/ui/drawings/closed-shutters.svg'
import noConversations from '#web/ui/drawings/letter-box.svg'
import drawing from '#web/ui/drawings/voices-over-roofs.svg'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { DialogButton } from '#web/ui/DialogButton.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { lazyDialog } from '#web/ui/lazy-part.tsx'
import { LoadFailure } from '#web/ui/LoadFailure.tsx'
import { NextPage } from '#web/ui/NextPage.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { useRootAttribute } from '#web/ui/root-attribute.ts'
import { Tabs } from '#web/ui/Tabs.tsx'
import { chatCountsQuery } from './chat-counts.api.ts'
import { conversationsQuery, type Folder, messagesQuery } from './chat.api.ts'
import { chatText } from './chat.text.ts'
import styles from './ChatPage.module.css'

const NewChatDialog = lazyDialog(() => import('#web/chat/compose/NewChatDialog.tsx'), 'NewChatDialog')

/** Conversations or message requests, the most recent first. */
function ConversationList({ folder }: { folder: Folder }) {
  const query = useInfiniteQuery(conversationsQuery(folder))
  const pending = usePendingMessages()
  const conversations = query.data?.pages.flatMap((page) => page.conversations)
  if (!conversations && query.isError)
    return <LoadFailure text={errorMessage(query.error)} onRetry={() => void query.refetch()} />
  if (conversations?.length === 0 && !query.hasNextPage)
    return folder === 'chats' ? <NoConversations /> : <NoRequests />
  return (
    <>
      <Stack
        as="ul"
        padding="0 2"
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
      </Stack>
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

type ConversationsProps = {
  viewer: CurrentUser
  onBack?: (() => void) | undefined
  /** The user of the conversation beside the list. */
  openedId?: number | undefined
}

/** The conversations and the message requests. The list follows an opened request that is accepted. */
function Conversations({ viewer, onBack, openedId }: ConversationsProps) {
  const [folder, open] = useTabMemory<Folder>('chats')
  const messages = useInfiniteQuery({ ...messagesQuery(openedId ?? 0), enabled: false })
  const isRequest = openedId === undefined ? undefined : messages.data?.pages[0]?.conversation.is_request
  const [opened, setOpened] = useState({ id: openedId, isRequest })
  if (opened.id !== openedId || opened.isRequest !== isRequest) {
    if (opened.id === openedId && opened.isRequest && isRequest === false) open('chats')
    setOpened({ id: openedId, isRequest })
  }
  const waiting = useQuery(chatCountsQuery()).data
  const requests = waiting?.requests_count ?? 0
  const unread = waiting?.unread_conversations ?? 0
  return (
    <>
      <PageHeader title={chatText.title} onBack={onBack}>
        <NewChatButton viewer={viewer} />
      </PageHeader>
      <Tabs
        sticky
        label={chatText.folders}
        value={folder}
        onChange={open}
        tabs={[
          { value: 'chats', label: chatText.conversations(unread), content: <ConversationList folder="chats" /> },
          { value: 'requests', label: chatText.requests(requests), content: <ConversationList folder="requests" /> },
        ]}
      />
    </>
  )
}

/** Begins a conversation, or opens the one that there is. */
function NewChatButton({ viewer }: { viewer: CurrentUser }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <DialogButton
        as={IconButton}
        opens={NewChatDialog}
        label={chatText.newChat}
        tone="ink"
        onClick={() => setOpen(true)}
      >
        <SquarePen size={24} />
      </DialogButton>
      <NewChatDialog viewer={viewer} open={isOpen} onOpenChange={setOpen} />
    </>
  )
}

/**
 * The conversations, or the one with another user, also before its first message. On a desk both beside each other; the
 * addresses are the same.
 */
export function ChatPage() {
  const viewer = useCurrentUser()
  const { userId } = useParams()
  const isDesk = useScreen('desk')
  const goBack = useGoBack()
  useRootAttribute('data-conversation', isDesk || userId !== undefined)
  if (!viewer) return null
  const otherId = Number(userId)
  const conversation = userId !== undefined && (
    <ConversationView key={`${viewer.id} ${otherId}`} viewer={viewer} otherId={otherId} isBesideList={isDesk} />
  )
  if (!isDesk)
    return (
      conversation || (
        <>
          <title>{chatText.title}</title>
          <Conversations viewer={viewer} onBack={goBack} />
        </>
      )
    )
  return (
    <div className={styles.panes}>
      <div className={styles.list}>
        <Conversations viewer={viewer} openedId={userId === undefined ? undefined : otherId} />
      </div>
      <div className={styles.thread}>{conversation || <NothingChosen />}</div>
    </div>
  )
}

const NothingChosen = () => (
  <div className={styles.nothing}>
    <title>{chatText.title}</title>
    <EmptyState drawing={drawing} title={chatText.chooseConversation} text={chatText.chooseConversationText} />
  </div>
)
