import { randomBytes } from 'node:crypto'
import type { Server, Socket } from 'node:net'
import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import multipart from '@fastify/multipart'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import * as z from 'zod'
import { callNames } from '#contract/call-paths.ts'
import { fieldsText } from '#contract/fields.text.ts'
import { addCallRoute, type CallRouteOptions, defaultBodyLimitBytes } from './call-route.ts'
import type { Config } from './config.ts'
import { createLoadShedder } from './load-shedder.ts'
import type { Log } from './log.ts'
import { readMultipartForm } from './multipart-form.ts'
import { isOwnOrigin } from './origin.ts'
import { platformText } from './platform.text.ts'
import { Refusal, toRefusal } from './refusal.ts'
import { asksForPage, sendNotFoundPage } from './page-files.ts'
import { limitBodies } from './body-limits.ts'
import { limitRequests } from './request-limits.ts'
import { securityHeaders } from './security-headers.ts'
import { sendRefusal } from './send-refusal.ts'
import type { Telemetry } from './telemetry/telemetry.ts'
import { browserSessionCookie, sessionCookie } from './viewer.ts'

export type ServerOptions = CallRouteOptions & { log: Log; telemetry: Telemetry }

/** How long a client may take to send a request: a video of 22 MB at 0.75 Mbit/s. */
const requestTimeoutMs = 240_000
/** After this a connection on which nothing moves is closed. */
const connectionTimeoutMs = 60_000

z.config({
  localeError: (issue) => {
    const field = issue.path?.map(String).join('.') ?? ''
    return issue.input === undefined ? fieldsText.missing(field) : fieldsText.invalid(field)
  },
})

/** Ids that no other process and no later start gives again, because logs are read together. */
function createRequestIds(): () => string {
  const start = randomBytes(6).toString('base64url')
  let count = 0
  return () => `${start}-${++count}`
}

/** Creates the HTTP server with all calls of the contract; other modules add static files and pages. */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const { config, log, telemetry } = options
  const loadShedder = createLoadShedder(log, config)
  telemetry.show({
    type: 'gauge',
    name: 'dintorni_calls_in_flight',
    help: 'Calls, pages, documents and files that are being answered',
    read: () => loadShedder.counts().inFlight,
  })
  telemetry.show({
    type: 'counter',
    name: 'dintorni_calls_shed_total',
    help: 'Requests refused with 503 because too many were in flight; they are in no other metric',
    read: () => loadShedder.counts().rejected,
  })
  const headers = securityHeaders(config)
  const app = Fastify({
    serverFactory: loadShedder.serverFactory,
    genReqId: createRequestIds(),
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // One hop: the address that the proxy in front saw. A client may have invented what stands further left in the
    // header.
    trustProxy: (_address, hop) => config.trustProxy && hop === 0,
    bodyLimit: defaultBodyLimitBytes,
    requestTimeout: requestTimeoutMs,
    connectionTimeout: connectionTimeoutMs,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 200 },
    // No hook runs for an address that cannot be decoded.
    frameworkErrors: (error, request, givenReply) => {
      const reply = givenReply.headers(headers) as FastifyReply
      const { notFoundPage } = request.server
      const isPage = notFoundPage !== null && asksForPage(request)
      const refusal = toRefusal(error)
      telemetry.countReply({ route: undefined, status: isPage ? 404 : refusal.status, seconds: 0 })
      if (isPage) sendNotFoundPage(reply, notFoundPage)
      else sendRefusal(reply, refusal)
    },
  })
  app.decorate('notFoundPage', null)
  app.addHook('onRequest', async (_request, reply) => void reply.headers(headers))
  await app.register(cookie)
  app.addHook('onRequest', async ({ cookies }) => {
    cookies[sessionCookie] = cookies[browserSessionCookie(config)]
  })
  await app.register(formbody)
  await app.register(multipart)
  readAnyTypeAsJson(app)
  app.addHook('preValidation', async (request) => {
    if (request.isMultipart()) request.body = await readMultipartForm(request)
  })
  logRequests(app, log)
  countReplies(app, telemetry)
  finishBeforeClosing(app)
  handleErrors(app, log)
  app.addHook('onRequest', async (request) => refuseForeignOrigin(request, config))
  limitRequests(app, loadShedder, options.rateLimiter)
  limitBodies(app)
  for (const name of callNames) addCallRoute(app, name, options)
  return app
}

