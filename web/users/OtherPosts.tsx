import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import type { Post } from '#contract/posts.ts'
import { PostCard } from '#web/posts/PostCard.tsx'
import { Button } from '#web/ui/Button.tsx'
import { profileQuery } from './users.api.ts'
import { usersText } from './users.text.ts'
import styles from './OtherPosts.module.css'

/** As many as tell a visitor who this is. */
const shownCount = 3

/** The newest other posts of the author of a post, if there are any. */
export function OtherPosts({ post }: { post: Post }) {
  const { data } = useInfiniteQuery(profileQuery(post.user_id))
  const others = (data?.pages[0]?.posts ?? []).filter(({ id }) => id !== post.id)
  if (others.length === 0) return null
  return (
    <section aria-labelledby="other-posts">
      <h2 id="other-posts" className={styles.title}>
        {usersText.otherPosts(post.username)}
      </h2>
      {others.slice(0, shownCount).map((other) => (
        <PostCard key={other.id} post={other} />
      ))}
      <div className={styles.all}>
        <Button variant="soft" render={(props) => <Link to={pagePaths.profile(post.user_id)} {...props} />}>
          {usersText.profileOf(post.username)}
        </Button>
      </div>
    </section>
  )
}
