import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Output } from '#contract/calls.ts'
import { type Opening, openingLength, readWhere, whereCookie } from '#contract/opening.ts'
import { addressOf, type CallName } from '#contract/paths.ts'
import { sessionCookie } from '#server/platform/viewer.ts'
import { viewOpening } from './opening.views.ts'

/** Milliseconds: a page that opens empty is better than one that does not open. */
const patience = 1500

/**
 * The page at the feed's addresses, to who is signed in and says where with all that it shows first, as the calls
 * themselves would answer them; to everybody else as it is.
 */
export async function addOpening(app: FastifyInstance, web: string): Promise<void> {
  // Where nothing is built, Vite serves the page.
  const shell = await readFile(path.join(web, 'index.html'), 'utf8').catch(() => null)
  for (const url of ['/', '/feed']) {
    app.get(url, async (request, reply) => {
      const opening = shell === null ? null : await findOpening(app, request)
      reply.header('vary', 'cookie')
      if (shell === null || opening === null) return reply.sendFile('index.html')
      return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(viewOpening(shell, opening))
    })
  }
}

async function findOpening(app: FastifyInstance, { cookies, headers, ip }: FastifyRequest): Promise<Opening | null> {
  const where = readWhere(cookies[whereCookie])
  if (!where || !cookies[sessionCookie]) return null
  const signal = AbortSignal.timeout(patience)
  const ask = async <Name extends CallName>(name: Name, query: Record<string, string>): Promise<Output<Name> | null> => {
    const reply = await app.inject({ url: addressOf(name).url, query, headers: { cookie: headers.cookie ?? '' }, remoteAddress: ip, signal })
    return reply.statusCode === 200 ? reply.json<Output<Name>>() : null
  }
  try {
    const [account, feed] = await Promise.all([
      ask('getAccount', {}),
      ask('getFeed', { lat: String(where.lat), lon: String(where.lon), limit: String(openingLength) }),
    ])
    return account && feed && account.user.onboarding_completed === 1 ? { user: account.user, where, feed } : null
  } catch {
    // What went wrong, the page will hear when it asks itself.
    return null
  }
}
