import { Check } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { notifyRadius } from '#contract/limits.ts'
import { pagePaths } from '#contract/page-paths.ts'
import type { Settings } from '#contract/settings.ts'
import { LogoutButton } from '#web/auth/account/LogoutButton.tsx'
import { errorMessage } from '#web/platform/api-errors.ts'
import { PostVisibility } from '#web/posts/NewPostPrivacy.tsx'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Switch } from '#web/ui/Switch.tsx'
import { PushDevices } from './PushDevices.tsx'
import { PushSwitch } from './PushSwitch.tsx'
import { ChatFromChoice, ThemeChoice } from './RadioChoices.tsx'
import { useUpdateUserSettings } from './settings.api.ts'
import { settingsText } from './settings.text.ts'
import { SettingsLink } from './SettingsLink.tsx'
import { SettingsSection } from './SettingsSection.tsx'
import styles from './SettingsForm.module.css'

type SaveStatusProps = {
  settings: Settings
  /** The last save. */
  update: { isPending: boolean; isSuccess: boolean; error: Error | null; variables: Settings | undefined }
  onRetry: () => void
}

/** Shows that the settings were saved, or a banner if not. */
function SaveStatus({ settings, update, onRetry }: SaveStatusProps) {
  const isLatest = update.variables === settings
  if (update.error && isLatest)
    return (
      <Banner tone="danger">
        <div className={styles.failed}>
          <span>{settingsText.saveFailed(errorMessage(update.error))}</span>
          <Button variant="outline" size="small" onClick={onRetry}>
            {settingsText.retry}
          </Button>
        </div>
      </Banner>
    )
  return (
    <output className={styles.state}>
      {update.isPending && isLatest && settingsText.saving}
      {update.isSuccess && isLatest && (
        <>
          <Check size={16} aria-hidden />
          {settingsText.saved}
        </>
      )}
    </output>
  )
}

type NotifyRadiusSliderProps = { value: number; disabled: boolean; onChange: (metres: number) => void }

/** How far from the viewer's zone a post may be to notify them. */
function NotifyRadiusSlider({ value, disabled, onChange }: NotifyRadiusSliderProps) {
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
        disabled={disabled}
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

/** docs/product.md */
const saveDelayMs = 500

/** Saves `value`, also the first one, when it has not changed for a while, and at once when the page is left. */
function useAutosave<Value>(value: Value, save: (value: Value) => void) {
  const saved = useRef<Value | null>(null)
  const saveOnce = useEffectEvent((latest: Value) => {
    if (saved.current === latest) return
    saved.current = latest
    save(latest)
  })
  useEffect(() => {
    const timer = setTimeout(() => saveOnce(value), saveDelayMs)
    return () => clearTimeout(timer)
  }, [value])
  const saveNow = useEffectEvent(() => saveOnce(value))
  useEffect(() => {
    const onPageHide = () => saveNow()
    window.addEventListener('pagehide', onPageHide)
    return () => {
      window.removeEventListener('pagehide', onPageHide)
      onPageHide()
    }
  }, [])
}

type Flag = Exclude<keyof Settings, 'profile_visibility' | 'notify_radius' | 'chat_from'>

type SettingsFormProps = {
  loaded: Settings
  /** Null unless the viewer is a moderator. */
  openReports: number | null
  isAdministrator: boolean
}

/** Saves changes by itself. They stay on the screen if that fails. */
export function SettingsForm({ loaded, openReports, isAdministrator }: SettingsFormProps) {
  const [settings, setSettings] = useState(loaded)
  const update = useUpdateUserSettings()
  useAutosave(settings, update.mutate)
  const change = (part: Partial<Settings>) => setSettings({ ...settings, ...part })
  const flag = (name: Flag, label: string, more: { hint?: string } = {}) => (
    <Switch label={label} {...more} checked={settings[name] === 1} onChange={(on) => change({ [name]: on ? 1 : 0 })} />
  )
  const isPrivate = settings.profile_visibility === 'private'
  return (
    <div className={styles.form}>
      {settings !== loaded && (
        <SaveStatus settings={settings} update={update} onRetry={() => update.mutate(settings)} />
      )}
      <SettingsSection title={settingsText.spotted}>
        {flag('notify_nearby_posts', settingsText.nearby)}
        <NotifyRadiusSlider
          disabled={settings.notify_nearby_posts === 0}
          value={settings.notify_radius}
          onChange={(notify_radius) => change({ notify_radius })}
        />
        {flag('notify_followed_locations', settingsText.followedPlaces)}
        {flag('notify_place_events', settingsText.placeEvents)}
        {flag('notify_spotted', settingsText.notifySpotted)}
      </SettingsSection>
      <SettingsSection title={settingsText.notifications}>
        {flag('notify_likes', settingsText.likes)}
        {flag('notify_comments', settingsText.comments)}
        {flag('notify_mentions', settingsText.mentions)}
        {flag('notify_follows', settingsText.follows)}
        <PushSwitch />
        <PushDevices />
      </SettingsSection>
      <SettingsSection title={settingsText.messages}>
        <ChatFromChoice value={settings.chat_from} onChange={(chat_from) => change({ chat_from })} />
        {flag('notify_messages', settingsText.notifyMessages, { hint: settingsText.notifyMessagesHint })}
        {flag('show_message_text', settingsText.showMessageText, { hint: settingsText.showMessageTextHint })}
      </SettingsSection>
      <SettingsSection title={settingsText.profile}>
        <Switch
          label={settingsText.private}
          hint={<PostVisibility privacy="public" profile={settings.profile_visibility} />}
          checked={isPrivate}
          onChange={(on) => change({ profile_visibility: on ? 'private' : 'public' })}
        />
        <SettingsLink to={pagePaths.editProfile}>{settingsText.editProfile}</SettingsLink>
        <SettingsLink to={pagePaths.savedPosts}>{settingsText.bookmarks}</SettingsLink>
        <SettingsLink to={pagePaths.muted}>{settingsText.muted}</SettingsLink>
        <SettingsLink to={pagePaths.blockedUsers}>{settingsText.blockedUsers}</SettingsLink>
      </SettingsSection>
      {openReports !== null && (
        <SettingsSection title={isAdministrator ? settingsText.forAdministrators : settingsText.forModerators}>
          <SettingsLink to={pagePaths.moderation} count={settingsText.openReports(openReports)}>
            {settingsText.moderation}
          </SettingsLink>
          {isAdministrator && <SettingsLink to={pagePaths.administration}>{settingsText.administration}</SettingsLink>}
        </SettingsSection>
      )}
      <SettingsSection title={settingsText.appearance}>
        <ThemeChoice />
      </SettingsSection>
      <SettingsSection title={settingsText.other}>
        <SettingsLink to={pagePaths.terms}>{settingsText.terms}</SettingsLink>
        <SettingsLink to={pagePaths.privacy}>{settingsText.privacy}</SettingsLink>
        <SettingsLink to={pagePaths.security}>{settingsText.security}</SettingsLink>
        <SettingsLink to={pagePaths.exportAccount}>{settingsText.exportAccount}</SettingsLink>
        <SettingsLink to={pagePaths.deleteAccount}>{settingsText.deleteAccount}</SettingsLink>
      </SettingsSection>
      <LogoutButton />
    </div>
  )
}
