import { useState } from 'react'
import { spottedTextLimit } from '#contract/limits.ts'
import type { Post } from '#contract/posts.ts'
import { hasPicture, PostThumbnail } from '#web/posts/PostThumbnail.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import drawing from '#web/ui/drawings/that-is-me.svg'
import { TextField } from '#web/ui/TextField.tsx'
import { recognitionText } from './recognition.text.ts'
import styles from './SpottedDialog.module.css'

type SpottedDialogProps = {
  post: Post
  open: boolean
  onOpenChange: (open: boolean) => void
  /** @param text the message of a request to the author. */
  onConfirm: (text?: string) => void
}

/** Confirms a request to be recognised, with a line to the author, and explains who will see it. */
function RecognitionDialog({ post, open, onOpenChange, onConfirm }: SpottedDialogProps) {
  const [text, setText] = useState('')
  const confirm = () => {
    onOpenChange(false)
    onConfirm(text.trim())
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={recognitionText.title}
      text={recognitionText.text(post.username)}
      actions={
        <>
          <Button variant="outline" size="small" onClick={() => onOpenChange(false)}>
            {recognitionText.cancel}
          </Button>
          <Button size="small" onClick={confirm}>
            {recognitionText.confirm}
          </Button>
        </>
      }
    >
      <div className={styles.scene}>
        <img className={styles.drawing} src={drawing} alt="" width={168} height={140} />
      </div>
      {post.text && <blockquote className={styles.quote}>{post.text}</blockquote>}
      {!post.text && hasPicture(post) && (
        <PostThumbnail className={styles.picture} post={post} ratio={5 / 3} sizes="340px" />
      )}
      <form
        className={styles.line}
        onSubmit={(event) => {
          event.preventDefault()
          confirm()
        }}
      >
        <TextField
          label={recognitionText.line(post.username)}
          placeholder={recognitionText.lineExample}
          hint={recognitionText.lineHint}
          maxLength={spottedTextLimit}
          autoComplete="off"
          enterKeyHint="send"
          value={text}
          onChange={setText}
        />
      </form>
      <p className={styles.privacy}>{recognitionText.privacy}</p>
    </Dialog>
  )
}

/**
 * Confirms a request to be recognised, and the withdrawal of a confirmed one.
 * @public for knip: `lazyDialog` loads it by name.
 */
export function SpottedDialog(props: SpottedDialogProps) {
  const { post, open, onOpenChange, onConfirm } = props
  const isConfirmed = post.user_spotted_status === 'confirmed'
  return (
    <>
      <RecognitionDialog {...props} open={open && !isConfirmed} />
      <ConfirmDialog
        danger
        open={open && isConfirmed}
        onOpenChange={onOpenChange}
        title={recognitionText.withdrawTitle}
        text={recognitionText.withdrawText(post.username)}
        confirmLabel={recognitionText.withdraw}
        onConfirm={() => onConfirm()}
      />
    </>
  )
}
