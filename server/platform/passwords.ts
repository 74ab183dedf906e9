import cluster from 'node:cluster'
import * as argon2 from '@node-rs/argon2'
import { platformText } from './platform.text.ts'
import { Refusal } from './refusal.ts'
import { limitConcurrency } from './workers.ts'

/**
 * argon2 is slow by design: it occupies a core, memory and one of Node's four threads, so many concurrent logins could
 * block all other users. Two run at a time, or one in each of several processes; a queue of 80 takes about two seconds.
 */
const limits = cluster.isWorker ? { workers: 1, queue: 40 } : { workers: 2, queue: 80 }
const limited = limitConcurrency(limits, () => {
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

/** Hashes a password. Throws a Refusal 503 when too many are in the queue. */
export const hash = (password: string): Promise<string> => limited(() => argon2.hash(password, cost))

/** Verifies a password. Throws a Refusal 503 when too many are in the queue. */
export const verify = (hashed: string, password: string): Promise<boolean> =>
  limited(() => argon2.verify(hashed, password))
