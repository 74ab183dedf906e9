import { useState } from 'react'
import type { CurrentUser } from '#contract/auth.ts'
import type { Post } from '#contract/posts.ts'
import { CelebrationDialog } from './CelebrationDialog.tsx'
import { requestsText } from './requests.text.ts'

/** The moment of somebody whom the author of a post has confirmed in it, when the notification leads there. */
export function FoundMoment({ post, viewer }: { post: Post; viewer: CurrentUser }) {
  const [isOver, setOver] = useState(false)
  const author = { id: post.user_id, username: post.username, profile_pic: post.profile_pic }
  const isFound = post.user_spotted_status === 'confirmed' && !isOver
  return (
    <CelebrationDialog
      person={isFound ? author : null}
      viewer={viewer}
      text={requestsText.foundText}
      onClose={() => setOver(true)}
    />
  )
}
