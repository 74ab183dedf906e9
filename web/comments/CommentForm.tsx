import { ArrowUp } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useRef } from 'react'
import type { CurrentUser } from '#contract/auth.ts'
import { commentTextLimit } from '#contract/limits.ts'
import { errorMessage } from '#web/platform/api-errors.ts'
import { useStoredText } from '#web/platform/stored-text.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { showToast } from '#web/ui/toast.ts'
import styles from './CommentForm.module.css'
import { useAddComment } from './comments.api.ts'
import { commentsText } from './comments.text.ts'

type CommentFormProps = { postId: number; viewer: CurrentUser }

/** What is written is kept on the device, post by post, until it has been sent. */
export function CommentForm({ postId, viewer }: CommentFormProps) {
  const [draft, setDraft] = useStoredText(`draft-comment-${viewer.id}-${postId}`)
  const { mutate: addComment, isPending } = useAddComment(postId)
  const form = useRef<HTMLFormElement>(null)
  const text = draft.trim()
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!text || isPending) return
    addComment(text, {
      onSuccess: () => {
        setDraft('')
        window.scrollTo({ top: 0, behavior: 'smooth' })
      },
      onError: (error) => showToast(errorMessage(error), 'danger'),
    })
  }
  // On a phone the key makes a new line, and the button is under the thumb.
  const sendByKey = (event: KeyboardEvent) => {
    if (
      event.key !== 'Enter' ||
      event.shiftKey ||
      event.nativeEvent.isComposing ||
      window.matchMedia('(pointer: coarse)').matches
    )
      return
    event.preventDefault()
    form.current?.requestSubmit()
  }
  return (
    <form ref={form} className={styles.form} onSubmit={send}>
      <Avatar name={viewer.username} picture={viewer.profile_pic} size={40} />
      <TextArea
        className={styles.field}
        variant="bare"
        label={commentsText.field}
        labelHidden
        placeholder={commentsText.placeholder}
        rows={1}
        maxLength={commentTextLimit}
        countdown
        readOnly={isPending}
        value={draft}
        onChange={setDraft}
        onKeyDown={sendByKey}
      />
      <IconButton type="submit" tone={text ? 'violet' : 'soft'} label={commentsText.send} disabled={!text || isPending}>
        <ArrowUp size={22} />
      </IconButton>
    </form>
  )
}
