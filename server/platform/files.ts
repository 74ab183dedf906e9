import { readdir } from 'node:fs/promises'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { addressOf, type CallName, callPaths } from '#contract/call-paths.ts'
import { sendRefusal } from './send-refusal.ts'
import { platformText } from './platform.text.ts'
import { notFound, Refusal } from './refusal.ts'

const oneYearMs = 365 * 24 * 60 * 60 * 1000
const methodsByUrl = new Map(
  (Object.keys(callPaths) as CallName[]).map((name) => [addressOf(name).url, addressOf(name).method]),
)

const pictureFile = /^[\w-]+\.webp$/

/**
 * Serves the built web app, which is compressed at build time, and the pictures under `/media`. Every path that is
 * neither a file nor a call gets the app's page, so that deep links work. Files with a hash or random bits in their
 * names are immutable.
 *
 * Routes list the files that may be requested. By itself @fastify/static reads the whole folder for each file, to check
 * its spelling: 0.2 seconds for a picture among those of 100,000 posts.
 */
export async function addFiles(app: FastifyInstance, folders: { web: string; media: string }): Promise<void> {
  // Registered first, in its own scope: `sendFile` serves pictures in here, and the web app everywhere else.
  await app.register(async (pictures) => {
    await pictures.register(fastifyStatic, {
      root: folders.media,
      serve: false,
      index: false,
      maxAge: oneYearMs,
      immutable: true,
    })
    pictures.get<{ Params: { file: string } }>(
      '/media/:file',
      ({ params: { file } }, reply) => void (pictureFile.test(file) ? reply.sendFile(file) : reply.callNotFound()),
    )
  })
  await app.register(fastifyStatic, {
    root: folders.web,
    serve: false,
    preCompressed: true,
    index: false,
    setHeaders(reply, file) {
      const hashed = file.startsWith(path.join(folders.web, 'assets'))
      reply.header('cache-control', hashed ? `public, max-age=${oneYearMs / 1000}, immutable` : 'no-cache')
    },
  })
  // Without a build, Vite serves the page.
  const builtFiles = new Set(await readdir(folders.web, { recursive: true }).catch(() => []))
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
    const isPage = (request.method === 'GET' || request.method === 'HEAD') && !/^\/(api|media|assets)\//.test(url)
    return isPage ? reply.sendFile('index.html') : sendRefusal(reply, notFound())
  })
}
