import { useQuery } from '@tanstack/react-query'
import { useGoBack } from '#web/navigation/go-back.ts'
import { useTabMemory } from '#web/navigation/tab-memory.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import type { Folder } from './chat.api.ts'
import { chatText } from './chat.text.ts'
import { ConversationList } from './list/ConversationList.tsx'
import { chatCountsQuery } from './chat-counts.api.ts'

export function ConversationsPage() {
  const goBack = useGoBack()
  const [folder, open] = useTabMemory<Folder>('chats')
  const waiting = useQuery(chatCountsQuery()).data
  const requests = waiting?.requests_count ?? 0
  const unread = waiting?.unread_conversations ?? 0
  return (
    <>
      <title>{chatText.title}</title>
      <PageHeader title={chatText.title} onBack={goBack} />
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
