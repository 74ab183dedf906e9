import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import type { Overview } from '#contract/administration.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { useGoBack } from '#web/navigation/go-back.ts'
import { errorMessage } from '#web/platform/api-errors.ts'
import { SettingsLink } from '#web/settings/SettingsLink.tsx'
import { SettingsSection, SettingsSections } from '#web/settings/SettingsSection.tsx'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Muted } from '#web/ui/Layout.tsx'
import { LoadFailure } from '#web/ui/LoadFailure.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { overviewQuery, useRequestBackup } from './administration.api.ts'
import { administrationText } from './administration.text.ts'
import { Figures, FiguresSkeleton } from './Figures.tsx'
import styles from './AdministrationPage.module.css'

/** The state of a backup that is still to come; null if there is none. */
function describeAwaited({ is_running, is_requested }: Overview['backup']): string | null {
  if (is_running) return administrationText.backupRunning
  return is_requested ? administrationText.backupRequested : null
}

/** Shows when the last backup was taken, and a button that requests one. */
function BackupSection({ backup }: { backup: Overview['backup'] }) {
  const { mutate, isPending } = useRequestBackup()
  const awaited = describeAwaited(backup)
  return (
    <SettingsSection title={administrationText.backup}>
      <div className={styles.section}>
        <p>
          {backup.last_at === null
            ? administrationText.noBackup
            : administrationText.lastBackup(backup.last_at, backup.last_bytes ?? 0)}
        </p>
        {backup.failure !== null && <Banner tone="danger">{administrationText.backupFailed(backup.failure)}</Banner>}
        {!backup.is_scheduled && <Muted>{administrationText.backupNotScheduled}</Muted>}
        {awaited !== null && <Muted>{awaited}</Muted>}
        {backup.is_scheduled && awaited === null && (
          <Button variant="soft" size="small" busy={isPending} onClick={() => mutate()}>
            {administrationText.requestBackup}
          </Button>
        )}
      </div>
    </SettingsSection>
  )
}

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
          <SettingsLink to={pagePaths.administrationStreets}>{administrationText.streets}</SettingsLink>
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
