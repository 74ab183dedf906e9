import type { FastifyRequest } from 'fastify'
import type { AppContext, Demo } from '#server/app-context.ts'
import type { Database } from '#server/database/connect.ts'
import { findSuspension } from '#server/moderation/moderation-log.queries.ts'
import { findTownNamed } from '#server/places/places.queries.ts'
import { arrivalOf, isFromThisMachine } from '#server/platform/this-machine.ts'
import { type Account, findAccountByEmail } from './auth.queries.ts'

type DemoAccount = { account: Account; town: { latitude: number; longitude: number } }

/** Returns the account that the demo button signs in to; null if there is no demo, or no longer that account. */
export async function findDemo(db: Database, demo: Demo | null): Promise<DemoAccount | null> {
  const account = demo && (await findAccountByEmail(db, demo.email))
  const town = account && (await findTownNamed(db, demo.town))
  return account && town && !(await findSuspension(db, account.id)) ? { account, town } : null
}

/**
 * Returns a function that finds the name on the demo button of the login page, for requests from this machine; null
 * without such an account.
 */
export const createDemoOffer =
  ({ config, db, demo }: Pick<AppContext, 'config' | 'db' | 'demo'>) =>
  async (request: FastifyRequest): Promise<string | null> =>
    demo && isFromThisMachine(arrivalOf(request), config) && (await findDemo(db, demo)) ? demo.name : null