/** Programs send JSON as text, under other names or without one. Types say nothing of where a request comes from. */
function readAnyTypeAsJson(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('text/plain')
  app.addContentTypeParser(['text/plain', '*'], { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else void parseJson(request, body as string, done)
  })
}

/** How often connections are closed that have become idle, or were opened, since the stop began. */
const idleCheckMs = 100

const closeServer = (server: Server) => new Promise((resolve) => server.close(resolve))

/**
 * Lets the requests in flight finish, at every address, those on their way included: a proxy repeats none that it has
 * sent. Browsers keep connections alive, and open some in advance. Neither may delay the stop; those that never carried
 * a request Node does not count as idle.
 */
function finishBeforeClosing(app: FastifyInstance): void {
  const sockets = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  app.decorate('furtherServers', [])
  const closeIdle = () => {
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
    app.server.closeIdleConnections()
  }
  let timer: NodeJS.Timeout | undefined
  let othersClosed: Promise<unknown> | undefined
  app.addHook('preClose', async () => {
    othersClosed = Promise.all(app.furtherServers.map(closeServer))
    timer = setInterval(closeIdle, idleCheckMs).unref()
  })
  // Fastify waits for its own server only.
  app.addHook('onClose', async () => {
    await othersClosed
    clearInterval(timer)
  })
}

function logRequests(app: FastifyInstance, log: Log): void {
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    const ms = Math.round(reply.elapsedTime * 10) / 10
    log.info({ id: request.id, method: request.method, route, status: reply.statusCode, ms }, 'request')
  })
}

function countReplies(app: FastifyInstance, { countReply }: Telemetry): void {
  app.addHook('onResponse', async ({ routeOptions }, { statusCode, elapsedTime }) =>
    countReply({ route: routeOptions.url, status: statusCode, seconds: elapsedTime / 1000 }),
  )
}

function handleErrors(app: FastifyInstance, log: Log): void {
  app.setErrorHandler((error, request, reply) => {
    const refusal = toRefusal(error)
    if (brokeOff(request)) log.debug({ route: request.routeOptions.url }, 'request broken off')
    else if (refusal.status >= 500 && error !== refusal)
      log.error({ err: error, route: request.routeOptions.url }, 'request failed')
    if (refusal.status === 413 && isWorthDiscarding(request)) reply.removeHeader('connection')
    return sendRefusal(reply, refusal)
  })
}

/** More than four times the largest upload of the app; a longer body is cut off. */
const maxDiscardedBytes = 64 * 1024 * 1024

/**
 * Whether a body that is too large is read to its end and discarded. A client or a proxy that is cut off while it sends
 * may never read the refusal: nginx made 502 of it.
 */
const isWorthDiscarding = ({ headers }: FastifyRequest) => Number(headers['content-length']) <= maxDiscardedBytes

/** Whether the client left before it had sent its whole request. Then no error is the server's. */
const brokeOff = ({ raw }: FastifyRequest) => raw.destroyed && !raw.complete

/**
 * Refuses writes from pages of other sites (CSRF), whatever their type: the browser would send the viewer's cookie with
 * them. Browsers send an origin with every write; where a proxy takes it away, they still say that the page is another's.
 */
function refuseForeignOrigin({ method, headers, host }: FastifyRequest, config: Config): void {
  if (method === 'GET' || method === 'HEAD') return
  const { origin, 'sec-fetch-site': site } = headers
  const isForeign =
    origin === undefined ? site === 'cross-site' || site === 'same-site' : !isOwnOrigin(origin, host, config)
  if (isForeign) throw new Refusal(403, platformText.foreignOrigin)
}
