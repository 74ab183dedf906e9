import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { DeviceIcon } from '#web/auth/security/DeviceIcon.tsx'
import { IconRow } from '#web/ui/IconRow.tsx'
import { canPush } from '#web/platform/push.ts'
import { Button } from '#web/ui/Button.tsx'
import { pushDevicesQuery, pushQuery, useStopPushOnDevice } from './push.api.ts'
import styles from './PushDevices.module.css'
import { settingsText } from './settings.text.ts'

/**
 * All devices of the account that receive push notifications, each with a button to stop that. Hidden while only this
 * one does, because its switch shows that. A session may have a subscription that is not this browser's.
 */
export function PushDevices() {
  const id = useId()
  const { data: devices = [] } = useQuery(pushDevicesQuery())
  const { data: state } = useQuery({ ...pushQuery(), enabled: canPush() })
  const { mutate: stop, isPending, variables } = useStopPushOnDevice()
  if (devices.every(({ current }) => current && state === 'on')) return null
  return (
    <div>
      <h2 id={id} className={styles.title}>
        {settingsText.pushDevices}
      </h2>
      <ul className={styles.list} aria-labelledby={id}>
        {devices.map(({ session_id, device, created_at, current }) => (
          <li key={session_id} className={styles.device}>
            <IconRow
              icon={<DeviceIcon device={device} />}
              title={device}
              marked={current}
              note={current ? settingsText.thisDevice : settingsText.pushSince(created_at)}
            >
              <Button
                size="small"
                variant="outline"
                busy={isPending && variables === session_id}
                aria-label={settingsText.stopPushOn(device, created_at)}
                onClick={() => stop(session_id)}
              >
                {settingsText.stopPush}
              </Button>
            </IconRow>
          </li>
        ))}
      </ul>
    </div>
  )
}
