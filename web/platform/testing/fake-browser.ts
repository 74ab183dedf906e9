import { IDBFactory } from 'fake-indexeddb'
import { vi } from 'vitest'
import type { CurrentUser } from '#contract/auth.ts'
import { storeUser } from '#web/platform/current-user.ts'

/** Connects the tabs of one test. That of Node would connect the threads of all tests. */
class FakeChannel extends EventTarget {
  static readonly open = new Set<FakeChannel>()
  readonly name: string
  constructor(name: string) {
    super()
    this.name = name
    FakeChannel.open.add(this)
  }
  postMessage(data: unknown) {
    const copy: unknown = structuredClone(data)
    for (const other of FakeChannel.open)
      if (other !== this && other.name === this.name)
        queueMicrotask(() => other.dispatchEvent(new MessageEvent('message', { data: copy })))
  }
  close() {
    FakeChannel.open.delete(this)
  }
}

/** Grants each lock to one request after the other. */
function createFakeLocks() {
  const released = new Map<string, Promise<unknown>>()
  return {
    request<Result>(name: string, act: () => Promise<Result>): Promise<Result> {
      const result = (released.get(name) ?? Promise.resolve()).then(act)
      released.set(
        name,
        result.catch(() => undefined),
      )
      return result
    },
  }
}

/** Prepares an empty browser: storage, database, channel between tabs, Web Locks and a clock that the test moves. */
export function openBrowser() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  // Without a random part the back-off doubles exactly.
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  FakeChannel.open.clear()
  vi.stubGlobal('indexedDB', new IDBFactory())
  vi.stubGlobal('BroadcastChannel', FakeChannel)
  Object.defineProperty(navigator, 'locks', { value: createFakeLocks(), configurable: true })
  localStorage.clear()
}

export function closeBrowser() {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
  Reflect.deleteProperty(navigator, 'locks')
}

export function removeWebLocks() {
  Reflect.deleteProperty(navigator, 'locks')
}

export function removeBroadcastChannel() {
  Reflect.deleteProperty(window, 'BroadcastChannel')
}

export function signInAs(id: number) {
  storeUser({ id, username: `user ${id}` } as CurrentUser)
}

/** Lets everything happen that needs no time to pass: replies, the database, messages between tabs. */
export async function settle() {
  for (let turn = 1; turn <= 40; turn++)
    await new Promise((resolve) => {
      setImmediate(resolve)
    })
}

/** Moves the clock, and lets everything happen that becomes due. */
export async function passMs(ms: number) {
  for (let leftMs = ms; leftMs > 0; leftMs -= 1000) {
    await vi.advanceTimersByTimeAsync(Math.min(leftMs, 1000))
    await settle()
  }
}
