import * as argon2 from '@node-rs/argon2'
import { platformText } from './platform.text.ts'
import { Refusal } from './refusal.ts'
import { limitConcurrency } from './workers.ts'

/**
 * argon2 takes a core, memory and one of Node's four threads for a while, as it should: whoever wants to keep
 * everybody else out need not guess, only ask. Two at once; beyond the queue, some two seconds long, it is said.
 */
const inTurn = limitConcurrency({ workers: 2, queue: 80 }, () => {
  throw new Refusal(503, platformText.unavailable, 5)
})

/** argon2id with OWASP's first choice of 2024: 19 MiB, 2 passes, 1 lane. The library's default algorithm is argon2id. */
const cost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }

/** For tests alone, in which people sign up by the thousand and nobody steals the database: from now on a hash costs next to nothing. */
export function hashCheaply(): void {
  Object.assign(cost, { memoryCost: 8, timeCost: 1 })
}

/** Throws a Refusal 503 when too many passwords are being looked at. */
export const hash = (password: string): Promise<string> => inTurn(() => argon2.hash(password, cost))

/** Throws a Refusal 503 when too many passwords are being looked at. */
export const verify = (hashed: string, password: string): Promise<boolean> =>
  inTurn(() => argon2.verify(hashed, password))
