// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

type BackCloses = typeof import('./back-closes.ts')

let backCloses: BackCloses
let listening: AbortController
let pageCount = 0

/** A browser on the second of two pages, in which the app has just started. */
beforeEach(async () => {
  listening = new AbortController()
  const listen = window.addEventListener.bind(window)
  vi.spyOn(window, 'addEventListener').mockImplementation((type, listener) =>
    listen(type, listener, { signal: listening.signal }),
  )
  vi.resetModules()
  backCloses = await import('./back-closes.ts')
  openPage('first')
  openPage('second')
})

afterEach(async () => {
  vi.useRealTimers()
  cleanup()
  await settle()
  listening.abort()
  vi.restoreAllMocks()
})

const entry = () => backCloses.historyEntry()
const openPage = (key: string) => window.history.pushState({ key, index: ++pageCount }, '')
const replacePage = (key: string) => window.history.replaceState({ key, index: entry().index }, '')

/** Waits for a move through the history, which tells the app. */
const nextMove = () => new Promise<void>((resolve) => window.addEventListener('popstate', () => resolve()))

async function goBack(steps = 1) {
  const moved = nextMove()
  window.history.go(-steps)
  await moved
}

/** Waits until a move that may have begun has ended: its tasks are queued before this one. */
const settle = async () => {
  for (let round = 0; round < 4; round++) await new Promise((resolve) => setTimeout(resolve))
}

/** Opens a layer that its own control or Back closes. */
function openLayer({ mayBeLeft = true } = {}) {
  const closedByBack = vi.fn<() => void>()
  const { result, unmount } = renderHook(() => {
    const [open, setOpen] = useState(true)
    backCloses.useBackCloses(open, () => {
      closedByBack()
      if (mayBeLeft) setOpen(false)
    })
    return { open, setOpen }
  })
  return {
    closedByBack,
    isOpen: () => result.current.open,
    close: () => act(() => result.current.setOpen(false)),
    unmount,
  }
}

async function openedLayer(options?: { mayBeLeft?: boolean }) {
  const depth = entry().openAbove ?? 0
  const layer = openLayer(options)
  await Promise.resolve()
  expect(entry().openAbove).toBe(depth + 1)
  return layer
}

/** The router's moves, without showing a page. */
const routerMoves = () =>
  backCloses.movesFromPage({
    push: openPage,
    replace: replacePage,
    go: (steps: number) => window.history.go(steps),
  })

test('An open layer has an entry of its own that the router takes for the page', async () => {
  backCloses.listenToBack()
  const { index } = entry()
  await openedLayer()
  expect(entry()).toEqual({ key: 'second', index: index! + 1, openAbove: 1 })
})

test('A page without a state of its own gets an entry above it as well', async () => {
  backCloses.listenToBack()
  window.history.pushState(null, '')
  openLayer()
  await Promise.resolve()
  expect(entry()).toEqual({ index: 1, openAbove: 1 })
})

test('Back closes the topmost layer only, and the next one with the next Back', async () => {
  backCloses.listenToBack()
  const sheet = await openedLayer()
  const question = await openedLayer()
  await goBack()
  expect([sheet.isOpen(), question.isOpen()]).toEqual([true, false])
  expect(entry()).toMatchObject({ key: 'second', openAbove: 1 })
  await goBack()
  expect(sheet.isOpen()).toBe(false)
  expect(entry()).not.toHaveProperty('openAbove')
  await settle()
  expect(entry().key).toBe('second')
  await goBack()
  expect(entry().key).toBe('first')
})

test('Two steps back at once close both layers, the topmost first', async () => {
  backCloses.listenToBack()
  const sheet = await openedLayer()
  const question = await openedLayer()
  await goBack(2)
  expect([sheet.isOpen(), question.isOpen()]).toEqual([false, false])
  expect(question.closedByBack.mock.invocationCallOrder[0]).toBeLessThan(
    sheet.closedByBack.mock.invocationCallOrder[0]!,
  )
  await settle()
  expect(entry()).toMatchObject({ key: 'second' })
})

test('A layer that its own button closes leaves no step of Back behind', async () => {
  backCloses.listenToBack()
  const sheet = await openedLayer()
  const moved = nextMove()
  sheet.close()
  await moved
  expect(sheet.closedByBack).not.toHaveBeenCalled()
  expect(entry()).toMatchObject({ key: 'second' })
  expect(entry()).not.toHaveProperty('openAbove')
  await goBack()
  expect(entry().key).toBe('first')
})

