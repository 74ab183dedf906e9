import { useQuery } from '@tanstack/react-query'
import { Fragment, useId } from 'react'
import { notifyRadius } from '#contract/limits.ts'
import type { SettingsSwitch } from '#contract/settings.ts'
import { DeviceIcon } from '#web/auth/security/DeviceIcon.tsx'
import { canPush, needsHomeScreen } from '#web/platform/push.ts'
import { Button } from '#web/ui/Button.tsx'
import { IconRow } from '#web/ui/IconRow.tsx'
import { Muted } from '#web/ui/Layout.tsx'
import { Switch } from '#web/ui/Switch.tsx'
import styles from './NotificationSettings.module.css'
import { pushDevicesQuery, pushQuery, useStopPushOnDevice, useSubscribePush } from './push.api.ts'
import { settingsText, type SwitchText } from './settings.text.ts'
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

const switchNames = Object.keys(settingsText.switches) as SettingsSwitch[]

export function NotificationSettings({ settings, change }: SettingsFields) {
  const switchesOf = (card: SwitchText['card']) =>
    switchNames
      .filter((name) => settingsText.switches[name].card === card)
      .map((name) => (
        <Fragment key={name}>
          <Switch
            label={settingsText.switches[name].label}
            hint={settingsText.switches[name].hint}
            checked={settings[name] === 1}
            onChange={(on) => change({ [name]: on ? 1 : 0 })}
          />
          {name === 'notify_nearby_posts' && settings[name] === 1 && (
            <NotifyRadiusSlider
              value={settings.notify_radius}
              onChange={(notify_radius) => change({ notify_radius })}
            />
          )}
        </Fragment>
      ))
  return (
    <>
      <SettingsCard>
        <PushSwitch />
        <PushDevices />
        {switchesOf('activity')}
      </SettingsCard>
      <SettingsSection title={settingsText.spotted}>{switchesOf('spotted')}</SettingsSection>
      <SettingsSection title={settingsText.messages}>{switchesOf('messages')}</SettingsSection>
    </>
  )
}
