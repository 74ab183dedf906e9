import { useQuery } from '@tanstack/react-query'
import { useGoBack } from '#web/navigation/go-back.ts'
import { errorMessage } from '#web/platform/api-errors.ts'
import { LoadFailure } from '#web/ui/LoadFailure.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { OperatorLine } from './OperatorLine.tsx'
import { SettingsForm } from './SettingsForm.tsx'
import { SettingsSkeleton } from './SettingsSkeleton.tsx'
import { settingsQuery } from './settings.api.ts'
import { settingsText } from './settings.text.ts'

export function SettingsPage() {
  const settings = useQuery(settingsQuery())
  const goBack = useGoBack()
  return (
    <>
      <title>{settingsText.title}</title>
      <PageHeader title={settingsText.title} onBack={goBack} />
      {settings.isPending && <SettingsSkeleton />}
      {settings.isError && <LoadFailure text={errorMessage(settings.error)} onRetry={() => void settings.refetch()} />}
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
