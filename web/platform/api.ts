import type { Input, Output } from '#contract/calls.ts'
import { addressOf, type CallName, urlOf } from '#contract/call-paths.ts'
import { anySignal } from './any-signal.ts'
import { ApiError, InvalidReplyError, NetworkError } from './api-errors.ts'
import { clearUser } from './current-user.ts'
import { platformText } from './platform.text.ts'

const requestTimeoutMs = 15_000
/** A photo takes longer on a slow line. */
const uploadTimeoutMs = 120_000
/** Bodies longer than this are uploads. */
const uploadMinLength = 100_000
/** Shorter requests complete even if the page is closed meanwhile. */
const keepaliveMaxLength = 8_000

/**
 * Calls the server by the call's name in the contract. Throws an ApiError if the server refuses, a NetworkError without
 * a reply, and an InvalidReplyError for anything else.
 */
export const call = <Name extends CallName>(name: Name, input: Input<Name>, signal?: AbortSignal) =>
  callWith(name, input, { signal })

/** The ETags of replies to calls that are polled. */
const etags = new WeakMap<object, string>()

/** Calls again, and returns the known reply itself while it has not changed. The call `isPolled` in the contract. */
export const poll = <Name extends CallName>(
  name: Name,
  input: Input<Name>,
  { known, signal }: { known: Output<Name> | undefined; signal: AbortSignal },
) => callWith(name, input, { signal, known })

async function callWith<Name extends CallName>(
  name: Name,
  input: Input<Name>,
  { signal, known }: { signal: AbortSignal | undefined; known?: Output<Name> | undefined },
): Promise<Output<Name>> {
  const { method, url } = addressOf(name)
  const body = method === 'POST' ? JSON.stringify(input) : undefined
  const timeout = AbortSignal.timeout(body && body.length > uploadMinLength ? uploadTimeoutMs : requestTimeoutMs)
  const etag = known && etags.get(known)
  const reply = await send(body === undefined ? urlOf(name, input) : url, {
    method,
    ...(etag && { headers: { 'if-none-match': etag } }),
    signal: signal ? anySignal([signal, timeout]) : timeout,
    ...(body !== undefined && {
      body,
      headers: { 'content-type': 'application/json' },
      keepalive: body.length < keepaliveMaxLength,
    }),
  })
  if (reply.status === 304 && known) return known
  const content = contentOf(url, reply)
  if (reply.etag) etags.set(content, reply.etag)
  return content as Output<Name>
}

/** `content`: the parsed body; `retryAfter` in seconds. */
export type Reply = { ok: boolean; status: number; retryAfter: number | null; content: unknown }

/** Returns what the server has answered. Throws an ApiError or an InvalidReplyError. */
export function contentOf(url: string, { ok, status, retryAfter, content }: Reply): object {
  if (!ok) {
    // The session has ended; the guards redirect to /login.
    if (status === 401) clearUser()
    const sentence = errorIn(content)
    throw sentence === undefined
      ? new InvalidReplyError(`${url}: ${status}`)
      : new ApiError(status, sentence, retryAfter)
  }
  if (typeof content !== 'object' || content === null) throw new InvalidReplyError(url)
  return content
}

async function send(url: string, request: RequestInit) {
  try {
    const response = await fetch(url, request)
    const text = await response.text()
    return {
      ok: response.ok,
      status: response.status,
      etag: response.headers.get('etag'),
      retryAfter: Number(response.headers.get('retry-after')) || null,
      content: parsed(text),
    }
  } catch (error) {
    // The caller has cancelled the request.
    if (error instanceof Error && error.name === 'AbortError') throw error
    throw new NetworkError(detailOf(error), { cause: error })
  }
}

function detailOf(error: unknown) {
  if (!(error instanceof Error)) return String(error)
  return error.name === 'TimeoutError' ? platformText.serverTimeout : error.message
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function errorIn(content: unknown) {
  const hasError = typeof content === 'object' && content !== null && 'error' in content
  return hasError && typeof content.error === 'string' ? content.error : undefined
}
