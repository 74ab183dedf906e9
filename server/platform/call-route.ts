import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { calls, type Parsed } from '#contract/calls.ts'
import { wholeListRows } from '#contract/limits.ts'
import { addressOf, type CallName } from '#contract/call-paths.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Role } from '#contract/moderation.ts'
import type { CallContext, Handlers } from './call-handlers.ts'
import { signalOf } from './client-signal.ts'
import type { Config } from './config.ts'
import { etagOf, isKnown } from './etag.ts'
import { platformText } from './platform.text.ts'
import type { RateLimiter } from './rate-limit.ts'
import { costOfRead } from './read-limits.ts'
import { asksForPage, createAbsentFilter, type Received } from './received-input.ts'
import { notFound, Refusal } from './refusal.ts'
import { arrivalOf, isFromThisMachine } from './this-machine.ts'
import type { CursorEncryption } from './cursor-encryption.ts'
import { compileSerialiser } from './serialiser.ts'
import {
  browserSessionCookie,
  deviceCookie,
  deviceLifetimeSeconds,
  type FindViewer,
  isAccessToken,
  type IsKnownDevice,
  readSessionToken,
  sessionLifetimeSeconds,
  type Viewer,
} from './viewer.ts'

export const defaultBodyLimitBytes = 64 * 1024

/** Returns the role of a user. */
type FindRole = (viewerId: number) => Promise<Role>

export type CallRouteOptions = {
  config: Config
  handlers: Handlers
  rateLimiter: RateLimiter
  cursorEncryption: CursorEncryption
  findViewer: FindViewer
  isKnownDevice: IsKnownDevice
  findRole: FindRole
}

/**
 * Adds the route of one call: authenticates the viewer, counts the attempt, parses the input, runs the handler, and
 * serialises its output.
 */
export function addCallRoute<Name extends CallName>(app: FastifyInstance, name: Name, options: CallRouteOptions): void {
  const { config, handlers, rateLimiter, cursorEncryption, findViewer, isKnownDevice, findRole } = options
  const { method, url } = addressOf(name)
  const call: Endpoint = calls[name]
  const handle = handlers[name]
  const withoutAbsent = createAbsentFilter(call)
  const serialise = compileSerialiser(call.output, config.checkReplies)
  app.route({
    method,
    url,
    bodyLimit: call.bodyLimit ?? defaultBodyLimitBytes,
    // A large body is not read for somebody who is not signed in. After it the session is looked up again: it may have
    // ended meanwhile.
    async onRequest(request, reply) {
      if (call.bodyLimit && hasLargeBody(request)) await findRequired(request, reply)
    },
    handler: (request, reply) => answer(request, reply),
  })

  /** Returns who calls. Throws a Refusal 401 if nobody does, and the call needs somebody. */
  async function findRequired(request: FastifyRequest, reply: FastifyReply) {
    const token = readSessionToken(request.cookies, request.headers.authorization)
    const viewer = await findCaller(name, token, findViewer)
    if (call.access === 'viewer' && !viewer) {
      // A session that was ended elsewhere.
      if (token !== undefined) clearBrowserCache(reply)
      throw new Refusal(401, platformText.notSignedIn)
    }
    return { token, viewer }
  }

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { token, viewer } = await findRequired(request, reply)
    if (!(await mayCall(call, viewer, findRole))) throw notFound()
    const received = withoutAbsent(((method === 'GET' ? request.query : request.body) ?? {}) as Received)
    const deviceToken = request.cookies[deviceCookie]
    const origin = {
      address: request.ip,
      device: deviceToken
        ? { token: deviceToken, isKnown: (account: string) => isKnownDevice(deviceToken, account) }
        : undefined,
    }
    if (method === 'POST') await rateLimiter.count(name, { ...origin, account: accountOf(call, viewer, received) })
    if (method === 'GET') {
      const cost = costOfRead(name, received)
      await rateLimiter.countRead({ account: viewer?.id.toString(), address: request.ip }, cost)
    }
    const input = parseInput(call, received)
    if (call.isWholeList && !asksForPage(received)) input.limit = wholeListRows
    refuseImpersonation(call, input, viewer)
    const list = nameList(name, input)
    if (typeof input.cursor === 'string') input.cursor = decryptCursor(cursorEncryption, input.cursor, list)
    const context = {
      viewer,
      session: sessionOf(reply, token, config),
      device: deviceOf(reply, deviceToken, config),
      userAgent: request.headers['user-agent'],
      get isFromThisMachine() {
        return isFromThisMachine(arrivalOf(request), config)
      },
      // Created when asked for: few calls do.
      get signal() {
        return signalOf(reply)
      },
      countAttempt: (account: string) => rateLimiter.countAccount(name, { ...origin, account }),
    }
    const output = await handle(input as Parsed<Name>, context as CallContext<Name>)
    const body = serialise(encryptNextCursor(cursorEncryption, output, list))
    reply.header('cache-control', 'no-store')
    if (call.isPolled && isUnchanged(request, reply, body)) return reply.status(304).send()
    return reply.type('application/json; charset=utf-8').send(body)
  }
}

