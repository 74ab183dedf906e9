import { Pencil, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Post } from '#contract/posts.ts'
import { ModerationSheet, MuteItem } from '#web/moderation/ModerationSheet.tsx'
import { errorMessage } from '#web/platform/api-errors.ts'
import { useCurrentUser } from '#web/platform/current-user.ts'
import { useConfirm } from '#web/ui/ConfirmDialog.tsx'
import { Dialog, Sheet } from '#web/ui/Dialog.tsx'
import { DialogButton } from '#web/ui/DialogButton.tsx'
import { lazyDialog } from '#web/ui/lazy-part.tsx'
import { SheetItem } from '#web/ui/IconRow.tsx'
import { showToast } from '#web/ui/toast.ts'
import { useDeletePost } from './posts.api.ts'
import { postsText } from './posts.text.ts'

type DeletePostSheetProps = {
  post: Post
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Further items. */
  children: ReactNode
}

/** The author's menu of a post. */
function DeletePostSheet({ post, open, onOpenChange, children }: DeletePostSheetProps) {
  const { confirm, confirmation } = useConfirm()
  const { mutateAsync: deletePost } = useDeletePost()
  const ask = () => {
    onOpenChange(false)
    confirm({
      danger: true,
      title: postsText.deleteTitle,
      text: postsText.deleteQuestion,
      confirmLabel: postsText.confirmDelete,
      // On success the post and this menu are unmounted.
      onConfirm: () => deletePost(post.id, { onError: (error) => showToast(errorMessage(error), 'danger') }),
    })
  }
  return (
    <>
      <Sheet open={open} onOpenChange={onOpenChange} title={postsText.options} titleHidden>
        {children}
        <DialogButton as={SheetItem} danger icon={<Trash2 size={20} />} onClick={ask}>
          {postsText.delete}
        </DialogButton>
      </Sheet>
      {confirmation}
    </>
  )
}

const EditPostDialog = lazyDialog(() => import('./EditPostDialog.tsx'), 'EditPostDialog', Dialog)

type PostOptionsProps = { post: Post; open: boolean; onOpenChange: (open: boolean) => void }

/** The author of a post edits and deletes it, the others report it, mute or block. */
export function PostOptions({ post, open, onOpenChange }: PostOptionsProps) {
  const viewer = useCurrentUser()
  const [isEditing, setEditing] = useState(false)
  const edit = () => {
    onOpenChange(false)
    setEditing(true)
  }
  return (
    <>
      {viewer?.id === post.user_id ? (
        <DeletePostSheet post={post} open={open} onOpenChange={onOpenChange}>
          <DialogButton as={SheetItem} opens={EditPostDialog} icon={<Pencil size={20} />} onClick={edit}>
            {postsText.edit}
          </DialogButton>
        </DeletePostSheet>
      ) : (
        <ModerationSheet
          title={postsText.options}
          target={{ target_type: 'post', target_id: post.id }}
          person={{ id: post.user_id, username: post.username }}
          open={open}
          onOpenChange={onOpenChange}
        >
          {viewer && (
            <MuteItem
              target={{ target_type: 'place', target_id: post.location_id }}
              name={post.location_name}
              onDone={() => onOpenChange(false)}
            />
          )}
        </ModerationSheet>
      )}
      {viewer?.id === post.user_id && <EditPostDialog post={post} open={isEditing} onOpenChange={setEditing} />}
    </>
  )
}
