import { CircleAlert, Clock } from 'lucide-react'
import { classNames } from '#web/ui/class-names.ts'
import { chatText } from '#web/chat/chat.text.ts'
import lineStyles from './MessageRow.module.css'
import stateStyles from './MessageState.module.css'
import { StatusIcon } from '#web/chat/StatusIcon.tsx'
import { discardMessage, retryMessage } from '#web/chat/compose/outbox.ts'
import type { PendingMessage } from '#web/chat/compose/pending-messages.ts'
import { SharedPostCard } from './SharedPostCard.tsx'
import styles from './PendingMessageRow.module.css'

/** What is not sent yet, or was refused. */
export function PendingMessageRow({ written, goesOn }: { written: PendingMessage; goesOn: boolean }) {
  const { client_id, text, image, post, written_at, refusal } = written
  return (
    <li>
      <div className={classNames(lineStyles.line, lineStyles.own, goesOn && lineStyles.goesOn)}>
        <div className={classNames(lineStyles.bubble, image && lineStyles.pictured, post && lineStyles.sharing)}>
          {image && (
            <img className={classNames(lineStyles.picture, styles.picture)} src={image} alt={chatText.ownPicture} />
          )}
          {post && <SharedPostCard post={post} />}
          {text && (
            <p dir="auto" className={lineStyles.text}>
              {text}
            </p>
          )}
          <span className={stateStyles.state}>
            <time dateTime={new Date(written_at).toISOString()}>{chatText.time(new Date(written_at))}</time>
            {refusal === null && <StatusIcon icon={Clock} label={chatText.pending} />}
          </span>
        </div>
      </div>
      {refusal !== null && (
        <div className={styles.refused} role="alert">
          <p className={styles.why}>
            <CircleAlert className={styles.mark} size={14} aria-hidden />
            <strong>{chatText.notSent}.</strong> {refusal}
          </p>
          <button type="button" className={styles.act} onClick={() => void retryMessage(written)}>
            {chatText.tryAgain}
          </button>
          <button type="button" className={styles.act} onClick={() => void discardMessage(client_id)}>
            {chatText.discard}
          </button>
        </div>
      )}
    </li>
  )
}
