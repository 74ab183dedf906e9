import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { addressOf, type CallName, callPaths } from '#contract/call-paths.ts'
import { pagePaths } from '#contract/page-paths.ts'
import type { SendPage } from './page-files.ts'
import { type PictureSource, sendStoredFile } from './picture-files.ts'
import { sendRefusal } from './send-refusal.ts'
import { platformText } from './platform.text.ts'
import { notFound, Refusal } from './refusal.ts'

const oneYearSeconds = 365 * 24 * 60 * 60
/** For so long a browser or a proxy shows a public picture without asking whether it still is. */
const publicPictureSeconds = 120
const methodsByUrl = new Map(
  (Object.keys(callPaths) as CallName[]).map((name) => [addressOf(name).url, addressOf(name).method]),
)

/** Its first group is the picture's name, which all widths share. */
const pictureFile = /^([\w-]{24})-\d+\.webp$/

/** The audience of a picture: everybody, the viewer of this request, or neither. */
type PictureAudience = 'everybody' | 'viewer' | 'nobody'
export type FindPictureAudience = (
  name: string,
  request: Pick<FastifyRequest, 'cookies' | 'headers'>,
) => Promise<PictureAudience>

const pictureCaching = {
  everybody: `public, max-age=${publicPictureSeconds}`,
  // The browser asks at each use and gets a short 304 while the file is the same.
  viewer: 'private, no-cache',
}

/** The paths of all pages, with anything for an id, as the router of the web app matches them. */
const pagePath = new RegExp(
  `^(${Object.values(pagePaths)
    .map((page) => (typeof page === 'string' ? page.split('?')[0] : page('[^/]+')))
    .join('|')})/?$`,
  'i',
)

/**
 * Serves the built web app, which is compressed at build time, and the pictures under `/media`. Every path that is
 * neither a file nor a call gets the app's page: with 200 if the app has a route for it, so that deep links work, else
 * with 404. Files with a hash in their names are immutable. A picture's file never changes either, but who may see it
 * does: caches keep it for minutes, and then ask again.
 *
 * Routes list the files that may be requested. By itself @fastify/static reads the whole folder for each file, to check
 * its spelling: 0.2 seconds for a picture among those of 100,000 posts.
 */
export async function addFiles(
  app: FastifyInstance,
  { web, pictures: source }: { web: string; pictures: PictureSource },
  { findPictureAudience, sendPage }: { findPictureAudience: FindPictureAudience; sendPage: SendPage },
): Promise<void> {
  // Registered first, in its own scope: `sendFile` serves pictures in here, and the web app everywhere else.
  await app.register(async (pictures) => {
    if ('folder' in source)
      await pictures.register(fastifyStatic, {
        root: source.folder,
        serve: false,
        index: false,
        cacheControl: false,
      })
    pictures.get<{ Params: { file: string } }>('/media/:file', async (request, reply) => {
      const { file } = request.params
      const name = pictureFile.exec(file)?.[1]
      const audience = name === undefined ? 'nobody' : await findPictureAudience(name, request)
      if (audience === 'nobody') return reply.callNotFound()
      const caching = pictureCaching[audience]
      if ('open' in source) return sendStoredFile(source, request, reply, { file, caching })
      return reply.header('cache-control', caching).sendFile(file)
    })
  })
  await app.register(fastifyStatic, {
    root: web,
    serve: false,
    preCompressed: true,
    index: false,
    setHeaders(reply, file) {
      const hashed = file.startsWith(path.join(web, 'assets'))
      reply.header('cache-control', hashed ? `public, max-age=${oneYearSeconds}, immutable` : 'no-cache')
    },
  })
  // Without a build, Vite serves the page.
  const page = await readFile(path.join(web, 'index.html'), 'utf8').catch(() => null)
  const builtFiles = new Set(await readdir(web, { recursive: true }).catch(() => []))
  app.get<{ Params: { '*': string } }>(
    '/*',
    ({ params: { '*': file } }, reply) => void (builtFiles.has(file) ? reply.sendFile(file) : reply.callNotFound()),
  )
  app.setNotFoundHandler((request, reply) => {
    const url = request.url.split('?')[0] ?? ''
    const allowed = methodsByUrl.get(url)
    if (allowed) {
      reply.header('allow', allowed === 'GET' ? 'GET, HEAD' : allowed)
      return sendRefusal(reply, new Refusal(405, platformText.methodNotAllowed))
    }
    const isPage = (request.method === 'GET' || request.method === 'HEAD') && !/^\/(api|media|assets|map)\//.test(url)
    if (!isPage || page === null) return sendRefusal(reply, notFound())
    if (pagePath.test(url)) return sendPage(request, reply, 'index.html')
    // The app shows that nothing is here; the status informs scanners and search engines.
    return reply.status(404).header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page)
  })
}
