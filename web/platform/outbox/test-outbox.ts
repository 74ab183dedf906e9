import { renderHook } from '@testing-library/react'
import { NetworkError } from '#web/platform/api-errors.ts'
import { settle } from '#web/platform/testing/fake-browser.ts'
import type { OutboxItem } from './outbox-table.ts'
import { createOutbox } from './outbox.ts'

type Note = { text: string; step?: number }
export type NoteItem = Note & OutboxItem
type Sent = { text: string }
type Keep = (item: NoteItem) => Promise<void>

export const networkError = () => new NetworkError('offline')

/** A server that answers each attempt with the next of `replies`; without one, it accepts. */
export function createServer() {
  const attempts: string[] = []
  const items: NoteItem[] = []
  const replies: (Error | Promise<unknown> | ((item: NoteItem, keep: Keep) => Promise<unknown>))[] = []
  async function send(item: NoteItem, keep: Keep): Promise<Sent> {
    attempts.push(item.text)
    items.push(item)
    const reply = replies.shift()
    if (reply instanceof Error) throw reply
    await (typeof reply === 'function' ? reply(item, keep) : reply)
    return { text: item.text }
  }
  return {
    /** The texts of all attempts. */
    attempts,
    items,
    replies,
    send,
    /** Keeps the next attempt waiting for its answer. */
    holdNext() {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      replies.push(promise)
      return { accept: () => resolve(), fail: reject }
    },
  }
}

export type Server = ReturnType<typeof createServer>
export type SendingTab = Awaited<ReturnType<typeof openSendingTab>>

const stops: (() => void)[] = []

/** Stops every tab of the test. */
export function closeTabs() {
  for (const stop of stops.splice(0)) stop()
}

/** Opens a tab of the browser, which does not send before `start`. */
export function openTab(server: Server, maxWaitMs?: number) {
  const shownAsSent: string[] = []
  const refused: NoteItem[] = []
  const outbox = createOutbox<Note, Sent>('outbox', {
    send: server.send,
    onSent: ({ text }, userId) => void shownAsSent.push(`${text} of ${userId}`),
    onRefused: (item) => void refused.push(item),
    ...(maxWaitMs !== undefined && { maxWaitMs }),
  })
  const { result } = renderHook(() => ({ pending: outbox.usePending(), stalledId: outbox.useStalledId() }))
  const start = () => {
    const stop = outbox.start()
    stops.push(stop)
    return stop
  }
  return {
    ...outbox,
    start,
    shownAsSent,
    refused,
    write: (text: string, replacedId?: string) => outbox.queue({ text }, replacedId),
    pending: () => result.current.pending,
    texts: () => result.current.pending.map(({ text }) => text),
    stalled: () => result.current.pending.find(({ client_id }) => client_id === result.current.stalledId)?.text,
  }
}

/** Opens a tab that sends, and waits until it has sent what was left. */
export async function openSendingTab(server: Server, maxWaitMs?: number) {
  const tab = openTab(server, maxWaitMs)
  const stop = tab.start()
  await settle()
  return { ...tab, stop }
}
