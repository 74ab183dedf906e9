import sharp from 'sharp'
import type { Input, Output } from '#contract/calls.ts'
import { addressOf, type CallName } from '#contract/call-paths.ts'

export const password = 'una lunga frase segreta'
/** Longer than the server takes to give up on a hanging database. */
const requestTimeoutMs = 30_000

/** A signed-in user of a server that runs in another process. */
export type ApiClient = {
  id: number
  cookie: string
  request: (url: string, init?: RequestInit) => Promise<Response>
  /** Makes a call and returns whatever status comes back. Rejects when no reply comes. */
  tryCall: <Name extends CallName>(name: Name, input: Input<Name>) => Promise<{ status: number; body: Output<Name> }>
  /** Makes a call that must succeed. */
  call: <Name extends CallName>(name: Name, input: Input<Name>) => Promise<Output<Name>>
}

/** Registers a new account and returns its client. */
export async function registerClient(serverUrl: string, username: string): Promise<ApiClient> {
  const form = new URLSearchParams({ username, email: `${username}@example.it`, password })
  const reply = await fetch(serverUrl + addressOf('register').url, { method: 'POST', body: form })
  if (reply.status !== 200) throw new Error(`register answered ${reply.status}: ${await reply.text()}`)
  const { user } = (await reply.json()) as Output<'register'>
  const cookie = reply.headers.getSetCookie()[0]?.split(';')[0] ?? ''

  const request: ApiClient['request'] = (url, init = {}) =>
    fetch(serverUrl + url, {
      ...init,
      headers: { cookie, ...(init.headers as Record<string, string>) },
      signal: AbortSignal.timeout(requestTimeoutMs),
    })
  const tryCall: ApiClient['tryCall'] = async (name, input) => {
    const { method, url } = addressOf(name)
    const query = new URLSearchParams(Object.entries(input).map(([field, value]) => [field, String(value)]))
    const response = await (method === 'GET'
      ? request(`${url}?${query}`)
      : request(url, { method, body: JSON.stringify(input), headers: { 'content-type': 'application/json' } }))
    return { status: response.status, body: (await response.json()) as never }
  }
  return {
    id: user.id,
    cookie,
    request,
    tryCall,
    async call(name, input) {
      const { status, body } = await tryCall(name, input)
      if (status !== 200) throw new Error(`${name} answered ${status}: ${JSON.stringify(body)}`)
      return body
    },
  }
}

/** A noisy photo that no encoder can make small, as a data URL. */
export async function createPhotoDataUrl(width = 1280, height = 960): Promise<string> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const bytes = await sharp({ create: { width, height, channels: 3, background: '#808080', noise } })
    .jpeg({ quality: 85 })
    .toBuffer()
  return `data:image/jpeg;base64,${bytes.toString('base64')}`
}
