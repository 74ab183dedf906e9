import type { Post } from '#contract/posts.ts'
import { ModerationSheet } from '#web/moderation/ModerationSheet.tsx'
import { useCurrentUser } from '#web/platform/current-user.ts'
import { DeletePostSheet } from './DeletePostSheet.tsx'
import { postsText } from './posts.text.ts'

type PostOptionsProps = { post: Post; open: boolean; onOpenChange: (open: boolean) => void }

/** The owner deletes; the others report or block. */
export function PostOptions({ post, open, onOpenChange }: PostOptionsProps) {
  const isOwn = useCurrentUser()?.id === post.user_id
  if (isOwn) return <DeletePostSheet post={post} open={open} onOpenChange={onOpenChange} />
  return (
    <ModerationSheet
      title={postsText.options}
      target={{ target_type: 'post', target_id: post.id }}
      person={{ id: post.user_id, username: post.username }}
      open={open}
      onOpenChange={onOpenChange}
    />
  )
}
