import { useState } from 'react'
import type { Settings } from '#contract/settings.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { LogoutButton } from '#web/auth/account/LogoutButton.tsx'
import { Switch } from '#web/ui/Switch.tsx'
import { useAutosave } from './autosave.ts'
import { ChatFromChoice } from './ChatFromChoice.tsx'
import { NotifyRadiusChoice } from './NotifyRadiusChoice.tsx'
import { PushDevices } from './PushDevices.tsx'
import { PushSwitch } from './PushSwitch.tsx'
import { SaveStatus } from './SaveStatus.tsx'
import styles from './SettingsForm.module.css'
import { SettingsLink } from './SettingsLink.tsx'
import { SettingsSection } from './SettingsSection.tsx'
import { ThemeChoice } from './ThemeChoice.tsx'
import { useUpdateUserSettings } from './settings.api.ts'
import { settingsText } from './settings.text.ts'

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
        <NotifyRadiusChoice
          disabled={settings.notify_nearby_posts === 0}
          value={settings.notify_radius}
          onChange={(notify_radius) => change({ notify_radius })}
        />
        {flag('notify_followed_locations', settingsText.followedPlaces)}
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
          hint={isPrivate ? settingsText.privateHint : settingsText.publicHint}
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
