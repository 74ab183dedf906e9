import { expect, onTestFinished } from 'vitest'
import type { Client } from '#server/testing/fixtures/api-client.ts'

export type ReceivedEvent = { event: string; id: string | undefined; data: Record<string, unknown> }

/** An open connection to `/api/events`. */
export type EventStream = {
  /** All events received so far. */
  events: ReceivedEvent[]
  /** Returns the data of the events with this name. */
  dataOf: (event: string) => Record<string, unknown>[]
  hasEnded: () => boolean
  close: () => void
}

/** Parses one block of server-sent events; a block without an event (a comment, a retry time) gives undefined. */
function parseEvent(block: string): ReceivedEvent | undefined {
  const field = (name: string) => block.match(new RegExp(`^${name}: (.*)$`, 'm'))?.[1]
  const event = field('event')
  if (event === undefined) return undefined
  return { event, id: field('id'), data: JSON.parse(field('data')!) as Record<string, unknown> }
}

/** Reads the events of a response until it ends. Throws when the connection breaks. */
export async function readEvents(response: Response, onEvent: (event: ReceivedEvent) => void): Promise<void> {
  let unfinished = ''
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    const blocks = (unfinished + chunk).split('\n\n')
    unfinished = blocks.pop() ?? ''
    for (const event of blocks.map(parseEvent)) if (event) onEvent(event)
  }
}

/**
 * Opens the event stream of a client until the test has finished.
 * @param serverUrl a server other than the client's own.
 */
export async function openEventStream(
  client: Client,
  query = '',
  headers: Record<string, string> = {},
  serverUrl = '',
): Promise<EventStream> {
  const abort = new AbortController()
  const response = await client.request(`${serverUrl}/api/events${query}`, { headers, signal: abort.signal })
  expect(response.status).toBe(200)
  onTestFinished(() => abort.abort())
  const events: ReceivedEvent[] = []
  let hasEnded = false
  void readEvents(response, (event) => events.push(event))
    .catch(() => undefined)
    .finally(() => {
      hasEnded = true
    })
  return {
    events,
    dataOf: (name) => events.filter(({ event }) => event === name).map(({ data }) => data),
    hasEnded: () => hasEnded,
    close: () => abort.abort(),
  }
}
