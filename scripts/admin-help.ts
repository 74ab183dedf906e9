import { accountsUsage } from './accounts.ts'
import { announcementsUsage } from './announcements.ts'
import { backupUsage } from './backup.ts'
import { exportConfigUsage } from './export-config.ts'
import { legalTextUsage } from './legal-text.ts'
import { mailTestUsage } from './mail-test.ts'
import { mediaMoveUsage } from './media-move.ts'
import { registrationsUsage } from './registrations.ts'

/** The arguments of the commands of admin.ts itself. */
export const ownUsage: Record<string, string> = {
  grant: 'grant USERNAME [administrator]',
  revoke: 'revoke USERNAME',
  suspend: 'suspend USERNAME [REASON]',
  lift: 'lift USERNAME',
  list: 'list',
  status: 'status',
}

const usages = [
  ...Object.values(ownUsage),
  ...Object.values(accountsUsage),
  ...registrationsUsage,
  ...announcementsUsage,
  ...legalTextUsage,
  mailTestUsage,
  mediaMoveUsage,
  ...backupUsage,
  exportConfigUsage,
]

/** What `--help` prints. */
export const help = `Usage: npm run admin -- COMMAND

${usages.map((usage) => `  ${usage}`).join('\n')}

  grant     makes somebody a moderator: they find the reports under Impostazioni, Moderazione; or an administrator, who
            is a moderator as well and runs the server under Impostazioni, Amministrazione. See docs/administration.md
  revoke    makes them an ordinary user again
  suspend   signs somebody out everywhere and hides their account and content until it is lifted;
            the reason is shown to them when they sign in with the right password
  lift      restores account and content
  list      lists administrators, moderators and suspended users
  status    says how the server is: version, database, jobs, mail, disk, last backup. It changes nothing.
  account   shows how somebody signs in, or who has registered with an address
  mail-reset-link
            mails somebody a link to choose a new password, or prints it where the server sends no e-mail. Passkeys stay.
  remove-second-factor
            deletes somebody's passkeys and recovery codes, who then signs in with the password alone
  set-email gives an account another address, once the link that is mailed to it has been used
  delete    deletes an account with everything in it, for good; the reason is for the log
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
  mail-test sends an e-mail to an address, and says what the mail server answers
  media move
            copies all pictures to a bucket (PLACE is s3://…, as in MEDIA_URL) or to the folder of DATA_DIR (PLACE is
            folder). --from is the folder, or MEDIA_URL when the folder is filled. What is there is not copied again,
            and nothing is deleted where it comes from. --delete-orphans deletes files at the new place that belong to
            no row of this database: give each database a prefix of its own.
            The server may run: move, restart it with the new MEDIA_URL, and move again for what came meanwhile.
  backup    writes database and pictures to one new file, also while the server runs; see docs/backup.md
  verify    reads such a file and says whether anything in it is damaged or missing; needs no database
  restore   fills an empty DATA_DIR, or an empty database and an empty folder or bucket of pictures, from such a file.
            Everybody has to sign in again, unless --keep-sessions: for a move, when nothing has happened since.
  export-config
            prints the variables that are set, for EnvironmentFile of systemd or --env-file of a container; passwords
            only with --secrets

It takes effect at once, also while the server runs. Every action on a person is in the moderation log.
The database is that of the server: DATABASE_URL, or the embedded one in DATA_DIR, whether it is running or not.
No command migrates it: after an update the server starts first.
`
