import type { Output } from '#contract/calls.ts'
import { SerializedReply } from '#server/platform/serialiser.ts'
import { type ViewerPostState, noViewerPostState, type PublicPostRow } from '#server/posts/posts.queries.ts'
import { viewPost } from '#server/posts/posts.views.ts'
import type { FeedPage } from './feed.queries.ts'
import { writeCursor } from './feed.rules.ts'
import type { CachedPage } from './feed-cache.actions.ts'
import type { FeedSlice } from './feed-cache.queries.ts'

type Feed = Output<'getFeed'>

const viewEnd = ({ cursor, km }: Pick<FeedPage, 'cursor' | 'km'>) => ({
  has_more: cursor !== null,
  next_cursor: cursor && writeCursor(cursor),
  radius_km: km,
})

export const viewFeed = (page: FeedPage, posts: Feed['posts']): Feed => ({ success: true, posts, ...viewEnd(page) })

/** A post in JSON without its end, which is the viewer's own. */
export function serializePost(row: PublicPostRow): string {
  const {
    user_liked: _liked,
    user_commented: _commented,
    user_spotted_status: _spotted,
    ...shared
  } = viewPost({ ...row, ...noViewerPostState })
  return JSON.stringify(shared).slice(0, -1)
}

const writeMine = (mine: ViewerPostState) => `,${JSON.stringify(mine).slice(1)}`
const writtenNothing = writeMine(noViewerPostState)

function writePage({ surroundings: { km }, posts, cursor }: CachedPage): string {
  const written = posts.map(
    ({ post, mine }) => post.json + (mine === noViewerPostState ? writtenNothing : writeMine(mine)),
  )
  return `{"success":true,"posts":[${written.join()}],${JSON.stringify(viewEnd({ km, cursor })).slice(1)}`
}

/** The last page of those who have done nothing with it, which is what most are shown: bytes of it that are ready to be sent. */
const lastPages = new WeakMap<FeedSlice, { page: CachedPage; reply: SerializedReply<Feed> }>()

const isPlain = ({ posts }: CachedPage) => posts.every(({ mine }) => mine === noViewerPostState)
const isSame = (a: CachedPage, b: CachedPage) =>
  a.posts.length === b.posts.length &&
  a.cursor?.before === b.cursor?.before &&
  a.posts.every(({ post }, at) => post === b.posts[at]?.post)

export function serializeFeedPage(page: CachedPage): SerializedReply<Feed> {
  const plain = isPlain(page)
  const last = plain ? lastPages.get(page.surroundings) : undefined
  if (last && isSame(last.page, page)) return last.reply
  const reply = new SerializedReply<Feed>(Buffer.from(writePage(page)))
  if (plain) lastPages.set(page.surroundings, { page, reply })
  return reply
}
