import type { CurrentUser } from './auth.ts'
import type { Output } from './calls.ts'
import { feedRadii, type FeedRadius } from './feed-radius.ts'
import type { Post } from './posts.ts'

/**
 * The position at which the browser opens the feed. Degrees with two decimals: about a kilometre. Without a radius, it
 * is `auto`.
 */
export type FeedPosition = { lat: number; lon: number; radius?: FeedRadius }

/** The URL of the call that a page makes first, and the server's reply. */
export type PreloadedReply = {
  requestUrl: string
  response: Output<'getFeed' | 'getLocation' | 'getProfile' | 'getPost'>
  /** With the feed: the events above it, which would move its posts if they came later. */
  followed_events?: Output<'getFollowedEvents'>['events']
}

/**
 * The data that the server puts into a page: the user of the session into each, because a browser may have deleted its
 * copy, and into some a reply, so that the page can show its content without a request.
 */
export type PreloadedData = Partial<PreloadedReply> & {
  user: CurrentUser
  /** Milliseconds since 1970. Set in the copy that the browser stores for offline use, absent in the server's page. */
  stored_at?: number
}

/** The `id` of the element that holds the data. */
export const preloadedDataId = 'opening'

/** The data that the server puts into the page of a legal text, the same for everybody. */
export type PreloadedText = { requestUrl: string; response: Output<'getLegalText'> }

/** The `id` of the element that holds it. */
export const preloadedTextId = 'legal-text'

/**
 * The `name` of the element with the name of the person as whom the login page offers to sign in, on a demo server's
 * machine.
 */
export const demoMetaName = 'demo-person'

/** The `id` of the element that holds the current announcements; without any there is none. */
export const announcementsId = 'announcements'

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
export const writePositionCookie = ({ lat, lon, radius }: FeedPosition): string =>
  [lat, lon, radius].filter((part) => part !== undefined).join('_')

const positionPattern = new RegExp(
  String.raw`^(-?\d{1,2}(?:\.\d{1,2})?)_(-?\d{1,3}(?:\.\d{1,2})?)(?:_(${feedRadii.join('|')}))?$`,
)
/** Returns null for a malformed value, and for one with more than two decimals. */
export function readPositionCookie(cookie: string | undefined): FeedPosition | null {
  const [, lat, lon, radius] = positionPattern.exec(cookie ?? '') ?? []
  if (lat === undefined || lon === undefined) return null
  return { lat: Number(lat), lon: Number(lon), ...(radius !== undefined && { radius: radius as FeedRadius }) }
}

const escapes = { '<': '\\u003c', '\u2028': '\\u2028', '\u2029': '\\u2029' } as const

/** Puts data into the page, as JSON that the browser does not run and that cannot close its element. */
export function inlineJson(html: string, elementId: string, data: unknown): string {
  const json = JSON.stringify(data).replace(
    /[<\u2028\u2029]/g,
    (character) => escapes[character as keyof typeof escapes],
  )
  return html.replace(
    '</body>',
    () => `  <script type="application/json" id="${elementId}">${json}</script>\n  </body>`,
  )
}

export const inlinePreloadedData = (html: string, data: PreloadedData): string =>
  inlineJson(html, preloadedDataId, data)
export const inlinePreloadedText = (html: string, text: PreloadedText): string =>
  inlineJson(html, preloadedTextId, text)
