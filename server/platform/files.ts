import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { addressOf, callNames } from '#contract/call-paths.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { isKnown } from './etag.ts'
import { asksForPage, type SendPage } from './page-files.ts'
import { manifestOf, type ServerIdentity, serverIconUrl, withIdentity } from './server-identity.ts'
import { pictureNameOf, type PictureSource, sendStoredFile } from './picture-files.ts'
import { sendRefusal } from './send-refusal.ts'
import { platformText } from './platform.text.ts'
import { notFound, Refusal } from './refusal.ts'

const oneYearSeconds = 365 * 24 * 60 * 60
/** For so long a browser or a proxy shows a public picture without asking whether it still is. */
const publicPictureSeconds = 120
const methodsByUrl = new Map(callNames.map((name) => [addressOf(name).url, addressOf(name).method]))

/** The audience of a picture: everybody, the viewer of this request, or neither. */
type PictureAudience = 'everybody' | 'viewer' | 'nobody'
export type FindPictureAudience = (
  name: string,
  request: Pick<FastifyRequest, 'cookies' | 'headers'>,
) => Promise<PictureAudience>

const pictureCaching = {
  everybody: `public, max-age=${publicPictureSeconds}`,
  // What a browser keeps, the next person who uses it can read.
  viewer: 'no-store',
}

/** The paths of all pages, with anything for an id, as the router of the web app matches them. */
const pagePath = new RegExp(
  `^(${Object.values(pagePaths)
    .map((page) => (typeof page === 'string' ? page.split('?')[0] : page('[^/]+')))
    .join('|')})/?$`,
  'i',
)

type FileServing = {
  identity: ServerIdentity
  findPictureAudience: FindPictureAudience
  /** Returns the JPEG of a picture for previews of links. */
  renderPreview: (name: string) => Promise<Buffer>
  sendPage: SendPage
}

const previewFile = /^([\w-]{24})\.jpg$/

/** Serves pictures to those who preview a link, which are never signed in: what everybody may see. */
function addPreviewPictures(
  app: FastifyInstance,
  { findPictureAudience, renderPreview }: Pick<FileServing, 'findPictureAudience' | 'renderPreview'>,
): void {
  app.get<{ Params: { file: string } }>('/media/preview/:file', async (request, reply) => {
    const { file } = request.params
    const name = previewFile.exec(file)?.[1]
    if (name === undefined || (await findPictureAudience(name, request)) !== 'everybody') return reply.callNotFound()
    const etag = `"${file}"`
    reply.headers({
      'cache-control': pictureCaching.everybody,
      etag,
      // Pages of other sites show what oEmbed names.
      'cross-origin-resource-policy': 'cross-origin',
    })
    if (isKnown(etag, request.headers['if-none-match'])) return reply.status(304).send()
    return reply.type('image/jpeg').send(await renderPreview(name))
  })
}

/** Serves the manifest with the server's name, and the operator's icon. */
async function addIdentity(app: FastifyInstance, web: string, identity: ServerIdentity): Promise<void> {
  const manifest = await readFile(path.join(web, 'manifest.webmanifest'), 'utf8').catch(() => null)
  if (manifest !== null) {
    const named = manifestOf(manifest, identity)
    app.get('/manifest.webmanifest', (_, reply) =>
      reply.header('cache-control', 'no-cache').type('application/manifest+json; charset=utf-8').send(named),
    )
  }
  if (identity.icon !== null)
    app.get(serverIconUrl, (_, reply) =>
      reply.header('cache-control', 'no-cache').type('image/png').send(identity.icon),
    )
}

/**
 * Serves the built web app, which is compressed at build time, and the pictures under `/media`. Every path that is
 * neither a file nor a call gets the app's page: with 200 if the app has a route for it, so that deep links work, else
 * with 404. Files with a hash in their names are immutable. A picture's file never changes either, but who may see it
 * does: caches keep a public one for minutes, and then ask again, and others not at all.
 *
 * Routes list the files that may be requested. By itself @fastify/static reads the whole folder for each file, to check
 * its spelling: 0.2 seconds for a picture among those of 100,000 posts.
 */
export async function addFiles(
  app: FastifyInstance,
  { web, pictures: source }: { web: string; pictures: PictureSource },
  { identity, findPictureAudience, renderPreview, sendPage }: FileServing,
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
      const name = pictureNameOf(file)
      const audience = name === undefined ? 'nobody' : await findPictureAudience(name, request)
      if (audience === 'nobody') return reply.callNotFound()
      const caching = pictureCaching[audience]
      if ('open' in source) return sendStoredFile(source, request, reply, { file, caching })
      return reply.header('cache-control', caching).sendFile(file)
    })
  })
  addPreviewPictures(app, { findPictureAudience, renderPreview })
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
  app.notFoundPage = page && withIdentity(page, identity)
  const builtFiles = new Set(await readdir(web, { recursive: true }).catch(() => []))
  app.get<{ Params: { '*': string } }>(
    '/*',
    ({ params: { '*': file } }, reply) => void (builtFiles.has(file) ? reply.sendFile(file) : reply.callNotFound()),
  )
  await addIdentity(app, web, identity)
  app.setNotFoundHandler((request, reply) => {
    const url = request.url.split('?')[0] ?? ''
    const allowed = methodsByUrl.get(url)
    if (allowed) {
      reply.header('allow', allowed === 'GET' ? 'GET, HEAD' : allowed)
      return sendRefusal(reply, new Refusal(405, platformText.methodNotAllowed))
    }
    if (!asksForPage(request) || page === null) return sendRefusal(reply, notFound())
    if (pagePath.test(url)) return sendPage(request, reply, 'index.html')
    // The app shows that nothing is here; the status informs scanners and search engines.
    return sendPage(request, reply.status(404), 'index.html')
  })
}
