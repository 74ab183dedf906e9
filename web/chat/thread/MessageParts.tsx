import { Check, CheckCheck, ImageOff, type LucideIcon, MapPin } from 'lucide-react'
import { Link } from 'react-router'
import type { Conversation, Message, QuotedMessage, SharedPost } from '#contract/chat.ts'
import { pictureUrlAtWidth } from '#contract/pictures.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { chatText } from '#web/chat/chat.text.ts'
import { quotePreview } from '#web/chat/message-preview.ts'
import { classNames } from '#web/ui/class-names.ts'
import styles from './MessageParts.module.css'

type QuoteProps = {
  quoted: QuotedMessage
  /** The other person. */
  name: string
  /** Shows the message; without it, the quotation leads nowhere. */
  onShow?: () => void
}

/** The beginning of a message that another one answers. */
export function Quote({ quoted, name, onShow }: QuoteProps) {
  const content = (
    <>
      <span className={styles.author}>{quoted.is_own ? chatText.you : name}</span>
      <span dir="auto" className={classNames(styles.quoted, quoted.is_deleted && styles.deleted)}>
        {quotePreview(quoted)}
      </span>
    </>
  )
  if (!onShow || quoted.is_deleted) return <span className={styles.quote}>{content}</span>
  return (
    <button type="button" className={styles.quote} onClick={onShow}>
      <span className="visually-hidden">{chatText.replyTo}: </span>
      {content}
    </button>
  )
}

/** A post in a message. @param post null if it was deleted or the reader may not see it. */
export function SharedPostCard({ post }: { post: SharedPost | null }) {
  if (!post)
    return (
      <span className={styles.unavailable}>
        <ImageOff size={18} aria-hidden />
        {chatText.postUnavailable}
      </span>
    )
  return (
    <Link className={styles.card} to={pagePaths.post(post.id)}>
      {post.image_url && (
        <img
          className={styles.picture}
          src={pictureUrlAtWidth(post.image_url, 320)}
          alt=""
          width={72}
          height={72}
          loading="lazy"
        />
      )}
      <span className={styles.body}>
        <span className={styles.name}>
          <span className="visually-hidden">{chatText.postOf} </span>
          {post.username}
        </span>
        <span dir="auto" className={styles.text}>
          {post.text || chatText.photo}
        </span>
        <span className={styles.place}>
          <MapPin size={12} aria-hidden />
          <span className={styles.placeName}>{post.location_name}</span>
        </span>
      </span>
    </Link>
  )
}

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
