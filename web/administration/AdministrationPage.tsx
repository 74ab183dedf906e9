import { pagePaths } from '#contract/page-paths.ts'
import { useGoBack } from '#web/navigation/go-back.ts'
import { SettingsLink } from '#web/settings/SettingsLink.tsx'
import { SettingsSection } from '#web/settings/SettingsSection.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { administrationText } from './administration.text.ts'

/** For administrators: how the server is, and the way to all that they can do. */
export function AdministrationPage() {
  const goBack = useGoBack()
  return (
    <>
      <title>{administrationText.title}</title>
      <PageHeader title={administrationText.title} onBack={goBack} />
      <SettingsSection title={administrationText.sections}>
        <SettingsLink to={pagePaths.moderation}>{administrationText.moderation}</SettingsLink>
      </SettingsSection>
    </>
  )
}
