import { Check, CheckCheck, type LucideIcon } from 'lucide-react'
import type { Conversation, Message } from '#contract/chat.ts'
import { chatText } from '#web/chat/chat.text.ts'
import { classNames } from '#web/ui/class-names.ts'
import styles from './MessageState.module.css'

type StatusIconProps = { icon: LucideIcon; label: string; className?: string | undefined }

/** A small icon for the state of a message, with a label for screen readers. */
export const StatusIcon = ({ icon: Icon, label, className }: StatusIconProps) => (
  <span className={classNames(styles.icon, className)} title={label}>
    <Icon size={15} aria-hidden />
    <span className="visually-hidden">{label}</span>
  </span>
)

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
