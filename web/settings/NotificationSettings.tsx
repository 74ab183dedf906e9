import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { notifyRadius } from '#contract/limits.ts'
import { DeviceIcon } from '#web/auth/security/DeviceIcon.tsx'
import { canPush, needsHomeScreen } from '#web/platform/push.ts'
import { Button } from '#web/ui/Button.tsx'
import { IconRow } from '#web/ui/IconRow.tsx'
import { Muted } from '#web/ui/Layout.tsx'
import { Switch } from '#web/ui/Switch.tsx'
import styles from './NotificationSettings.module.css'
import { pushDevicesQuery, pushQuery, useStopPushOnDevice, useSubscribePush } from './push.api.ts'
import { settingsText } from './settings.text.ts'
import type { SettingsFields } from './SettingsForm.tsx'
import { SettingsCard, SettingsChoice, SettingsSection } from './SettingsSection.tsx'

/** The push setting of this browser, not of the account. Hidden if it can have no push messages. */
export function PushSwitch() {
  const { data: state } = useQuery({ ...pushQuery(), enabled: canPush() })
  const { data: devices } = useQuery(pushDevicesQuery())
  const { mutate: subscribe, isPending, variables } = useSubscribePush()
  if (needsHomeScreen()) return <SettingsChoice label={settingsText.push} hint={settingsText.pushNeedsHomeScreen} />
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

/**
 * All devices of the account that receive push notifications, each with a button to stop that. Hidden while only this
 * one does, because its switch shows that. A session may have a subscription that is not this browser's.
 */
function PushDevices() {
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
      <ul aria-labelledby={id}>
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

type NotifyRadiusSliderProps = { value: number; onChange: (metres: number) => void }

/** How far from the viewer's zone a post may be to notify them. */
function NotifyRadiusSlider({ value, onChange }: NotifyRadiusSliderProps) {
  const id = useId()
  return (
    <div className={styles.choice}>
      <div className={styles.head}>
        <label htmlFor={id}>{settingsText.radius}</label>
        <output htmlFor={id}>{settingsText.metres(value)}</output>
      </div>
      <input
        id={id}
        className={styles.slider}
        type="range"
        min={0}
        max={notifyRadius.largest}
        step={notifyRadius.step}
        value={value}
        aria-valuetext={settingsText.metres(value)}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => onChange(target.valueAsNumber)}
      />
      <Muted id={`${id}-hint`} size="label">
        {settingsText.radiusHint}
      </Muted>
    </div>
  )
}

export const NotificationSettings = ({ settings, change, flag }: SettingsFields) => (
  <>
    <SettingsCard>
      <PushSwitch />
      <PushDevices />
      {flag('notify_likes', settingsText.likes)}
      {flag('notify_comments', settingsText.comments)}
      {flag('notify_mentions', settingsText.mentions)}
      {flag('notify_follows', settingsText.follows)}
    </SettingsCard>
    <SettingsSection title={settingsText.spotted}>
      {flag('notify_spotted', settingsText.notifySpotted)}
      {flag('notify_nearby_posts', settingsText.nearby)}
      {settings.notify_nearby_posts === 1 && (
        <NotifyRadiusSlider value={settings.notify_radius} onChange={(notify_radius) => change({ notify_radius })} />
      )}
      {flag('notify_followed_locations', settingsText.followedPlaces)}
      {flag('notify_place_events', settingsText.placeEvents)}
    </SettingsSection>
    <SettingsSection title={settingsText.messages}>
      {flag('notify_messages', settingsText.notifyMessages, settingsText.notifyMessagesHint)}
      {flag('show_message_text', settingsText.showMessageText, settingsText.showMessageTextHint)}
    </SettingsSection>
  </>
)
