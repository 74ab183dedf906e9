import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { addressOf, type CallName, paths } from '#contract/paths.ts'
import { refuse } from './http.ts'
import { platformText } from './platform.text.ts'
import { notFound, Refusal } from './refusal.ts'

const year = 365 * 24 * 60 * 60 * 1000
const methodsByUrl = new Map((Object.keys(paths) as CallName[]).map((name) => [addressOf(name).url, addressOf(name).method]))

/**
 * The built web app, compressed at build; every path that is no file and no call gets its page, so that
 * deep links work. Pictures under `/media`. What has a hash or random bits in its name never changes.
 */
export async function addFiles(app: FastifyInstance, folders: { web: string; media: string }): Promise<void> {
  await app.register(fastifyStatic, {
    root: folders.web,
    preCompressed: true,
    index: false,
    wildcard: true,
    setHeaders(reply, file) {
      const hashed = file.startsWith(path.join(folders.web, 'assets'))
      reply.header('cache-control', hashed ? `public, max-age=${year / 1000}, immutable` : 'no-cache')
    },
  })
  await app.register(fastifyStatic, {
    root: folders.media, prefix: '/media/', decorateReply: false, index: false, maxAge: year, immutable: true, serve: true,
  })
  app.setNotFoundHandler((request, reply) => {
    const url = request.url.split('?')[0] ?? ''
    const allowed = methodsByUrl.get(url)
    if (allowed) {
      reply.header('allow', allowed === 'GET' ? 'GET, HEAD' : allowed)
      return refuse(reply, new Refusal(405, platformText.methodNotAllowed))
    }
    const isPage = (request.method === 'GET' || request.method === 'HEAD') && !/^\/(api|media|assets)\//.test(url)
    return isPage ? reply.sendFile('index.html') : refuse(reply, notFound())
  })
}
