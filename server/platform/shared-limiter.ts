import { LRUCache } from 'lru-cache'
import { RateLimiterCluster, RateLimiterRes } from 'rate-limiter-flexible'
import { platformText } from './platform.text.ts'
import { Refusal } from './refusal.ts'

/** `duration` in seconds; `processes` that count together. */
type SharedLimiterOptions = { points: number; duration: number; keyPrefix: string; processes: number }

/** How long the primary may take to answer; normally it takes a tenth of a millisecond. */
const primaryTimeoutMs = 2000
/**
 * A message to the primary and back costs as much as half a page of the feed, and the primary has one core: a worker
 * reports several attempts at once. Unreported attempts are at most this part of the limit.
 */
const maxUncountedShare = 1 / 8
const maxKeys = 50_000

/**
 * Counts attempts together with the other workers of this server (`node:cluster`), in the memory of their primary.
 * `consume` rejects with a `RateLimiterRes` above the limit, and with a Refusal 503 when the primary does not answer.
 */
export class SharedLimiter {
  private readonly shared: RateLimiterCluster
  private readonly uncounted: LRUCache<string, number>
  private readonly refused = new LRUCache<string, true>({ max: maxKeys })
  /** Attempts that a worker reports to the primary at once. */
  private readonly batchSize: number

  constructor({ processes, ...options }: SharedLimiterOptions) {
    this.shared = new RateLimiterCluster({ ...options, timeoutMs: primaryTimeoutMs })
    this.uncounted = new LRUCache({ max: maxKeys, ttl: options.duration * 1000 })
    this.batchSize = 1 + Math.floor((options.points * maxUncountedShare) / processes)
  }

  async consume(key: string): Promise<void> {
    if (this.refused.has(key)) throw new RateLimiterRes(0, this.refused.getRemainingTTL(key))
    const attempts = (this.uncounted.get(key) ?? 0) + 1
    if (attempts < this.batchSize) return void this.uncounted.set(key, attempts, { noUpdateTTL: true })
    this.uncounted.delete(key)
    try {
      await this.shared.consume(key, attempts)
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw new Refusal(503, platformText.unavailable, 5)
      this.refused.set(key, true, { ttl: Math.max(1, error.msBeforeNext) })
      throw error
    }
  }
}
