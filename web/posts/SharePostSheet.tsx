import { Send } from 'lucide-react'
import { useState } from 'react'
import { pagePaths } from '#contract/page-paths.ts'
import type { Post } from '#contract/posts.ts'
import { useCurrentUser } from '#web/platform/current-user.ts'
import { Dialog, Sheet } from '#web/ui/Dialog.tsx'
import { DialogButton } from '#web/ui/DialogButton.tsx'
import { lazyDialog } from '#web/ui/lazy-part.tsx'
import { SheetItem } from '#web/ui/IconRow.tsx'
import { ShareLinkItems } from '#web/ui/ShareLinkItems.tsx'
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
        <ShareLinkItems path={pagePaths.post(post.id)} title={postsText.cardLabel(post.username)} onDone={close} />
      </Sheet>
      {viewer && <SharePostDialog viewer={viewer} post={post} open={isSending} onOpenChange={setSending} />}
    </>
  )
}
