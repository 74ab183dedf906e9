import { type Feed, viewPaging } from '#server/feed/feed.views.ts'
import type { FeedCursor } from '#server/feed/feed.rules.ts'
import { SerializedReply } from '#server/platform/serialiser.ts'
import { noViewerPostState, type PublicPostRow, type ViewerPostState } from '#server/posts/posts.queries.ts'
import { viewPost } from '#server/posts/posts.views.ts'
import type { FeedSlice } from './slice.queries.ts'

/** A post as JSON, without viewer state and closing brace, and the versions that it was made from. */
export type SerializedPost = { version: string; sharedVersion: string; json: string }

/** A page of the feed, made of cached posts and the viewer's state of each. */
export type CachedPage = {
  slice: FeedSlice
  posts: { post: SerializedPost; viewerState: ViewerPostState }[]
  cursor: FeedCursor | null
}

/** Serialises a post without viewer state and closing brace. */
export function serializePost(row: PublicPostRow): string {
  const {
    user_liked: _liked,
    user_commented: _commented,
    user_spotted_status: _spotted,
    ...publicFields
  } = viewPost({ ...row, ...noViewerPostState })
  return JSON.stringify(publicFields).slice(0, -1)
}

const serializeViewerState = (state: ViewerPostState) => `,${JSON.stringify(state).slice(1)}`
const serializedNoViewerState = serializeViewerState(noViewerPostState)

function serializePage({ slice: { km }, posts, cursor }: CachedPage): string {
  const serialized = posts.map(
    ({ post, viewerState }) =>
      post.json + (viewerState === noViewerPostState ? serializedNoViewerState : serializeViewerState(viewerState)),
  )
  return `{"success":true,"posts":[${serialized.join()}],${JSON.stringify(viewPaging({ km, cursor })).slice(1)}`
}

/** The last reply of each slice without viewer state, which most viewers get: it need not be serialised again. */
const lastReplies = new WeakMap<FeedSlice, { page: CachedPage; reply: SerializedReply<Feed> }>()

const hasNoViewerState = ({ posts }: CachedPage) => posts.every(({ viewerState }) => viewerState === noViewerPostState)
const isSamePage = (one: CachedPage, other: CachedPage) =>
  one.posts.length === other.posts.length &&
  one.cursor?.before === other.cursor?.before &&
  one.posts.every(({ post }, index) => post === other.posts[index]?.post)

export function serializeFeedPage(page: CachedPage): SerializedReply<Feed> {
  const isReusable = hasNoViewerState(page)
  const last = isReusable ? lastReplies.get(page.slice) : undefined
  if (last && isSamePage(last.page, page)) return last.reply
  const reply = new SerializedReply<Feed>(Buffer.from(serializePage(page)))
  if (isReusable) lastReplies.set(page.slice, { page, reply })
  return reply
}
