import { useSyncExternalStore } from 'react'
import { call } from '#web/platform/api.ts'
import { ApiError } from '#web/platform/api-errors.ts'
import { currentUser } from '#web/platform/current-user.ts'
import { chatText } from '#web/chat/chat.text.ts'
import { putSentMessage } from '#web/chat/chat.api.ts'
import {
  deletePendingMessage,
  listPendingMessages,
  putPendingMessage,
  type PendingMessage,
} from './pending-messages.ts'

/** Milliseconds: who is not reached is asked again, ever later. */
const firstDelay = 1000
const longestDelay = 60_000
/** Statuses that asking again does not change. */
const refusals = [400, 403, 404, 413, 415]
/** Statuses that say: later. */
const later = [429, 503]
/** A server that fails so often over the same message will again. */
const mostFailures = 5

let shown: readonly PendingMessage[] = []
const listeners = new Set<() => void>()
/** The other tabs hear that something was written or sent. */
let tabs: BroadcastChannel | undefined

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const show = (next: readonly PendingMessage[]) => {
  shown = next
  for (const listener of listeners) listener()
}

async function showAgain() {
  const userId = currentUser()?.id
  show(userId === undefined ? [] : await listPendingMessages(userId))
}

async function changed() {
  await showAgain()
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- it is no window
  tabs?.postMessage('changed')
}

/** What the viewer has written and is not sent yet, in order. */
export const usePendingMessages = () => useSyncExternalStore(subscribe, () => shown)

/** Where the connection is not safe, browsers make no UUIDs, but random numbers. */
function newId() {
  if (window.isSecureContext) return crypto.randomUUID()
  const hex = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`
}

/** Writes to somebody: it is kept on the device first, and then sent, whenever there is a network. */
export async function queueMessage(otherId: number, content: Pick<PendingMessage, 'text' | 'image' | 'post'>) {
  const userId = currentUser()?.id
  if (userId === undefined) return
  const written: PendingMessage = {
    ...content,
    client_id: newId(),
    user_id: userId,
    other_id: otherId,
    refusal: null,
    written_at: Math.max(Date.now(), (shown.at(-1)?.written_at ?? 0) + 1),
  }
  show([...shown, written])
  await putPendingMessage(written)
  await changed()
  sender?.wake()
}

export async function discardMessage(clientId: string) {
  await deletePendingMessage(clientId)
  await changed()
}

/** Tries what was refused once more. */
export async function retryMessage(written: PendingMessage) {
  await putPendingMessage({ ...written, refusal: null })
  await changed()
  sender?.wake()
}

/** One tab at a time sends, where the browser knows of the others. */
const alone = <Result>(act: () => Promise<Result>) =>
  'locks' in navigator ? navigator.locks.request('outbox', act) : act()

const failures = new Map<string, number>()

/** Whether the server's answer to a message will stay as it is. */
function isRefused(error: ApiError, { client_id }: PendingMessage) {
  if (later.includes(error.status)) return false
  const failed = (failures.get(client_id) ?? 0) + 1
  failures.set(client_id, failed)
  return refusals.includes(error.status) || failed >= mostFailures
}

/** Sends the first that waits. @returns whether there may be another. */
async function sendNext(userId: number) {
  // Who has left has taken it along.
  if (currentUser()?.id !== userId) return false
  const next = (await listPendingMessages(userId)).find(({ refusal }) => refusal === null)
  if (!next) return false
  const { other_id, client_id, text, image, post } = next
  try {
    // Named, so that the server refuses what another person's session would send.
    const sent = await call('sendMessage', {
      user_id: userId,
      other_id,
      client_id,
      text,
      ...(image && { image }),
      ...(post && { post_id: post.id }),
    })
    putSentMessage(sent)
    await deletePendingMessage(client_id)
  } catch (error) {
    if (currentUser()?.id !== userId) return false
    if (!(error instanceof ApiError) || !isRefused(error, next)) throw error
    await putPendingMessage({ ...next, refusal: error.status < 500 ? error.message : chatText.unsendable })
  }
  await changed()
  return true
}

/** Sends what is written, one after the other, for as long as it is wanted. */
function createSender(userId: number) {
  let delay = firstDelay
  const ending = new AbortController()
  let wanted = false
  let underWay: Promise<void> | undefined
  let notBefore = 0
  let again: ReturnType<typeof setTimeout> | undefined

  const sendAll = async () => {
    while (wanted && !ending.signal.aborted) {
      // What is written meanwhile wants it again.
      wanted = false
      if (await alone(() => sendNext(userId))) wanted = true
      delay = firstDelay
    }
  }
  const send = () => {
    wanted = true
    clearTimeout(again)
    again = undefined
    underWay ??= sendAll()
      .catch((error: unknown) => {
        const asked = error instanceof ApiError ? (error.retryAfter ?? 0) * 1000 : 0
        notBefore = Date.now() + asked
        if (!ending.signal.aborted) again = setTimeout(send, Math.max(asked, delay * (0.75 + Math.random() / 2)))
        delay = Math.min(delay * 2, longestDelay)
      })
      .finally(() => {
        underWay = undefined
        if (wanted && again === undefined) send()
      })
  }
  return {
    /** There is something new to send, or a network again. */
    wake: () => {
      // An attempt that fails just now began before: the next one does not wait as long as it would have.
      delay = firstDelay
      if (Date.now() >= notBefore) send()
    },
    end: () => {
      ending.abort()
      clearTimeout(again)
    },
  }
}

let sender: ReturnType<typeof createSender> | undefined

/** Sends what was written, also before this page was opened, until the returned function is called. */
export function startOutbox(): () => void {
  const userId = currentUser()?.id
  if (userId === undefined) return () => undefined
  const own = createSender(userId)
  sender = own
  tabs = 'BroadcastChannel' in window ? new BroadcastChannel('outbox') : undefined
  const look = () => {
    if (document.visibilityState === 'visible') own.wake()
  }
  tabs?.addEventListener('message', () => void showAgain())
  window.addEventListener('online', own.wake)
  document.addEventListener('visibilitychange', look)
  // The others have not heard of what was written here before.
  void changed()
  own.wake()
  return () => {
    own.end()
    sender = undefined
    tabs?.close()
    tabs = undefined
    window.removeEventListener('online', own.wake)
    document.removeEventListener('visibilitychange', look)
    show([])
  }
}
