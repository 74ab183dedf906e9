import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { CallName } from '#contract/call-paths.ts'
import type { Database } from '#server/database/connect.ts'
import { platformText } from './platform.text.ts'
import { readLimits, requestLimits } from './read-limits.ts'
import { Refusal } from './refusal.ts'
import type { RequestKind } from './request-kinds.ts'

/** At most `points` attempts within `seconds`. */
type Limit = { points: number; seconds: number }
type Limits = {
  account?: Limit
  /** For one account in a day. */
  accountDay?: Limit
  /** For the network of one customer; larger networks get a multiple. */
  address?: Limit
  /** For one account from one network. */
  pair?: Limit
  /** For one account from one known device, which then passes all other limits. */
  device?: Limit
  deviceDay?: Limit
  /** Calls with the same group are counted together. */
  group?: string
  /** The handler counts the account itself, with `countAccount`. */
  isAccountCountedByHandler?: true
}

/**
 * Attempts to guess a secret, and calls that send e-mails or register addresses, are counted in the database: several servers share the
 * counts, and a restart does not reset them. Other writes are counted in memory: that limit protects the machine, not a
 * secret.
 */
const guessing = { account: { points: 10, seconds: 900 }, address: { points: 60, seconds: 900 } }
/** Anybody can have e-mails sent to an address: further ones are not sent, and the caller gets the same answer. */
const emailsToOneAddress = { account: { points: 3, seconds: 3600 }, isAccountCountedByHandler: true } as const
/**
 * A guesser locks out their own network. Many networks together get the attempts of the account, which the owner passes
 * from a known device or after using a mailed link: see docs/decisions/0016 and 0023.
 */
const signingIn = {
  pair: { points: 10, seconds: 900 },
  account: { points: 100, seconds: 900 },
  accountDay: { points: 300, seconds: 86_400 },
  address: { points: 60, seconds: 900 },
  device: { points: 10, seconds: 900 },
  deviceDay: { points: 50, seconds: 86_400 },
}
const secondStep = { ...signingIn, isAccountCountedByHandler: true, group: 'secondStep' } as const
const storedLimits: Partial<Record<CallName, Limits>> = {
  login: signingIn,
  loginWithPasskey: secondStep,
  loginWithRecoveryCode: secondStep,
  // Three e-mails an hour to one address, the first of which is sent by the registration.
  register: { ...emailsToOneAddress, address: { points: 20, seconds: 3600 } },
  sendEmailConfirmation: { ...emailsToOneAddress, address: { points: 20, seconds: 3600 }, group: 'register' },
  checkUsername: { address: { points: 120, seconds: 300 } },
  checkEmail: { address: { points: 60, seconds: 300 } },
  forgotPassword: { ...emailsToOneAddress, address: { points: 20, seconds: 3600 } },
  mailResetLink: { ...emailsToOneAddress, address: { points: 20, seconds: 3600 } },
  resetPassword: { address: { points: 60, seconds: 900 } },
  changeUsername: { ...guessing, group: 'password' },
  changeEmail: { account: { points: 5, seconds: 3600 }, address: { points: 20, seconds: 3600 } },
  confirmEmail: { address: { points: 20, seconds: 3600 } },
  changePassword: { ...guessing, group: 'password' },
  beginPasskey: { ...guessing, group: 'password' },
  deletePasskey: { ...guessing, group: 'password' },
  renewRecoveryCodes: { ...guessing, group: 'password' },
  createAccessToken: { ...guessing, group: 'password' },
  exportAccount: { ...guessing, group: 'password' },
  deleteAccount: { ...guessing, group: 'password' },
  removeSecondFactor: { ...guessing, group: 'password' },
  deleteUser: { ...guessing, group: 'password' },
  // Each new address may hold up workers that send push notifications before it is given up (decision 15).
  subscribePush: { account: { points: 60, seconds: 3600 }, address: { points: 600, seconds: 3600 }, group: 'push' },
  renewPush: { account: { points: 60, seconds: 3600 }, address: { points: 600, seconds: 3600 }, group: 'push' },
  requireLocationProperty: { account: { points: 5, seconds: 86_400 }, address: { points: 20, seconds: 86_400 } },
}
const writeLimits: Limits = { account: { points: 120, seconds: 60 }, address: { points: 1200, seconds: 60 } }

