import { parseArgs } from 'node:util'
import { announcementTextLimit } from '#contract/limits.ts'
import { createAnnouncement, withdrawAnnouncement } from '#server/announcements/announcements.actions.ts'
import { findAnnouncements } from '#server/announcements/announcements.queries.ts'
import type { Database } from '#server/database/connect.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { Refused, refuseUsage } from './command.ts'

export const announcementsUsage = ['announce TEXT [--until TIME]', 'announcements', 'end-announcement ID']

/** Of the newest; older ones are over. */
const maxListed = 50

type Work = (db: Database) => Promise<string>

const refuse = (): never => refuseUsage(...announcementsUsage)

function parse(args: string[]) {
  try {
    return parseArgs({ args, allowPositionals: true, options: { until: { type: 'string' } } })
  } catch {
    return refuse()
  }
}

function readTime(until: string): Date {
  const time = new Date(until)
  if (Number.isNaN(time.getTime())) throw new Refused(`admin: ${until} is no time, as 2026-12-01T23:00 is one`)
  return time
}

/** The sentences of refusals are Italian: they are for people. */
const insteadOfRefusal = (sentence: string) => (error: unknown) => {
  throw error instanceof Refusal ? new Refused(`admin: ${sentence}`) : error
}

function readAnnounce(args: string[]): Work {
  const { positionals, values } = parse(args)
  const text = positionals.join(' ').trim()
  if (!text) return refuse()
  if (text.length > announcementTextLimit)
    throw new Refused(`admin: an announcement has at most ${announcementTextLimit} characters`)
  const endsAt = values.until === undefined ? null : readTime(values.until)
  return async (db) => {
    const creating = createAnnouncement(db, { text, startsAt: new Date(), endsAt, actorId: null })
    const id = await creating.catch(insteadOfRefusal('the end must lie within a year from now'))
    return `announcement ${id}: everybody sees it within 20 seconds${endsAt ? `, until ${endsAt.toISOString()}` : ''}`
  }
}

async function list(db: Database): Promise<string> {
  const rows = await findAnnouncements(db, { before: Number.MAX_SAFE_INTEGER, limit: maxListed, offset: 0 })
  const lines = rows.map(({ id, state, text }) => `${id}  ${state}  ${text.replaceAll(/\s+/g, ' ')}`)
  return lines.join('\n') || 'No announcements'
}

function readEnd([id, ...more]: string[]): Work {
  if (!id || more.length > 0 || !/^\d{1,16}$/.test(id)) return refuse()
  return async (db) => {
    const withdrawing = withdrawAnnouncement(db, { actorId: null, id: Number(id) })
    await withdrawing.catch(insteadOfRefusal(`announcement ${id} does not exist, or is over`))
    return `announcement ${id} is withdrawn`
  }
}

/** @returns the work that the arguments ask for; undefined when they name another command. Throws Refused. */
export function readAnnouncements([name = '', ...rest]: string[]): Work | undefined {
  if (name === 'announce') return readAnnounce(rest)
  if (name === 'end-announcement') return readEnd(rest)
  if (name !== 'announcements') return undefined
  return rest.length > 0 ? refuse() : list
}
