import { useInfiniteQuery } from '@tanstack/react-query'
import { ModerationPage } from '#web/moderation/ModerationPage.tsx'
import { reportsQuery } from '#web/moderation/reports.api.ts'
import { isGone } from '#web/platform/api-errors.ts'
import { NotFoundPage } from './NotFoundPage.tsx'

/** For everybody else the page is not there, as its calls are not. */
export function ModeratorsOnly() {
  const { error } = useInfiniteQuery(reportsQuery('open'))
  return isGone(error) ? <NotFoundPage /> : <ModerationPage />
}
