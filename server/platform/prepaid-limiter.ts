import { LRUCache } from 'lru-cache'
import { RateLimiterCluster } from 'rate-limiter-flexible'
import { platformText } from './platform.text.ts'
import { Refusal } from './refusal.ts'

type LimiterOptions = { points: number; duration: number; keyPrefix: string }

/** How long the primary may take to answer; normally it takes a tenth of a millisecond. */
const primaryTimeoutMs = 2000
/**
 * A message to the primary and back costs as much as half a page of the feed, and the primary has one core: a worker
 * takes as many points at once as make a sixtieth of the limit. So a limit may be reached earlier by that for each of
 * the other workers.
 */
const packetShare = 1 / 60
const maxKeys = 50_000

/**
 * Counts attempts together with the other workers of this server (`node:cluster`), in the memory of their primary.
 * `consume` rejects with a `RateLimiterRes` above the limit, and with a Refusal 503 when the primary does not answer.
 */
export class PrepaidLimiter {
  private readonly shared: RateLimiterCluster
  /** Points that have been counted, and not been used. */
  private readonly prepaid: LRUCache<string, number>
  private readonly packet: number

  /** @param options `duration` in seconds. */
  constructor(options: LimiterOptions) {
    this.shared = new RateLimiterCluster({ ...options, timeoutMs: primaryTimeoutMs })
    this.prepaid = new LRUCache({ max: maxKeys, ttl: options.duration * 1000 })
    this.packet = Math.ceil(options.points * packetShare)
  }

  async consume(key: string): Promise<void> {
    if (this.takePrepaid(key)) return
    try {
      await this.shared.consume(key, this.packet)
    } catch (error) {
      throw error instanceof Error ? new Refusal(503, platformText.unavailable, 5) : error
    }
    this.prepaid.set(key, (this.prepaid.get(key) ?? 0) + this.packet - 1)
  }

  private takePrepaid(key: string): boolean {
    const points = this.prepaid.get(key) ?? 0
    if (points > 0) this.prepaid.set(key, points - 1, { noUpdateTTL: true })
    return points > 0
  }
}