/**
 * The limit of a network larger than a customer's, as a multiple of the customer's limit. Providers give one customer a
 * /64, a /56 or a /48 of IPv6. An IPv4 /24 has hundreds of customers, so it counts only where one account is tried.
 */
const allowances = {
  narrow: { address: 1, pair: 1 },
  24: { pair: 4 },
  56: { address: 4, pair: 2 },
  48: { address: 16, pair: 4 },
}
type Size = keyof typeof allowances
const sizes: Size[] = ['narrow', 24, 56, 48]

/** The origin of an attempt. `device` is the token of a cookie, and whether an account knows the device. */
type Attempt = {
  account: string | undefined
  address: string
  device?: { token: string; isKnown: (account: string) => Promise<boolean> } | undefined
}

export type RateLimiter = {
  /** Counts an attempt. Throws a Refusal 429 above the limit. */
  count: (call: CallName, attempt: Attempt) => Promise<void>
  /** Counts an attempt against an account that only the handler can name. Throws a Refusal 429 above the limit. */
  countAccount: (call: CallName, attempt: Attempt & { account: string }) => Promise<void>
  /** Counts a call that only reads, with its cost. Throws a Refusal 429 above the limit. */
  countRead: (client: { account: string | undefined; address: string }, cost: number) => Promise<void>
  /** Counts a request that is no call. Throws a Refusal 429 above the limit. */
  countRequest: (kind: RequestKind, address: string, points?: number) => Promise<void>
}

export const noRateLimits: RateLimiter = {
  count: async () => undefined,
  countAccount: async () => undefined,
  countRead: async () => undefined,
  countRequest: async () => undefined,
}

/** Returns the eight groups of an IPv6 address, without leading zeros. */
function groupsOf(address: string): string[] {
  const [head = '', tail = ''] = address.split('::')
  const groups = head.split(':').filter(Boolean)
  if (address.includes('::')) {
    const tailGroups = tail.split(':').filter(Boolean)
    while (groups.length + tailGroups.length < 8) groups.push('0')
  }
  return groups.map((group) => Number.parseInt(group, 16).toString(16))
}

/** Returns the networks that an address is counted in, the narrowest first: of IPv6 the /64, /56 and /48. */
export function networksOf(address: string): { size: Size; key: string }[] {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!isIPv6(plain))
    return [
      { size: 'narrow', key: plain },
      { size: 24, key: `${plain.replace(/\.\d+$/, '')}.0/24` },
    ]
  const [first, second, third, fourth = '0'] = groupsOf(plain)
  const site = `${first}:${second}:${third}`
  return [
    { size: 'narrow', key: `${site}:${fourth}::/64` },
    { size: 56, key: `${site}:${(Number.parseInt(fourth, 16) & 0xff00).toString(16)}::/56` },
    { size: 48, key: `${site}::/48` },
  ]
}

/** Returns the key under which an address is counted: of IPv6 the /64, which belongs to one customer. */
export const addressKey = (address: string): string => networksOf(address)[0]?.key ?? address

/** Keys are hashed, so that the table contains no e-mail or IP address. */
const keyOf = (...parts: string[]) => createHash('sha256').update(parts.join('\n')).digest('base64url')

/** `consume` rejects with a `RateLimiterRes` above the limit. */
type Limiter = { consume: (key: string, points?: number) => Promise<unknown> }
type CreateLimiter = (limit: Limit, keyPrefix: string) => Limiter

/** One limiter for each size of network. */
function networkLimiters(limit: Limit | undefined, kind: 'address' | 'pair', name: string, create: CreateLimiter) {
  const limiters = new Map<Size, Limiter>()
  for (const size of limit ? sizes : []) {
    const allowance: Partial<Record<'address' | 'pair', number>> = allowances[size]
    const multiple = allowance[kind]
    if (limit && multiple !== undefined)
      limiters.set(size, create({ ...limit, points: limit.points * multiple }, `${name}.${kind}.${size}`))
  }
  return limiters
}

