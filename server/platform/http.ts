import type { Server } from 'node:http'
import type { Socket } from 'node:net'
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
import { callPaths, type CallName } from '#contract/call-paths.ts'
import { fieldsText } from '#contract/fields.text.ts'
import { addCallRoute, type CallRouteOptions, defaultBodyLimitBytes } from './call-route.ts'
import type { Config } from './config.ts'
import { createLoadShedder } from './load-shedder.ts'
import type { Log } from './log.ts'
import { readMultipartForm } from './multipart-form.ts'
import { isOwnOrigin } from './origin.ts'
import { platformText } from './platform.text.ts'
import { Refusal, toRefusal } from './refusal.ts'
import { securityHeaders } from './security-headers.ts'
import { sendRefusal } from './send-refusal.ts'
import type { Telemetry } from './telemetry/telemetry.ts'

export type ServerOptions = Omit<CallRouteOptions, 'trackInFlight'> & { log: Log }

/** How long a client may take to send a request. */
const requestTimeoutMs = 60_000

z.config({
  localeError: (issue) => {
    const field = issue.path?.map(String).join('.') ?? ''
    return issue.input === undefined ? fieldsText.missing(field) : fieldsText.invalid(field)
  },
})

/** Creates the HTTP server with all calls of the contract; other modules add static files and pages. */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const { config, log, telemetry } = options
  const loadShedder = createLoadShedder(log, config)
  telemetry.read({
    callsInFlight: () => loadShedder.counts().inFlight,
    callsShed: () => loadShedder.counts().rejected,
  })
  const headers = securityHeaders(config)
  const listening: Listening = { servers: [], sockets: new Set() }
  const app = Fastify({
    serverFactory(handle, timeouts) {
      const server = loadShedder.serverFactory(handle, timeouts)
      return addServer(listening, server)
    },
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // One hop: the address that the proxy in front saw. A client may have invented what stands further left in the
    // header.
    trustProxy: (_address, hop) => config.trustProxy && hop === 0,
    bodyLimit: defaultBodyLimitBytes,
    requestTimeout: requestTimeoutMs,
    connectionTimeout: requestTimeoutMs,
    return503OnClosing: true,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 200 },
    // No hook runs for an address that cannot be decoded.
    frameworkErrors: (error, _request, reply) => {
      const refusal = toRefusal(error)
      telemetry.countReply({ route: undefined, status: refusal.status, seconds: 0 })
      sendRefusal(reply.headers(headers) as FastifyReply, refusal)
    },
  })
  app.addHook('onRequest', async (_request, reply) => void reply.headers(headers))
  await app.register(cookie)
  await app.register(formbody)
  await app.register(multipart)
  app.addHook('preValidation', async (request) => {
    if (request.isMultipart()) request.body = await readMultipartForm(request)
  })
  logRequests(app, log)
  countReplies(app, telemetry)
  finishBeforeClosing(app, listening)
  handleErrors(app, log)
  app.addHook('onRequest', async (request) => refuseForeignOrigin(request, config))
  for (const name of Object.keys(callPaths) as CallName[])
    addCallRoute(app, name, { ...options, trackInFlight: loadShedder.trackInFlight })
  return app
}

/** `servers`: one for each address of HOST; the first is `app.server`. */
type Listening = { servers: Server[]; sockets: Set<Socket> }

function addServer({ servers, sockets }: Listening, server: Server): Server {
  servers.push(server)
  return server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
}

/** How often connections are closed that have become idle, or were opened, since the stop began. */
const idleCheckMs = 100

/**
 * Lets the requests in flight finish, at every address. Browsers keep connections alive, and open some in advance.
 * Neither may delay the stop; those that never carried a request Node does not count as idle.
 */
function finishBeforeClosing(app: FastifyInstance, { servers, sockets }: Listening): void {
  const closeIdle = () => {
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
    for (const server of servers) server.closeIdleConnections()
  }
  let timer: NodeJS.Timeout | undefined
  app.addHook('preClose', async () => {
    closeIdle()
    timer = setInterval(closeIdle, idleCheckMs).unref()
  })
  // Fastify waits for the first server only.
  app.addHook('onClose', async () => {
    const others = servers.filter((server) => server !== app.server && server.listening)
    await Promise.all(others.map((server) => new Promise((resolve) => server.close(resolve))))
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

/** Refuses writes from pages of other sites (CSRF): the browser would send the viewer's cookie with them. */
function refuseForeignOrigin({ method, headers, host }: FastifyRequest, config: Config): void {
  const { origin } = headers
  if (method === 'GET' || method === 'HEAD' || origin === undefined) return
  if (!isOwnOrigin(origin, host, config)) throw new Refusal(403, platformText.foreignOrigin)
}
