import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { ArrowDown } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Output } from '#contract/calls.ts'
import type { Conversation, Message } from '#contract/chat.ts'
import { deletableForBothMs } from '#contract/limits.ts'
import { markMessagesRead } from '#web/chat/chat.api.ts'
import { chatText } from '#web/chat/chat.text.ts'
import type { PendingMessage } from '#web/chat/compose/outbox.ts'
import { messagePreview } from '#web/chat/message-preview.ts'
import { onBack } from '#web/platform/online.ts'
import { classNames } from '#web/ui/class-names.ts'
import drawing from '#web/ui/drawings/blank-postcard.svg'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { NewItemsButton } from '#web/ui/NewItemsPill.tsx'
import { NextPage } from '#web/ui/NextPage.tsx'
import { MessageOptions, type SelectedMessage } from './MessageOptions.tsx'
import { groupByDay, isIncomingFrom, latestMessage, threadItems } from './thread-items.ts'
import { useThreadScroll } from './thread-scroll.ts'
import { ThreadDay } from './ThreadDay.tsx'
import styles from './Thread.module.css'

type OlderPages = { hasNextPage: boolean; fetchNextPage: () => Promise<{ hasNextPage: boolean; isError: boolean }> }

const flashMs = 1200
const nextFrame = () => new Promise(requestAnimationFrame)

/** Scrolls to a message and focuses it, after loading older pages until it is there, or one does not arrive. */
async function showMessage(scroller: HTMLElement | null, number: number, pages: OlderPages): Promise<void> {
  const findRow = () => scroller?.querySelector<HTMLElement>(`[data-number="${number}"]`)
  let mayBeOlder = pages.hasNextPage
  while (!findRow() && mayBeOlder) {
    const { hasNextPage, isError } = await pages.fetchNextPage()
    mayBeOlder = hasNextPage && !isError
    await nextFrame()
  }
  const row = findRow()
  row?.scrollIntoView({ block: 'center' })
  row?.focus({ preventScroll: true })
  row?.animate([{ backgroundColor: 'var(--press)' }, {}], { duration: flashMs })
}

/**
 * Marks messages as read while the page is visible, and again after a failure when it returns.
 *
 * @param upTo the number of the last one; null: nothing to mark.
 */
function useMarkRead(otherId: number, upTo: number | null) {
  useEffect(() => {
    if (upTo === null) return
    const mark = () => void markMessagesRead(otherId, upTo).catch(() => undefined)
    if (document.visibilityState === 'visible') mark()
    return onBack(mark)
  }, [otherId, upTo])
}

/** Shown in a conversation without messages. */
const NoMessages = ({ name }: { name: string }) => (
  <EmptyState drawing={drawing} title={chatText.firstMessageTitle(name)} text={chatText.firstMessageText} />
)

type ThreadProps = {
  conversation: Conversation
  query: UseInfiniteQueryResult<InfiniteData<Output<'getMessages'>>>
  pending: PendingMessage[]
  /** Ids of messages to report; null outside of selection mode. */
  selectedIds: readonly number[] | null
  onSelect: (ids: readonly number[]) => void
  onReply: (message: Message) => void
}

/** The messages by day, newest at the bottom. It scrolls by itself from its end, so that older pages move nothing. */
export function Thread({ conversation, query, pending, selectedIds, onSelect, onReply }: ThreadProps) {
  const { user, unread_count, read_up_to, is_request, can_write } = conversation
  const canAnswer = can_write && !is_request
  const messages = query.data?.pages.flatMap((page) => page.messages) ?? []
  const newest = latestMessage(messages)
  const incoming = latestMessage(messages.filter(({ is_own }) => !is_own))
  const items = threadItems(messages, pending)
  // Both as they were when the conversation was opened.
  const [unreadFrom] = useState(() => (unread_count > 0 && !is_request ? read_up_to + 1 : null))
  const [newestAtOpen] = useState(newest?.number ?? 0)
  const mayBeOnNextPage = query.hasNextPage && messages.every(({ number }) => number >= (unreadFrom ?? 0))
  const firstUnreadKey =
    unreadFrom === null || mayBeOnNextPage ? undefined : items.find(isIncomingFrom(unreadFrom))?.key
  const { scroller, divider, isPlaced, isAtEnd, onScroll, scrollToEnd } = useThreadScroll({
    newest,
    unreadFrom,
    firstUnreadKey,
    lastKey: items.at(-1)?.key,
    lastPendingId: pending.at(-1)?.client_id,
    query,
  })
  const [seenUpTo, setSeenUpTo] = useState(unreadFrom === null ? newestAtOpen : unreadFrom - 1)
  if (isPlaced && isAtEnd && newest && newest.number > seenUpTo) setSeenUpTo(newest.number)
  const isRead = !incoming || incoming.number <= read_up_to
  useMarkRead(user.id, is_request || !isPlaced || !isAtEnd || isRead ? null : incoming.number)

  const [selected, setSelected] = useState<SelectedMessage | null>(null)
  const [areOptionsOpen, setOptionsOpen] = useState(false)
  const openOptions = (message: Message) => {
    const ageMs = Date.now() - Date.parse(message.created_at)
    setSelected({ message, isDeletableForBoth: ageMs < deletableForBothMs })
    setOptionsOpen(true)
  }
  return (
    <div className={styles.frame}>
      <section
        ref={scroller}
        className={styles.scroller}
        aria-label={chatText.messagesWith(user.username)}
        onScroll={onScroll}
      >
        <div className={classNames(styles.inner, items.length === 0 && styles.empty)}>
          <NextPage query={query} scrollMargin="600px" />
          {items.length === 0 && !query.hasNextPage && <NoMessages name={user.username} />}
          {groupByDay(items).map(({ day, items: itemsOfDay }) => (
            <ThreadDay
              key={day.getTime()}
              day={day}
              items={itemsOfDay}
              conversation={conversation}
              firstUnreadKey={firstUnreadKey}
              divider={divider}
              selectedIds={selectedIds}
              onSelect={onSelect}
              onOptions={openOptions}
              onReply={canAnswer ? onReply : undefined}
              onShow={(number) => void showMessage(scroller.current, number, query)}
            />
          ))}
        </div>
      </section>
      {!isAtEnd && incoming && incoming.number > seenUpTo && (
        <NewItemsButton
          className={styles.newMessages}
          icon={<ArrowDown size={16} aria-hidden />}
          text={chatText.newMessages}
          onClick={scrollToEnd}
        />
      )}
      <output className="visually-hidden">
        {incoming && incoming.number > newestAtOpen && chatText.announcement(user.username, messagePreview(incoming))}
      </output>
      {selected && (
        <MessageOptions
          key={selected.message.id}
          selected={selected}
          person={user}
          onReply={canAnswer ? onReply : undefined}
          open={areOptionsOpen}
          onOpenChange={setOptionsOpen}
        />
      )}
    </div>
  )
}
