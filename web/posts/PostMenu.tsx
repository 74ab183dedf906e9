import { Ellipsis } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Post } from '#contract/posts.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { preloadSheet } from '#web/ui/Sheet.tsx'
import { postsText } from './posts.text.ts'

const loadOptions = () => import('./PostOptions.tsx')
const PostOptions = lazy(() => loadOptions().then((module) => ({ default: module.PostOptions })))

function preload() {
  preloadSheet()
  void loadOptions().catch(() => undefined)
}

/** What one may do with a post; it is loaded when the first one is opened. */
export function PostMenu({ post }: { post: Post }) {
  const [wanted, setWanted] = useState(false)
  const [open, setOpen] = useState(false)
  const show = () => {
    setWanted(true)
    setOpen(true)
  }
  return (
    <>
      <IconButton
        label={postsText.options}
        aria-haspopup="dialog"
        onClick={show}
        onPointerEnter={preload}
        onFocus={preload}
      >
        <Ellipsis size={20} />
      </IconButton>
      {wanted && (
        <Suspense fallback={null}>
          <PostOptions post={post} open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  )
}
