import { createStore, promisifyRequest, type UseStore, values } from 'idb-keyval'
import { platformText } from '#web/platform/platform.text.ts'
import type { OutboxName } from '#web/platform/storage.ts'
import { showToast } from '#web/ui/toast.ts'

/** Items that the server has not confirmed yet. Stored on the device, so the fields keep their names. */
export type OutboxItem = {
  client_id: string
  /** The author. Items are sent only in the author's own session. */
  user_id: number
  /** Milliseconds since 1970; larger than that of the item before, so that it gives the order. */
  written_at: number
  /** Why it was refused or given up; null while it waits to be sent. */
  refusal: string | null
  /** It was given up, and the server may have it all the same. */
  is_in_doubt?: boolean
}

/** Some versions of Safari never answer until the page is loaded again. */
const answerTimeoutMs = 5000

/** Rejects when a database has not answered in time. */
function inTime<Result>(answer: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('no answer')), answerTimeoutMs)
    answer.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

/** Opens the database of an outbox. */
export function openOutboxTable<Item extends OutboxItem>(name: OutboxName) {
  /** Keeps items until the page is closed, where the browser provides no IndexedDB or it does not answer. */
  const fallback = new Map<string, Item>()
  let database = openDatabase()
  /** After one wait in vain everything goes to the fallback, without another. */
  let isSilent = false
  const ask = async <Result>(question: () => Promise<Result>): Promise<Result> => {
    if (isSilent) throw new Error('no answer')
    let isAnswered = false
    const answer = question().finally(() => {
      isAnswered = true
    })
    try {
      return await inTime(answer)
    } catch (error) {
      isSilent = !isAnswered
      throw error
    }
  }

  /** Reconnects after any tab has deleted the database (`clearStorage`): idb-keyval would block the deletion. */
  function openDatabase(): UseStore {
    const store = createStore(name, 'written')
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

  /** Changes the table. Commits at once, so that the browser completes it even if the page ends right after. */
  const change = (act: (table: IDBObjectStore) => void): Promise<void> =>
    database('readwrite', (table) => {
      act(table)
      table.transaction.commit()
      return promisifyRequest(table.transaction)
    })

  return {
    /** Lists the items of a user, oldest first. */
    async list(userId: number): Promise<Item[]> {
      const stored = await ask(() => values<Item>(database)).catch(() => [])
      // A late answer may have stored what the fallback has, too.
      return [...new Map([...stored, ...fallback.values()].map((item) => [item.client_id, item])).values()]
        .filter(({ user_id }) => user_id === userId)
        .toSorted((one, other) => one.written_at - other.written_at)
    },
    async put(item: Item): Promise<void> {
      try {
        // Earlier versions created the table with a key path; a second key would be refused.
        await ask(() => change((table) => table.put(item, table.keyPath === null ? item.client_id : undefined)))
      } catch {
        if (fallback.size === 0) showToast(platformText.notKept)
        fallback.set(item.client_id, item)
      }
    },
    async delete(clientId: string): Promise<void> {
      fallback.delete(clientId)
      await ask(() => change((table) => table.delete(clientId))).catch(() => undefined)
    },
  }
}
