import sharp from 'sharp'
import type { Input, Output } from '#contract/calls.ts'
import { addressOf, type CallName } from '#contract/call-paths.ts'

export const password = 'una lunga frase segreta'
/** Milliseconds after which an answer is not waited for: longer than the server takes to give up a database that hangs. */
const patience = 30_000

/** Somebody at a server that runs as a process of its own. */
export type Somebody = {
  id: number
  cookie: string
  request: (url: string, init?: RequestInit) => Promise<Response>
  /** Makes a call and returns whatever comes back; rejects when nothing does. */
  tries: <Name extends CallName>(name: Name, input: Input<Name>) => Promise<{ status: number; body: Output<Name> }>
  /** Makes a call that is expected to succeed. */
  asks: <Name extends CallName>(name: Name, input: Input<Name>) => Promise<Output<Name>>
}

/** Registers. */
export async function enter(server: string, username: string): Promise<Somebody> {
  const form = new URLSearchParams({ username, email: `${username}@example.it`, password })
  const reply = await fetch(server + addressOf('register').url, { method: 'POST', body: form })
  if (reply.status !== 200) throw new Error(`register answered ${reply.status}: ${await reply.text()}`)
  const { user } = (await reply.json()) as Output<'register'>
  const cookie = reply.headers.getSetCookie()[0]?.split(';')[0] ?? ''

  const request: Somebody['request'] = (url, init = {}) =>
    fetch(server + url, {
      ...init,
      headers: { cookie, ...(init.headers as Record<string, string>) },
      signal: AbortSignal.timeout(patience),
    })
  const tries: Somebody['tries'] = async (name, input) => {
    const { method, url } = addressOf(name)
    const query = new URLSearchParams(Object.entries(input).map(([field, value]) => [field, String(value)]))
    const answer = await (method === 'GET'
      ? request(`${url}?${query}`)
      : request(url, { method, body: JSON.stringify(input), headers: { 'content-type': 'application/json' } }))
    return { status: answer.status, body: (await answer.json()) as never }
  }
  return {
    id: user.id,
    cookie,
    request,
    tries,
    async asks(name, input) {
      const { status, body } = await tries(name, input)
      if (status !== 200) throw new Error(`${name} answered ${status}: ${JSON.stringify(body)}`)
      return body
    },
  }
}

/** A photo that no encoder makes small, as data URL. */
export async function grain(width = 1280, height = 960): Promise<string> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const bytes = await sharp({ create: { width, height, channels: 3, background: '#808080', noise } })
    .jpeg({ quality: 85 })
    .toBuffer()
  return `data:image/jpeg;base64,${bytes.toString('base64')}`
}
