import { LogOut } from 'lucide-react'
import { useState } from 'react'
import type { Session } from '#contract/auth.ts'
import { SettingsSection } from '#web/settings/SettingsSection.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { dialogTriggerProps } from '#web/ui/Dialog.tsx'
import { DeviceIcon } from './DeviceIcon.tsx'
import styles from './DevicesSection.module.css'
import { describeLastUse } from './last-use.ts'
import { useEndAllSessions, useEndSession } from './security.api.ts'
import { securityText } from './security.text.ts'
import { IconRow } from '#web/ui/IconRow.tsx'

/** The sessions of the account. */
export function DevicesSection({ sessions }: { sessions: readonly Session[] }) {
  const [isConfirmOpen, setConfirmOpen] = useState(false)
  const { mutate: end, isPending, variables } = useEndSession()
  const { mutateAsync: endAll } = useEndAllSessions()
  return (
    <SettingsSection title={securityText.devices}>
      {sessions.map(({ id, device, current, created_at, last_used_on }) => (
        <IconRow
          key={id}
          icon={<DeviceIcon device={device} />}
          title={device}
          marked={current}
          note={current ? securityText.thisDevice : securityText.deviceNote(describeLastUse(last_used_on), created_at)}
        >
          {!current && (
            <Button
              size="small"
              variant="outline"
              busy={isPending && variables === id}
              aria-label={`${securityText.endSession} ${securityText.endSessionOn(device, created_at)}`}
              onClick={() => end(id)}
            >
              {securityText.endSession}
            </Button>
          )}
        </IconRow>
      ))}
      <div className={styles.all}>
        <Button
          wide
          variant="outline"
          className={styles.endAll}
          icon={<LogOut size={20} aria-hidden />}
          {...dialogTriggerProps}
          onClick={() => setConfirmOpen(true)}
        >
          {securityText.endAll}
        </Button>
      </div>
      <ConfirmDialog
        danger
        open={isConfirmOpen}
        onOpenChange={setConfirmOpen}
        title={securityText.endAllTitle}
        text={securityText.endAllText}
        cancelLabel={securityText.cancel}
        confirmLabel={securityText.endAllConfirm}
        onConfirm={() => endAll()}
      />
    </SettingsSection>
  )
}
