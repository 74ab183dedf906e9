import drawing from '#web/ui/drawings/blank-postcard.svg'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { chatText } from '#web/chat/chat.text.ts'

/** Shown in a conversation without messages. */
export const NoMessages = ({ name }: { name: string }) => (
  <EmptyState drawing={drawing} title={chatText.firstMessageTitle(name)} text={chatText.firstMessageText} />
)
