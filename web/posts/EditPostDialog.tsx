import { useState } from 'react'
import { postTextLimit } from '#contract/limits.ts'
import type { Post } from '#contract/posts.ts'
import { errorMessage } from '#web/platform/api-errors.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import styles from './EditPostDialog.module.css'
import { NewPostPrivacy } from './NewPostPrivacy.tsx'
import { useEditPost } from './posts.api.ts'
import { postsText } from './posts.text.ts'

type EditPostDialogProps = { post: Post; open: boolean; onOpenChange: (open: boolean) => void }

/** Changes text and visibility of one's own post. What is written stays until it is saved or cancelled. */
export function EditPostDialog({ post, open, onOpenChange }: EditPostDialogProps) {
  const [text, setText] = useState(post.text)
  const [privacy, setPrivacy] = useState(post.privacy)
  const { mutate: editPost, isPending, error, reset } = useEditPost()
  const isEmpty = text.trim() === '' && !post.image_url
  const isChanged = text !== post.text || privacy !== post.privacy
  const close = () => {
    onOpenChange(false)
    setText(post.text)
    setPrivacy(post.privacy)
    reset()
  }
  const save = () =>
    editPost(
      { post_id: post.id, text, privacy },
      {
        onSuccess: (saved) => {
          onOpenChange(false)
          setText(saved.post.text)
        },
      },
    )
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      dismissible={!isChanged}
      title={postsText.edit}
      text={postsText.editHint}
      actions={
        <>
          <Button variant="outline" size="small" onClick={close}>
            {postsText.cancel}
          </Button>
          <Button size="small" busy={isPending} disabled={!isChanged || isEmpty} onClick={save}>
            {postsText.save}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <TextArea
          label={postsText.text}
          maxLength={postTextLimit}
          countdown
          rows={5}
          value={text}
          onChange={setText}
          error={isEmpty ? postsText.textMissing : error && errorMessage(error)}
        />
        <NewPostPrivacy privacy={privacy} onPrivacy={setPrivacy} />
      </div>
    </Dialog>
  )
}
