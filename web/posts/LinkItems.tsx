import { Link2, Share2 } from 'lucide-react'
import { pagePaths } from '#contract/page-paths.ts'
import type { Post } from '#contract/posts.ts'
import { copyText } from '#web/ui/copy-text.ts'
import { SheetItem } from '#web/ui/SheetItem.tsx'
import { showToast } from '#web/ui/toast.ts'
import { postsText } from './posts.text.ts'

type LinkItemsProps = { post: Post; onDone: () => void }

/** Items of a post's menu: its link, copied or handed to the device. */
export function LinkItems({ post, onDone }: LinkItemsProps) {
  const url = window.location.origin + pagePaths.post(post.id)
  const copy = () => {
    onDone()
    void copyText(url, { copied: postsText.linkCopied, failed: postsText.linkNotCopied })
  }
  const share = () => {
    onDone()
    navigator.share({ title: postsText.cardLabel(post.username), url }).catch((error: unknown) => {
      // Closing the device's menu needs no message.
      if (!(error instanceof DOMException && error.name === 'AbortError')) showToast(postsText.notShared, 'danger')
    })
  }
  return (
    <>
      <SheetItem icon={<Link2 size={20} />} onClick={copy}>
        {postsText.copyLink}
      </SheetItem>
      {'share' in navigator && (
        <SheetItem icon={<Share2 size={20} />} onClick={share}>
          {postsText.share}
        </SheetItem>
      )}
    </>
  )
}
