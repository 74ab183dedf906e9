import { useInfiniteQuery } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import type { Post } from '#contract/posts.ts'
import { useFeedArea } from '#web/feed/feed-area.ts'
import { feedQuery } from '#web/feed/feed.api.ts'
import { ListMap, type ListPoint } from '#web/map/ListMap.tsx'
import { readPost } from '#web/platform/visible-posts.ts'

/** More would be a heap of points. */
const maxPoints = 60

/** The places of posts, each once. */
function pointsOf(posts: readonly Post[]): ListPoint[] {
  const points = posts.map(({ location_id, location_latitude, location_longitude }) => ({
    id: location_id,
    latitude: location_latitude,
    longitude: location_longitude,
  }))
  return [...new Map(points.map((point) => [point.id, point])).values()].slice(0, maxPoints)
}

/**
 * Shows where the posts of the nearby feed are. At the top of the feed it shows all of them, then the place of the post
 * that is being read.
 */
export function FeedMap() {
  const [hasFailed, setHasFailed] = useState(false)
  const { data } = useInfiniteQuery({ ...feedQuery(useFeedArea()), enabled: false })
  const readId = useSyncExternalStore(readPost.subscribe, readPost.current)
  const posts: Post[] = data?.pages.flatMap((page) => page.posts) ?? []
  const [first, ...others] = pointsOf(posts)
  if (!first || hasFailed) return null
  const read = posts.find(({ id }) => id === readId)
  return <ListMap points={[first, ...others]} readId={read?.location_id ?? null} onFailure={() => setHasFailed(true)} />
}