test('Two layers that close together take one move', async () => {
  backCloses.listenToBack()
  const [sheet, question] = [await openedLayer(), await openedLayer()]
  const go = vi.spyOn(window.history, 'go')
  const moved = nextMove()
  sheet.unmount()
  question.unmount()
  await moved
  await settle()
  expect(go.mock.calls).toEqual([[-2]])
  expect(entry()).toMatchObject({ key: 'second' })
})

test('The lower of two layers may close first, and Back closes the other', async () => {
  backCloses.listenToBack()
  const [sheet, question] = [await openedLayer(), await openedLayer()]
  const moved = nextMove()
  sheet.close()
  await moved
  expect(entry().openAbove).toBe(1)
  expect(question.isOpen()).toBe(true)
  await goBack()
  expect(question.isOpen()).toBe(false)
})

test('A layer that closes while another opens hands its entry over, without a move', async () => {
  backCloses.listenToBack()
  const go = vi.spyOn(window.history, 'go')
  const push = vi.spyOn(window.history, 'pushState')
  const menu = await openedLayer()
  menu.close()
  const question = openLayer()
  await settle()
  expect(go).not.toHaveBeenCalled()
  expect(push).toHaveBeenCalledOnce()
  await goBack()
  expect(question.isOpen()).toBe(false)
  expect(menu.closedByBack).not.toHaveBeenCalled()
})

test('Layers that open while the last one is still being left get their entries afterwards', async () => {
  backCloses.listenToBack()
  const menu = await openedLayer()
  const moved = nextMove()
  menu.close()
  await Promise.resolve()
  const push = vi.spyOn(window.history, 'pushState')
  const [question, next] = [openLayer(), openLayer()]
  await Promise.resolve()
  expect(push).not.toHaveBeenCalled()
  await moved
  expect(entry()).toMatchObject({ key: 'second', openAbove: 2 })
  await goBack()
  expect([question.isOpen(), next.isOpen()]).toEqual([true, false])
  await goBack()
  expect(question.isOpen()).toBe(false)
  expect(entry()).toMatchObject({ key: 'second' })
})

test('A dialog that may not be left stays open, and is asked again by the next Back', async () => {
  backCloses.listenToBack()
  const dialog = await openedLayer({ mayBeLeft: false })
  for (const times of [1, 2]) {
    await goBack()
    expect(dialog.closedByBack).toHaveBeenCalledTimes(times)
    expect(dialog.isOpen()).toBe(true)
    expect(entry()).toMatchObject({ key: 'second', openAbove: 1 })
  }
})

test('Forward does not stop where a layer was', async () => {
  backCloses.listenToBack()
  await openedLayer()
  await goBack()
  await settle()
  const moved = nextMove()
  window.history.forward()
  await moved
  await settle()
  expect(entry()).toMatchObject({ key: 'second' })
  expect(entry()).not.toHaveProperty('openAbove')
})

test('After a reload with two layers open, the app leaves their entries before it starts', async () => {
  window.history.pushState({ ...entry(), openAbove: 1 }, '')
  window.history.pushState({ ...entry(), openAbove: 2 }, '')
  const go = vi.spyOn(window.history, 'go')
  const moved = nextMove()
  backCloses.listenToBack()
  backCloses.listenToBack()
  expect(go.mock.calls).toEqual([[-2]])
  await moved
  expect(entry()).toMatchObject({ key: 'second' })
  expect(entry()).not.toHaveProperty('openAbove')
})

test('Without layers the router moves at once', async () => {
  backCloses.listenToBack()
  const moves = routerMoves()
  const { index } = entry()
  moves.push('third')
  expect(entry()).toEqual({ key: 'third', index: pageCount })
  moves.replace('instead')
  expect(entry().key).toBe('instead')
  const moved = nextMove()
  moves.go(-1)
  await moved
  expect(entry()).toEqual({ key: 'second', index })
})

test('A page opened from a layer takes the place of its entry: one Back returns to the page below', async () => {
  backCloses.listenToBack()
  const sheet = await openedLayer()
  routerMoves().push('third')
  expect(entry().key).toBe('third')
  sheet.unmount()
  await settle()
  expect(entry().key).toBe('third')
  await goBack()
  expect(entry()).toMatchObject({ key: 'second' })
  expect(entry()).not.toHaveProperty('openAbove')
})

test('A page opened from the upper of two layers leaves no entry of theirs behind', async () => {
  backCloses.listenToBack()
  const layers = [await openedLayer(), await openedLayer()]
  const moved = nextMove()
  routerMoves().push('third')
  expect(entry().key).toBe('second')
  await moved
  expect(entry().key).toBe('third')
  for (const layer of layers) layer.unmount()
  await settle()
  await goBack()
  await settle()
  expect(entry()).toMatchObject({ key: 'second' })
  expect(entry()).not.toHaveProperty('openAbove')
})

