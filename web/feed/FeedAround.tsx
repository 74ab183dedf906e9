import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import type { Post } from '#contract/posts.ts'
import { hashtagsOf } from '#contract/text-parts.ts'
import { AreaEvents } from '#web/events/AreaEvents.tsx'
import { useCurrentUser } from '#web/platform/current-user.ts'
import { coarsePosition, type Position } from '#web/platform/geolocation.ts'
import { hasPicture } from '#web/posts/PostThumbnail.tsx'
import { PostTile, PostTiles } from '#web/posts/PostTiles.tsx'
import { Section } from '#web/ui/Section.tsx'
import { useFeedArea } from './feed-area.ts'
import { feedQuery } from './feed.api.ts'
import { feedText } from './feed.text.ts'
import styles from './FeedAround.module.css'

const maxHashtags = 8
/** Two rows. */
const maxTiles = 6
const tilesInRow = 3
/** Degrees around the position, some 10 km in Italy. */
const reach = { latitude: 0.09, longitude: 0.13 }

/** The hashtags of these posts, the most frequent first. */
function hashtagsIn(posts: readonly Post[]): string[] {
  const counts = new Map<string, number>()
  for (const tag of posts.flatMap(({ text }) => hashtagsOf(text))) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  return [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, maxHashtags)
    .map(([tag]) => tag)
}

function boxAround(position: Position) {
  const { latitude, longitude } = coarsePosition(position, 2)
  return {
    west: longitude - reach.longitude,
    east: longitude + reach.longitude,
    south: latitude - reach.latitude,
    north: latitude + reach.latitude,
  }
}

/** What the nearby feed holds, at a glance: hashtags, who is looked for, pictures, and the events of the week. */
export function FeedAround() {
  const viewer = useCurrentUser()
  const area = useFeedArea()
  const posts = useInfiniteQuery(feedQuery(area)).data?.pages.flatMap((page) => page.posts) ?? []
  const hashtags = hashtagsIn(posts)
  const looking = posts.filter(
    (post) => post.looks_for_someone && post.user_id !== viewer?.id && post.user_spotted_status === null,
  )
  const pictured = posts.filter((post) => hasPicture(post) && !looking.slice(0, maxTiles).includes(post))
  return (
    <>
      {hashtags.length > 0 && (
        <Section title={feedText.hashtagsAround}>
          <ul className={styles.hashtags}>
            {hashtags.map((tag) => (
              <li key={tag}>
                <Link className={styles.hashtag} to={pagePaths.hashtag(tag)}>
                  #{tag}
                </Link>
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Tiles title={feedText.lookingAround} posts={looking} />
      <Tiles title={feedText.picturesAround} posts={pictured} />
      {area.position && <AreaEvents box={boxAround(area.position)} />}
    </>
  )
}

/** No row is begun that is not filled, but the first. */
const Tiles = ({ title, posts }: { title: string; posts: readonly Post[] }) =>
  posts.length > 0 && (
    <Section title={title}>
      <PostTiles label={title}>
        {posts.slice(0, posts.length < maxTiles ? tilesInRow : maxTiles).map((post) => (
          <PostTile key={post.id} post={post} />
        ))}
      </PostTiles>
    </Section>
  )
