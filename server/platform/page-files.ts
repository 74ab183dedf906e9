import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Announcement } from '#contract/announcements.ts'
import { announcementsId, demoMetaName, inlineJson } from '#contract/preloaded-data.ts'

/** Code that every page loads, so that signing out shows the login page without another request. */
export type PageExtras = {
  /** The name of the person as whom the login page may offer to sign in without a password; null for nobody. */
  demoName: string | null
  announcements: Announcement[]
}
export type FindPageExtras = (request: FastifyRequest) => Promise<PageExtras>

/** Sends an HTML file of the build. */
export type SendPage = (request: FastifyRequest, reply: FastifyReply, file: string) => Promise<FastifyReply>

/** Returns a function that sends the file as it is, or with the data for this request. */
export const createPageSender =
  (webFolder: string, findExtras: FindPageExtras): SendPage =>
  async (request, reply, file) => {
    const extras = await findExtras(request)
    const hasExtras = extras.demoName !== null || extras.announcements.length > 0
    // Without a build, Vite serves the page.
    const html = hasExtras ? await readFile(path.join(webFolder, file), 'utf8').catch(() => null) : null
    if (html === null) return reply.sendFile(file)
    return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(withExtras(html, extras))
  }

export function withExtras(html: string, { demoName, announcements }: PageExtras): string {
  const withAnnouncements = announcements.length > 0 ? inlineJson(html, announcementsId, announcements) : html
  if (demoName === null) return withAnnouncements
  const meta = `  <meta name="${demoMetaName}" content="${demoName}" />\n  </head>`
  return withAnnouncements.replace('</head>', () => meta)
}
