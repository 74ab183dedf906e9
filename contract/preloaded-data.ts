import type { CurrentUser } from './auth.ts'
import type { Output } from './calls.ts'
import type { Post } from './posts.ts'

/** Where somebody is, in degrees of two decimals: about a kilometre. */
export type CoarsePosition = { lat: number; lon: number }

/** What a page brings with it, so that it asks for nothing before it shows what it is there for. */
export type PreloadedData = {
  user: CurrentUser
  /** The call that the page makes first, with what it is asked; and what the server answers to it. */
  requestUrl: string
  response: Output<'getFeed' | 'getLocation' | 'getProfile'>
  /** Milliseconds since 1970, in the copy that a browser keeps for when there is no network; the server's own has none. */
  stored_at?: number
}

/** The `id` of the element of the page that holds it. */
export const preloadedDataId = 'opening'

/** How many posts are seen at first: below the head of a place or a person there is room for one. */
const firstSeen = { feed: 3, behindHead: 1 }
export type FirstVisibleList = keyof typeof firstSeen
export const firstVisiblePosts = (posts: Post[], list: FirstVisibleList): Post[] => posts.slice(0, firstSeen[list])
/** The picture that is fetched before anything else. */
export const firstVisiblePicture = (posts: Post[], list: FirstVisibleList): Post | undefined =>
  firstVisiblePosts(posts, list).find(({ image_url }) => image_url !== null)

/** The cookie by which a browser says where to open the feed. The browser alone writes it, and takes it away. */
export const positionCookie = 'where'
export const writePositionCookie = ({ lat, lon }: CoarsePosition): string => `${lat}_${lon}`

const twoDecimals = /^(-?\d{1,2}(?:\.\d{1,2})?)_(-?\d{1,3}(?:\.\d{1,2})?)$/
/** Null for whatever else a cookie may hold; more than two decimals too. */
export function readPositionCookie(cookie: string | undefined): CoarsePosition | null {
  const [, lat, lon] = twoDecimals.exec(cookie ?? '') ?? []
  return lat === undefined || lon === undefined ? null : { lat: Number(lat), lon: Number(lon) }
}

const unsafe = { '<': '\\u003c', '\u2028': '\\u2028', '\u2029': '\\u2029' } as const

/** The page with what it opens with in it: data that no browser runs, and that cannot end its element. */
export function inlinePreloadedData(shell: string, opening: PreloadedData): string {
  const json = JSON.stringify(opening).replace(
    /[<\u2028\u2029]/g,
    (character) => unsafe[character as keyof typeof unsafe],
  )
  return shell.replace(
    '</body>',
    () => `  <script type="application/json" id="${preloadedDataId}">${json}</script>\n  </body>`,
  )
}
