import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import type { Post } from '#contract/posts.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { preloadSheet } from '#web/ui/Sheet.tsx'
import { postsText } from './posts.text.ts'

const PostOptions = lazyDialog(() => import('./PostOptions.tsx'), 'PostOptions')

function preload() {
  preloadSheet()
  PostOptions.preload()
}

/** The menu of a post. Its code loads when the first one opens. */
export function PostMenu({ post }: { post: Post }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <IconButton
        label={postsText.options}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        onPointerEnter={preload}
        onFocus={preload}
      >
        <Ellipsis size={20} />
      </IconButton>
      <PostOptions post={post} open={open} onOpenChange={setOpen} />
    </>
  )
}
