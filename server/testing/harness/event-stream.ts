import { expect, onTestFinished } from 'vitest'
import type { Client } from '#server/testing/fixtures/api-client.ts'

type ReceivedEvent = { event: string; id: string | undefined; data: Record<string, unknown> }

/** An open connection to `/api/events`. */
export type EventStream = {
  /** All events received so far. */
  events: ReceivedEvent[]
  /** Returns the data of the events with this name. */
  dataOf: (event: string) => Record<string, unknown>[]
  hasEnded: () => boolean
  close: () => void
}

const fieldOf = (block: string, name: string) => block.match(new RegExp(`^${name}: (.*)$`, 'm'))?.[1]

/** Parses one block of server-sent events; a block without an event (a comment, a retry time) gives undefined. */
function parseEvent(block: string): ReceivedEvent | undefined {
  const event = fieldOf(block, 'event')
  if (event === undefined) return undefined
  return { event, id: fieldOf(block, 'id'), data: JSON.parse(fieldOf(block, 'data')!) as Record<string, unknown> }
}

/**
 * Reads the events of a response until it ends. Throws when the connection breaks.
 * @param onEvent also gets the id of the event or, if it has none, of the last one that had: a browser's `lastEventId`.
 */
async function readEvents(
  response: Response,
  onEvent: (event: ReceivedEvent, lastEventId: string) => void,
): Promise<void> {
  let unfinished = ''
  let lastEventId = ''
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    const blocks = (unfinished + chunk).split('\n\n')
    unfinished = blocks.pop() ?? ''
    for (const block of blocks) {
      lastEventId = fieldOf(block, 'id') ?? lastEventId
      const event = parseEvent(block)
      if (event) onEvent(event, lastEventId)
    }
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
