import { Pencil, Send } from 'lucide-react'
import { useState } from 'react'
import type { Post } from '#contract/posts.ts'
import { MuteItem } from '#web/moderation/MuteItem.tsx'
import { ModerationSheet } from '#web/moderation/ModerationSheet.tsx'
import { useCurrentUser } from '#web/platform/current-user.ts'
import { preloadDialog } from '#web/ui/Dialog.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { SheetItem } from '#web/ui/SheetItem.tsx'
import { DeletePostSheet } from './DeletePostSheet.tsx'
import { LinkItems } from './LinkItems.tsx'
import { postsText } from './posts.text.ts'

const SharePostDialog = lazyDialog(() => import('#web/chat/compose/SharePostDialog.tsx'), 'SharePostDialog')

function preload() {
  preloadDialog()
  SharePostDialog.preload()
}

const EditPostDialog = lazyDialog(() => import('./EditPostDialog.tsx'), 'EditPostDialog')

function preloadEditing() {
  preloadDialog()
  EditPostDialog.preload()
}

type PostOptionsProps = { post: Post; open: boolean; onOpenChange: (open: boolean) => void }

/** Members share a post; its author deletes it, the others report, mute or block. */
export function PostOptions({ post, open, onOpenChange }: PostOptionsProps) {
  const viewer = useCurrentUser()
  const [isSharing, setSharing] = useState(false)
  const [isEditing, setEditing] = useState(false)
  const edit = () => {
    onOpenChange(false)
    setEditing(true)
  }
  const share = () => {
    onOpenChange(false)
    setSharing(true)
  }
  const items = (
    <>
      {viewer && (
        <SheetItem icon={<Send size={20} />} onPreload={preload} onClick={share}>
          {postsText.sendInChat}
        </SheetItem>
      )}
      <LinkItems post={post} onDone={() => onOpenChange(false)} />
    </>
  )
  return (
    <>
      {viewer?.id === post.user_id ? (
        <DeletePostSheet post={post} open={open} onOpenChange={onOpenChange}>
          <SheetItem icon={<Pencil size={20} />} onPreload={preloadEditing} onClick={edit}>
            {postsText.edit}
          </SheetItem>
          {items}
        </DeletePostSheet>
      ) : (
        <ModerationSheet
          title={postsText.options}
          target={{ target_type: 'post', target_id: post.id }}
          person={{ id: post.user_id, username: post.username }}
          open={open}
          onOpenChange={onOpenChange}
        >
          {items}
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
      {viewer && <SharePostDialog viewer={viewer} post={post} open={isSharing} onOpenChange={setSharing} />}
    </>
  )
}
