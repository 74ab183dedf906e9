import { act } from '@testing-library/react'
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

/** The browser's event stream; the test plays the server and forgets the streams of the test before. */
export class FakeEventSource extends EventTarget {
  static readonly CLOSED = 2
  static opened: FakeEventSource[] = []
  readyState = 1
  readonly query: URLSearchParams

  constructor(url: string) {
    super()
    this.query = new URL(url, window.location.href).searchParams
    FakeEventSource.opened.push(this)
  }

  close() {
    this.readyState = FakeEventSource.CLOSED
  }

  send(name: string, data: unknown, lastEventId = '') {
    this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data), lastEventId }))
  }

  /** The stream breaks; a browser does not reconnect one that was refused. */
  break({ refused = false } = {}) {
    if (refused) this.close()
    this.dispatchEvent(new Event('error'))
  }
}

type Report = (entries: { isIntersecting: boolean }[]) => void

/** The browser's observer of one element; the test scrolls. */
export class FakeIntersectionObserver {
  static last: FakeIntersectionObserver
  isObserving = false
  readonly options: object
  private readonly report: Report
  constructor(report: Report, options: object) {
    this.report = report
    this.options = options
    FakeIntersectionObserver.last = this
  }
  observe() {
    this.isObserving = true
  }
  unobserve() {
    this.isObserving = false
  }
  disconnect() {
    this.isObserving = false
  }
  comeNear(isIntersecting = true) {
    if (this.isObserving) act(() => this.report([{ isIntersecting }]))
  }
}
