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
  type preHandlerAsyncHookHandler,
} from 'fastify'
import * as z from 'zod'
import { type Access, calls, type Output, type Parsed } from '#contract/calls.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { fieldsText } from '#contract/fields.text.ts'
import { addressOf, type CallName } from '#contract/call-paths.ts'
import type { Config } from './config.ts'
import type { Log } from './log.ts'
import { isOwnOrigin } from './origin.ts'
import { createLoadShedder } from './load-shedder.ts'
import { platformText } from './platform.text.ts'
import type { RateLimiter } from './rate-limit.ts'
import { notFound, Refusal, toRefusal } from './refusal.ts'
import { securityHeaders } from './security-headers.ts'
import { compileSerialiser, type SerializedReply } from './serialiser.ts'
import { type FindViewer, sessionCookie, sessionLifetimeSeconds, readSessionToken, type Viewer } from './viewer.ts'

/** What a handler knows beside its input. */
export type CallContext<Name extends CallName> = {
  viewer: Access<Name> extends 'public' ? Viewer | null : Viewer
  session: {
    token: string | undefined
    /** Gives the browser a new session's token. */
    start: (token: string) => void
    /** Takes it back. */
    end: () => void
  }
  /** What the browser says to be. */
  userAgent: string | undefined
  /** Counts this attempt against an account that only the call itself finds out; throws a Refusal 429. */
  countAttempt: (account: number) => Promise<void>
}
export type Handler<Name extends CallName> = (
  input: Parsed<Name>,
  context: CallContext<Name>,
) => Promise<Output<Name> | SerializedReply<Output<Name>>>
export type Handlers = { [Name in CallName]: Handler<Name> }

export type ServerOptions = {
  config: Config
  log: Log
  handlers: Handlers
  rateLimiter: RateLimiter
  findViewer: FindViewer
  isModerator: (viewerId: number) => Promise<boolean>
}

const defaultBodyLimit = 64 * 1024
/** Seconds that a client may take to send a request. */
const requestTimeout = 60_000

z.config({
  localeError: (issue) => {
    const field = issue.path?.map(String).join('.') ?? ''
    return issue.input === undefined ? fieldsText.missing(field) : fieldsText.invalid(field)
  },
})

/** The HTTP server with every call of the contract on it; static files and pages are added by their own modules. */
export async function createServer(engine: ServerOptions): Promise<FastifyInstance> {
  const { config, log } = engine
  const door = createLoadShedder(log)
  const app = Fastify({
    serverFactory: door.serverFactory,
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // One hop: the address that the proxy in front saw. What stands further left in the header, a client may have invented.
    trustProxy: (_address, hop) => config.trustProxy && hop === 0,
    bodyLimit: defaultBodyLimit,
    requestTimeout,
    connectionTimeout: requestTimeout,
    return503OnClosing: true,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: (error, _request, reply) => {
      refuse(reply as FastifyReply, toRefusal(error))
    },
  })
  const headers = securityHeaders(config)
  app.addHook('onRequest', async (_request, reply) => void reply.headers(headers))
  await app.register(cookie)
  await app.register(formbody)
  await app.register(multipart)
  app.addHook('preValidation', async (request) => {
    if (request.isMultipart()) request.body = await readForm(request)
  })
  logRequests(app, log)
  closeUnused(app)
  app.setErrorHandler((error, request, reply) => {
    const refusal = toRefusal(error)
    if (refusal.status >= 500 && error !== refusal)
      log.error({ err: error, route: request.routeOptions.url }, 'request failed')
    return refuse(reply, refusal)
  })
  app.addHook('onRequest', async (request) => refuseForeignOrigin(request, config))
  for (const name of Object.keys(calls) as CallName[]) addCall(app, name, engine, door.takeInHand)
  return app
}

/** Answers with a refusal in the one shape that all of them have. */
export function refuse(reply: FastifyReply, { status, message, retryAfterSeconds }: Refusal): FastifyReply {
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
  return reply.status(status).header('cache-control', 'no-store').send({ success: false, error: message })
}

/** A body of parts as the object that JSON would be. Fastify's body limit does not hold for it: here it does, for all parts together. */
async function readForm(request: FastifyRequest): Promise<Record<string, unknown>> {
  const fields: Record<string, unknown> = Object.create(null) as Record<string, unknown>
  let room = request.routeOptions.bodyLimit
  if (Number(request.headers['content-length']) > room) throw new Refusal(413, platformText.tooLarge)
  try {
    for await (const part of request.parts({
      limits: { fileSize: room, fieldSize: room, files: 1, fields: 50, parts: 51 },
    })) {
      const value = part.type === 'file' ? dataUrlOf(part.mimetype, await part.toBuffer()) : part.value
      room -= typeof value === 'string' ? value.length : 0
      if (room < 0 || (part.type === 'field' && part.valueTruncated)) throw new Refusal(413, platformText.tooLarge)
      fields[part.fieldname] = part.fieldname in fields ? [fields[part.fieldname], value].flat() : value
    }
  } catch (error) {
    // What is no form at all is said by an error without a status.
    if (error instanceof Refusal || (error as { statusCode?: unknown }).statusCode) throw error
    throw new Refusal(400, platformText.badRequest)
  }
  return fields
}