/** Whether a request announces more than an ordinary body, or does not say how much. */
const hasLargeBody = ({ headers }: FastifyRequest): boolean =>
  !(Number(headers['content-length']) <= defaultBodyLimitBytes)

/** Sets the ETag of a reply. @returns whether the client already has this content. */
function isUnchanged(request: FastifyRequest, reply: FastifyReply, body: string): boolean {
  const etag = etagOf(body)
  reply.header('etag', etag)
  return isKnown(etag, request.headers['if-none-match'])
}

/** The roles for which a call exists. */
const rolesOf: Partial<Record<Endpoint['access'], readonly Role[]>> = {
  moderator: ['moderator', 'administrator'],
  administrator: ['administrator'],
}

/** Whether a call exists for this viewer. */
async function mayCall({ access }: Endpoint, viewer: Viewer | null, findRole: FindRole): Promise<boolean> {
  const roles = rolesOf[access]
  return !roles || (viewer !== null && roles.includes(await findRole(viewer.id)))
}

/** A public call without a scope treats a request with a token as signed out. */
async function findCaller(name: CallName, token: string | undefined, findViewer: FindViewer): Promise<Viewer | null> {
  const scope = calls[name].scope
  if (token === undefined || (scope === null && calls[name].access === 'public' && isAccessToken(token))) return null
  return findViewer(token, scope)
}

/** The account that an attempt counts against: the one that a client tries to enter, even if signed in to another. */
function accountOf({ access }: Endpoint, viewer: Viewer | null, received: Record<string, unknown>): string | undefined {
  if (access === 'public' && typeof received.email === 'string') return received.email.trim()
  return viewer ? String(viewer.id) : undefined
}

function parseInput(call: Endpoint, received: unknown): Record<string, unknown> {
  const result = z.safeParse(call.input, received)
  if (result.success) return result.data
  throw new Refusal(400, result.error.issues[0]?.message ?? platformText.badRequest)
}

/** Names a list by the call and everything in its input but the part that is requested. */
export function nameList(
  name: CallName,
  { cursor: _cursor, offset: _offset, limit: _limit, ...input }: Record<string, unknown>,
) {
  return `${name} ${JSON.stringify(input)}`
}

/** Throws a Refusal 400 for a cursor that was not made for this list. */
function decryptCursor(encryption: CursorEncryption, cursor: string, list: string): string {
  const decrypted = encryption.decrypt(cursor, list)
  if (decrypted === null) throw new Refusal(400, platformText.badCursor)
  return decrypted
}

function encryptNextCursor(encryption: CursorEncryption, output: object, list: string): object {
  const { next_cursor: nextCursor } = output as { next_cursor?: string | null }
  return nextCursor ? { ...output, next_cursor: encryption.encrypt(nextCursor, list) } : output
}

function refuseImpersonation(call: Endpoint, input: Record<string, unknown>, viewer: Viewer | null): void {
  const claimedId = call.actingAs === undefined ? undefined : input[call.actingAs]
  if (!claimedId || claimedId === viewer?.id) return
  throw viewer ? new Refusal(403, platformText.notYou) : new Refusal(401, platformText.notSignedIn)
}

const cookieOptions = ({ publicUrl }: Config) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: publicUrl.protocol === 'https:' }) as const

function sessionOf(reply: FastifyReply, token: string | undefined, config: Config) {
  const options = cookieOptions(config)
  const name = browserSessionCookie(config)
  return {
    token,
    start: (newToken: string) => void reply.setCookie(name, newToken, { ...options, maxAge: sessionLifetimeSeconds }),
    end: () => void clearBrowserCache(reply).clearCookie(name, options),
  }
}

/** Has the browser forget the pictures and map tiles that somebody has looked at: the next person may be another. */
const clearBrowserCache = (reply: FastifyReply) => reply.header('clear-site-data', '"cache"')

function deviceOf(reply: FastifyReply, token: string | undefined, config: Config) {
  // Only sign-in and account calls get it.
  const options = { ...cookieOptions(config), path: '/api/auth' }
  return {
    token,
    remember: (newToken: string) =>
      void reply.setCookie(deviceCookie, newToken, { ...options, maxAge: deviceLifetimeSeconds }),
    forget: () => void reply.clearCookie(deviceCookie, options),
  }
}
