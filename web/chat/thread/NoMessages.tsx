import drawing from '#web/ui/drawings/blank-postcard.svg'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { chatText } from '#web/chat/chat.text.ts'

/** Before the first word. */
export const NoMessages = ({ name }: { name: string }) => (
  <EmptyState drawing={drawing} title={chatText.first(name)} text={chatText.firstText} />
)