test('A page that replaces the one below a layer takes its place, not that of the layer', async () => {
  backCloses.listenToBack()
  const sheet = await openedLayer()
  const moved = nextMove()
  routerMoves().replace('instead')
  await moved
  expect(entry().key).toBe('instead')
  sheet.unmount()
  await settle()
  expect(entry().key).toBe('instead')
  await goBack()
  expect(entry().key).toBe('first')
})

test('A layer that is still open on the new page gets no entry there, and closes with its page', async () => {
  backCloses.listenToBack()
  const sheet = await openedLayer()
  const moved = nextMove()
  routerMoves().replace('instead')
  await moved
  await settle()
  expect(entry()).not.toHaveProperty('openAbove')
  expect(sheet.closedByBack).not.toHaveBeenCalled()
})

test('Going back from a layer leaves its page in one move', async () => {
  backCloses.listenToBack()
  const sheet = await openedLayer()
  const moved = nextMove()
  routerMoves().go(-1)
  await moved
  await settle()
  expect(entry()).toMatchObject({ key: 'first' })
  expect(entry()).not.toHaveProperty('openAbove')
  expect(sheet.closedByBack).not.toHaveBeenCalled()
  // On the page that was reached, layers work as ever.
  sheet.unmount()
  const next = await openedLayer()
  const left = nextMove()
  next.close()
  await Promise.resolve()
  openLayer()
  await left
  expect(entry()).toMatchObject({ key: 'first', openAbove: 1 })
})

test('Going forward from a layer counts no layers', async () => {
  backCloses.listenToBack()
  await openedLayer()
  const go = vi.fn<(steps: number) => void>()
  backCloses.movesFromPage({ push: openPage, replace: replacePage, go }).go(1)
  expect(go).toHaveBeenCalledWith(1)
})

test('When the router goes forward, it does not stop where a layer was either', async () => {
  backCloses.listenToBack()
  await openedLayer()
  await goBack()
  routerMoves().go(1)
  await nextMove()
  await nextMove()
  expect(entry()).toMatchObject({ key: 'second' })
  expect(entry()).not.toHaveProperty('openAbove')
})

test('Pages opened while a layer is being left wait for it, and open in their order', async () => {
  backCloses.listenToBack()
  const sheet = await openedLayer()
  sheet.close()
  await Promise.resolve()
  const moves = routerMoves()
  const moved = nextMove()
  moves.push('third')
  moves.push('fourth')
  moves.replace('fifth')
  expect(entry()).toMatchObject({ key: 'second', openAbove: 1 })
  await moved
  expect(entry().key).toBe('fifth')
  await goBack()
  expect(entry().key).toBe('third')
  await goBack()
  expect(entry().key).toBe('second')
})

test('A page that waited to be left is left before the next one opens', async () => {
  backCloses.listenToBack()
  const sheet = await openedLayer()
  sheet.close()
  await Promise.resolve()
  const moves = routerMoves()
  moves.go(-1)
  moves.push('third')
  await nextMove()
  expect(entry().key).toBe('second')
  await nextMove()
  expect(entry().key).toBe('third')
  await goBack()
  expect(entry().key).toBe('first')
})

test('A move that leads nowhere holds nothing back for longer than a second', async () => {
  backCloses.listenToBack()
  vi.useFakeTimers()
  const moves = backCloses.movesFromPage({ push: openPage, replace: replacePage, go: () => undefined })
  moves.go(-1)
  moves.push('third')
  vi.advanceTimersByTime(999)
  expect(entry().key).toBe('second')
  vi.advanceTimersByTime(1)
  expect(entry().key).toBe('third')
  moves.push('fourth')
  expect(entry().key).toBe('fourth')
})

test('A move has its own second, however short before it another one began', async () => {
  backCloses.listenToBack()
  const sheet = await openedLayer()
  vi.useFakeTimers()
  sheet.close()
  await vi.advanceTimersByTimeAsync(900)
  expect(entry()).not.toHaveProperty('openAbove')
  const moves = backCloses.movesFromPage({ push: openPage, replace: replacePage, go: () => undefined })
  moves.go(-1)
  moves.push('third')
  vi.advanceTimersByTime(999)
  expect(entry().key).toBe('second')
  vi.advanceTimersByTime(1)
  expect(entry().key).toBe('third')
})
