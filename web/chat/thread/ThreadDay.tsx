import type { RefObject } from 'react'
import type { Conversation, Message } from '#contract/chat.ts'
import { chatText } from '#web/chat/chat.text.ts'
import { MessageRow } from './MessageRow.tsx'
import { PendingMessageRow } from './PendingMessageRow.tsx'
import { continuesGroup, type ThreadItem, useDayName } from './thread-items.ts'
import styles from './Thread.module.css'

type ThreadDayProps = {
  day: Date
  items: ThreadItem[]
  conversation: Conversation
  /** The key of the first message that was unread when the conversation was opened. */
  firstUnreadKey: string | undefined
  /** Receives the heading above the unread messages. */
  divider: RefObject<HTMLHeadingElement | null>
  selectedIds: readonly number[] | null
  onSelect: (ids: readonly number[]) => void
  onOptions: (message: Message) => void
  onReply: ((message: Message) => void) | undefined
  onShow: (number: number) => void
}

/** The messages of one day. */
export function ThreadDay({ day, items, firstUnreadKey, divider, ...rest }: ThreadDayProps) {
  const name = useDayName(day)
  const dividerIndex = items.findIndex(({ key }) => key === firstUnreadKey)
  const hasDivider = dividerIndex > -1
  const parts = hasDivider ? [items.slice(0, dividerIndex), items.slice(dividerIndex)] : [items]
  return (
    <section className={styles.day}>
      <h2 className={styles.name}>{name}</h2>
      {parts.map((part, index) => (
        <div key={index}>
          {hasDivider && index === parts.length - 1 && (
            <h3 ref={divider} className={styles.divider}>
              {chatText.newMessages}
            </h3>
          )}
          <ul>
            {part.map((item, position) => {
              const isGrouped = continuesGroup(item, part[position - 1])
              if (item.pending)
                return (
                  <PendingMessageRow
                    key={item.key}
                    pending={item.pending}
                    name={rest.conversation.user.username}
                    isGrouped={isGrouped}
                  />
                )
              return <MessageRow key={item.key} message={item.message} isGrouped={isGrouped} {...rest} />
            })}
          </ul>
        </div>
      ))}
    </section>
  )
}
