import type { Input, Output } from '#contract/calls.ts'
import { addressOf, type CallName, urlOf } from '#contract/call-paths.ts'
import { ApiError, InvalidReplyError, NetworkError } from './api-errors.ts'
import { clearUser } from './current-user.ts'
import { platformText } from './platform.text.ts'

const patience = 15_000
/** A photo on a slow line takes its time. */
const uploadPatience = 120_000
const uploadLength = 100_000
/** What is small is sent to the end, also when the page is closed meanwhile. */
const keepaliveLength = 8_000

/** Calls the server by the call's name in the contract. */
export async function call<Name extends CallName>(
  name: Name,
  input: Input<Name>,
  signal?: AbortSignal,
): Promise<Output<Name>> {
  const { method, url } = addressOf(name)
  const body = method === 'POST' ? JSON.stringify(input) : undefined
  const timeout = AbortSignal.timeout(body && body.length > uploadLength ? uploadPatience : patience)
  const reply = await reach(body === undefined ? urlOf(name, input) : url, {
    method,
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    ...(body !== undefined && {
      body,
      headers: { 'content-type': 'application/json' },
      keepalive: body.length < keepaliveLength,
    }),
  })
  if (!reply.ok) {
    // The session has ended; the guards lead to /login.
    if (reply.status === 401) clearUser()
    const sentence = errorIn(reply.content)
    throw sentence === undefined
      ? new InvalidReplyError(`${url}: ${reply.status}`)
      : new ApiError(reply.status, sentence, reply.retryAfter)
  }
  if (typeof reply.content !== 'object' || reply.content === null) throw new InvalidReplyError(url)
  return reply.content as Output<Name>
}

async function reach(url: string, request: RequestInit) {
  try {
    const response = await fetch(url, request)
    const text = await response.text()
    return {
      ok: response.ok,
      status: response.status,
      retryAfter: Number(response.headers.get('retry-after')) || null,
      content: parsed(text),
    }
  } catch (error) {
    // The caller went away: that is no failure to tell anybody about.
    if (error instanceof Error && error.name === 'AbortError') throw error
    const late = error instanceof Error && error.name === 'TimeoutError'
    throw new NetworkError(late ? platformText.slow : error instanceof Error ? error.message : String(error), {
      cause: error,
    })
  }
}

function parsed(text: string): unknown {
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
