import * as argon2 from '@node-rs/argon2'
import { platformText } from './platform.text.ts'
import { Refusal } from './refusal.ts'
import { limitWorkers } from './workers.ts'

/**
 * argon2 takes a core, memory and one of Node's four threads for a while, as it should: whoever wants to keep
 * everybody else out need not guess, only ask. Two at once; beyond the queue, some two seconds long, it is said.
 */
const inTurn = limitWorkers({ workers: 2, queue: 80 }, () => {
  throw new Refusal(503, platformText.unavailable, 5)
})

/** Throws a Refusal 503 when too many passwords are being looked at. */
export const hash = (password: string, options: argon2.Options): Promise<string> => inTurn(() => argon2.hash(password, options))

/** Throws a Refusal 503 when too many passwords are being looked at. */
export const verify = (hashed: string, password: string): Promise<boolean> => inTurn(() => argon2.verify(hashed, password))
