import { createStore, del, promisifyRequest, type UseStore, values } from 'idb-keyval'
import type { SharedPost } from '#contract/chat.ts'
import { outboxDatabase } from '#web/platform/storage.ts'

/** A message that the server has not confirmed yet. Stored on the device, so the fields keep their names. */
export type PendingMessage = {
  client_id: string
  /** The author. Messages are sent only in the author's own session. */
  user_id: number
  other_id: number
  text: string
  /** A data URL. */
  image: string | null
  /** What it shows. Messages that an earlier version stored have none. */
  alt?: string
  post: SharedPost | null
  /** Milliseconds since 1970; larger than that of the message before, so that it gives the order. */
  written_at: number
  /** Why the server refused it; null while it waits to be sent. */
  refusal: string | null
}

/** Keeps messages until the page is closed, where the browser provides no IndexedDB. */
const fallback = new Map<string, PendingMessage>()

let database = openDatabase()

/** Reconnects after any tab has deleted the database (`clearStorage`): idb-keyval would block the deletion. */
function openDatabase(): UseStore {
  const store = createStore(outboxDatabase, 'written')
  return async (mode, act) =>
    store(mode, (table) => {
      const { db } = table.transaction
      db.onversionchange = () => {
        db.close()
        database = openDatabase()
      }
      return act(table)
    })
}

/** Lists the unsent messages of a user, oldest first. */
export async function listPendingMessages(userId: number): Promise<PendingMessage[]> {
  const stored = await values<PendingMessage>(database).catch(() => [])
  return [...stored, ...fallback.values()]
    .filter(({ user_id }) => user_id === userId)
    .toSorted((one, other) => one.written_at - other.written_at)
}

export async function putPendingMessage(message: PendingMessage): Promise<void> {
  try {
    await database('readwrite', (table) => {
      // Earlier versions created the table with a key path; a second key would be refused.
      table.put(message, table.keyPath === null ? message.client_id : undefined)
      return promisifyRequest(table.transaction)
    })
  } catch {
    fallback.set(message.client_id, message)
  }
}

export async function deletePendingMessage(clientId: string): Promise<void> {
  fallback.delete(clientId)
  await del(clientId, database).catch(() => undefined)
}
