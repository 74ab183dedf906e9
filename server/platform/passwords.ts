import * as argon2 from '@node-rs/argon2'
import { platformText } from './platform.text.ts'
import { Refusal } from './refusal.ts'
import { limitConcurrency } from './workers.ts'

/**
 * argon2 is slow by design: it occupies a core, memory and one of Node's four threads, so many concurrent logins could
 * block all other users. Two run at a time; a queue of 80 takes about two seconds.
 */
const limited = limitConcurrency({ workers: 2, queue: 80 }, () => {
  throw new Refusal(503, platformText.unavailable, 5)
})

/**
 * argon2id with OWASP's first choice of 2024: 19 MiB, 2 passes, 1 lane. The library's default algorithm is argon2id.
 */
const cost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }

/** Makes hashes cheap, for tests, in which users sign up by the thousand. */
export function hashCheaply(): void {
  Object.assign(cost, { memoryCost: 8, timeCost: 1 })
}

/** One device sends è as one character, another as two, and some a wide space: RFC 8265 makes them the same. */
const normalise = (password: string): string => password.normalize('NFC').replace(/\p{Zs}/gu, ' ')

/** Hashes a password. Throws a Refusal 503 when too many are in the queue. */
export const hash = (password: string): Promise<string> => limited(() => argon2.hash(normalise(password), cost))

/**
 * Verifies a password; against hashes from before it was normalised, as it was sent. A wrong one takes as long for every
 * hash. Throws a Refusal 503 when too many are in the queue.
 */
export const verify = (hashed: string, password: string): Promise<boolean> =>
  limited(async () => {
    for (const form of new Set([normalise(password), password])) if (await argon2.verify(hashed, form)) return true
    return false
  })
