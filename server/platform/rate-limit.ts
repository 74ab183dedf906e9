import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible'
import type { CallName } from '#contract/call-paths.ts'
import type { Database } from '#server/database/connect.ts'
import { rateLimitStore } from '#server/database/rate-limit-store.ts'
import { platformText } from './platform.text.ts'
import { Refusal } from './refusal.ts'

/** At most `points` attempts within `seconds`. */
type Limit = { points: number; seconds: number }
type Limits = {
  account?: Limit
  address?: Limit
  /** For one account from one address. */
  pair?: Limit
  /** Calls with the same group are counted together. */
  group?: string
}

/**
 * Attempts to guess a secret, and calls that send e-mails or register addresses, are counted in the database: several servers share the
 * counts, and a restart does not reset them. Other writes are counted in memory: that limit protects the machine, not a
 * secret.
 */
const guessing = { account: { points: 10, seconds: 900 }, address: { points: 60, seconds: 900 } }
const storedLimits: Partial<Record<CallName, Limits>> = {
  // An attacker at one address locks out that address, not the owner of the account: see docs/decisions/0021.
  login: {
    pair: { points: 10, seconds: 900 },
    account: { points: 100, seconds: 900 },
    address: { points: 60, seconds: 900 },
  },
  loginWithPasskey: { ...guessing, group: 'secondStep' },
  loginWithRecoveryCode: { ...guessing, group: 'secondStep' },
  register: { address: { points: 20, seconds: 3600 } },
  checkUsername: { address: { points: 120, seconds: 300 } },
  checkEmail: { address: { points: 60, seconds: 300 } },
  forgotPassword: { account: { points: 3, seconds: 3600 }, address: { points: 20, seconds: 3600 } },
  resetPassword: { address: { points: 20, seconds: 3600 } },
  changeEmail: { account: { points: 5, seconds: 3600 }, address: { points: 20, seconds: 3600 } },
  confirmEmail: { address: { points: 20, seconds: 3600 } },
  changePassword: { ...guessing, group: 'password' },
  beginPasskey: { ...guessing, group: 'password' },
  deletePasskey: { ...guessing, group: 'password' },
  renewRecoveryCodes: { ...guessing, group: 'password' },
  exportAccount: { ...guessing, group: 'password' },
  deleteAccount: { ...guessing, group: 'password' },
  // Each new address may hold up workers that send push notifications before it is given up (decision 34).
  subscribePush: { account: { points: 60, seconds: 3600 }, address: { points: 600, seconds: 3600 }, group: 'push' },
  renewPush: { account: { points: 60, seconds: 3600 }, address: { points: 600, seconds: 3600 }, group: 'push' },
  requireLocationProperty: { account: { points: 5, seconds: 86_400 }, address: { points: 20, seconds: 86_400 } },
}
const writeLimits: Limits = { account: { points: 120, seconds: 60 }, address: { points: 1200, seconds: 60 } }

export type RateLimiter = {
  /** Counts an attempt. Throws a Refusal 429 above the limit. */
  count: (call: CallName, client: { account: string | undefined; address: string }) => Promise<void>
  /** Counts an attempt against an account that only the handler can name. Throws a Refusal 429 above the limit. */
  countAccount: (call: CallName, account: string) => Promise<void>
}

export const noRateLimits: RateLimiter = { count: async () => undefined, countAccount: async () => undefined }

/** Returns the key under which an address is counted: of IPv6 the /64, which belongs to one customer. */
export function addressKey(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!isIPv6(plain)) return plain
  const [head = '', tail = ''] = plain.split('::')
  const groups = head.split(':').filter(Boolean)
  if (plain.includes('::')) {
    const tailGroups = tail.split(':').filter(Boolean)
    while (groups.length + tailGroups.length < 8) groups.push('0')
  }
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

/** Keys are hashed, so that the table contains no e-mail or IP address. */
const keyOf = (...parts: string[]) => createHash('sha256').update(parts.join('\n')).digest('base64url')

export function createRateLimiter(db: Database): RateLimiter {
  const storeClient = rateLimitStore(db)
  const createStored = ({ points, seconds }: Limit, keyPrefix: string) =>
    new RateLimiterPostgres({
      storeClient,
      storeType: 'client',
      tableName: 'rate_limits',
      tableCreated: true,
      points,
      duration: seconds,
      keyPrefix,
    })
  const createInMemory = ({ points, seconds }: Limit, keyPrefix: string) =>
    new RateLimiterMemory({ points, duration: seconds, keyPrefix })

  const limitersOf = (
    limits: Limits,
    name: string,
    create: (limit: Limit, keyPrefix: string) => RateLimiterAbstract,
  ) => ({
    account: limits.account && create(limits.account, `${name}.account`),
    address: limits.address && create(limits.address, `${name}.address`),
    pair: limits.pair && create(limits.pair, `${name}.pair`),
  })
  const storedLimiters = new Map(
    Object.entries(storedLimits).map(([name, limits]) => [
      name,
      limitersOf(limits, limits.group ?? name, createStored),
    ]),
  )
  const writeLimiters = limitersOf(writeLimits, 'write', createInMemory)

  const limitersFor = (call: CallName) => storedLimiters.get(call) ?? writeLimiters
  const countAccount: RateLimiter['countAccount'] = (call, account) =>
    consume(limitersFor(call).account, keyOf(account.toLowerCase()))

  return {
    countAccount,
    async count(call, { account, address }) {
      await consume(limitersFor(call).address, keyOf(addressKey(address)))
      if (account === undefined) return
      // The pair first: an attempt that is refused here does not count against the account.
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
