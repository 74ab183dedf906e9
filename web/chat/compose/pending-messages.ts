import type { SharedPost } from '#contract/chat.ts'
import { outboxDatabase } from '#web/platform/storage.ts'

/** What somebody has written, until the server has it. */
export type PendingMessage = {
  client_id: string
  /** Who wrote it: nobody else's session sends it. */
  user_id: number
  other_id: number
  text: string
  /** As data URL. */
  image: string | null
  post: SharedPost | null
  /** Milliseconds since 1970, and one more than what was written before: the order. */
  written_at: number
  /** Why the server would not have it; null while it is to be sent. */
  refusal: string | null
}

const table = 'written'

/** Stands in where the browser keeps nothing: until the page is closed. */
const fallback = new Map<string, PendingMessage>()
let opened: Promise<IDBDatabase> | undefined

const forget = () => {
  opened = undefined
}

function connect() {
  const { promise, resolve, reject } = Promise.withResolvers<IDBDatabase>()
  const request = indexedDB.open(outboxDatabase, 1)
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(table, { keyPath: 'client_id' }))
  request.addEventListener('error', () => reject(new Error('the outbox cannot be opened', { cause: request.error })))
  request.addEventListener('success', () => {
    const database = request.result
    // Who leaves throws it away, in whatever tab.
    database.addEventListener('versionchange', () => {
      database.close()
      forget()
    })
    database.addEventListener('close', forget)
    resolve(database)
  })
  return promise
}

/** One step in the database. @param act is given the table, and may return a request whose result is wanted. */
async function step<Result>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  opened ??= connect()
  opened.catch(forget)
  const database = await opened
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  const transaction = database.transaction(table, mode, { durability: 'strict' })
  const request = act(transaction.objectStore(table))
  transaction.addEventListener('complete', () => resolve(request.result))
  transaction.addEventListener('abort', () => reject(new Error('the outbox refused', { cause: transaction.error })))
  return promise
}

/** What one person has written and is not sent yet, in order. */
export async function listPendingMessages(userId: number): Promise<PendingMessage[]> {
  const kept = await step<PendingMessage[]>('readonly', (store) => store.getAll()).catch(() => [])
  return [...kept, ...fallback.values()]
    .filter(({ user_id }) => user_id === userId)
    .toSorted((one, other) => one.written_at - other.written_at)
}

export async function putPendingMessage(written: PendingMessage): Promise<void> {
  try {
    await step('readwrite', (store) => store.put(written))
  } catch {
    fallback.set(written.client_id, written)
  }
}

export async function deletePendingMessage(clientId: string): Promise<void> {
  fallback.delete(clientId)
  await step('readwrite', (store) => store.delete(clientId)).catch(() => undefined)
}
