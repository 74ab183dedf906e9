import type { RefObject } from 'react'
import type { Conversation, Message } from '#contract/chat.ts'
import { chatText } from '#web/chat/chat.text.ts'
import { useDayName } from './days.ts'
import { continuesGroup, type ThreadItem } from './thread-items.ts'
import { MessageRow } from './MessageRow.tsx'
import styles from './ThreadDay.module.css'
import { PendingMessageRow } from './PendingMessageRow.tsx'

type ThreadDayProps = {
  day: Date
  items: ThreadItem[]
  conversation: Conversation
  /** The key of the first message that was unread. */
  firstNewKey: string | undefined
  /** Is given the words before it. */
  divider: RefObject<HTMLHeadingElement | null>
  selectedIds: readonly number[] | null
  onSelect: (chosen: readonly number[]) => void
  onOptions: (message: Message) => void
}

/** The messages of one day. */
export function ThreadDay({
  day,
  items,
  conversation,
  firstNewKey,
  divider,
  selectedIds,
  onSelect,
  onOptions,
}: ThreadDayProps) {
  const name = useDayName(day)
  const begins = items.findIndex(({ key }) => key === firstNewKey)
  const parts = begins === -1 ? [items] : [items.slice(0, begins), items.slice(begins)]
  return (
    <section className={styles.day}>
      <h2 className={styles.name}>{name}</h2>
      {parts.map((part, index) => (
        <div key={index}>
          {index === parts.length - 1 && begins > -1 && (
            <h3 ref={divider} className={styles.divider}>
              {chatText.newMessages}
            </h3>
          )}
          <ul>
            {part.map((line, place) => {
              const isRun = continuesGroup(line, part[place - 1])
              return line.message ? (
                <MessageRow
                  key={line.key}
                  message={line.message}
                  conversation={conversation}
                  isGrouped={isRun}
                  selectedIds={selectedIds}
                  onSelect={onSelect}
                  onOptions={onOptions}
                />
              ) : (
                <PendingMessageRow key={line.key} written={line.pending} goesOn={isRun} />
              )
            })}
          </ul>
        </div>
      ))}
    </section>
  )
}
