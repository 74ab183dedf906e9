import type { Overview } from '#contract/administration.ts'
import { SettingsSection } from '#web/settings/SettingsSection.tsx'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { useRequestBackup } from './administration.api.ts'
import { administrationText } from './administration.text.ts'
import styles from './BackupSection.module.css'

/** The state of a backup that is still to come; null if there is none. */
function describeAwaited({ is_running, is_requested }: Overview['backup']): string | null {
  if (is_running) return administrationText.backupRunning
  return is_requested ? administrationText.backupRequested : null
}

/** Shows when the last backup was taken, and a button that requests one. */
export function BackupSection({ backup }: { backup: Overview['backup'] }) {
  const { mutate, isPending } = useRequestBackup()
  const awaited = describeAwaited(backup)
  return (
    <SettingsSection title={administrationText.backup}>
      <div className={styles.section}>
        <p>
          {backup.last_at === null
            ? administrationText.noBackup
            : administrationText.lastBackup(backup.last_at, backup.last_bytes ?? 0)}
        </p>
        {backup.failure !== null && <Banner tone="danger">{administrationText.backupFailed(backup.failure)}</Banner>}
        {!backup.is_scheduled && <p className={styles.note}>{administrationText.backupNotScheduled}</p>}
        {awaited !== null && <p className={styles.note}>{awaited}</p>}
        {backup.is_scheduled && awaited === null && (
          <Button variant="soft" size="small" busy={isPending} onClick={() => mutate()}>
            {administrationText.requestBackup}
          </Button>
        )}
      </div>
    </SettingsSection>
  )
}
