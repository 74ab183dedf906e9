import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Announcement } from '#contract/announcements.ts'
import type { CurrentUser } from '#contract/auth.ts'
import { type ServerIdentity, withIdentity } from './server-identity.ts'
import { announcementsId, demoMetaName, inlineJson, inlinePreloadedData } from '#contract/preloaded-data.ts'

type PageExtras = {
  /** The user of the session; null for visitors. */
  user: CurrentUser | null
  /** The name of the person as whom the login page may offer to sign in without a password; null for nobody. */
  demoName: string | null
  announcements: Announcement[]
}
export type FindPageExtras = (request: FastifyRequest) => Promise<PageExtras>

/** Puts the data of one page into its HTML. Returns null when there is none. */
type FillPage = (html: string, user: CurrentUser | null) => Promise<string | null>

declare module 'fastify' {
  interface FastifyInstance {
    /** The page for an address that cannot be decoded; null without a build. */
    notFoundPage: string | null
  }
}

/** Whether a browser asks for a page: for nothing of the server's own paths. */
export const asksForPage = ({ method, url }: Pick<FastifyRequest, 'method' | 'url'>): boolean =>
  (method === 'GET' || method === 'HEAD') && !/^\/(api|media|assets|map)\//.test(url)

/** Sends the app, which shows that nothing is here. No hook has run: the session is not known. */
export const sendNotFoundPage = (reply: FastifyReply, page: string): FastifyReply =>
  reply.status(404).header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page)

/** Sends an HTML file of the build. */
export type SendPage = (
  request: FastifyRequest,
  reply: FastifyReply,
  file: string,
  fill?: FillPage,
) => Promise<FastifyReply>

/** Returns a function that sends the file as it is, or with the data for this request. */
export function createPageSender(
  webFolder: string,
  { identity, findExtras }: { identity: ServerIdentity; findExtras: FindPageExtras },
): SendPage {
  // Without a build, Vite serves the page.
  const pages = new Map<string, Promise<Page | null>>()
  const read = (file: string) => {
    const page = pages.get(file) ?? readPage(path.join(webFolder, file), identity)
    pages.set(file, page)
    return page
  }
  return async (request, reply, file, fill) => {
    reply.header('vary', 'cookie')
    const built = await read(file)
    if (built === null) return reply.sendFile(file)
    const { html } = built
    const extras = await findExtras(request)
    const filled =
      (await fill?.(html, extras.user)) ?? (extras.user && inlinePreloadedData(html, { user: extras.user }))
    const page = withExtras(filled ?? html, extras)
    if (page === built.file && reply.statusCode === 200) return reply.sendFile(file)
    return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(page)
  }
}

/** An HTML file of the build, and the same with the server's name. */
type Page = { file: string; html: string }

async function readPage(file: string, identity: ServerIdentity): Promise<Page | null> {
  const html = await readFile(file, 'utf8').catch(() => null)
  return html === null ? null : { file: html, html: withIdentity(html, identity) }
}

function withExtras(html: string, { demoName, announcements }: PageExtras): string {
  const withAnnouncements = announcements.length > 0 ? inlineJson(html, announcementsId, announcements) : html
  if (demoName === null) return withAnnouncements
  const meta = `  <meta name="${demoMetaName}" content="${demoName}" />\n  </head>`
  return withAnnouncements.replace('</head>', () => meta)
}