function limitersOf(limits: Limits, name: string, create: CreateLimiter) {
  const one = (kind: 'account' | 'accountDay' | 'device' | 'deviceDay') => {
    const limit = limits[kind]
    return limit && create(limit, `${name}.${kind}`)
  }
  return {
    account: [one('account'), one('accountDay')],
    device: [one('device'), one('deviceDay')],
    address: networkLimiters(limits.address, 'address', name, create),
    pair: networkLimiters(limits.pair, 'pair', name, create),
    isAccountCountedByHandler: limits.isAccountCountedByHandler ?? false,
  }
}

export function createRateLimiter(db: Database): RateLimiter {
  const storeClient = { query: ({ text, values }: { text: string; values: unknown[] }) => db.query(text, values) }
  const createStored: CreateLimiter = ({ points, seconds }, keyPrefix) =>
    new RateLimiterPostgres({
      storeClient,
      storeType: 'client',
      tableName: 'rate_limits',
      tableCreated: true,
      points,
      duration: seconds,
      keyPrefix,
    })
  const createInMemory: CreateLimiter = ({ points, seconds }, keyPrefix) =>
    new RateLimiterMemory({ points, duration: seconds, keyPrefix })

  const storedLimiters = new Map(
    Object.entries(storedLimits).map(([name, limits]) => [
      name,
      limitersOf(limits, limits.group ?? name, createStored),
    ]),
  )
  const writeLimiters = limitersOf(writeLimits, 'write', createInMemory)

  const readLimiters = {
    account: createInMemory(readLimits.account, 'read.account'),
    address: createInMemory(readLimits.address, 'read.address'),
  }
  const requestLimiters = new Map(
    Object.entries(requestLimits).map(([kind, limit]) => [kind, createInMemory(limit, `request.${kind}`)]),
  )

  const limitersFor = (call: CallName) => storedLimiters.get(call) ?? writeLimiters

  /** The pairs first: an attempt that is refused there does not count against the account. */
  async function consumeAccount(call: CallName, account: string, address: string): Promise<void> {
    const limiters = limitersFor(call)
    for (const { size, key } of networksOf(address))
      await consume(limiters.pair.get(size), keyOf(account.toLowerCase(), key))
    await consumeAll(limiters.account, keyOf(account.toLowerCase()))
  }

  /** Whether the attempt comes from a known device that has attempts left; without, it counts as a stranger's. */
  async function passesByDevice(call: CallName, { account, device }: Attempt): Promise<boolean> {
    const limiters = limitersFor(call).device.filter((limiter) => limiter !== undefined)
    if (account === undefined || !device || limiters.length === 0 || !(await device.isKnown(account))) return false
    return isAllowed(() => consumeAll(limiters, keyOf(account.toLowerCase(), device.token)))
  }

  return {
    async countAccount(call, attempt) {
      if (!(await passesByDevice(call, attempt))) await consumeAccount(call, attempt.account, attempt.address)
    },
    async countRead({ account, address }, cost) {
      await consume(readLimiters.address, addressKey(address), cost)
      if (account !== undefined) await consume(readLimiters.account, account, cost)
    },
    countRequest: (kind, address, points) => consume(requestLimiters.get(kind), addressKey(address), points),
    async count(call, attempt) {
      if (await passesByDevice(call, attempt)) return
      const { account, address } = attempt
      const limiters = limitersFor(call)
      for (const { size, key } of networksOf(address)) await consume(limiters.address.get(size), keyOf(key))
      if (account !== undefined && !limiters.isAccountCountedByHandler) await consumeAccount(call, account, address)
    },
  }
}

/** Whether counting an attempt does not refuse it. */
export async function isAllowed(count: () => Promise<void>): Promise<boolean> {
  try {
    await count()
    return true
  } catch (error) {
    if (error instanceof Refusal && error.status === 429) return false
    throw error
  }
}

async function consumeAll(limiters: (Limiter | undefined)[], key: string): Promise<void> {
  for (const limiter of limiters) await consume(limiter, key)
}

async function consume(limiter: Limiter | undefined, key: string, points = 1): Promise<void> {
  try {
    await limiter?.consume(key, points)
  } catch (exceeded) {
    if (!(exceeded instanceof RateLimiterRes)) throw exceeded
    throw new Refusal(429, platformText.tooManyRequests, Math.ceil(exceeded.msBeforeNext / 1000))
  }
}
