// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { platformText } from '#web/platform/platform.text.ts'
import { clearStorage } from '#web/platform/storage.ts'
import { closeBrowser, openBrowser, settle } from '#web/platform/testing/fake-browser.ts'
import { toastStore } from '#web/ui/toast.ts'
import { openOutboxTable, type OutboxItem } from './outbox-table.ts'

beforeEach(openBrowser)
afterEach(closeBrowser)

const item = (client_id: string, part: Partial<OutboxItem> = {}): OutboxItem => ({
  client_id,
  user_id: 1,
  written_at: 1,
  refusal: null,
  ...part,
})
const openTable = () => openOutboxTable('outbox')

/** Waits for a request of the browser's database. */
const done = <Result>(request: IDBRequest<Result>) =>
  new Promise<Result>((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error))
  })

const idsIn = async (table: ReturnType<typeof openTable>, userId = 1) =>
  (await table.list(userId)).map(({ client_id }) => client_id)

test('A user’s items are kept over a reload, oldest first', async () => {
  const table = openTable()
  await table.put(item('a', { written_at: 2 }))
  await table.put(item('b', { written_at: 1 }))
  await table.put(item('c', { user_id: 2 }))
  expect(await idsIn(openTable())).toEqual(['b', 'a'])
  expect(await idsIn(openTable(), 2)).toEqual(['c'])
})

test('An item is changed in its place, and deleted', async () => {
  const table = openTable()
  await table.put(item('a'))
  await table.put(item('a', { refusal: 'No.' }))
  expect(await table.list(1)).toMatchObject([{ refusal: 'No.' }])
  await table.delete('a')
  expect(await idsIn(openTable())).toEqual([])
})

test('Items in the table of an earlier version are read, changed and deleted', async () => {
  const request = indexedDB.open('outbox')
  request.addEventListener('upgradeneeded', () => {
    request.result.createObjectStore('written', { keyPath: 'client_id' }).put(item('old'))
  })
  const database = await done(request)
  database.close()
  const table = openTable()
  await table.put(item('new', { written_at: 2 }))
  expect(await idsIn(openTable())).toEqual(['old', 'new'])
  await table.delete('old')
  expect(await idsIn(openTable())).toEqual(['new'])
})

test.each([
  ['that has none', () => undefined],
  [
    'that forbids it',
    () => ({
      open: () => {
        throw new DOMException('', 'SecurityError')
      },
    }),
  ],
])('Without a database, in a browser %s, items are kept until the page is closed', async (_browser, database) => {
  vi.stubGlobal('indexedDB', database())
  const table = openTable()
  await table.put(item('a', { written_at: 2 }))
  await table.put(item('b', { written_at: 1 }))
  await table.put(item('c', { user_id: 2 }))
  expect(await idsIn(table)).toEqual(['b', 'a'])
  await table.delete('b')
  expect(await idsIn(table)).toEqual(['a'])
  expect(await idsIn(openTable())).toEqual([])
})

test('In a browser whose database never answers, items are kept until the page is closed, and a sentence says so', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('indexedDB', { open: () => new EventTarget() })
  const table = openTable()
  const put = table.put(item('a'))
  await vi.advanceTimersByTimeAsync(5000)
  await put
  expect(toastStore.current().map(({ text }) => text)).toEqual([platformText.notKept])
  // The others do not wait again.
  await table.put(item('b', { written_at: 2 }))
  expect(await idsIn(table)).toEqual(['a', 'b'])
  await table.delete('a')
  expect(await idsIn(table)).toEqual(['b'])
  vi.useRealTimers()
})

test('Signing out deletes the database although tabs have it open, and they can write again', async () => {
  const [table, otherTab] = [openTable(), openTable()]
  await table.put(item('a'))
  expect(await idsIn(otherTab)).toEqual(['a'])
  clearStorage()
  await settle()
  expect(await idsIn(table)).toEqual([])
  expect(await idsIn(otherTab)).toEqual([])
  await table.put(item('b'))
  expect(await idsIn(otherTab)).toEqual(['b'])
  expect(await idsIn(openTable())).toEqual(['b'])
})
