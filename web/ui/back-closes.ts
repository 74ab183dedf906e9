import { useEffectEvent, useLayoutEffect } from 'react'
import { flushSync } from 'react-dom'

/**
 * Each layer above the page (sheet, dialog, photo) has a history entry, so that Back closes the topmost one. The
 * entries repeat the page's own state, so they are the same page to the router. They follow the open layers: closing
 * a layer by a control goes back, and a page that is opened from a layer replaces its entry.
 */

/** The state of a history entry. */
export type HistoryEntry = {
  /** Of its page. Undefined for an entry that the app has not created. */
  key?: string
  /** The number of entries before it. */
  index?: number
  /** What the navigation that opened the page has passed to it. */
  state?: unknown
  /** The number of layers above the page. */
  openAbove?: number
}

/** A history move takes some milliseconds. After this long it led nowhere. */
const moveTimeoutMs = 1000

type Layer = { close: () => void }
const layers: Layer[] = []
/** Navigations that wait for the end of a history move: nothing may be added to the history meanwhile. */
const waiting: (() => void)[] = []
let moving: ReturnType<typeof setTimeout> | undefined
/** The move is the router's: to another page. */
let isLeaving = false
let isListening = false

/** The entry of the history at which the browser is. */
export const historyEntry = () => (window.history.state as HistoryEntry | null) ?? {}

const entryDepth = () => historyEntry().openAbove ?? 0

function startMove(go: () => void) {
  moving = setTimeout(() => endMove(), moveTimeoutMs)
  go()
}

/** Runs the navigations that waited, until one of them moves as well. Returns whether there were any. */
function endMove(): boolean {
  clearTimeout(moving)
  moving = undefined
  const run = waiting.shift()
  if (!run) return false
  run()
  if (moving === undefined) endMove()
  return true
}

function addEntry() {
  const entry = historyEntry()
  const above: HistoryEntry = { ...entry, index: (entry.index ?? 0) + 1, openAbove: entryDepth() + 1 }
  window.history.pushState(above, '')
}

function removeSurplus() {
  const surplus = entryDepth() - layers.length
  if (moving === undefined && surplus > 0) startMove(() => window.history.go(-surplus))
}

/** Adds or removes entries until there is one for each layer. */
function keepInStep() {
  removeSurplus()
  if (moving !== undefined) return
  for (let missing = layers.length - entryDepth(); missing > 0; missing--) addEntry()
}

function onPopState() {
  if (moving !== undefined) {
    // A layer that is still open closes with its page.
    if (endMove() || isLeaving) removeSurplus()
    else keepInStep()
    isLeaving = false
    return
  }
  // A dialog that may not be left stays open, and gets its entry back. The others are closed when this returns.
  flushSync(() => {
    for (const layer of layers.slice(entryDepth()).toReversed()) layer.close()
  })
  keepInStep()
}

/** Starts listening to Back, and leaves an entry that a reload has emptied. Before the router starts. */
export function listenToBack() {
  if (isListening) return
  isListening = true
  window.addEventListener('popstate', onPopState)
  keepInStep()
}

/** While `open`, Back calls `close` instead of leaving the page. */
export function useBackCloses(open: boolean, close: () => void) {
  const closeNow = useEffectEvent(close)
  useLayoutEffect(() => {
    if (!open) return undefined
    const layer: Layer = { close: () => closeNow() }
    layers.push(layer)
    // One that closes while another opens hands its entry over.
    queueMicrotask(keepInStep)
    return () => {
      layers.splice(layers.indexOf(layer), 1)
      queueMicrotask(keepInStep)
    }
  }, [open])
}

const whenStill = (run: () => void) => (moving === undefined ? run() : void waiting.push(run))

/** Leaves the entries of all layers but `remaining`, then runs. */
function fromPage(remaining: 0 | 1, run: () => void) {
  const steps = entryDepth() - remaining
  if (steps <= 0) return run()
  waiting.unshift(run)
  startMove(() => window.history.go(-steps))
}

type Moves<Target extends unknown[]> = {
  push: (...target: Target) => void
  replace: (...target: Target) => void
  go: (steps: number) => void
}

/**
 * Returns the router's moves such that they start at the page, whatever layers are above it: no entry remains to which
 * Back would lead without effect.
 */
export const movesFromPage = <Target extends unknown[]>({ push, replace, go }: Moves<Target>): Moves<Target> => ({
  push: (...target) => whenStill(() => (entryDepth() > 0 ? fromPage(1, () => replace(...target)) : push(...target))),
  replace: (...target) => whenStill(() => fromPage(0, () => replace(...target))),
  go: (steps) =>
    whenStill(() => {
      isLeaving = true
      startMove(() => go(steps < 0 ? steps - entryDepth() : steps))
    }),
})
