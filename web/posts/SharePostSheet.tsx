import { Link2, Send, Share2 } from 'lucide-react'
import { useState } from 'react'
import { pagePaths } from '#contract/page-paths.ts'
import type { Post } from '#contract/posts.ts'
import { useCurrentUser } from '#web/platform/current-user.ts'
import { copyText } from '#web/ui/copy-text.ts'
import { Dialog, Sheet } from '#web/ui/Dialog.tsx'
import { DialogButton } from '#web/ui/DialogButton.tsx'
import { lazyDialog } from '#web/ui/lazy-part.tsx'
import { SheetItem } from '#web/ui/IconRow.tsx'
import { showToast } from '#web/ui/toast.ts'
import { postsText } from './posts.text.ts'

const SharePostDialog = lazyDialog(() => import('#web/chat/compose/SharePostDialog.tsx'), 'SharePostDialog', Dialog)

type SharePostSheetProps = { post: Post; open: boolean; onOpenChange: (open: boolean) => void }

/** The ways to pass a post on: in a conversation, for members, and as a link. */
export function SharePostSheet({ post, open, onOpenChange }: SharePostSheetProps) {
  const viewer = useCurrentUser()
  const [isSending, setSending] = useState(false)
  const close = () => onOpenChange(false)
  const send = () => {
    close()
    setSending(true)
  }
  return (
    <>
      <Sheet open={open} onOpenChange={onOpenChange} title={postsText.sharePost}>
        {viewer && (
          <DialogButton as={SheetItem} opens={SharePostDialog} icon={<Send size={20} />} onClick={send}>
            {postsText.sendInChat}
          </DialogButton>
        )}
        <LinkItems post={post} onDone={close} />
      </Sheet>
      {viewer && <SharePostDialog viewer={viewer} post={post} open={isSending} onOpenChange={setSending} />}
    </>
  )
}

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
