import { parseArgs } from 'node:util'
import { fieldsText } from '#contract/fields.text.ts'
import {
  blockedAddressesLimit,
  invitationLifetimesDays,
  invitationNoteLimit,
  invitationUsesLimit,
} from '#contract/limits.ts'
import type { RegistrationMode } from '#contract/registrations.ts'
import type { Database } from '#server/database/connect.ts'
import { readConfig } from '#server/platform/config.ts'
import { Refusal } from '#server/platform/refusal.ts'
import {
  blockAddress,
  changeMode,
  createInvitation,
  unblockNamed,
} from '#server/registrations/registrations.actions.ts'
import { registrationsText } from '#server/registrations/registrations.text.ts'
import { findMode } from '#server/registrations/registrations.queries.ts'
import { Refused, refuseUsage } from './command.ts'

export const registrationsUsage = [
  'registrations [open|invitation|closed]',
  'invite [--uses N] [--days N] [--note TEXT]',
  'block-address ADDRESS',
  'unblock-address ADDRESS',
]

/** The default lifetime of an invitation. */
const defaultDays = 7

type Work = (db: Database) => Promise<string>

const refuse = (): never => refuseUsage(...registrationsUsage)

const isMode = (word: string): word is RegistrationMode => ['open', 'invitation', 'closed'].includes(word)

const words: Record<RegistrationMode, string> = {
  open: 'open: anybody may register',
  invitation: 'by invitation',
  closed: 'closed: nobody may register',
}

function readMode([mode, ...more]: string[]): Work {
  if (more.length > 0 || (mode !== undefined && !isMode(mode))) return refuse()
  return async (db) => {
    if (mode !== undefined) await changeMode(db, { actorId: null, mode })
    return `registrations are ${words[await findMode(db)]}`
  }
}

/** Throws Refused if the option is no whole number from 1 to `max`. */
function readNumber(option: string, given: string | undefined, { otherwise, max }: { otherwise: number; max: number }) {
  if (given === undefined) return otherwise
  const number = /^\d+$/.test(given) ? Number(given) : 0
  if (number < 1 || number > max) throw new Refused(`admin: ${option} must be a whole number from 1 to ${max}`)
  return number
}

function readInvite(args: string[]): Work {
  const options = { uses: { type: 'string' }, days: { type: 'string' }, note: { type: 'string' } } as const
  const { values } = parseOptions(() => parseArgs({ args, options }))
  const maxUses = readNumber('--uses', values.uses, { otherwise: 1, max: invitationUsesLimit })
  const days = readNumber('--days', values.days, { otherwise: defaultDays, max: Math.max(...invitationLifetimesDays) })
  const note = (values.note ?? '').replaceAll(/\s+/g, ' ').trim()
  if (note.length > invitationNoteLimit)
    throw new Refused(`admin: a note has at most ${invitationNoteLimit} characters`)
  return async (db) => {
    const context = { db, config: readConfig(process.env) }
    const { url } = await createInvitation(context, { actorId: null, note, maxUses, days })
    const mode = await findMode(db)
    const hint =
      mode === 'invitation' ? '' : `\nIt is needed only while registrations are by invitation; they are ${mode}.`
    return `${url}\nIt works for ${maxUses === 1 ? 'one person' : `${maxUses} people`} within ${days === 1 ? 'a day' : `${days} days`}.${hint}`
  }
}

function parseOptions<Parsed>(parse: () => Parsed): Parsed {
  try {
    return parse()
  } catch {
    return refuse()
  }
}

/** The sentences of refusals are Italian: they are for people. */
async function inEnglish<Result>(address: string, work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const sentences: Record<string, string> = {
      [fieldsText.blockedAddress]: 'is no e-mail address and no domain',
      [registrationsText.full]: `cannot be blocked: the list has its ${blockedAddressesLimit} entries`,
    }
    throw new Refused(`admin: ${address} ${sentences[error.message] ?? 'is blocked already'}`)
  }
}

function readAddress(name: string, [address, ...more]: string[]): Work {
  if (!address || more.length > 0) return refuse()
  if (name === 'block-address')
    return async (db) => {
      const stored = await inEnglish(address, blockAddress(db, { actorId: null, input: address }))
      return stored.includes('@')
        ? `${stored} cannot register any more`
        : `nobody with an address of ${stored}, or of a domain below it, can register any more`
    }
  return async (db) =>
    (await inEnglish(address, unblockNamed(db, address)))
      ? `${address} can register again`
      : `${address} is not blocked`
}

/** @returns the work that the arguments ask for; undefined when they name another command. Throws Refused. */
export function readRegistrations([name = '', ...rest]: string[]): Work | undefined {
  if (name === 'registrations') return readMode(rest)
  if (name === 'invite') return readInvite(rest)
  return ['block-address', 'unblock-address'].includes(name) ? readAddress(name, rest) : undefined
}
