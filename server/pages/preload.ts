import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { CurrentUser } from '#contract/auth.ts'
import type { Output } from '#contract/calls.ts'
import {
  type FirstVisibleList,
  firstVisiblePicture,
  inlinePreloadedData,
  type PreloadedData,
  readPositionCookie,
  type CoarsePosition,
  positionCookie,
} from '#contract/preloaded-data.ts'
import { cardPictureSizes, pictureSrcSet } from '#contract/pictures.ts'
import { addressOf, type CallName, urlOf } from '#contract/call-paths.ts'
import type { Post } from '#contract/posts.ts'
import { sessionCookie } from '#server/platform/viewer.ts'

/** Milliseconds: a page that opens empty is better than one that does not open. */
const patience = 1500

type Visit = { user: CurrentUser; where: CoarsePosition | null; id: number }
type OpeningPage = {
  /** The page as the build left it, which names the code that is wanted there. */
  file: string
  /** The call that it makes first; null where that is not known. */
  asks: (visit: Visit) => string | null
  list: FirstVisibleList
}

const feed: OpeningPage = { file: 'index.html', list: 'feed', asks: ({ where }) => where && urlOf('getFeed', where) }
const place: OpeningPage = {
  file: 'place-and-profile.html',
  list: 'behindHead',
  asks: ({ id }) => urlOf('getLocation', { location_id: id }),
}
const profile: OpeningPage = {
  file: 'place-and-profile.html',
  list: 'behindHead',
  asks: ({ id }) => urlOf('getProfile', { user_id: id }),
}
const ownProfile: OpeningPage = { ...profile, asks: ({ user }) => urlOf('getProfile', { user_id: user.id }) }
const login: OpeningPage = { ...feed, asks: () => null }

const pages: Record<string, OpeningPage> = {
  '/': feed,
  '/feed': feed,
  '/location/:id': place,
  '/profile': ownProfile,
  '/profile/:id': profile,
  '/login': login,
}
/** Whoever is not signed in is led there from each of them. */
const loginFile = 'login.html'

/**
 * The page at some addresses, to who is signed in with all that it shows first, as the calls themselves would answer;
 * to everybody else as the build left it.
 */
export async function addPreloading(app: FastifyInstance, web: string): Promise<void> {
  for (const [address, page] of Object.entries(pages)) {
    // Where nothing is built, Vite serves the page.
    const shell = await readFile(path.join(web, page.file), 'utf8').catch(() => null)
    app.get<{ Params: { id?: string } }>(address, async (request, reply) => {
      reply.header('vary', 'cookie')
      if (!request.cookies[sessionCookie]) return reply.sendFile(loginFile)
      const opening = shell === null ? null : await findOpening(app, page, request)
      if (shell === null || opening === null) return reply.sendFile(page.file)
      return reply
        .header('cache-control', 'no-store')
        .type('text/html; charset=utf-8')
        .send(opened(shell, opening, page.list))
    })
  }
}

async function findOpening(
  app: FastifyInstance,
  page: OpeningPage,
  { cookies, headers, ip, params }: FastifyRequest<{ Params: { id?: string } }>,
): Promise<PreloadedData | null> {
  const signal = AbortSignal.timeout(patience)
  const ask = async <Name extends CallName>(url: string): Promise<Output<Name> | null> => {
    const reply = await app.inject({ url, headers: { cookie: headers.cookie ?? '' }, remoteAddress: ip, signal })
    return reply.statusCode === 200 ? reply.json<Output<Name>>() : null
  }
  try {
    const user = (await ask<'getAccount'>(addressOf('getAccount').url))?.user
    if (user?.onboarding_completed !== 1) return null
    const requestUrl = page.asks({ user, where: readPositionCookie(cookies[positionCookie]), id: Number(params.id) })
    const response = requestUrl && (await ask<'getFeed' | 'getLocation' | 'getProfile'>(requestUrl))
    return response ? { user, requestUrl, response } : null
  } catch {
    // What went wrong, the page will hear when it asks itself.
    return null
  }
}

const postsIn = (answer: PreloadedData['response']): Post[] =>
  'location' in answer ? answer.location.posts : answer.posts

const preloadOf = ({ image_url, image_width }: Post) =>
  image_url === null
    ? ''
    : `<link rel="preload" as="image" href="${image_url}" imagesrcset="${pictureSrcSet(image_url, image_width)}" imagesizes="${cardPictureSizes}" fetchpriority="high" />\n    `

/** The page with its first posts in it, and the first picture on its way before the code has come. */
function opened(shell: string, opening: PreloadedData, list: FirstVisibleList): string {
  const first = firstVisiblePicture(postsIn(opening.response), list)
  const preload = first ? preloadOf(first) : ''
  return inlinePreloadedData(
    shell.replace('<script', () => `${preload}<script`),
    opening,
  )
}
