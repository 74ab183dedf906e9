import { useQuery } from '@tanstack/react-query'
import {
  Bell,
  Bookmark,
  Contrast,
  FolderDown,
  Gauge,
  Info,
  Lock,
  type LucideIcon,
  Shield,
  ShieldCheck,
} from 'lucide-react'
import { pagePaths } from '#contract/page-paths.ts'
import { LogoutButton } from '#web/auth/account/LogoutButton.tsx'
import { useGoBack } from '#web/navigation/go-back.ts'
import { useCurrentUser } from '#web/platform/current-user.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { settingsQuery } from './settings.api.ts'
import { settingsText } from './settings.text.ts'
import { SettingsLink } from './SettingsLink.tsx'
import { SettingsCard, SettingsSection, SettingsSections } from './SettingsSection.tsx'

type Row = { to: string; icon: LucideIcon; title: string; note: string }

const rows: readonly Row[] = [
  {
    to: pagePaths.settingsSection('notifications'),
    icon: Bell,
    title: settingsText.notifications,
    note: settingsText.notificationsNote,
  },
  {
    to: pagePaths.settingsSection('privacy'),
    icon: Lock,
    title: settingsText.privacyAndMessages,
    note: settingsText.privacyAndMessagesNote,
  },
  { to: pagePaths.security, icon: ShieldCheck, title: settingsText.security, note: settingsText.securityNote },
  {
    to: pagePaths.settingsSection('appearance'),
    icon: Contrast,
    title: settingsText.appearance,
    note: settingsText.appearanceNote,
  },
  { to: pagePaths.settingsSection('data'), icon: FolderDown, title: settingsText.data, note: settingsText.dataNote },
  { to: pagePaths.settingsSection('about'), icon: Info, title: settingsText.about, note: settingsText.aboutNote },
]

/** Hidden from who neither moderates nor administers. */
function StaffSection() {
  const { data } = useQuery(settingsQuery())
  if (!data || data.open_reports === null) return null
  return (
    <SettingsSection title={data.is_administrator ? settingsText.forAdministrators : settingsText.forModerators}>
      <SettingsLink
        to={pagePaths.moderation}
        icon={<Shield size={20} aria-hidden />}
        count={settingsText.openReports(data.open_reports)}
      >
        {settingsText.moderation}
      </SettingsLink>
      {data.is_administrator && (
        <SettingsLink to={pagePaths.administration} icon={<Gauge size={20} aria-hidden />}>
          {settingsText.administration}
        </SettingsLink>
      )}
    </SettingsSection>
  )
}

export function SettingsPage() {
  const user = useCurrentUser()
  const goBack = useGoBack()
  return (
    <>
      <title>{settingsText.title}</title>
      <PageHeader title={settingsText.title} onBack={goBack} />
      <SettingsSections>
        <SettingsCard>
          {user && (
            <SettingsLink
              to={pagePaths.editProfile}
              picture={<Avatar name={user.username} picture={user.profile_pic} size={40} />}
              note={settingsText.editProfile}
            >
              {user.username}
            </SettingsLink>
          )}
          <SettingsLink to={pagePaths.savedPosts} icon={<Bookmark size={20} aria-hidden />}>
            {settingsText.bookmarks}
          </SettingsLink>
        </SettingsCard>
        <SettingsCard>
          {rows.map(({ icon: Icon, title, ...row }) => (
            <SettingsLink key={title} icon={<Icon size={20} aria-hidden />} {...row}>
              {title}
            </SettingsLink>
          ))}
        </SettingsCard>
        <StaffSection />
        <LogoutButton />
      </SettingsSections>
    </>
  )
}
