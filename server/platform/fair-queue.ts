type Limits = {
  /** Pieces of work that run at the same time. */
  workers: number
  /** Pieces that wait, of all owners and of one. */
  queue: number
  queuePerOwner: number
}
/** Functions that throw: all places are taken; the owner has taken too many. */
type Refusals = { refuseAll: () => never; refuseOwner: () => never }

type Run = <Result>(ownerId: number, signal: AbortSignal, work: () => Promise<Result>) => Promise<Result>

/**
 * Limits how much work runs at the same time, and one owner to one piece of it. Owners take turns, however much each of
 * them has waiting. Work whose signal is aborted before its turn never starts.
 */
export function createFairQueue({ workers, queue, queuePerOwner }: Limits, refusals: Refusals): Run {
  const busyOwners = new Set<number>()
  /** In the order of their turns. */
  const waitingByOwner = new Map<number, (() => void)[]>()
  let waitingCount = 0

  const remove = (ownerId: number, start: () => void) => {
    const others = (waitingByOwner.get(ownerId) ?? []).filter((other) => other !== start)
    waitingCount--
    if (others.length > 0) waitingByOwner.set(ownerId, others)
    else waitingByOwner.delete(ownerId)
  }

  const startNext = () => {
    for (const [ownerId, [start]] of waitingByOwner) {
      if (busyOwners.size >= workers) return
      if (!busyOwners.has(ownerId)) start?.()
    }
  }

  const endTurn = (ownerId: number) => {
    busyOwners.delete(ownerId)
    const waiting = waitingByOwner.get(ownerId)
    // An owner's further tasks come after everybody else's.
    waitingByOwner.delete(ownerId)
    if (waiting) waitingByOwner.set(ownerId, waiting)
    startNext()
  }

  const waitForTurn = (ownerId: number, signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const start = () => {
        signal.removeEventListener('abort', leave)
        remove(ownerId, start)
        busyOwners.add(ownerId)
        resolve()
      }
      const leave = () => {
        remove(ownerId, start)
        reject(signal.reason as Error)
      }
      signal.addEventListener('abort', leave, { once: true })
      waitingByOwner.set(ownerId, [...(waitingByOwner.get(ownerId) ?? []), start])
      waitingCount++
      startNext()
    })

  return async (ownerId, signal, work) => {
    signal.throwIfAborted()
    if ((waitingByOwner.get(ownerId)?.length ?? 0) >= queuePerOwner) refusals.refuseOwner()
    if (waitingCount >= queue) refusals.refuseAll()
    await waitForTurn(ownerId, signal)
    try {
      return await work()
    } finally {
      endTurn(ownerId)
    }
  }
}
