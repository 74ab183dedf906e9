/**
 * A set of listeners, for values outside React that `useSyncExternalStore` reads.
 *
 * @param connect starts a source of changes with the first listener; its result stops it with the last.
 */
export function createEmitter(connect?: () => () => void) {
  const listeners = new Set<() => void>()
  let disconnect: (() => void) | undefined
  return {
    emit() {
      for (const listener of listeners) listener()
    },
    /** Returns a function that removes the listener. */
    subscribe(listener: () => void) {
      if (listeners.size === 0) disconnect = connect?.()
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) disconnect?.()
      }
    },
  }
}
