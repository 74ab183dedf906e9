import { Send } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Post } from '#contract/posts.ts'
import { ModerationSheet } from '#web/moderation/ModerationSheet.tsx'
import { useCurrentUser } from '#web/platform/current-user.ts'
import { preloadDialog } from '#web/ui/Dialog.tsx'
import { SheetItem } from '#web/ui/SheetItem.tsx'
import { DeletePostSheet } from './DeletePostSheet.tsx'
import { postsText } from './posts.text.ts'

const loadShare = () => import('#web/chat/compose/SharePostDialog.tsx')
const SharePost = lazy(() => loadShare().then((module) => ({ default: module.SharePostDialog })))

function preload() {
  preloadDialog()
  void loadShare().catch(() => undefined)
}

type PostOptionsProps = { post: Post; open: boolean; onOpenChange: (open: boolean) => void }

/** Who is signed in sends it on; the owner deletes, the others report or block. */
export function PostOptions({ post, open, onOpenChange }: PostOptionsProps) {
  const viewer = useCurrentUser()
  const [wanted, setWanted] = useState(false)
  const [sharing, setSharing] = useState(false)
  const share = () => {
    onOpenChange(false)
    setWanted(true)
    setSharing(true)
  }
  const sending = viewer && (
    <SheetItem icon={<Send size={20} />} onPreload={preload} onClick={share}>
      {postsText.sendInChat}
    </SheetItem>
  )
  return (
    <>
      {viewer?.id === post.user_id ? (
        <DeletePostSheet post={post} open={open} onOpenChange={onOpenChange}>
          {sending}
        </DeletePostSheet>
      ) : (
        <ModerationSheet
          title={postsText.options}
          target={{ target_type: 'post', target_id: post.id }}
          person={{ id: post.user_id, username: post.username }}
          open={open}
          onOpenChange={onOpenChange}
        >
          {sending}
        </ModerationSheet>
      )}
      {wanted && viewer && (
        <Suspense fallback={null}>
          <SharePost viewer={viewer} post={post} open={sharing} onOpenChange={setSharing} />
        </Suspense>
      )}
    </>
  )
}
