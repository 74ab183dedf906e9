import type { CurrentUser } from './auth.ts'
import type { Output } from './calls.ts'
import type { Post } from './posts.ts'

/** Degrees with two decimals: about a kilometre. */
export type CoarsePosition = { lat: number; lon: number }

/** What the server puts into a page, so that it can show its content without a request. */
export type PreloadedData = {
  user: CurrentUser
  /** The URL of the call that the page makes first, and the server's reply. */
  requestUrl: string
  response: Output<'getFeed' | 'getLocation' | 'getProfile' | 'getPost'>
  /** Milliseconds since 1970. Set in the copy that the browser stores for offline use, absent in the server's page. */
  stored_at?: number
}

/** The `id` of the element that holds the data. */
export const preloadedDataId = 'opening'

/** Posts that are visible before scrolling: below the header of a place or a profile there is room for one. */
const firstVisibleCounts = { feed: 3, belowHeader: 1 }
export type FirstVisibleList = keyof typeof firstVisibleCounts
export const firstVisiblePosts = (posts: Post[], list: FirstVisibleList): Post[] =>
  posts.slice(0, firstVisibleCounts[list])
/** Returns the post whose picture is loaded before everything else. */
export const firstVisiblePicture = (posts: Post[], list: FirstVisibleList): Post | undefined =>
  firstVisiblePosts(posts, list).find(({ image_url }) => image_url !== null)

/** The cookie with the position at which the browser opens the feed. Only the browser sets and deletes it. */
export const positionCookie = 'where'
export const writePositionCookie = ({ lat, lon }: CoarsePosition): string => `${lat}_${lon}`

const positionPattern = /^(-?\d{1,2}(?:\.\d{1,2})?)_(-?\d{1,3}(?:\.\d{1,2})?)$/
/** Returns null for a malformed value, and for one with more than two decimals. */
export function readPositionCookie(cookie: string | undefined): CoarsePosition | null {
  const [, lat, lon] = positionPattern.exec(cookie ?? '') ?? []
  return lat === undefined || lon === undefined ? null : { lat: Number(lat), lon: Number(lon) }
}

const escapes = { '<': '\\u003c', '\u2028': '\\u2028', '\u2029': '\\u2029' } as const

/** Puts the data into the page, as JSON that the browser does not run and that cannot close its element. */
export function inlinePreloadedData(html: string, data: PreloadedData): string {
  const json = JSON.stringify(data).replace(
    /[<\u2028\u2029]/g,
    (character) => escapes[character as keyof typeof escapes],
  )
  return html.replace(
    '</body>',
    () => `  <script type="application/json" id="${preloadedDataId}">${json}</script>\n  </body>`,
  )
}