/** A file part arrives in handlers as a data URL, like the picture of a JSON body. */
const dataUrlOf = (type: string, bytes: Buffer) =>
  bytes.length > 0 ? `data:${type};base64,${bytes.toString('base64')}` : undefined

/** Browsers open connections in advance: one on which nothing was ever asked must not hold up the end. */
function closeUnused(app: FastifyInstance): void {
  const open = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  app.addHook('preClose', async () => {
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
  })
}

function logRequests(app: FastifyInstance, log: Log): void {
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    const ms = Math.round(reply.elapsedTime * 10) / 10
    log.info({ id: request.id, method: request.method, route, status: reply.statusCode, ms }, 'request')
  })
}

/** A page of another site may not act through the cookie of the person who reads it. */
function refuseForeignOrigin({ method, headers, host }: FastifyRequest, config: Config): void {
  const { origin } = headers
  if (method === 'GET' || method === 'HEAD' || origin === undefined) return
  if (!isOwnOrigin(origin, host, config)) throw new Refusal(403, platformText.foreignOrigin)
}

function addCall<Name extends CallName>(
  app: FastifyInstance,
  name: Name,
  engine: ServerOptions,
  takeInHand: preHandlerAsyncHookHandler,
): void {
  const { method, url } = addressOf(name)
  const call: Endpoint = calls[name]
  const handle = engine.handlers[name]
  const write = compileSerialiser(call.output, engine.config.checkReplies)
  app.route({
    method,
    url,
    bodyLimit: call.bodyLimit ?? defaultBodyLimit,
    preHandler: takeInHand,
    async handler(request, reply) {
      const token = readSessionToken(request.cookies, request.headers.authorization)
      const viewer = token === undefined ? null : await engine.findViewer(token)
      if (call.access === 'viewer' && !viewer) throw new Refusal(401, platformText.notSignedIn)
      if (call.access === 'moderator' && !(viewer && (await engine.isModerator(viewer.id)))) throw notFound()
      const received = ((method === 'GET' ? request.query : request.body) ?? {}) as Record<string, unknown>
      if (method === 'POST')
        await engine.rateLimiter.count(name, { account: accountOf(call, viewer, received), address: request.ip })
      const input = parse(call, received)
      refuseImpersonation(call, input, viewer)
      const session = sessionOf(reply, token, engine.config)
      const output = await handle(
        input as Parsed<Name>,
        {
          viewer,
          session,
          userAgent: request.headers['user-agent'],
          countAttempt: (account) => engine.rateLimiter.countAccount(name, String(account)),
        } as CallContext<Name>,
      )
      reply.header('cache-control', 'no-store').type('application/json; charset=utf-8')
      return reply.send(write(output))
    },
  })
}

/** Whom an attempt counts against: the account that somebody tries to enter, also when they are signed in to another, or the viewer. */
function accountOf({ access }: Endpoint, viewer: Viewer | null, received: Record<string, unknown>): string | undefined {
  if (access === 'public' && typeof received.email === 'string') return received.email.trim()
  return viewer ? String(viewer.id) : undefined
}

function parse(call: Endpoint, received: unknown): Record<string, unknown> {
  const result = z.safeParse(call.input, received)
  if (result.success) return result.data
  throw new Refusal(400, result.error.issues[0]?.message ?? platformText.badRequest)
}

function refuseImpersonation(call: Endpoint, input: Record<string, unknown>, viewer: Viewer | null): void {
  const claimed = call.actingAs === undefined ? undefined : input[call.actingAs]
  if (!claimed || claimed === viewer?.id) return
  throw viewer ? new Refusal(403, platformText.notYou) : new Refusal(401, platformText.notSignedIn)
}

function sessionOf(reply: FastifyReply, token: string | undefined, { publicUrl }: Config) {
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: publicUrl.protocol === 'https:' } as const
  return {
    token,
    start: (fresh: string) =>
      void reply.setCookie(sessionCookie, fresh, { ...options, maxAge: sessionLifetimeSeconds }),
    end: () => void reply.clearCookie(sessionCookie, options),
  }
}
