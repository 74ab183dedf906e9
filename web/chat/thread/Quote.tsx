import type { QuotedMessage } from '#contract/chat.ts'
import { chatText } from '#web/chat/chat.text.ts'
import { quotePreview } from '#web/chat/message-preview.ts'
import { classNames } from '#web/ui/class-names.ts'
import styles from './Quote.module.css'

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
      <span dir="auto" className={classNames(styles.text, quoted.is_deleted && styles.deleted)}>
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
