import { useSyncExternalStore } from 'react'
import { addSentMessage } from '#web/chat/chat.api.ts'
import { chatText } from '#web/chat/chat.text.ts'
import { call } from '#web/platform/api.ts'
import { ApiError } from '#web/platform/api-errors.ts'
import { currentUser } from '#web/platform/current-user.ts'
import { onBack } from '#web/platform/when-back.ts'
import { createEmitter } from '#web/ui/emitter.ts'
import { createUuid } from './create-uuid.ts'
import {
  deletePendingMessage,
  listPendingMessages,
  type PendingMessage,
  putPendingMessage,
} from './pending-messages.ts'
import { createSender } from './sender.ts'

/** Statuses that a retry does not change. */
const finalStatuses = [400, 403, 404, 413, 415]
/** Statuses after which a later retry can succeed. */
const retryStatuses = [429, 503]
/** A message that may not leave for longer than this is shown as refused: those behind it would wait as well. */
const maxRetryAfterSeconds = 15 * 60
/** After so many server errors a message is given up. */
const maxFailures = 5

let pending: readonly PendingMessage[] = []
const changes = createEmitter()
/** Notifies the other tabs that the pending messages have changed. */
let channel: BroadcastChannel | undefined
let sender: ReturnType<typeof createSender> | undefined

function setPending(next: readonly PendingMessage[]) {
  pending = next
  changes.emit()
}

async function reload() {
  const userId = currentUser()?.id
  setPending(userId === undefined ? [] : await listPendingMessages(userId))
}

async function reloadAllTabs() {
  await reload()
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- it is no window
  channel?.postMessage('changed')
}

/** The viewer's unsent messages, oldest first. */
export const usePendingMessages = () => useSyncExternalStore(changes.subscribe, () => pending)

/** Stores a message on the device and sends it as soon as there is a network. */
export async function queueMessage(otherId: number, content: Pick<PendingMessage, 'text' | 'image' | 'alt' | 'post'>) {
  const userId = currentUser()?.id
  if (userId === undefined) return
  const message: PendingMessage = {
    ...content,
    client_id: createUuid(),
    user_id: userId,
    other_id: otherId,
    refusal: null,
    written_at: Math.max(Date.now(), (pending.at(-1)?.written_at ?? 0) + 1),
  }
  setPending([...pending, message])
  await putPendingMessage(message)
  await reloadAllTabs()
  sender?.wake()
}

export async function discardMessage(clientId: string) {
  await deletePendingMessage(clientId)
  await reloadAllTabs()
}

/** Sends a refused message again. */
export async function retryMessage(message: PendingMessage) {
  await putPendingMessage({ ...message, refusal: null })
  await reloadAllTabs()
  sender?.wake()
}

const failureCounts = new Map<string, number>()

/** Whether the server will not accept the message on a retry either. Counts the failures of each message. */
function isFinal(error: ApiError, { client_id }: PendingMessage) {
  if ((error.retryAfter ?? 0) > maxRetryAfterSeconds) return true
  if (retryStatuses.includes(error.status)) return false
  const count = (failureCounts.get(client_id) ?? 0) + 1
  failureCounts.set(client_id, count)
  return finalStatuses.includes(error.status) || count >= maxFailures
}

/** Sends the oldest pending message. Returns whether there may be another. Rejects if it should be retried later. */
async function sendOldest(userId: number) {
  if (currentUser()?.id !== userId) return false
  const message = (await listPendingMessages(userId)).find(({ refusal }) => refusal === null)
  if (!message) return false
  const { other_id, client_id, text, image, alt, post } = message
  try {
    // With the user's id, so that the server refuses the message in another user's session.
    const sent = await call('sendMessage', {
      user_id: userId,
      other_id,
      client_id,
      text,
      ...(image && { image, image_alt: alt }),
      ...(post && { post_id: post.id }),
    })
    addSentMessage(sent)
    await deletePendingMessage(client_id)
  } catch (error) {
    if (currentUser()?.id !== userId) return false
    if (!(error instanceof ApiError) || !isFinal(error, message)) throw error
    await putPendingMessage({ ...message, refusal: error.status < 500 ? error.message : chatText.sendFailed })
  }
  await reloadAllTabs()
  return true
}

/** Sends pending messages, also those of earlier visits, until the returned function is called. */
export function startOutbox(): () => void {
  const userId = currentUser()?.id
  if (userId === undefined) return () => undefined
  const own = createSender(() => sendOldest(userId))
  sender = own
  channel = 'BroadcastChannel' in window ? new BroadcastChannel('outbox') : undefined
  channel?.addEventListener('message', () => void reload())
  window.addEventListener('online', own.wake)
  const stopListening = onBack(own.wake)
  // Other tabs have missed messages that were queued before the channel was open.
  void reloadAllTabs()
  own.wake()
  return () => {
    own.stop()
    sender = undefined
    channel?.close()
    channel = undefined
    window.removeEventListener('online', own.wake)
    stopListening()
    setPending([])
  }
}
