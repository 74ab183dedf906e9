import { emailInput } from '#contract/fields.ts'
import { moderatorNoteLimit } from '#contract/limits.ts'
import {
  createResetLink,
  deleteUser,
  mailResetLink,
  removeSecondFactor,
  setEmail,
  showAccount,
} from '#server/auth/account-help.actions.ts'
import type { ShownAccountRow } from '#server/auth/account-help.queries.ts'
import type { Database } from '#server/database/connect.ts'
import { createPictureStore } from '#server/media/media.actions.ts'
import { openFileStore } from '#server/media/storage/open-file-store.ts'
import { findUserByName } from '#server/moderation/moderation.queries.ts'
import { readConfig } from '#server/platform/config.ts'
import { createJobQueue } from '#server/platform/jobs.ts'
import { createLog } from '#server/platform/log.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { closeAtEnd, Refused, refuseUsage } from './command.ts'

export const accountsUsage = {
  account: 'account USERNAME|ADDRESS',
  'mail-reset-link': 'mail-reset-link USERNAME',
  'remove-second-factor': 'remove-second-factor USERNAME',
  'set-email': 'set-email USERNAME ADDRESS',
  delete: 'delete USERNAME --yes [REASON]',
} as const

type Work = (db: Database, databaseUrl: string) => Promise<string>
type User = { id: number; username: string }
type Opened = Awaited<ReturnType<typeof open>>

const log = createLog('silent')

/** The server works on the jobs: an e-mail waits until it runs. */
async function open(db: Database, databaseUrl: string) {
  const jobs = await createJobQueue(databaseUrl, db, log)
  closeAtEnd(jobs.stop)
  return { db, jobs, config: readConfig(process.env) }
}

/** The sentences of refusals are Italian: they are for people. */
async function inEnglish<Result>(work: Promise<Result>, sentences: Record<number, string>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    const sentence = error instanceof Refusal ? sentences[error.status] : undefined
    throw sentence === undefined ? error : new Refused(`admin: ${sentence}`)
  }
}

/** Finds the person before the work, which then needs the job queue. */
const onUser =
  (username: string, work: (context: Opened, user: User) => Promise<string>): Work =>
  async (db, databaseUrl) => {
    const user = await findUserByName(db, username)
    if (!user) throw new Refused(`admin: nobody is called ${username}`)
    return work(await open(db, databaseUrl), user)
  }

function describe(account: ShownAccountRow): string {
  const { id, username, email, email_confirmed, created_at, role, is_suspended } = account
  const { passkeys_count: passkeys, recovery_codes_count: codes } = account
  return [
    `account        ${username} (${id}), since ${created_at.toISOString().slice(0, 10)}`,
    `address        ${email}, ${email_confirmed ? 'confirmed' : 'not confirmed'}`,
    `role           ${role}${is_suspended ? ', suspended' : ''}`,
    `second factor  ${passkeys === 0 ? 'none' : `passkeys: ${passkeys}, recovery codes left: ${codes}`}`,
  ].join('\n')
}

const show =
  (name: string): Work =>
  async (db) =>
    describe(await inEnglish(showAccount(db, { actorId: null, name }), { 404: `nobody is registered as ${name}` }))

async function mailLink(context: Opened, { id: userId, username }: User): Promise<string> {
  if (context.config.smtpUrl === undefined)
    return `${await createResetLink(context, userId)}\nThis server sends no e-mail: give ${username} this link, which works once, for an hour.`
  await mailResetLink(context, { actorId: null, userId })
  return `the server mails ${username} a link to choose a new password, which works once, for an hour`
}

async function removeFactor(context: Opened, { id: userId, username }: User): Promise<string> {
  await inEnglish(removeSecondFactor(context, { actorId: null, userId }), { 409: `${username} has no second factor` })
  return `${username} signs in with the password alone now`
}

async function changeAddress(context: Opened, { id: userId, username }: User, email: string): Promise<string> {
  await inEnglish(setEmail(context, { userId, email }), {
    403: `${email} is blocked: see block-address`,
    409: `${email} is registered already: npm run admin -- account ${email} shows by whom`,
  })
  return context.config.smtpUrl === undefined
    ? `${username} has the address ${email} now`
    : `the server mails a link to ${email}; ${username} has that address when it is used, within an hour`
}

async function deleteAccount(context: Opened, { id: userId, username }: User, note: string): Promise<string> {
  const pictures = createPictureStore(context.db, await openFileStore(context.config, log))
  await deleteUser({ ...context, pictures }, { actorId: null, userId, note })
  return `${username} is deleted, with everything in the account`
}

function readDelete([username, ...rest]: string[]): Work {
  const note = rest
    .filter((word) => word !== '--yes')
    .join(' ')
    .trim()
  if (!username || username === '--yes') return refuseUsage(accountsUsage.delete)
  if (note.length > moderatorNoteLimit)
    throw new Refused(`admin: a reason has at most ${moderatorNoteLimit} characters`)
  if (!rest.includes('--yes'))
    throw new Refused(`admin: this deletes ${username} and everything in the account for good: add --yes`)
  return onUser(username, (context, user) => deleteAccount(context, user, note))
}

function readSetEmail([username, address, ...more]: string[]): Work {
  if (!username || !address || more.length > 0) return refuseUsage(accountsUsage['set-email'])
  const { success, data: email } = emailInput.safeParse(address)
  if (!success) throw new Refused(`admin: ${address} is no e-mail address`)
  return onUser(username, (context, user) => changeAddress(context, user, email))
}

/** @returns the work that the arguments ask for; undefined when they name another command. Throws Refused. */
export function readAccounts([name = '', ...rest]: string[]): Work | undefined {
  if (!Object.hasOwn(accountsUsage, name)) return undefined
  if (name === 'delete') return readDelete(rest)
  if (name === 'set-email') return readSetEmail(rest)
  const [username, ...more] = rest
  if (!username || more.length > 0) return refuseUsage(accountsUsage[name as keyof typeof accountsUsage])
  if (name === 'account') return show(username)
  return onUser(username, name === 'mail-reset-link' ? mailLink : removeFactor)
}
