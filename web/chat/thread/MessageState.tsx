import { Check, CheckCheck } from 'lucide-react'
import type { Conversation, Message } from '#contract/chat.ts'
import { chatText } from '#web/chat/chat.text.ts'
import { StatusIcon } from '#web/chat/StatusIcon.tsx'
import styles from './MessageState.module.css'

type MessageStateProps = { message: Message; conversation: Conversation; at: string }

/** The time of a message, and for the viewer's own whether it was sent, delivered or read. */
export const MessageState = ({ message, conversation, at }: MessageStateProps) => (
  <span className={styles.state}>
    <time dateTime={at}>{chatText.time(new Date(at))}</time>
    {message.is_own && !message.is_deleted && <Tick number={message.number} conversation={conversation} />}
  </span>
)

function Tick({ number, conversation }: { number: number; conversation: Conversation }) {
  if (number <= conversation.other_read_up_to)
    return <StatusIcon icon={CheckCheck} label={chatText.read} className={styles.read} />
  if (number <= conversation.other_received_up_to) return <StatusIcon icon={CheckCheck} label={chatText.delivered} />
  return <StatusIcon icon={Check} label={chatText.sent} />
}
