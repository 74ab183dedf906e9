import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { CurrentUser } from '#contract/auth.ts'
import type { Output } from '#contract/calls.ts'
import { addressOf, type CallName, urlOf } from '#contract/call-paths.ts'
import type { LegalTextKind } from '#contract/legal-texts.ts'
import { readVersion } from '#contract/legal-text-version.ts'
import { postsPageSize } from '#contract/limits.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { cardPictureSizes, pictureSrcSet } from '#contract/pictures.ts'
import type { Post } from '#contract/posts.ts'
import {
  type FeedPosition,
  type FirstVisibleList,
  firstVisiblePicture,
  inlinePreloadedData,
  inlinePreloadedText,
  positionCookie,
  type PreloadedData,
  type PreloadedReply,
  readPositionCookie,
} from '#contract/preloaded-data.ts'
import type { SendPage } from '#server/platform/page-files.ts'
import { sessionCookie } from '#server/platform/viewer.ts'

/**
 * Of each of the calls, for the account and what the page shows first. After this time the page is sent without its data:
 * one that loads its data itself is better than a late one.
 */
const preloadTimeoutMs = 1500

type Visit = { user: CurrentUser; position: FeedPosition | null; id: number }
type PreloadedPage = {
  /** The HTML file of the build, which preloads the code of that page. */
  file: string
  /** Returns the URL of the call that the page makes first; null when it is not known. */
  requestUrl: (visit: Visit) => string | null
  list: FirstVisibleList
  /** The events at followed places stand above the list. */
  hasEvents?: true
  /** Visitors without a session may open the page; the others are redirected to the login. */
  isPublic?: true
}

const feed: PreloadedPage = {
  file: 'index.html',
  list: 'feed',
  hasEvents: true,
  requestUrl: ({ position }) => position && urlOf('getFeed', position),
}
const place: PreloadedPage = {
  file: 'place.html',
  list: 'belowHeader',
  requestUrl: ({ id }) => urlOf('getLocation', { location_id: id, limit: postsPageSize }),
  isPublic: true,
}
const profile: PreloadedPage = {
  file: 'profile.html',
  list: 'belowHeader',
  requestUrl: ({ id }) => urlOf('getProfile', { user_id: id, limit: postsPageSize }),
  isPublic: true,
}
const ownProfile: PreloadedPage = {
  file: profile.file,
  list: profile.list,
  requestUrl: ({ user }) => urlOf('getProfile', { user_id: user.id, limit: postsPageSize }),
}
const post: PreloadedPage = {
  file: 'post.html',
  list: 'belowHeader',
  requestUrl: ({ id }) => urlOf('getPost', { post_id: id }),
  isPublic: true,
}
const login: PreloadedPage = { ...feed, requestUrl: () => null }

const pages: Record<string, PreloadedPage> = {
  [pagePaths.home]: feed,
  [pagePaths.feed]: feed,
  [pagePaths.location(':id')]: place,
  [pagePaths.ownProfile]: ownProfile,
  [pagePaths.profile(':id')]: profile,
  [pagePaths.post(':id')]: post,
  [pagePaths.comments(':id')]: post,
  [pagePaths.login]: login,
}
/** Pages with a text that everybody may read. */
const textPages: Record<string, LegalTextKind> = { [pagePaths.terms]: 'terms', [pagePaths.privacy]: 'privacy' }
const textFile = 'legal.html'

/** The page to which the app redirects visitors of the other pages. */
const loginFile = 'login.html'

/** Finds the elements of a page's head that preview its link; null where there is no preview. */
export type FindPreviewHead = (path: string) => Promise<string | null>

/** Puts the preview near the beginning: some read no further than the first kilobytes. */
const withPreview = (html: string, head: string | null): string | null =>
  head && html.replace('</title>', () => `</title>\n    ${head}`)

/**
 * Adds pages that contain the replies to the calls that they make first, for users who are signed in. All others get
 * the HTML file of the build, with the preview of what everybody may see.
 */
