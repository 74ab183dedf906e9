import type { Worker } from 'node:cluster'
import { setTimeout as wait } from 'node:timers/promises'
import { addUpCounters, createMetrics, type Metrics, type Snapshot } from './metrics.ts'

/** A worker that does not answer in this time counts as it did before. */
const replyTimeoutMs = 2000

type Question = { metricsAskedFor: number }
type Reply = { metrics: Snapshot; askedFor: number }

/** Answers the primary in a worker. */
export function answerPrimary(metrics: Metrics): void {
  process.on('message', async (message: Partial<Question>) => {
    if (message.metricsAskedFor === undefined) return
    const reply: Reply = { metrics: await metrics.takeSnapshot(), askedFor: message.metricsAskedFor }
    if (process.connected) process.send?.(reply)
  })
}

/**
 * The metrics of all workers, in the primary. What an ended worker had counted when it was last asked stays in the sum:
 * it never falls, and what other workers have counted is not counted again.
 */
export class WorkerMetrics {
  /** The primary takes memory and time too. */
  private readonly own = createMetrics()
  private readonly snapshots = new Map<Worker, Snapshot>()
  private readonly workers = new Set<Worker>()
  private ofEnded: Snapshot = []
  private questions = 0

  add(worker: Worker): void {
    this.workers.add(worker)
    worker.on('message', ({ metrics }: Partial<Reply>) => {
      if (metrics && this.workers.has(worker)) this.snapshots.set(worker, metrics)
    })
    worker.once('exit', () => void this.remove(worker))
  }

  /** @returns the metrics of the primary and of all workers that have ever answered, and how many answer now. */
  async gather(): Promise<{ snapshots: Snapshot[]; processes: number }> {
    const question = ++this.questions
    const answers = await Promise.all([...this.workers].map((worker) => ask(worker, question)))
    const own = await this.own.takeSnapshot()
    return { snapshots: [own, this.ofEnded, ...this.snapshots.values()], processes: answers.filter(Boolean).length }
  }

  private async remove(worker: Worker): Promise<void> {
    this.workers.delete(worker)
    const last = this.snapshots.get(worker)
    if (!last) return
    // Both in one step: what is asked meanwhile must not miss or double it.
    const added = await addUpCounters([this.ofEnded, last])
    this.ofEnded = added
    this.snapshots.delete(worker)
  }
}

/** @returns whether the worker has answered. */
async function ask(worker: Worker, question: number): Promise<boolean> {
  const settled = new AbortController()
  const answered = new Promise<boolean>((resolve) => {
    const onMessage = ({ askedFor }: Partial<Reply>) => askedFor === question && resolve(true)
    const onExit = () => resolve(false)
    worker.on('message', onMessage).on('exit', onExit)
    settled.signal.addEventListener('abort', () => worker.off('message', onMessage).off('exit', onExit))
    worker.send({ metricsAskedFor: question } satisfies Question)
  })
  const late = wait(replyTimeoutMs, false, { signal: settled.signal }).catch(() => false)
  const result = await Promise.race([answered, late])
  settled.abort()
  return result
}
