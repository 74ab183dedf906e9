import type { Output } from '#contract/calls.ts'
import { Written } from '#server/platform/serialiser.ts'
import type { SharedPostRow } from '#server/posts/posts.queries.ts'
import { viewPost } from '#server/posts/posts.views.ts'
import type { Page } from './feed.queries.ts'
import { writeCursor } from './feed.rules.ts'
import type { SharedPage } from './surroundings.actions.ts'

const nothingDone = { user_liked: false, user_commented: false, user_spotted_status: null } as const
type Mine = SharedPage['posts'][number]['mine']

const viewEnd = ({ cursor, km }: Pick<Page, 'cursor' | 'km'>) => ({ has_more: cursor !== null, next_cursor: cursor && writeCursor(cursor), radius_km: km })

/** A post in JSON without its end, which is the viewer's own. */
export function writeSharedPost(row: SharedPostRow): string {
  const { user_liked, user_commented, user_spotted_status, ...shared } = viewPost({ ...row, ...nothingDone })
  return JSON.stringify(shared).slice(0, -1)
}

const writeMine = ({ user_liked, user_commented, user_spotted_status }: Mine) =>
  `,"user_liked":${user_liked},"user_commented":${user_commented},"user_spotted_status":${JSON.stringify(user_spotted_status)}}`

export function writeSharedPage(page: SharedPage): Written<Output<'getFeed'>> {
  const posts = page.posts.map(({ json, mine }) => json + writeMine(mine))
  return new Written(`{"success":true,"posts":[${posts.join(',')}],${JSON.stringify(viewEnd(page)).slice(1)}`)
}

export const viewFeed = (page: Page, posts: Output<'getFeed'>['posts']): Output<'getFeed'> => ({ success: true, posts, ...viewEnd(page) })
