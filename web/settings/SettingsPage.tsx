import { useQuery } from '@tanstack/react-query'
import { LogoutButton } from '#web/auth/account/LogoutButton.tsx'
import { useGoBack } from '#web/navigation/go-back.ts'
import { errorMessage } from '#web/platform/api-errors.ts'
import { LoadFailure } from '#web/ui/LoadFailure.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { settingsQuery } from './settings.api.ts'
import { settingsText } from './settings.text.ts'
import { SettingsForm } from './SettingsForm.tsx'
import { SettingsSkeleton } from './SettingsSkeleton.tsx'
import styles from './SettingsPage.module.css'

/** The operator's name and address. */
const OperatorLine = ({ operator: { name, email } }: { operator: { name: string; email: string } }) => (
  <p className={styles.line}>
    {settingsText.runBy(name)} · <a href={`mailto:${email}`}>{email}</a>
  </p>
)

export function SettingsPage() {
  const settings = useQuery(settingsQuery())
  const goBack = useGoBack()
  return (
    <>
      <title>{settingsText.title}</title>
      <PageHeader title={settingsText.title} onBack={goBack} />
      {settings.isPending && <SettingsSkeleton />}
      {settings.isError && !settings.data && (
        <>
          <LoadFailure text={errorMessage(settings.error)} onRetry={() => void settings.refetch()} />
          <LogoutButton />
        </>
      )}
      {settings.data && (
        <SettingsForm
          key={JSON.stringify(settings.data.settings)}
          loaded={settings.data.settings}
          openReports={settings.data.open_reports}
          isAdministrator={settings.data.is_administrator}
        />
      )}
      {settings.data?.operator && <OperatorLine operator={settings.data.operator} />}
    </>
  )
}
