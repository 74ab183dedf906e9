import { vi } from 'vitest'
import type { Input, Output } from '#contract/calls.ts'
import { addressOf, type CallName } from '#contract/call-paths.ts'
import { settle } from './fake-browser.ts'
import { stubUploads } from './fake-upload.ts'

type Reply = { status: number; body: object }
type Answer = Reply | Error | Promise<Reply>

/** The start of a server that answers the calls of a page with `outputs`, or with what a test puts before them. */
export function startFakeServer(outputs: { [Name in CallName]?: (input: Input<Name>) => Partial<Output<Name>> }) {
  const names = Object.keys(outputs) as (keyof typeof outputs)[]
  const calls: { name: CallName; input: Record<string, unknown> }[] = []
  const nextAnswers: { name: CallName; answer: Answer }[] = []

  async function answer(url: string, { body }: RequestInit): Promise<Response> {
    const [address, query] = url.split('?')
    const name = names.find((known) => addressOf(known).url === address)
    if (!name) return Response.json({ success: false, error: url }, { status: 404 })
    const input: Record<string, unknown> =
      typeof body === 'string'
        ? JSON.parse(body)
        : Object.fromEntries(body instanceof FormData ? body : new URLSearchParams(query))
    calls.push({ name, input })
    const index = nextAnswers.findIndex((next) => next.name === name)
    const [next] = index === -1 ? [] : nextAnswers.splice(index, 1)
    const found = await next?.answer
    if (found instanceof Error) throw found
    const output = outputs[name] as (input: Record<string, unknown>) => object
    return found ? Response.json(found.body, { status: found.status }) : Response.json(output(input))
  }
  vi.stubGlobal('fetch', answer)
  stubUploads(answer)
  return {
    calls,
    names: () => calls.map(({ name }) => name),
    last: () => calls.at(-1)?.input,
    refuseNext(name: CallName, status: number, error: string) {
      nextAnswers.push({ name, answer: { status, body: { success: false, error } } })
    },
    /** The network fails before the answer of this call has arrived. */
    loseNext(name: CallName, times = 1) {
      for (let time = 1; time <= times; time++) nextAnswers.push({ name, answer: new TypeError('Failed to fetch') })
    },
    /** Keeps a call waiting, until the returned function answers it. */
    holdNext(name: CallName) {
      const { promise, resolve } = Promise.withResolvers<Reply>()
      nextAnswers.push({ name, answer: promise })
      return async (status: number, body: object) => {
        resolve({ status, body })
        await settle()
      }
    },
  }
}
