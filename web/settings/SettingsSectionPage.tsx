import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Navigate, useParams } from 'react-router'
import type { Output } from '#contract/calls.ts'
import { pagePaths } from '#contract/page-paths.ts'
import type { ChatFrom } from '#contract/settings.ts'
import { useGoBack } from '#web/navigation/go-back.ts'
import { errorMessage } from '#web/platform/api-errors.ts'
import { useStoredText } from '#web/platform/storage.ts'
import { PostVisibility } from '#web/posts/NewPostPrivacy.tsx'
import { Muted } from '#web/ui/Layout.tsx'
import { LoadFailure } from '#web/ui/LoadFailure.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { RadioList } from '#web/ui/RadioList.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Switch } from '#web/ui/Switch.tsx'
import { NotificationSettings } from './NotificationSettings.tsx'
import { settingsQuery } from './settings.api.ts'
import { settingsText } from './settings.text.ts'
import { type SettingsFields, SettingsForm } from './SettingsForm.tsx'
import { SettingsLink } from './SettingsLink.tsx'
import { SettingsCard, SettingsChoice, SettingsSection, SettingsSections } from './SettingsSection.tsx'

/** An empty value is not stored: the device decides. */
const themeOptions = (['', 'light', 'dark'] as const).map((value) => ({
  value,
  label: settingsText.themeOptions[value],
}))

/** Light or dark. Known to this device only. */
function ThemeChoice() {
  const [theme, setTheme] = useStoredText('theme')
  return (
    <SettingsChoice label={settingsText.theme} hint={settingsText.themeHint}>
      <RadioList<string> label={settingsText.theme} options={themeOptions} value={theme} onChange={setTheme} />
    </SettingsChoice>
  )
}

const chatFromOptions = (['everyone', 'following', 'nobody'] as const).map((value) => ({
  value,
  label: settingsText.chatFromOptions[value],
}))

type ChatFromChoiceProps = { value: ChatFrom; onChange: (value: ChatFrom) => void }

/** The choice of who may start a conversation with the viewer. */
const ChatFromChoice = ({ value, onChange }: ChatFromChoiceProps) => (
  <SettingsChoice label={settingsText.chatFrom} hint={settingsText.chatFromHint}>
    <RadioList label={settingsText.chatFrom} options={chatFromOptions} value={value} onChange={onChange} />
  </SettingsChoice>
)

type SettingsReply = Output<'getUserSettings'>

const PrivacySettings = ({ settings, change }: SettingsFields) => (
  <>
    <SettingsSection title={settingsText.profile}>
      <Switch
        label={settingsText.private}
        hint={<PostVisibility privacy="public" profile={settings.profile_visibility} />}
        checked={settings.profile_visibility === 'private'}
        onChange={(on) => change({ profile_visibility: on ? 'private' : 'public' })}
      />
      <SettingsLink to={pagePaths.muted}>{settingsText.muted}</SettingsLink>
      <SettingsLink to={pagePaths.blockedUsers}>{settingsText.blockedUsers}</SettingsLink>
    </SettingsSection>
    <SettingsSection title={settingsText.messages}>
      <ChatFromChoice value={settings.chat_from} onChange={(chat_from) => change({ chat_from })} />
    </SettingsSection>
  </>
)

const AppearanceSettings = () => (
  <SettingsCard>
    <ThemeChoice />
  </SettingsCard>
)

const DataSettings = () => (
  <SettingsCard>
    <SettingsLink to={pagePaths.exportAccount}>{settingsText.exportAccount}</SettingsLink>
    <SettingsLink to={pagePaths.deleteAccount}>{settingsText.deleteAccount}</SettingsLink>
  </SettingsCard>
)

/** The texts of the server, and who runs it. */
const AboutSettings = ({ operator }: Pick<SettingsReply, 'operator'>) => (
  <>
    <SettingsCard>
      <SettingsLink to={pagePaths.terms}>{settingsText.terms}</SettingsLink>
      <SettingsLink to={pagePaths.privacy}>{settingsText.privacy}</SettingsLink>
    </SettingsCard>
    {operator && (
      <Muted size="small" centred padding="0 5">
        {settingsText.runBy(operator.name)} · <a href={`mailto:${operator.email}`}>{operator.email}</a>
      </Muted>
    )}
  </>
)

/** Shows what needs the settings once they are there. */
function Loaded({ children }: { children: (reply: SettingsReply) => ReactNode }) {
  const { data, isError, error, refetch } = useQuery(settingsQuery())
  if (data) return children(data)
  if (isError) return <LoadFailure text={errorMessage(error)} onRetry={() => void refetch()} />
  return (
    <div aria-busy>
      <output className="visually-hidden">{settingsText.loading}</output>
      <Skeleton round="photo" height={276} />
    </div>
  )
}

/** A form has a copy of the settings, which starts again with each answer. */
const LoadedForm = ({ children }: { children: (fields: SettingsFields) => ReactNode }) => (
  <Loaded>
    {({ settings }) => (
      <SettingsForm key={JSON.stringify(settings)} loaded={settings}>
        {children}
      </SettingsForm>
    )}
  </Loaded>
)

/** By the last part of their path. */
const sections = new Map<string, { title: string; content: ReactNode }>([
  ['notifications', { title: settingsText.notifications, content: <LoadedForm>{NotificationSettings}</LoadedForm> }],
  ['privacy', { title: settingsText.privacyAndMessages, content: <LoadedForm>{PrivacySettings}</LoadedForm> }],
  ['appearance', { title: settingsText.appearance, content: <AppearanceSettings /> }],
  ['data', { title: settingsText.data, content: <DataSettings /> }],
  ['about', { title: settingsText.about, content: <Loaded>{AboutSettings}</Loaded> }],
])

export function SettingsSectionPage() {
  const { section: name = '' } = useParams()
  const goBack = useGoBack(pagePaths.settings)
  const section = sections.get(name)
  if (!section) return <Navigate to={pagePaths.settings} replace />
  const { title, content } = section
  return (
    <>
      <title>{title}</title>
      <PageHeader title={title} onBack={goBack} />
      <SettingsSections>{content}</SettingsSections>
    </>
  )
}
