import { expect, onTestFinished } from 'vitest'
import type { Client } from '#server/testing/fixtures/test-world.ts'

type Heard = { event: string; id: string | undefined; data: Record<string, unknown> }

/** A page that stays open, and what it is told. */
export type OpenPage = {
  heard: Heard[]
  /** The data of the events of that name. */
  of: (event: string) => Record<string, unknown>[]
  ended: () => boolean
  close: () => void
}

/** Listens until the test is over. @param at another server than the client's own. */
export async function listens(
  client: Client,
  query = '',
  headers: Record<string, string> = {},
  at = '',
): Promise<OpenPage> {
  const leaving = new AbortController()
  const response = await client.request(`${at}/api/events${query}`, { headers, signal: leaving.signal })
  expect(response.status).toBe(200)
  onTestFinished(() => leaving.abort())
  const heard: Heard[] = []
  let ended = false
  const read = async () => {
    let rest = ''
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      const [next = '', ...blocks] = (rest + chunk).split('\n\n').toReversed()
      rest = next
      for (const block of blocks.toReversed()) {
        const field = (name: string) => block.match(new RegExp(`^${name}: (.*)$`, 'm'))?.[1]
        if (field('event'))
          heard.push({
            event: field('event')!,
            id: field('id'),
            data: JSON.parse(field('data')!) as Record<string, unknown>,
          })
      }
    }
  }
  void read()
    .catch(() => undefined)
    .finally(() => {
      ended = true
    })
  return {
    heard,
    of: (event) => heard.filter((one) => one.event === event).map(({ data }) => data),
    ended: () => ended,
    close: () => leaving.abort(),
  }
}
