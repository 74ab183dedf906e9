import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { ArrowDown } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Output } from '#contract/calls.ts'
import type { Conversation, Message } from '#contract/chat.ts'
import { deletableForBothMs } from '#contract/limits.ts'
import { classNames } from '#web/ui/class-names.ts'
import { NewItemsButton } from '#web/ui/NewItemsButton.tsx'
import { NextPage } from '#web/ui/NextPage.tsx'
import { chatText } from '#web/chat/chat.text.ts'
import { groupByDay } from './days.ts'
import { useScrollAnchor } from './scroll-anchor.ts'
import { isIncomingFrom, threadItems } from './thread-items.ts'
import { MessageOptions, type Selected } from './MessageOptions.tsx'
import { NoMessages } from './NoMessages.tsx'
import type { PendingMessage } from '#web/chat/compose/pending-messages.ts'
import { useMarkRead } from './mark-read.ts'
import { ThreadDay } from './ThreadDay.tsx'
import styles from './Thread.module.css'
import { messagePreview } from '#web/chat/message-preview.ts'

/** Messages. */
const farthest = 150
/** Pixels: who is so near the end sees what comes. */
const nearEnd = 80

type ThreadProps = {
  conversation: Conversation
  query: UseInfiniteQueryResult<InfiniteData<Output<'getMessages'>>>
  pending: PendingMessage[]
  /** Messages to report; null while nobody chooses. */
  selectedIds: readonly number[] | null
  onSelect: (chosen: readonly number[]) => void
}

/** What was said, day by day, the newest at the bottom; it scrolls by itself, and counts from its end: what comes above moves nothing. */
export function Thread({ conversation, query, pending, selectedIds, onSelect }: ThreadProps) {
  const { user, unread_count, read_up_to, is_request } = conversation
  const messages = query.data?.pages.flatMap((page) => page.messages) ?? []
  const newest = lastOf(messages)
  const incoming = lastOf(messages.filter(({ is_own }) => !is_own))
  const lines = threadItems(messages, pending)
  /** As it was when the conversation was opened. */
  const [newFrom] = useState(() => (unread_count > 0 && !is_request ? read_up_to + 1 : null))
  const firstNew =
    newFrom === null || (query.hasNextPage && messages.every(({ number }) => number >= newFrom))
      ? undefined
      : lines.find(isIncomingFrom(newFrom))?.key
  // Whoever has very much to read begins at its end.
  const [isPlaced, setPlaced] = useState(newFrom === null || (newest?.number ?? 0) - newFrom > farthest)
  const [newestAtFirst] = useState(newest?.number ?? 0)
  const [selected, setSelected] = useState<Selected | null>(null)
  const [optionsOpen, setOptionsOpen] = useState(false)
  const [isAtEnd, setAtEnd] = useState(true)
  const [seen, setSeen] = useState(newFrom === null ? newestAtFirst : newFrom - 1)
  if (isPlaced && isAtEnd && newest && newest.number > seen) setSeen(newest.number)
  const scroller = useRef<HTMLElement>(null)
  const divider = useRef<HTMLHeadingElement>(null)

  const select = (message: Message) => {
    setSelected({ message, isYoung: Date.now() - Date.parse(message.created_at) < deletableForBothMs })
    setOptionsOpen(true)
  }
  const toEnd = () => scroller.current?.scrollTo({ top: 0 })
  const { saveAnchor } = useScrollAnchor(scroller, isAtEnd, lines.at(-1)?.key)
  const look = () => {
    setAtEnd(Math.abs(scroller.current?.scrollTop ?? 0) < nearEnd)
    saveAnchor()
  }
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query
  useLayoutEffect(() => {
    if (isPlaced || isFetchingNextPage) return
    if (firstNew === undefined && hasNextPage && !isFetchNextPageError)
      return void fetchNextPage({ cancelRefetch: false })
    divider.current?.scrollIntoView({ block: 'start' })
    setAtEnd(Math.abs(scroller.current?.scrollTop ?? 0) < nearEnd)
    setPlaced(true)
  }, [isPlaced, firstNew, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage])
  const lastWritten = pending.at(-1)?.client_id
  useEffect(() => {
    // Who writes sees it.
    if (lastWritten !== undefined) scroller.current?.scrollTo({ top: 0 })
  }, [lastWritten])
  const isRead = !incoming || incoming.number <= read_up_to
  useMarkRead(user.id, is_request || !isPlaced || !isAtEnd || isRead ? null : incoming.number)

  return (
    <div className={styles.frame}>
      <section
        ref={scroller}
        className={styles.scroller}
        aria-label={chatText.messagesWith(user.username)}
        onScroll={look}
      >
        <div className={classNames(styles.inner, lines.length === 0 && styles.blank)}>
          <NextPage query={query} />
          {lines.length === 0 && !query.hasNextPage && <NoMessages name={user.username} />}
          {groupByDay(lines).map(({ day, lines }) => (
            <ThreadDay
              key={day.getTime()}
              day={day}
              items={lines}
              conversation={conversation}
              firstNewKey={firstNew}
              divider={divider}
              selectedIds={selectedIds}
              onSelect={onSelect}
              onOptions={select}
            />
          ))}
        </div>
      </section>
      {!isAtEnd && incoming && incoming.number > seen && (
        <NewItemsButton
          className={styles.news}
          icon={<ArrowDown size={16} aria-hidden />}
          text={chatText.newMessages}
          onClick={toEnd}
        />
      )}
      <output className="visually-hidden">
        {incoming && incoming.number > newestAtFirst && chatText.told(user.username, messagePreview(incoming))}
      </output>
      {selected && (
        <MessageOptions
          key={selected.message.id}
          selected={selected}
          person={user}
          open={optionsOpen}
          onOpenChange={setOptionsOpen}
        />
      )}
    </div>
  )
}

const lastOf = (messages: Message[]): Message | undefined =>
  messages.reduce<Message | undefined>((last, one) => (last && last.number > one.number ? last : one), undefined)
