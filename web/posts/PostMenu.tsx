import { Ellipsis, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Post } from '#contract/posts.ts'
import { sentenceOf } from '#web/platform/api-errors.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { preloadDialog } from '#web/ui/Dialog.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { preloadSheet, Sheet } from '#web/ui/Sheet.tsx'
import { SheetItem } from '#web/ui/SheetItem.tsx'
import { showToast } from '#web/ui/toast.ts'
import { useDeletePost } from './posts.api.ts'
import { postsText } from './posts.text.ts'

/** What the owner may do with a post. */
export function PostMenu({ post }: { post: Post }) {
  const [open, setOpen] = useState<'menu' | 'question' | null>(null)
  const { mutateAsync: deletePost } = useDeletePost()
  const confirm = () =>
    deletePost(post.id, {
      // The post, and this menu with it, are gone by then.
      onError: (error) => showToast(sentenceOf(error), 'danger'),
    })
  return (
    <>
      <IconButton label={postsText.options} aria-haspopup="dialog" onClick={() => setOpen('menu')} onPointerEnter={preloadSheet} onFocus={preloadSheet}>
        <Ellipsis size={20} />
      </IconButton>
      <Sheet open={open === 'menu'} onOpenChange={(next) => setOpen(next ? 'menu' : null)} title={postsText.options} titleHidden>
        <SheetItem danger icon={<Trash2 size={20} />} onNear={preloadDialog} onClick={() => setOpen('question')}>
          {postsText.delete}
        </SheetItem>
      </Sheet>
      <ConfirmDialog
        danger
        open={open === 'question'}
        onOpenChange={(next) => setOpen(next ? 'question' : null)}
        title={postsText.deleteTitle}
        text={postsText.deleteQuestion}
        cancelLabel={postsText.cancel}
        confirmLabel={postsText.confirmDelete}
        onConfirm={confirm}
      />
    </>
  )
}
