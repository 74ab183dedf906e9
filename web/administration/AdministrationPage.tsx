import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { pagePaths } from '#contract/page-paths.ts'
import { useGoBack } from '#web/navigation/go-back.ts'
import { errorMessage } from '#web/platform/api-errors.ts'
import { SettingsLink } from '#web/settings/SettingsLink.tsx'
import { SettingsSection } from '#web/settings/SettingsSection.tsx'
import { SettingsSections } from '#web/settings/SettingsSections.tsx'
import { LoadFailure } from '#web/ui/LoadFailure.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { overviewQuery } from './administration.api.ts'
import { administrationText } from './administration.text.ts'
import styles from './AdministrationPage.module.css'
import { BackupSection } from './BackupSection.tsx'
import { Figures } from './Figures.tsx'

/** For administrators: the state of the server, and links to everything that they can do. */
export function AdministrationPage() {
  const overview = useQuery(overviewQuery())
  const goBack = useGoBack()
  return (
    <>
      <title>{administrationText.title}</title>
      <PageHeader title={administrationText.title} onBack={goBack} />
      <SettingsSections>
        <SettingsSection title={administrationText.sections}>
          <SettingsLink to={pagePaths.administrationPeople}>{administrationText.people}</SettingsLink>
          <SettingsLink to={pagePaths.administrationRegistrations}>{administrationText.registrations}</SettingsLink>
          <SettingsLink to={pagePaths.administrationAnnouncements}>{administrationText.announcements}</SettingsLink>
          <SettingsLink to={pagePaths.administrationTexts}>{administrationText.texts}</SettingsLink>
          <SettingsLink to={pagePaths.moderation}>{administrationText.moderation}</SettingsLink>
        </SettingsSection>
        <FiguresSection>
          {overview.isPending && <FiguresSkeleton />}
          {!overview.data && overview.isError && (
            <LoadFailure text={errorMessage(overview.error)} onRetry={() => void overview.refetch()} />
          )}
          {overview.data && <Figures overview={overview.data} />}
        </FiguresSection>
        {overview.data && <BackupSection backup={overview.data.backup} />}
      </SettingsSections>
    </>
  )
}

function FiguresSection({ children }: { children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={styles.heading}>
        {administrationText.figures}
      </h2>
      {children}
    </section>
  )
}

const FiguresSkeleton = () => (
  <div className={styles.loading} aria-busy>
    {[1, 2, 3, 4, 5, 6].map((card) => (
      <div key={card} className={styles.card}>
        <Skeleton width={120} height={15} />
        <Skeleton width={80} height={34} />
        <Skeleton width="100%" height={84} />
      </div>
    ))}
  </div>
)
