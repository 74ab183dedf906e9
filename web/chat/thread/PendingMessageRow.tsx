import { CircleAlert, Clock } from 'lucide-react'
import { classNames } from '#web/ui/class-names.ts'
import { chatText } from '#web/chat/chat.text.ts'
import { discardMessage, type PendingMessage, retryMessage } from '#web/chat/compose/outbox.ts'
import { useSentPart } from '#web/media/uploads.api.ts'
import { PlayMark } from '#web/ui/PlayMark.tsx'
import { ProgressBar } from '#web/ui/ProgressBar.tsx'
import { Quote, SharedPostCard, StatusIcon } from './MessageParts.tsx'
import partStyles from './MessageParts.module.css'
import styles from './MessageRow.module.css'

type PendingMessageRowProps = {
  pending: PendingMessage
  /** The other person; empty while they are not known. */
  name: string
  isGrouped: boolean
}

/** A message that is not sent yet, or that the server refused. */
export function PendingMessageRow({ pending, name, isGrouped }: PendingMessageRowProps) {
  const { client_id, text, image, alt, video, post, reply, written_at, refusal } = pending
  const sentPart = useSentPart(client_id)
  return (
    <li>
      <div className={classNames(styles.row, styles.own, isGrouped && styles.grouped)}>
        <div className={classNames(styles.bubble, image && styles.withPicture, post && styles.withPost)}>
          {reply && <Quote quoted={reply} name={name} />}
          {image && (
            <span className={styles.frame}>
              <img
                className={classNames(styles.picture, styles.sentPicture)}
                src={image}
                alt={alt || (video ? chatText.ownVideo : chatText.ownPicture)}
              />
              {video && <PlayMark />}
            </span>
          )}
          {sentPart !== undefined && (
            <span className={styles.progress}>
              <ProgressBar label={chatText.videoProgress} value={sentPart} />
            </span>
          )}
          {post && <SharedPostCard post={post} />}
          {text && (
            <p dir="auto" className={styles.text}>
              {text}
            </p>
          )}
          <span className={partStyles.state}>
            <time dateTime={new Date(written_at).toISOString()}>{chatText.time(new Date(written_at))}</time>
            {refusal === null && <StatusIcon icon={Clock} label={chatText.pending} />}
          </span>
        </div>
      </div>
      {refusal !== null && (
        <div className={styles.refused} role="alert">
          <p className={styles.reason}>
            <CircleAlert className={styles.icon} size={14} aria-hidden />
            <strong>{chatText.notSent}.</strong> {refusal}
          </p>
          <button type="button" className={styles.action} onClick={() => void retryMessage(pending)}>
            {chatText.retry}
          </button>
          <button type="button" className={styles.action} onClick={() => void discardMessage(client_id)}>
            {chatText.discard}
          </button>
        </div>
      )}
    </li>
  )
}
