import { useSyncExternalStore } from 'react'
import { ApiError } from '#web/platform/api-errors.ts'
import { currentUser } from '#web/platform/current-user.ts'
import { platformText } from '#web/platform/platform.text.ts'
import type { OutboxName } from '#web/platform/storage.ts'
import { onBack } from '#web/platform/online.ts'
import { createEmitter } from '#web/ui/emitter.ts'
import { openOutboxTable, type OutboxItem } from './outbox-table.ts'
import { createSender } from './sender.ts'

/** Statuses that a retry does not change. */
const finalStatuses = [400, 403, 404, 409, 413, 415]
/** Statuses after which a later retry can succeed. */
const retryStatuses = [429, 503]
/**
 * An item that the server rejects for longer than this is shown as refused, because the items behind it would wait as
 * well.
 */
const maxRetryAfterSeconds = 15 * 60
/** After so many server errors an item is given up. */
const maxFailures = 5

/** The result of the last attempt. */
type End = Pick<OutboxItem, 'refusal' | 'is_in_doubt'>

type OutboxOptions<Item, Sent> = {
  /** Sends an item. `keep` stores how far it has got. */
  send: (item: Item, keep: (item: Item) => Promise<void>) => Promise<Sent>
  /** Shows what was sent, in every tab. */
  onSent: (sent: Sent, userId: number) => void
  onRefused?: (item: Item) => void
  /** Items that wait for longer are given up. */
  maxWaitMs?: number
}

/** Keeps on the device what somebody has written, also over reloads, until the server has confirmed it. */
export function createOutbox<Content extends object, Sent>(
  name: OutboxName,
  { send, onSent, onRefused, maxWaitMs = Infinity }: OutboxOptions<Content & OutboxItem, Sent>,
) {
  type Item = Content & OutboxItem
  const table = openOutboxTable<Item>(name)
  const failureCounts = new Map<string, number>()
  const changes = createEmitter()
  let pending: readonly Item[] = []
  /** The item whose last attempt has failed, and is retried. */
  let stalledId: string | null = null
  /** Notifies the other tabs that the pending items have changed. */
  let channel: BroadcastChannel | undefined
  let sender: ReturnType<typeof createSender> | undefined

  function show(next: readonly Item[], nextStalledId = stalledId) {
    pending = next
    stalledId = nextStalledId
    changes.emit()
  }
  async function reload() {
    const userId = currentUser()?.id
    show(userId === undefined ? [] : await table.list(userId))
  }
  async function reloadAllTabs(sent?: Sent) {
    await reload()
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- it is no window
    channel?.postMessage({ sent, userId: currentUser()?.id })
  }
  const put = async (item: Item) => {
    await table.put(item)
    await reloadAllTabs()
  }

  /** Whether the server will not accept an item on a retry either. Counts the failures of each item. */
  function isFinal({ status, retryAfter }: ApiError, { client_id }: Item) {
    if ((retryAfter ?? 0) > maxRetryAfterSeconds) return true
    if (retryStatuses.includes(status)) return false
    const count = (failureCounts.get(client_id) ?? 0) + 1
    failureCounts.set(client_id, count)
    return finalStatuses.includes(status) || count >= maxFailures
  }

  /** Returns how an attempt has ended; null: it is made again. */
  function endOf(error: unknown, item: Item): End | null {
    if (error instanceof ApiError && isFinal(error, item))
      return error.status < 500
        ? { refusal: error.message, is_in_doubt: false }
        : { refusal: platformText.unexpectedError, is_in_doubt: true }
    const hasWaitedEnough = Date.now() - item.written_at > maxWaitMs
    return hasWaitedEnough ? { refusal: platformText.networkError, is_in_doubt: true } : null
  }

  /** Sends the oldest pending item. Returns whether there may be another. Rejects if it should be retried later. */
  async function sendOldest(userId: number) {
    if (currentUser()?.id !== userId) return false
    let item = (await table.list(userId)).find(({ refusal }) => refusal === null)
    if (!item) return false
    const { client_id } = item
    try {
      const sent = await send(item, (next) => put((item = next)))
      onSent(sent, userId)
      show(
        pending.filter((other) => other.client_id !== client_id),
        null,
      )
      await table.delete(client_id)
      await reloadAllTabs(sent)
    } catch (error) {
      if (currentUser()?.id !== userId) return false
      const end = endOf(error, item)
      show(pending, client_id)
      if (!end) throw error
      failureCounts.delete(client_id)
      const ended = { ...item, ...end }
      await put(ended)
      onRefused?.(ended)
    }
    return true
  }

  return {
    /** The viewer's items that are not sent, oldest first. */
    usePending: () => useSyncExternalStore(changes.subscribe, () => pending),
    /** The id of the item that does not get through, and is retried. */
    useStalledId: () => useSyncExternalStore(changes.subscribe, () => stalledId),

    /**
     * Stores an item on the device and sends it as soon as there is a network. @param replacedId of an item whose place
     * it takes.
     */
    async queue(content: Content, replacedId?: string) {
      const userId = currentUser()?.id
      if (userId === undefined) return
      const item: Item = {
        ...content,
        client_id: createUuid(),
        user_id: userId,
        refusal: null,
        is_in_doubt: false,
        written_at: Math.max(Date.now(), (pending.at(-1)?.written_at ?? 0) + 1),
      }
      show([...pending.filter(({ client_id }) => client_id !== replacedId), item])
      await table.put(item)
      if (replacedId !== undefined) await table.delete(replacedId)
      await reloadAllTabs()
      sender?.wake()
    },

    async discard(clientId: string) {
      await table.delete(clientId)
      await reloadAllTabs()
    },

    /** Sends a refused item again. */
    async retry(item: Item) {
      await put({ ...item, refusal: null })
      sender?.wake()
    },

    /** Returns a stored item of the viewer. */
    find: async (clientId: string) => {
      const userId = currentUser()?.id
      const items = userId === undefined ? [] : await table.list(userId)
      return items.find(({ client_id }) => client_id === clientId) ?? null
    },

    /** Sends pending items, also those of earlier visits, until the returned function is called. */
    start(): () => void {
      const userId = currentUser()?.id
      if (userId === undefined) return () => undefined
      const own = createSender(name, () => sendOldest(userId))
      sender = own
      channel = 'BroadcastChannel' in window ? new BroadcastChannel(name) : undefined
      channel?.addEventListener('message', ({ data }: MessageEvent<{ sent?: Sent; userId?: number }>) => {
        if (data.sent !== undefined && data.userId === userId) onSent(data.sent, userId)
        void reload()
      })
      window.addEventListener('online', own.wake)
      const stopListening = onBack(own.wake)
      // Other tabs have missed what was queued before the channel was open.
      void reloadAllTabs()
      own.wake()
      return () => {
        own.stop()
        sender = undefined
        channel?.close()
        channel = undefined
        window.removeEventListener('online', own.wake)
        stopListening()
        show([], null)
      }
    },
  }
}

/** Returns a random UUID (version 4). Over plain HTTP browsers have no `randomUUID`, but random bytes. */
export function createUuid(): string {
  if (window.isSecureContext) return crypto.randomUUID()
  const bytes = Array.from(crypto.getRandomValues(new Uint8Array(16)))
  const hex = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`
}
