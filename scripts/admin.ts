import { moderatorNoteLimit } from '#contract/limits.ts'
import { connect, type Database } from '#server/database/connect.ts'
import { migrate } from '#server/database/migrate.ts'
import { changeRole, liftSuspension, suspendAccount } from '#server/moderation/moderation.actions.ts'
import { findSuspended } from '#server/moderation/moderation-log.queries.ts'
import { findModerators, findUserByName } from '#server/moderation/moderation.queries.ts'
import { announcementsUsage, readAnnouncements } from './announcements.ts'
import { backupUsage, readBackupCommand } from './backup.ts'
import { registrationsUsage, readRegistrations } from './registrations.ts'
import { closeAtEnd, openDatabase, Refused, run } from './command.ts'
import { databaseMoveUsage, readDatabaseMove } from './database-move.ts'
import { exportConfig, exportConfigUsage } from './export-config.ts'
import { legalTextUsage, readLegalText } from './legal-text.ts'
import { mediaMoveUsage, readMediaMove } from './media-move.ts'
import { describeServer } from './status.ts'

const usage =
  'Usage: npm run admin -- grant USERNAME [administrator] | revoke USERNAME | suspend USERNAME [REASON] | lift USERNAME | list | status' +
  ` | ${registrationsUsage} | ${announcementsUsage}` +
  ` | ${mediaMoveUsage} | ${databaseMoveUsage} | ${backupUsage} | ${exportConfigUsage} | ${legalTextUsage}`
const help = `${usage}

  grant     makes somebody a moderator: they find the reports under Impostazioni, Moderazione; or an administrator, who
            is a moderator as well and runs the server under Impostazioni, Amministrazione. See docs/administration.md
  revoke    makes them an ordinary user again
  suspend   signs somebody out everywhere and hides their account and content until it is lifted;
            the reason is shown to them when they sign in with the right password
  lift      restores account and content
  list      lists administrators, moderators and suspended users
  status    says how the server is: version, processes, database, jobs, disk, last backup. It changes nothing.
  registrations
            says who may create an account, or changes it: anybody (open), who has an invitation, or nobody (closed)
  invite    prints the link of a new invitation, for one person and seven days unless you say otherwise
  block-address, unblock-address
            an e-mail address, or a domain with all that lie below it, for which nobody may register; accounts that exist
            stay
  announce  tells everybody something, above the feed and on the login page; --until is a time like 2026-12-01T23:00
  announcements, end-announcement
            lists the newest announcements with their ids; withdraws one
  legal-text
            shows the terms or the privacy policy as Markdown, or publishes a new version, in force at once
  media move
            copies all pictures to a bucket (PLACE is s3://…, as in MEDIA_URL) or to the folder of DATA_DIR (PLACE is
            folder). --from is the folder, or MEDIA_URL when the folder is filled. What is there is not copied again,
            and nothing is deleted where it comes from. --delete-orphans deletes files at the new place that belong to
            no row of this database: give each database a prefix of its own.
            The server may run: move, restart it with the new MEDIA_URL, and move again for what came meanwhile.
  database move
            copies the whole database into an empty one: PLACE is its URL, or embedded for the one of DATA_DIR. Stop all
            servers first; they refuse to start on the old one afterwards. See docs/moving.md
  backup    writes database and pictures to one new file, also while the server runs; see docs/backup.md
  verify    reads such a file and says whether anything in it is damaged or missing; needs no database
  restore   fills an empty DATA_DIR, or an empty database and an empty folder or bucket of pictures, from such a file.
            Everybody has to sign in again, unless --keep-sessions: for a move, when nothing has happened since.
  export-config
            prints the variables that are set, for EnvironmentFile of systemd or --env-file of a container; passwords
            only with --secrets

It takes effect at once, also while the server runs. Every action on a person is in the moderation log.
The database is that of the server: DATABASE_URL, or the embedded one in DATA_DIR, whether it is running or not.
`

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

/** Returns the work that the arguments ask for. Throws Refused. */
function readArguments(args: string[]): (db: Database) => Promise<string> {
  const [name = '', username, ...rest] = args
  if (name === 'media' && username === 'move') return readMediaMove(rest)
  if (name === 'list' && username === undefined) return list
  const work = readRegistrations(args) ?? readAnnouncements(args) ?? readLegalText(args)
  if (work) return work
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  const words = rest.join(' ').trim()
  if (!command || !username || !(mayFollow[name]?.(words) ?? words === '')) throw new Refused(usage)
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
  const ownWork = readBackupCommand(args) ?? readDatabaseMove(args)
  if (ownWork) return void process.stdout.write(`${await ownWork()}\n`)
  const work = readArguments(args)
  const url = await openDatabase()
  await migrate(url)
  const db = connect(url, 2)
  closeAtEnd(() => db.destroy())
  process.stdout.write(`${await work(db)}\n`)
}

run('admin', administer, 'stopped')
