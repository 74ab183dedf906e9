import type { FastifyInstance } from 'fastify'
import { listen } from '#server/database/listen.ts'
import type { Log } from '#server/platform/log.ts'
import { platformText } from '#server/platform/platform.text.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { readSessionToken } from '#server/platform/viewer.ts'
import { liveChannel, type LiveSignal } from './announce.ts'
import { LiveHub, type LiveSources } from './hub.ts'
import { openStream } from './stream.ts'
import { watchedPostsLimit } from '#contract/limits.ts'

const maxStreams = 10_000
const heartbeatIntervalMs = 20_000

/** Parses a list of ids: `"12,x,7"` → `[12, 7]`. */
const parseIds = (list: unknown): number[] =>
  typeof list === 'string'
    ? list
        .split(',')
        .map(Number)
        .filter((id) => Number.isSafeInteger(id) && id > 0)
    : []

/** Returns undefined for a client that has received no event: it gets those that happen from now on. */
function parseEventId(value: unknown): number | undefined {
  const id = Number(value)
  return value !== undefined && Number.isSafeInteger(id) && id > 0 ? id : undefined
}

/**
 * Serves `GET /api/events`: server-sent events about changes made by any server process on this database.
 * @returns a function that counts the open streams of this process.
 */
export function serveLiveEvents(
  app: FastifyInstance,
  databaseUrl: string,
  log: Log,
  sources: LiveSources,
): () => number {
  const hub = new LiveHub(sources, log)
  const stopListening = listen(databaseUrl, liveChannel, {
    onNotification: (payload) => hub.receive(JSON.parse(payload) as LiveSignal),
    onReconnect: () => hub.endStreams(),
  })
  const heartbeat = setInterval(() => hub.sendHeartbeats(), heartbeatIntervalMs)

  app.get<{ Querystring: Record<string, unknown> }>('/api/events', async (request, reply) => {
    const token = readSessionToken(request.cookies, request.headers.authorization)
    const viewer = token === undefined ? null : await sources.findViewer(token, null)
    if (token === undefined || !viewer) throw new Refusal(401, platformText.notSignedIn)
    if (hub.streams().length >= maxStreams) throw new Refusal(503, platformText.tooManyStreams, 10)
    const requestedId = parseEventId(request.headers['last-event-id'] ?? request.query.after)
    const stream = openStream(reply, {
      viewerId: viewer.id,
      token,
      watchedPostIds: parseIds(request.query.posts).slice(0, watchedPostsLimit),
      lastEventId: requestedId ?? (await sources.findCurrentPosition()),
    })
    // Where something between holds streams back, a page asks again and again for the first events alone.
    const isOnce = request.query.once !== undefined
    // A client that left during the queries above has closed already: its stream would never be removed.
    if (!isOnce && !reply.raw.destroyed) hub.add(stream)
    reply.raw.on('close', () => hub.remove(stream))
    await hub.sendInitialEvents(stream).catch((error: unknown) => {
      log.warn({ err: error }, 'a live stream could not be started')
      stream.end()
    })
    if (isOnce) stream.end()
  })

  app.addHook('preClose', async () => {
    clearInterval(heartbeat)
    hub.stop()
    await stopListening()
  })
  return () => hub.streams().length
}
