import { useQuery } from '@tanstack/react-query'
import { canPush, needsHomeScreen } from '#web/platform/push.ts'
import { Switch } from '#web/ui/Switch.tsx'
import { pushDevicesQuery, pushQuery, useSubscribePush } from './push.api.ts'
import { settingsText } from './settings.text.ts'
import styles from './RadioChoices.module.css'

/** The push setting of this browser, not of the account. Hidden if it can have no push messages. */
export function PushSwitch() {
  const { data: state } = useQuery({ ...pushQuery(), enabled: canPush() })
  const { data: devices } = useQuery(pushDevicesQuery())
  const { mutate: subscribe, isPending, variables } = useSubscribePush()
  if (needsHomeScreen())
    return (
      <div className={styles.choice}>
        <p className={styles.label}>{settingsText.push}</p>
        <p className={styles.hint}>{settingsText.pushNeedsHomeScreen}</p>
      </div>
    )
  if (!canPush()) return null
  // Another device may have switched this one off.
  const isOn = state === 'on' && devices?.some(({ current }) => current) !== false
  return (
    <Switch
      label={settingsText.push}
      hint={state === 'denied' ? settingsText.pushDenied : settingsText.pushHint}
      checked={isPending ? variables : isOn}
      onChange={subscribe}
    />
  )
}