export function addPreloading(app: FastifyInstance, sendPage: SendPage, findPreviewHead: FindPreviewHead): void {
  for (const [route, page] of Object.entries(pages))
    app.get<{ Params: { id?: string } }>(route, (request, reply) => {
      const hasSession = request.cookies[sessionCookie] !== undefined
      return sendPage(request, reply, hasSession || page.isPublic ? page.file : loginFile, async (html, user) => {
        if (!user) return page.isPublic ? withPreview(html, await findPreviewHead(request.url.split('?', 1)[0]!)) : null
        const preloaded = await loadReply(app, page, { request, user })
        return preloaded && renderPage(html, { user, ...preloaded }, page.list)
      })
    })
  addTextPages(app, sendPage)
}

/** Adds the pages of legal texts, which contain the version that their address names. */
function addTextPages(app: FastifyInstance, sendPage: SendPage): void {
  for (const [route, kind] of Object.entries(textPages))
    app.get<{ Querystring: { version?: unknown } }>(route, (request, reply) =>
      sendPage(request, reply, textFile, async (html, user) => {
        const requestUrl = urlOf('getLegalText', { kind, version: readVersion(request.query.version) })
        const response = await get<'getLegalText'>(app, requestUrl, { ip: request.ip, headers: {} })
        if (!response) return null
        const page = inlinePreloadedText(html, { requestUrl, response })
        return user ? inlinePreloadedData(page, { user }) : page
      }),
    )
}

/**
 * Makes a call with the cookies and the address of the request. Returns null when it fails or is late: the page makes
 * it itself, and shows the error.
 */
async function get<Name extends CallName>(
  app: FastifyInstance,
  url: string,
  { headers, ip }: Pick<FastifyRequest, 'headers' | 'ip'>,
): Promise<Output<Name> | null> {
  const signal = AbortSignal.timeout(preloadTimeoutMs)
  const request = { url, headers: { cookie: headers.cookie ?? '' }, remoteAddress: ip, signal }
  const reply = await app.inject(request).catch(() => null)
  return reply?.statusCode === 200 ? reply.json<Output<Name>>() : null
}

/** Returns the user of the session of a page's request, as `getAccount` does; null without one. */
export async function findPageUser(app: FastifyInstance, request: FastifyRequest): Promise<CurrentUser | null> {
  if (!request.cookies[sessionCookie]) return null
  return (await get<'getAccount'>(app, addressOf('getAccount').url, request))?.user ?? null
}

async function loadReply(
  app: FastifyInstance,
  page: PreloadedPage,
  { request, user }: { request: FastifyRequest<{ Params: { id?: string } }>; user: CurrentUser },
): Promise<PreloadedReply | null> {
  if (user.onboarding_completed !== 1) return null
  const position = readPositionCookie(request.cookies[positionCookie])
  const requestUrl = page.requestUrl({ user, position, id: Number(request.params.id) })
  if (!requestUrl) return null
  const [response, events] = await Promise.all([
    get<'getFeed' | 'getLocation' | 'getProfile' | 'getPost'>(app, requestUrl, request),
    page.hasEvents ? get<'getFollowedEvents'>(app, addressOf('getFollowedEvents').url, request) : null,
  ])
  return response && { requestUrl, response, ...(events && { followed_events: events.events }) }
}

function postsOf(response: PreloadedReply['response']): Post[] {
  if ('post' in response) return [response.post]
  return 'location' in response ? response.location.posts : response.posts
}

function preloadLink({ image_url, image_width }: Post): string {
  if (image_url === null) return ''
  const sources = pictureSrcSet(image_url, image_width)
  const srcset = `imagesrcset="${sources}" imagesizes="${cardPictureSizes}"`
  return `<link rel="preload" as="image" href="${image_url}" ${srcset} fetchpriority="high" />\n    `
}

/** Puts the data into the page, and a link that loads its first picture before the code has arrived. */
function renderPage(html: string, data: PreloadedData & PreloadedReply, list: FirstVisibleList): string {
  const post = firstVisiblePicture(postsOf(data.response), list)
  const link = post ? preloadLink(post) : ''
  return inlinePreloadedData(
    html.replace('<script', () => `${link}<script`),
    data,
  )
}
