/**
 * Limits how much work runs at the same time. Work that arrives when the queue is full as well is refused at once.
 * @param refuse throws.
 */
export function limitConcurrency({ workers, queue }: { workers: number; queue: number }, refuse: () => never) {
  let running = 0
  const waiting: (() => void)[] = []
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running >= workers) {
      if (waiting.length >= queue) refuse()
      await new Promise<void>((resolve) => waiting.push(resolve))
    }
    running++
    try {
      return await work()
    } finally {
      running--
      waiting.shift()?.()
    }
  }
}
