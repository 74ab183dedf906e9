import { useQuery } from '@tanstack/react-query'
import { canPush } from '#web/platform/push.ts'
import { Switch } from '#web/ui/Switch.tsx'
import { pushDevicesQuery, pushQuery, useSubscribePush } from './push.api.ts'
import { settingsText } from './settings.text.ts'

/** The push setting of this browser, not of the account. Hidden if the browser has no push messages. */
export function PushSwitch() {
  const { data: state } = useQuery({ ...pushQuery(), enabled: canPush() })
  const { data: devices } = useQuery(pushDevicesQuery())
  const { mutate: subscribe, isPending, variables } = useSubscribePush()
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
