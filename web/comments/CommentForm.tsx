import { ArrowUp } from 'lucide-react'
import type { FormEvent } from 'react'
import type { CurrentUser } from '#contract/auth.ts'
import type { Comment } from '#contract/comments.ts'
import { commentTextLimit } from '#contract/limits.ts'
import { errorMessage } from '#web/platform/api-errors.ts'
import { useStoredText } from '#web/platform/storage.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { useSendOnEnter } from '#web/ui/send-on-enter.ts'
import { showToast } from '#web/ui/toast.ts'
import { MentionArea } from '#web/users/mentions/MentionArea.tsx'
import { useAddComment } from './comments.api.ts'
import { commentsText } from './comments.text.ts'
import styles from './CommentForm.module.css'

type CommentFormProps = {
  postId: number
  viewer: CurrentUser
  replyTo: number | null
  onSent: (comment: Comment) => void
}

/** The field for a new comment. The draft is stored on the device, one per post. */
export function CommentForm({ postId, viewer, replyTo, onSent }: CommentFormProps) {
  const [draft, setDraft] = useStoredText(`draft-comment-${viewer.id}-${postId}`)
  const { mutate: addComment, isPending } = useAddComment(postId)
  const { form, onKeyDown } = useSendOnEnter()
  const text = draft.trim()
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!text || isPending) return
    addComment(
      { text, reply_to: replyTo },
      {
        onSuccess: ({ comment }) => {
          setDraft('')
          onSent(comment)
        },
        onError: (error) => showToast(errorMessage(error), 'danger'),
      },
    )
  }
  return (
    <form ref={form} className={styles.form} onSubmit={send}>
      <Avatar name={viewer.username} picture={viewer.profile_pic} size={40} />
      <MentionArea
        suggestsAbove
        className={styles.field}
        variant="composer"
        label={commentsText.field}
        placeholder={commentsText.placeholder}
        rows={1}
        maxLength={commentTextLimit}
        readOnly={isPending}
        value={draft}
        onChange={setDraft}
        onKeyDown={onKeyDown}
      />
      <IconButton type="submit" tone={text ? 'violet' : 'soft'} label={commentsText.send} disabled={!text || isPending}>
        <ArrowUp size={22} />
      </IconButton>
    </form>
  )
}
