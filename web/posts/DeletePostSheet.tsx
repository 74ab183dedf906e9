import { Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Post } from '#contract/posts.ts'
import { errorMessage } from '#web/platform/api-errors.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { preloadDialog } from '#web/ui/Dialog.tsx'
import { Sheet } from '#web/ui/Sheet.tsx'
import { SheetItem } from '#web/ui/SheetItem.tsx'
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
export function DeletePostSheet({ post, open, onOpenChange, children }: DeletePostSheetProps) {
  const [isConfirmOpen, setConfirmOpen] = useState(false)
  const { mutateAsync: deletePost } = useDeletePost()
  const askToConfirm = () => {
    onOpenChange(false)
    setConfirmOpen(true)
  }
  const confirm = () =>
    deletePost(post.id, {
      // On success the post and this menu are unmounted.
      onError: (error) => showToast(errorMessage(error), 'danger'),
    })
  return (
    <>
      <Sheet open={open} onOpenChange={onOpenChange} title={postsText.options} titleHidden>
        {children}
        <SheetItem danger icon={<Trash2 size={20} />} onPreload={preloadDialog} onClick={askToConfirm}>
          {postsText.delete}
        </SheetItem>
      </Sheet>
      <ConfirmDialog
        danger
        open={isConfirmOpen}
        onOpenChange={setConfirmOpen}
        title={postsText.deleteTitle}
        text={postsText.deleteQuestion}
        cancelLabel={postsText.cancel}
        confirmLabel={postsText.confirmDelete}
        onConfirm={confirm}
      />
    </>
  )
}
