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
import { LooksForSomeone } from './LooksForSomeone.tsx'
import { NewPostPrivacy } from './NewPostPrivacy.tsx'
import { picturesOf } from './picture-alt.ts'
import { useEditPost } from './posts.api.ts'
import { newPostText } from './new-post.text.ts'
import { postsText } from './posts.text.ts'

type EditPostDialogProps = { post: Post; open: boolean; onOpenChange: (open: boolean) => void }

/** The fields that the author of a post may change. */
const editableOf = (post: Post) => ({
  text: post.text,
  privacy: post.privacy,
  looks_for_someone: post.looks_for_someone,
  image_alts: picturesOf(post).map(({ words }) => words ?? ''),
})

/**
 * Changes text, visibility and descriptions of one's own post. What is written stays until it is saved or cancelled.
 */
export function EditPostDialog({ post, open, onOpenChange }: EditPostDialogProps) {
  const before = editableOf(post)
  const [edited, setEdited] = useState(before)
  const { mutate: editPost, isPending, error, reset } = useEditPost()
  const { text, privacy, image_alts } = edited
  const pictures = picturesOf(post)
  const isEmpty = text.trim() === '' && before.text !== ''
  const isChanged =
    text !== before.text ||
    privacy !== before.privacy ||
    edited.looks_for_someone !== before.looks_for_someone ||
    image_alts.some((alt, index) => alt !== before.image_alts[index])
  const close = () => {
    onOpenChange(false)
    setEdited(before)
    reset()
  }
  const save = () =>
    editPost(
      { post_id: post.id, ...edited, looks_for_someone: edited.looks_for_someone ? 1 : 0 },
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
        <LooksForSomeone
          checked={edited.looks_for_someone}
          onChange={(next) => setEdited({ ...edited, looks_for_someone: next })}
        />
        <NewPostPrivacy privacy={privacy} onPrivacy={(next) => setEdited({ ...edited, privacy: next })} />
      </Stack>
    </Dialog>
  )
}
