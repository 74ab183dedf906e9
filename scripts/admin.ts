import { moderatorNoteLimit } from '#contract/limits.ts'
import { connect, type Database } from '#server/database/connect.ts'
import { changeRole, liftSuspension, suspendAccount } from '#server/moderation/moderation.actions.ts'
import { findSuspended } from '#server/moderation/moderation-log.queries.ts'
import { findModerators, findUserByName } from '#server/moderation/moderation.queries.ts'
import { readAccounts } from './accounts.ts'
import { help, ownUsage } from './admin-help.ts'
import { readAnnouncements } from './announcements.ts'
import { readBackupCommand } from './backup.ts'
import { closeAtEnd, openMigratedDatabase, Refused, refuseUsage, run } from './command.ts'
import { exportConfig } from './export-config.ts'
import { readLegalText } from './legal-text.ts'
import { readMailTest } from './mail-test.ts'
import { readMediaMove } from './media-move.ts'
import { readRegistrations } from './registrations.ts'
import { describeServer } from './status.ts'

type User = { id: number; username: string }
/** @param words the arguments after the name. @returns the outcome in one line. */
type Command = (db: Database, user: User, words: string) => Promise<string>

const commands: Record<string, Command> = {
  async grant(db, { id, username }, words) {
    const role = words === 'administrator' ? 'administrator' : 'moderator'
    const named = role === 'administrator' ? 'an administrator' : 'a moderator'
    const isChanged = await changeRole(db, { actorId: null, userId: id, role })
    return `${username} is ${named} ${isChanged ? 'now' : 'already'}`
  },
  revoke: async (db, { id, username }) =>
    (await changeRole(db, { actorId: null, userId: id, role: 'user' }))
      ? `${username} is no moderator any more`
      : `${username} is no moderator`,
  suspend: async (db, { id, username }, note) =>
    (await suspendAccount(db, { actorId: null, userId: id, note }))
      ? `${username} is suspended now`
      : `${username} is suspended already`,
  lift: async (db, { id, username }) =>
    (await liftSuspension(db, { actorId: null, userId: id, note: '' }))
      ? `${username} is back`
      : `${username} is not suspended`,
}

/** The arguments that may follow the name. */
const mayFollow: Record<string, (words: string) => boolean> = {
  grant: (words) => ['', 'administrator'].includes(words),
  suspend: () => true,
}

/** The page lists more. */
const maxListedSuspensions = 1000

async function list(db: Database): Promise<string> {
  const moderators = (await findModerators(db)).map(
    ({ username, is_administrator }) => `${is_administrator ? 'administrator' : 'moderator'}  ${username}`,
  )
  const suspended = await findSuspended(db, { before: Number.MAX_SAFE_INTEGER, limit: maxListedSuspensions, offset: 0 })
  const suspensions = suspended.map(({ username, created_at, note }) => {
    const reason = note && `: ${note.replaceAll(/\s+/g, ' ')}`
    return `suspended  ${username}  since ${created_at.toISOString().slice(0, 10)}${reason}`
  })
  return [...moderators, ...suspensions].join('\n') || 'No moderators, and nobody is suspended'
}

function refuseArguments(name: string): never {
  if (Object.hasOwn(ownUsage, name)) return refuseUsage(ownUsage[name]!)
  if (name === '') return refuseUsage('COMMAND; --help lists the commands')
  throw new Refused(`admin: there is no command ${name}: npm run admin -- --help lists them`)
}

/** Returns the work that the arguments ask for. Throws Refused. */
function readArguments(args: string[]): (db: Database, databaseUrl: string) => Promise<string> {
  const [name = '', username, ...rest] = args
  if (name === 'media' && username === 'move') return readMediaMove(rest)
  if (name === 'list' && username === undefined) return list
  const work = readAccounts(args) ?? readRegistrations(args) ?? readAnnouncements(args) ?? readLegalText(args)
  if (work) return work
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  const words = rest.join(' ').trim()
  if (!command || !username || !(mayFollow[name]?.(words) ?? words === '')) return refuseArguments(name)
  if (words.length > moderatorNoteLimit)
    throw new Refused(`admin: a reason has at most ${moderatorNoteLimit} characters`)
  return async (db) => {
    const user = await findUserByName(db, username)
    if (!user) throw new Refused(`admin: nobody is called ${username}`)
    return command(db, user, words)
  }
}

async function administer(): Promise<void> {
  const args = process.argv.slice(2)
  if (args.includes('--help')) return void process.stdout.write(help)
  if (args.length === 1 && args[0] === 'status') return void process.stdout.write(`${await describeServer()}\n`)
  if (args[0] === 'export-config') return void process.stdout.write(exportConfig(args.slice(1)))
  const ownWork = readBackupCommand(args) ?? readMailTest(args)
  if (ownWork) return void process.stdout.write(`${await ownWork()}\n`)
  const work = readArguments(args)
  const url = await openMigratedDatabase()
  const db = connect(url, 2)
  closeAtEnd(() => db.destroy())
  process.stdout.write(`${await work(db, url)}\n`)
}

run('admin', administer, 'stopped')
