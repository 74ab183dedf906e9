import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { CurrentUser } from '#contract/auth.ts'
import type { Output } from '#contract/calls.ts'
import { addressOf, type CallName, urlOf } from '#contract/call-paths.ts'
import type { LegalTextKind } from '#contract/legal-texts.ts'
import { readVersion } from '#contract/legal-text-version.ts'
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
  readPositionCookie,
} from '#contract/preloaded-data.ts'
import { type FindPageExtras, type SendPage, withExtras } from '#server/platform/page-files.ts'
import { sessionCookie } from '#server/platform/viewer.ts'

/** After this time the page is sent without data: a page that loads its data itself is better than a late one. */
const preloadTimeoutMs = 1500

type Visit = { user: CurrentUser; position: FeedPosition | null; id: number }
type PreloadedPage = {
  /** The HTML file of the build, which preloads the code of that page. */
  file: string
  /** Returns the URL of the call that the page makes first; null when it is not known. */
  requestUrl: (visit: Visit) => string | null
  list: FirstVisibleList
  /** Visitors without a session may open the page; the others are redirected to the login. */
  isPublic?: true
}

const feed: PreloadedPage = {
  file: 'index.html',
  list: 'feed',
  requestUrl: ({ position }) => position && urlOf('getFeed', position),
}
const place: PreloadedPage = {
  file: 'place.html',
  list: 'belowHeader',
  requestUrl: ({ id }) => urlOf('getLocation', { location_id: id }),
}
const profile: PreloadedPage = {
  file: 'profile.html',
  list: 'belowHeader',
  requestUrl: ({ id }) => urlOf('getProfile', { user_id: id }),
}
const ownProfile: PreloadedPage = { ...profile, requestUrl: ({ user }) => urlOf('getProfile', { user_id: user.id }) }
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

/**
 * Adds pages that contain the replies to the calls that they make first, for users who are signed in. All others get
 * the HTML file of the build.
 */
export async function addPreloading(
  app: FastifyInstance,
  webFolder: string,
  { findExtras, sendPage }: { findExtras: FindPageExtras; sendPage: SendPage },
): Promise<void> {
  for (const [route, page] of Object.entries(pages)) {
    // Without a build, Vite serves the page.
    const html = await readFile(path.join(webFolder, page.file), 'utf8').catch(() => null)
    app.get<{ Params: { id?: string } }>(route, async (request, reply) => {
      reply.header('vary', 'cookie')
      if (!request.cookies[sessionCookie]) return sendPage(request, reply, page.isPublic ? page.file : loginFile)
      const data = html === null ? null : await loadData(app, page, request)
      if (html === null || data === null) return sendPage(request, reply, page.file)
      return reply
        .header('cache-control', 'no-store')
        .type('text/html; charset=utf-8')
        .send(renderPage(withExtras(html, await findExtras(request)), data, page.list))
    })
  }
  await addTextPages(app, webFolder, { findExtras, sendPage })
}

/** Adds the pages of legal texts, which contain the version that their address names. */
async function addTextPages(
  app: FastifyInstance,
  webFolder: string,
  { findExtras, sendPage }: { findExtras: FindPageExtras; sendPage: SendPage },
): Promise<void> {
  const html = await readFile(path.join(webFolder, textFile), 'utf8').catch(() => null)
  for (const [route, kind] of Object.entries(textPages))
    app.get<{ Querystring: { version?: unknown } }>(route, async (request, reply) => {
      const requestUrl = urlOf('getLegalText', { kind, version: readVersion(request.query.version) })
      const response = html === null ? null : await loadText(app, requestUrl, request.ip)
      if (html === null || response === null) return sendPage(request, reply, textFile)
      return reply
        .header('cache-control', 'no-store')
        .type('text/html; charset=utf-8')
        .send(inlinePreloadedText(withExtras(html, await findExtras(request)), { requestUrl, response }))
    })
}

/** Makes the page's call. Returns null when it fails or is late: the page makes it itself, and shows the error. */
async function loadText(app: FastifyInstance, url: string, ip: string): Promise<Output<'getLegalText'> | null> {
  const signal = AbortSignal.timeout(preloadTimeoutMs)
  const reply = await app.inject({ url, remoteAddress: ip, signal }).catch(() => null)
  return reply?.statusCode === 200 ? reply.json<Output<'getLegalText'>>() : null
}

/** Makes the page's calls with the cookies and the address of the request. Returns null when one fails or is late. */
async function loadData(
  app: FastifyInstance,
  page: PreloadedPage,
  { cookies, headers, ip, params }: FastifyRequest<{ Params: { id?: string } }>,
): Promise<PreloadedData | null> {
  const signal = AbortSignal.timeout(preloadTimeoutMs)
  const get = async <Name extends CallName>(url: string): Promise<Output<Name> | null> => {
    const reply = await app.inject({ url, headers: { cookie: headers.cookie ?? '' }, remoteAddress: ip, signal })
    return reply.statusCode === 200 ? reply.json<Output<Name>>() : null
  }
  try {
    const user = (await get<'getAccount'>(addressOf('getAccount').url))?.user
    if (user?.onboarding_completed !== 1) return null
    const position = readPositionCookie(cookies[positionCookie])
    const requestUrl = page.requestUrl({ user, position, id: Number(params.id) })
    const response = requestUrl && (await get<'getFeed' | 'getLocation' | 'getProfile' | 'getPost'>(requestUrl))
    return response ? { user, requestUrl, response } : null
  } catch {
    // The page makes the call itself, and shows the error.
    return null
  }
}

function postsOf(response: PreloadedData['response']): Post[] {
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
function renderPage(html: string, data: PreloadedData, list: FirstVisibleList): string {
  const post = firstVisiblePicture(postsOf(data.response), list)
  const link = post ? preloadLink(post) : ''
  return inlinePreloadedData(
    html.replace('<script', () => `${link}<script`),
    data,
  )
}
