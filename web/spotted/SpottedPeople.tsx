import { Link } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import type { Post } from '#contract/posts.ts'
import { useCurrentUser } from '#web/platform/current-user.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { spottedText } from './spotted.text.ts'
import styles from './SpottedPeople.module.css'

/** Avatars and names of the people confirmed in a post; it leads to all of them. */
export function SpottedPeople({ post }: { post: Post }) {
  const viewer = useCurrentUser()
  // A person who has just withdrawn does not count as waiting.
  const people = post.spotted_people.filter(({ id }) => id !== viewer?.id || post.user_spotted_status === 'confirmed')
  if (people.length === 0 || post.spotted_count === 0) return null
  // With more people, two names leave room for their number.
  const named = post.spotted_count > people.length ? people.slice(0, 2) : people
  const names = named.map(({ username }) => username)
  return (
    <Link className={styles.people} to={pagePaths.spottedRequests(post.id)}>
      <span className={styles.faces}>
        {people.map(({ id, username, profile_pic }) => (
          <Avatar key={id} className={styles.face} name={username} picture={profile_pic} size={28} />
        ))}
      </span>
      <span className={styles.names}>
        <span className={styles.spotted}>{spottedText.spotted}</span>{' '}
        {spottedText.people(names, post.spotted_count - names.length)}
      </span>
    </Link>
  )
}
