import { useQuery } from '@tanstack/react-query'
import { useTabMemory } from '#web/navigation/tab-memory.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import type { Folder } from '#web/chat/chat.api.ts'
import { chatText } from '#web/chat/chat.text.ts'
import { chatCountsQuery } from '#web/chat/chat-counts.api.ts'
import { ConversationList } from './ConversationList.tsx'

/** The conversations and the message requests. */
export function Conversations({ onBack }: { onBack?: (() => void) | undefined }) {
  const [folder, open] = useTabMemory<Folder>('chats')
  const waiting = useQuery(chatCountsQuery()).data
  const requests = waiting?.requests_count ?? 0
  const unread = waiting?.unread_conversations ?? 0
  return (
    <>
      <PageHeader title={chatText.title} onBack={onBack} />
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
