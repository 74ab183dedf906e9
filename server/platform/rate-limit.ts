import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible'
import type { CallName } from '#contract/call-paths.ts'
import type { Database } from '#server/database/connect.ts'
import { rateLimitStore } from '#server/database/rate-limit-store.ts'
import { platformText } from './platform.text.ts'
import { Refusal } from './refusal.ts'

/** So many within so many seconds, for one account and for one address. */
type Limit = { points: number; seconds: number }
type Limits = {
  account?: Limit
  address?: Limit
  /** For one account from one address. */
  pair?: Limit
  /** Calls with the same word here are counted together. */
  together?: string
}

/**
 * Guessing, and what sends mail, is limited in the database, so that several servers count together and a
 * restart forgives nothing. Other writes are limited in memory: there the limit protects the machine, not a secret.
 */
const guessing = { account: { points: 10, seconds: 900 }, address: { points: 60, seconds: 900 } }
const guarded: Partial<Record<CallName, Limits>> = {
  // Whoever guesses from one address locks out that address, not the owner: see docs/decisions/0021.
  login: {
    pair: { points: 10, seconds: 900 },
    account: { points: 100, seconds: 900 },
    address: { points: 60, seconds: 900 },
  },
  loginWithPasskey: { ...guessing, together: 'secondStep' },
  loginWithRecoveryCode: { ...guessing, together: 'secondStep' },
  register: { address: { points: 20, seconds: 3600 } },
  checkUsername: { address: { points: 120, seconds: 300 } },
  checkEmail: { address: { points: 60, seconds: 300 } },
  forgotPassword: { account: { points: 3, seconds: 3600 }, address: { points: 20, seconds: 3600 } },
  resetPassword: { address: { points: 20, seconds: 3600 } },
  changeEmail: { account: { points: 5, seconds: 3600 }, address: { points: 20, seconds: 3600 } },
  confirmEmail: { address: { points: 20, seconds: 3600 } },
  changePassword: { ...guessing, together: 'password' },
  beginPasskey: { ...guessing, together: 'password' },
  deletePasskey: { ...guessing, together: 'password' },
  renewRecoveryCodes: { ...guessing, together: 'password' },
  exportAccount: { ...guessing, together: 'password' },
  deleteAccount: { ...guessing, together: 'password' },
  requireLocationProperty: { account: { points: 5, seconds: 86_400 }, address: { points: 20, seconds: 86_400 } },
}
const writing: Limits = { account: { points: 120, seconds: 60 }, address: { points: 1200, seconds: 60 } }

export type RateLimiter = {
  /** Counts one attempt; throws a Refusal 429 when it is one too many. */
  count: (call: CallName, who: { account: string | undefined; address: string }) => Promise<void>
  /** The same for the account alone, which only the call itself finds out. */
  countAccount: (call: CallName, account: string) => Promise<void>
}

export const noRateLimits: RateLimiter = { count: async () => undefined, countAccount: async () => undefined }

/** An address as one household has it: a whole /64 of IPv6 belongs to one customer. */
export function addressKey(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!isIPv6(plain)) return plain
  const [head = '', tail = ''] = plain.split('::')
  const groups = head.split(':').filter(Boolean)
  if (plain.includes('::')) {
    const rest = tail.split(':').filter(Boolean)
    while (groups.length + rest.length < 8) groups.push('0')
  }
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

/** Keys are hashed: the table holds no mail address and no network address. */
const keyOf = (...parts: string[]) => createHash('sha256').update(parts.join('\n')).digest('base64url')

export function createRateLimiter(db: Database): RateLimiter {
  const storeClient = rateLimitStore(db)
  const stored = ({ points, seconds }: Limit, keyPrefix: string) =>
    new RateLimiterPostgres({
      storeClient,
      storeType: 'client',
      tableName: 'rate_limits',
      tableCreated: true,
      points,
      duration: seconds,
      keyPrefix,
    })
  const inMemory = ({ points, seconds }: Limit, keyPrefix: string) =>
    new RateLimiterMemory({ points, duration: seconds, keyPrefix })

  const limitersOf = (
    limits: Limits,
    name: string,
    make: (limit: Limit, keyPrefix: string) => RateLimiterAbstract,
  ) => ({
    account: limits.account && make(limits.account, `${name}.account`),
    address: limits.address && make(limits.address, `${name}.address`),
    pair: limits.pair && make(limits.pair, `${name}.pair`),
  })
  const forGuarded = new Map(
    Object.entries(guarded).map(([name, limits]) => [name, limitersOf(limits, limits.together ?? name, stored)]),
  )
  const forWriting = limitersOf(writing, 'write', inMemory)

  const limitersFor = (call: CallName) => forGuarded.get(call) ?? forWriting
  const countAccount: RateLimiter['countAccount'] = (call, account) =>
    consume(limitersFor(call).account, keyOf(account.toLowerCase()))

  return {
    countAccount,
    async count(call, { account, address }) {
      await consume(limitersFor(call).address, keyOf(addressKey(address)))
      if (account === undefined) return
      // The pair first: what is refused here does not count against the account.
      await consume(limitersFor(call).pair, keyOf(account.toLowerCase(), addressKey(address)))
      await countAccount(call, account)
    },
  }
}

async function consume(limiter: RateLimiterAbstract | undefined, key: string): Promise<void> {
  try {
    await limiter?.consume(key)
  } catch (exceeded) {
    if (!(exceeded instanceof RateLimiterRes)) throw exceeded
    throw new Refusal(429, platformText.tooManyRequests, Math.ceil(exceeded.msBeforeNext / 1000))
  }
}
