import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import type { Conversation, Message } from '#contract/chat.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Picture } from '#web/ui/Picture.tsx'
import { preloadSheet } from '#web/ui/Sheet.tsx'
import { chatText } from '#web/chat/chat.text.ts'
import { useLongPress } from './long-press.ts'
import styles from './MessageRow.module.css'
import { MessagePicture } from './MessagePicture.tsx'
import { MessageState } from './MessageState.tsx'
import { SharedPostCard } from './SharedPostCard.tsx'
import { messagePreview } from '#web/chat/message-preview.ts'

/** In pixels, as in the style. */
const pictureWidth = 260

type MessageRowProps = {
  message: Message
  conversation: Conversation
  /** It goes on where the one before it ends. */
  isGrouped: boolean
  selectedIds: readonly number[] | null
  onSelect: (chosen: readonly number[]) => void
  onOptions: (message: Message) => void
}

/** One message: one's own at the right. */
export function MessageRow({ message, conversation, isGrouped, selectedIds, onSelect, onOptions }: MessageRowProps) {
  const { id, is_own, is_deleted, text, image_url, shares_post, post, created_at } = message
  const [isLarge, setLarge] = useState(false)
  const press = useLongPress(() => onOptions(message))
  const label = image_url && (is_own ? chatText.ownPicture : chatText.pictureOf(conversation.user.username))
  return (
    <li className={classNames(styles.line, is_own && styles.own, isGrouped && styles.goesOn)}>
      {selectedIds && !is_own && !is_deleted && <Choice message={message} chosen={selectedIds} onChoose={onSelect} />}
      <div
        className={classNames(
          styles.bubble,
          is_deleted && styles.deleted,
          image_url && styles.pictured,
          shares_post && styles.sharing,
        )}
        {...(selectedIds === null && press)}
      >
        {image_url && label && (
          <button
            type="button"
            className={styles.picture}
            aria-label={chatText.openPicture(label)}
            aria-haspopup="dialog"
            onClick={() => setLarge(true)}
          >
            <Picture
              src={image_url}
              alt=""
              width={message.image_width}
              height={message.image_height}
              thumbhash={message.image_thumbhash}
              sizes={`${pictureWidth}px`}
            />
          </button>
        )}
        {shares_post && <SharedPostCard post={post} />}
        {(text || is_deleted) && (
          <p dir="auto" className={styles.text}>
            {is_deleted ? chatText.deleted : text}
          </p>
        )}
        <MessageState message={message} conversation={conversation} at={created_at} />
      </div>
      {selectedIds === null && (
        <button
          type="button"
          className={styles.options}
          aria-label={chatText.optionsOfMessage(messagePreview(message))}
          aria-haspopup="dialog"
          onClick={() => onOptions(message)}
          onPointerEnter={preloadSheet}
          onFocus={preloadSheet}
        >
          <Ellipsis size={18} aria-hidden />
        </button>
      )}
      {image_url && label && (
        <MessagePicture key={id} message={message} label={label} open={isLarge} onOpenChange={setLarge} />
      )}
    </li>
  )
}

type ChoiceProps = { message: Message; chosen: readonly number[]; onChoose: (chosen: readonly number[]) => void }

/** Takes presses on the whole line. */
function Choice({ message, chosen, onChoose }: ChoiceProps) {
  const isChosen = chosen.includes(message.id)
  return (
    <label className={styles.choice}>
      <input
        type="checkbox"
        className={styles.check}
        aria-label={chatText.chooseMessage(messagePreview(message))}
        checked={isChosen}
        disabled={!isChosen && chosen.length >= mostReported}
        onChange={() => onChoose(isChosen ? chosen.filter((id) => id !== message.id) : [...chosen, message.id])}
      />
    </label>
  )
}

/** One report each: so many are enough to judge. */
const mostReported = 10
