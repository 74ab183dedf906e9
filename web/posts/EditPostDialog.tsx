import { useState } from 'react'
import { pictureAltLimit, postTextLimit } from '#contract/limits.ts'
import { pictureUrlAtWidth } from '#contract/pictures.ts'
import type { Post } from '#contract/posts.ts'
import { errorMessage } from '#web/platform/api-errors.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { PictureAltField } from '#web/ui/PictureAltField.tsx'
import { MentionArea } from '#web/users/mentions/MentionArea.tsx'
import styles from './EditPostDialog.module.css'
import { picturesOf } from './picture-alt.ts'
import { choicesOf, sentChoices } from './post-draft.ts'
import { PostChoiceFields } from './PostChoiceFields.tsx'
import { useEditPost } from './posts.api.ts'
import { newPostText } from './new-post.text.ts'
import { postsText } from './posts.text.ts'

type EditPostDialogProps = { post: Post; open: boolean; onOpenChange: (open: boolean) => void }

/** The fields that the author of a post may change. */
const editableOf = (post: Post) => ({
  text: post.text,
  choices: choicesOf(post),
  image_alts: picturesOf(post).map(({ words }) => words ?? ''),
})

/**
 * Changes text, visibility and descriptions of one's own post. What is written stays until it is saved or cancelled.
 */
export function EditPostDialog({ post, open, onOpenChange }: EditPostDialogProps) {
  const before = editableOf(post)
  const [edited, setEdited] = useState(before)
  const { mutate: editPost, isPending, error, reset } = useEditPost()
  const { text, choices, image_alts } = edited
  const pictures = picturesOf(post)
  const isEmpty = text.trim() === '' && before.text !== ''
  const isChanged = JSON.stringify(edited) !== JSON.stringify(before)
  const close = () => {
    onOpenChange(false)
    setEdited(before)
    reset()
  }
  const save = () =>
    editPost(
      { post_id: post.id, text, image_alts, ...sentChoices(choices) },
      {
        onSuccess: (saved) => {
          onOpenChange(false)
          setEdited(editableOf(saved.post))
        },
      },
    )
  return (
    <Dialog
      size={pictures.length > 0 ? 'tall' : 'small'}
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
      <Stack gap={3}>
        <MentionArea
          label={newPostText.text}
          maxLength={postTextLimit}
          countdown
          rows={5}
          value={text}
          onChange={(next) => setEdited({ ...edited, text: next })}
          error={isEmpty ? newPostText.textMissing : error && errorMessage(error)}
        />
        {pictures.map(({ src }, index) => (
          <div key={src} className={styles.picture}>
            <img
              className={styles.thumbnail}
              src={pictureUrlAtWidth(src, 320)}
              alt={postsText.pictures(index + 1, pictures.length)}
            />
            <PictureAltField
              maxLength={pictureAltLimit}
              isVideo={post.video_url !== null}
              number={pictures.length === 1 ? 0 : index + 1}
              alt={image_alts[index] ?? ''}
              onAlt={(alt) => setEdited({ ...edited, image_alts: image_alts.with(index, alt) })}
            />
          </div>
        ))}
        <PostChoiceFields
          choices={choices}
          onChange={(part) => setEdited({ ...edited, choices: { ...choices, ...part } })}
        />
      </Stack>
    </Dialog>
  )
}
