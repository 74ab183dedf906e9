import type { CircleKm } from '#contract/feed-radius.ts'
import type { Feed } from '#server/feed/feed.views.ts'
import { type FeedCursor, writeCursor } from '#server/feed/feed.rules.ts'
import { SerializedPage } from '#server/platform/serialiser.ts'
import {
  noViewerPostState,
  type PublicPostRow,
  type UncheckedPostRow,
  type ViewerPostState,
} from '#server/posts/posts.queries.ts'
import { viewConfirmedPeople, viewPost } from '#server/posts/posts.views.ts'

/** The rarely changing fields of a post, its author and its place as JSON, without the closing brace. */
export type SerializedPost = {
  id: number
  authorId: number
  placeId: number
  json: Buffer
  /** Names of its pictures that everybody may see: those of the post, and its author's portrait. */
  publicPictures: string[]
}

/** Of a post, what every answer reads from the database. */
type PostCounters = Pick<PublicPostRow, 'likes_count' | 'comments_count' | 'spotted_count'>

/** A page of the feed, made of posts in memory, and of counters and the viewer's state from the database. */
export type CachedPage = {
  posts: { post: SerializedPost; km: CircleKm; counters: PostCounters; viewerState: ViewerPostState }[]
  cursor: FeedCursor | null
}

export function serializePost(row: UncheckedPostRow): SerializedPost {
  const {
    likes_count: _likes,
    comments_count: _comments,
    spotted_count: _spottedCount,
    user_liked: _liked,
    user_commented: _commented,
    user_bookmarked: _bookmarked,
    user_spotted_status: _spotted,
    spotted_people: _people,
    ...constantFields
  } = viewPost({ ...row, ...noViewerPostState })
  const json = Buffer.from(JSON.stringify(constantFields).slice(0, -1))
  return { id: row.id, authorId: row.author_id, placeId: row.place_id, json, publicPictures: findPublicPictures(row) }
}

function findPublicPictures(row: UncheckedPostRow): string[] {
  if (!row.is_active) return []
  const more = (row.more_pictures ?? []).map(({ name }) => name)
  const ofPost = row.is_private || row.followers_only ? [] : [row.picture, ...more]
  return [row.author_picture, ...ofPost].filter((name) => name !== null)
}

const serializeFields = (fields: object) => `,${JSON.stringify(fields).slice(1, -1)}`
const serializeViewerState = ({ spotted_people, ...state }: ViewerPostState) =>
  serializeFields({ ...state, spotted_people: viewConfirmedPeople(spotted_people) })
const serializedNoViewerState = serializeViewerState(noViewerPostState)

/** Joins bytes: encoding the texts of the posts again would cost a fifth of an answer. */
export function serializeFeedPage({ posts, cursor }: CachedPage): SerializedPage<Feed> {
  const parts = posts.flatMap(({ post, km, counters, viewerState }, index) => {
    const state = viewerState === noViewerPostState ? serializedNoViewerState : serializeViewerState(viewerState)
    const { likes_count: likes, comments_count: comments, spotted_count: spotted } = counters
    const end = `,"likes_count":${likes},"comments_count":${comments},"spotted_count":${spotted}${state},"circle_km":${km}}`
    return [post.json, Buffer.from(index < posts.length - 1 ? `${end},` : end)]
  })
  const start = Buffer.from('{"success":true,"posts":[')
  const end = Buffer.from(`],"has_more":${cursor !== null}`)
  return new SerializedPage<Feed>(Buffer.concat([start, ...parts, end]), cursor && writeCursor(cursor))
}
