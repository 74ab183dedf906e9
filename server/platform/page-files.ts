import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { demoMetaName } from '#contract/preloaded-data.ts'

/** Returns the name of whom the login page may offer to sign in as without a password; null for nobody. */
export type FindDemoName = (request: FastifyRequest) => Promise<string | null>

/** Sends an HTML file of the build. */
export type SendPage = (request: FastifyRequest, reply: FastifyReply, file: string) => Promise<FastifyReply>

/** Returns a function that sends the file as it is, or with the offer for this request. */
export const createPageSender =
  (webFolder: string, findDemoName: FindDemoName): SendPage =>
  async (request, reply, file) => {
    const name = await findDemoName(request)
    // Without a build, Vite serves the page.
    const html = name === null ? null : await readFile(path.join(webFolder, file), 'utf8').catch(() => null)
    if (html === null) return reply.sendFile(file)
    return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(withDemoName(html, name))
  }

/** The offer comes with every page: who signs out reaches the login page without loading another. */
export const withDemoName = (html: string, name: string | null): string =>
  name === null ? html : html.replace('</head>', () => `  <meta name="${demoMetaName}" content="${name}" />\n  </head>`)
