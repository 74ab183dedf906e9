import type { Database } from '#server/database/connect.ts'
import type { Telemetry } from '#server/platform/telemetry/telemetry.ts'
import { addErrors } from './figures.queries.ts'

/** Errors are rare: on most days nothing is written. */
const writeIntervalMs = 5000

export type ErrorCounter = {
  /** Returns telemetry that counts errors as well. */
  watch: (telemetry: Telemetry) => Telemetry
  /** Stops, and writes what is not written yet. */
  stop: () => Promise<void>
}

/**
 * Counts requests that end with a 5xx and attempts of jobs that fail, by route and kind, in the database: the
 * administrators see them, also without METRICS. Counts that cannot be written, because the database is unreachable,
 * are written later.
 */
export function createErrorCounter(db: Database): ErrorCounter {
  let counts = new Map<string, number>()
  const add = (name: string, count = 1) => counts.set(name, (counts.get(name) ?? 0) + count)
  let writing: Promise<void> = Promise.resolve()
  const write = async () => {
    const written = counts
    if (written.size === 0) return
    counts = new Map()
    await addErrors(db, [...written.keys()], [...written.values()]).catch(() => {
      for (const [name, count] of written) add(name, count)
    })
  }
  const timer = setInterval(() => (writing = writing.then(write)), writeIntervalMs).unref()
  return {
    watch: (telemetry) => ({
      ...telemetry,
      countReply(reply) {
        if (reply.status >= 500) add(reply.route ?? 'none')
        telemetry.countReply(reply)
      },
      countJob(attempt) {
        if (attempt.outcome === 'failed') add(`job ${attempt.kind}`)
        telemetry.countJob(attempt)
      },
    }),
    async stop() {
      clearInterval(timer)
      await writing
      await write()
    },
  }
}
