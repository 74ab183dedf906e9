import type { Output } from '#contract/calls.ts'
import { Written } from '#server/platform/serialiser.ts'
import { type Mine, nothingDone, type SharedPostRow } from '#server/posts/posts.queries.ts'
import { viewPost } from '#server/posts/posts.views.ts'
import type { Page } from './feed.queries.ts'
import { writeCursor } from './feed.rules.ts'
import type { SharedPage } from './feed-cache.actions.ts'
import type { Surroundings } from './feed-cache.queries.ts'

type Feed = Output<'getFeed'>

const viewEnd = ({ cursor, km }: Pick<Page, 'cursor' | 'km'>) => ({
  has_more: cursor !== null,
  next_cursor: cursor && writeCursor(cursor),
  radius_km: km,
})

export const viewFeed = (page: Page, posts: Feed['posts']): Feed => ({ success: true, posts, ...viewEnd(page) })

/** A post in JSON without its end, which is the viewer's own. */
export function writeSharedPost(row: SharedPostRow): string {
  const {
    user_liked: _liked,
    user_commented: _commented,
    user_spotted_status: _spotted,
    ...shared
  } = viewPost({ ...row, ...nothingDone })
  return JSON.stringify(shared).slice(0, -1)
}

const writeMine = (mine: Mine) => `,${JSON.stringify(mine).slice(1)}`
const writtenNothing = writeMine(nothingDone)

function writePage({ surroundings: { km }, posts, cursor }: SharedPage): string {
  const written = posts.map(({ post, mine }) => post.json + (mine === nothingDone ? writtenNothing : writeMine(mine)))
  return `{"success":true,"posts":[${written.join()}],${JSON.stringify(viewEnd({ km, cursor })).slice(1)}`
}

/** The last page of those who have done nothing with it, which is what most are shown: bytes of it that are ready to be sent. */
const lastPages = new WeakMap<Surroundings, { page: SharedPage; reply: Written<Feed> }>()

const isPlain = ({ posts }: SharedPage) => posts.every(({ mine }) => mine === nothingDone)
const isSame = (a: SharedPage, b: SharedPage) =>
  a.posts.length === b.posts.length &&
  a.cursor?.before === b.cursor?.before &&
  a.posts.every(({ post }, at) => post === b.posts[at]?.post)

export function writeSharedPage(page: SharedPage): Written<Feed> {
  const plain = isPlain(page)
  const last = plain ? lastPages.get(page.surroundings) : undefined
  if (last && isSame(last.page, page)) return last.reply
  const reply = new Written<Feed>(Buffer.from(writePage(page)))
  if (plain) lastPages.set(page.surroundings, { page, reply })
  return reply
}
