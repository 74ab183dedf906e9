import { useId } from 'react'
import { notifyRadius } from '#contract/limits.ts'
import { PushDevices } from './PushDevices.tsx'
import { PushSwitch } from './PushSwitch.tsx'
import type { SettingsFields } from './SettingsForm.tsx'
import { SettingsCard, SettingsSection } from './SettingsSection.tsx'
import { settingsText } from './settings.text.ts'
import styles from './NotificationSettings.module.css'

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
      <p id={`${id}-hint`} className={styles.hint}>
        {settingsText.radiusHint}
      </p>
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
