import { useQuery } from '@tanstack/react-query'
import { Outlet } from 'react-router'
import { errorMessage } from '#web/platform/api-errors.ts'
import { settingsQuery } from '#web/settings/settings.api.ts'
import { LoadFailure } from '#web/ui/LoadFailure.tsx'
import { NotFoundPage } from './NotFoundPage.tsx'
import { PageLoading } from './PageTransition.tsx'

/** The pages of administrators; for others they do not exist, as their calls answer 404. */
export function AdministratorsOnly() {
  const settings = useQuery(settingsQuery())
  if (settings.isError && !settings.data)
    return <LoadFailure text={errorMessage(settings.error)} onRetry={() => void settings.refetch()} />
  if (!settings.data) return <PageLoading />
  return settings.data.is_administrator ? <Outlet /> : <NotFoundPage />
}
