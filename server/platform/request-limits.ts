import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type LoadShedder, refusalDelayMs } from './load-shedder.ts'
import { isAllowed, type RateLimiter } from './rate-limit.ts'
import { bytesPerPoint } from './read-limits.ts'
import { kindOf, type RequestKind } from './request-kinds.ts'

/** A stream or a download lasts as long as its client likes. Whoever watches over the server must always get a reply. */
const untracked: ReadonlySet<RequestKind> = new Set(['stream', 'download', 'health'])

/** Without a route of its own, a request is refused, or gets a file of the build or the page of the app. */
function kindOfRequest({ routeOptions, url }: FastifyRequest): RequestKind {
  if (routeOptions.url !== undefined && routeOptions.url !== '/*') return kindOf(routeOptions.url)
  const kind = kindOf(url)
  return kind === 'file' ? kind : 'page'
}

/**
 * Limits everything that is served: counts each request among those in flight, and by address. Calls are counted by
 * account as well, where their account is known (`call-route.ts`). A refusal by a limit waits a moment.
 */
export function limitRequests(app: FastifyInstance, loadShedder: LoadShedder, rateLimiter: RateLimiter): void {
  const kinds = new WeakMap<FastifyRequest, RequestKind>()
  app.addHook('preHandler', async (request, reply) => {
    // `callNotFound` runs the hooks again.
    if (kinds.has(request)) return
    const kind = kindOfRequest(request)
    kinds.set(request, kind)
    if (!untracked.has(kind)) loadShedder.track(kind, request, reply)
    await rateLimiter.countRequest(kind, request.ip)
  })
  app.addHook('onResponse', async (request, reply) => {
    const points = Math.floor(Number(reply.getHeader('content-length')) / bytesPerPoint)
    // What is sent is sent: the next one may be refused.
    if (points > 0 && kinds.get(request) === 'file')
      await isAllowed(() => rateLimiter.countRequest('file', request.ip, points))
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (reply.statusCode !== 429) return done(null, payload)
    loadShedder.release(reply)
    setTimeout(done, refusalDelayMs, null, payload)
  })
}
