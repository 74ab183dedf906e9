import { Ellipsis } from 'lucide-react'
import { type PointerEvent, useState } from 'react'
import type { Conversation, Message } from '#contract/chat.ts'
import { chatText, reactionEmoji } from '#web/chat/chat.text.ts'
import { messagePreview } from '#web/chat/message-preview.ts'
import { classNames } from '#web/ui/class-names.ts'
import { DialogButton } from '#web/ui/DialogButton.tsx'
import { Sheet } from '#web/ui/Dialog.tsx'
import { useLongPress, useSwipeToReply } from './message-gestures.ts'
import { LargePicture, MessagePicture } from './MessagePicture.tsx'
import { MessageState, Quote, SharedPostCard } from './MessageParts.tsx'
import styles from './MessageRow.module.css'

/** The reactions of the two people to a message. */
const Reactions = ({ reactions, name }: { reactions: Message['reactions']; name: string }) => (
  <ul className={styles.reactions}>
    {reactions.map(({ reaction, is_own }) => (
      <li key={String(is_own)}>
        <span aria-hidden>{reactionEmoji[reaction]}</span>
        <span className="visually-hidden">
          {chatText.reactionOf(chatText.reactions[reaction], is_own ? null : name)}
        </span>
      </li>
    ))}
  </ul>
)

type MessageRowProps = {
  message: Message
  conversation: Conversation
  /** The message belongs to the group of the one before it. */
  isGrouped: boolean
  selectedIds: readonly number[] | null
  onSelect: (ids: readonly number[]) => void
  onOptions: (message: Message) => void
  /** Undefined where the viewer may not write. */
  onReply: ((message: Message) => void) | undefined
  onShow: (number: number) => void
}

/** One message; the viewer's own are aligned to the right. */
export function MessageRow({
  message,
  conversation,
  isGrouped,
  selectedIds,
  onSelect,
  onOptions,
  onReply,
  onShow,
}: MessageRowProps) {
  const { id, is_own, is_deleted, text, image_url, shares_post, post, created_at, reply, reactions } = message
  const { username } = conversation.user
  const [isLarge, setLarge] = useState(false)
  const press = useLongPress(() => onOptions(message))
  const swipe = useSwipeToReply(onReply && !is_deleted ? () => onReply(message) : undefined)
  return (
    <li
      data-number={message.number}
      tabIndex={-1}
      className={classNames(
        styles.row,
        is_own && styles.own,
        isGrouped && styles.grouped,
        reactions.length > 0 && styles.reacted,
      )}
    >
      {selectedIds && !is_own && !is_deleted && (
        <SelectBox message={message} selectedIds={selectedIds} onSelect={onSelect} />
      )}
      <div
        className={classNames(
          styles.bubble,
          is_deleted && styles.deleted,
          image_url && styles.withPicture,
          shares_post && styles.withPost,
        )}
        {...(selectedIds === null && bothOf(press, swipe))}
      >
        {reply && <Quote quoted={reply} name={username} onShow={() => onShow(reply.number)} />}
        <MessagePicture message={message} name={username} onOpen={() => setLarge(true)} />
        {shares_post && <SharedPostCard post={post} />}
        {(text || is_deleted) && (
          <p dir="auto" className={styles.text}>
            {is_deleted ? chatText.deleted : text}
          </p>
        )}
        <MessageState message={message} conversation={conversation} at={created_at} />
        {reactions.length > 0 && <Reactions reactions={reactions} name={username} />}
      </div>
      {selectedIds === null && (
        <DialogButton
          as="button"
          opens={Sheet}
          type="button"
          className={styles.options}
          aria-label={chatText.messageOptionsOf(messagePreview(message))}
          onClick={() => onOptions(message)}
        >
          <Ellipsis size={18} aria-hidden />
        </DialogButton>
      )}
      {/* Outside the bubble, whose gestures it would share. */}
      <LargePicture key={id} message={message} name={username} open={isLarge} onOpenChange={setLarge} />
    </li>
  )
}

type PointerHandlers = ReturnType<typeof useSwipeToReply>

/** A finger that rests opens the menu, one that moves to the right answers. */
const bothOf = (press: ReturnType<typeof useLongPress>, swipe: PointerHandlers) => ({
  ...press,
  onPointerDown: (event: PointerEvent<HTMLElement>) => {
    press.onPointerDown(event)
    swipe.onPointerDown(event)
  },
  onPointerMove: (event: PointerEvent<HTMLElement>) => {
    press.onPointerMove(event)
    swipe.onPointerMove(event)
  },
  onPointerUp: (event: PointerEvent<HTMLElement>) => {
    press.onPointerUp()
    swipe.onPointerUp(event)
  },
  onPointerCancel: (event: PointerEvent<HTMLElement>) => {
    press.onPointerCancel()
    swipe.onPointerCancel(event)
  },
})

type SelectBoxProps = { message: Message; selectedIds: readonly number[]; onSelect: (ids: readonly number[]) => void }

/** A check box whose label covers the whole row. */
function SelectBox({ message, selectedIds, onSelect }: SelectBoxProps) {
  const isSelected = selectedIds.includes(message.id)
  return (
    <label className={styles.selectBox}>
      <input
        type="checkbox"
        className={styles.check}
        aria-label={chatText.selectMessage(messagePreview(message))}
        checked={isSelected}
        disabled={!isSelected && selectedIds.length >= maxReported}
        onChange={() =>
          onSelect(isSelected ? selectedIds.filter((id) => id !== message.id) : [...selectedIds, message.id])
        }
      />
    </label>
  )
}

/** Each message is a report of its own; ten are enough for a decision. */
const maxReported = 10
