/** Batches of one kind that run at the same time: the other connections of the pool stay free for other work. */
const maxConcurrentBatches = 2

type Waiting<Input, Result> = { input: Input; resolve: (result: Result) => void; reject: (error: unknown) => void }

/**
 * Merges concurrent calls into one statement. A single call runs at once; under load many calls share the fixed cost of
 * a statement.
 * @param execute returns the results in the order of the inputs, of which it gets at most `maxBatchSize`.
 */
export function createBatcher<Input, Result>(
  maxBatchSize: number,
  execute: (inputs: Input[]) => Promise<Result[]>,
): (input: Input) => Promise<Result> {
  let waiting: Waiting<Input, Result>[] = []
  let running = 0
  let isScheduled = false

  const runBatch = async () => {
    const batch = waiting.slice(0, maxBatchSize)
    waiting = waiting.slice(maxBatchSize)
    running++
    try {
      const results = await execute(batch.map(({ input }) => input))
      batch.forEach(({ resolve }, index) => resolve(results[index] as Result))
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
    running--
    schedule()
  }
  const runBatches = () => {
    isScheduled = false
    for (let free = maxConcurrentBatches - running; free > 0 && waiting.length > 0; free--) void runBatch()
  }
  // After all requests that have arrived, and before any that arrive later.
  const schedule = () => {
    if (isScheduled || waiting.length === 0 || running >= maxConcurrentBatches) return
    isScheduled = true
    setImmediate(runBatches)
  }
  return (input) =>
    new Promise((resolve, reject) => {
      waiting.push({ input, resolve, reject })
      schedule()
    })
}
