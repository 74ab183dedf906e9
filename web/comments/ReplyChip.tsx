import { X } from 'lucide-react'
import styles from './ReplyChip.module.css'
import { commentsText } from './comments.text.ts'

type ReplyChipProps = { username: string; onCancel: () => void }

/** Above the field: whom the next comment answers. */
export const ReplyChip = ({ username, onCancel }: ReplyChipProps) => (
  <div className={styles.chip}>
    <span className={styles.text}>{commentsText.replyingTo(username)}</span>
    <button
      type="button"
      className={styles.cancel}
      aria-label={commentsText.cancelReply}
      title={commentsText.cancelReply}
      onClick={onCancel}
    >
      <X size={16} aria-hidden />
    </button>
  </div>
)
