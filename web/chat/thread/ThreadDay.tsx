import type { RefObject } from 'react'
import type { Conversation, Message } from '#contract/chat.ts'
import { chatText } from '#web/chat/chat.text.ts'
import { useDayName } from './days.ts'
import { goesOn, type Line } from './thread-items.ts'
import { MessageLine } from './MessageRow.tsx'
import styles from './ThreadDay.module.css'
import { WrittenLine } from './PendingMessageRow.tsx'

type ThreadDayProps = {
  day: Date
  lines: Line[]
  conversation: Conversation
  /** The key of the first message that was unread. */
  firstNew: string | undefined
  /** Is given the words before it. */
  divider: RefObject<HTMLHeadingElement | null>
  chosen: readonly number[] | null
  onChoose: (chosen: readonly number[]) => void
  onOptions: (message: Message) => void
}

/** The messages of one day. */
export function ThreadDay({
  day,
  lines,
  conversation,
  firstNew,
  divider,
  chosen,
  onChoose,
  onOptions,
}: ThreadDayProps) {
  const name = useDayName(day)
  const begins = lines.findIndex(({ key }) => key === firstNew)
  const parts = begins === -1 ? [lines] : [lines.slice(0, begins), lines.slice(begins)]
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
              const isRun = goesOn(line, part[place - 1])
              return line.message ? (
                <MessageLine
                  key={line.key}
                  message={line.message}
                  conversation={conversation}
                  goesOn={isRun}
                  chosen={chosen}
                  onChoose={onChoose}
                  onOptions={onOptions}
                />
              ) : (
                <WrittenLine key={line.key} written={line.written} goesOn={isRun} />
              )
            })}
          </ul>
        </div>
      ))}
    </section>
  )
}
