import { useInfiniteQuery } from '@tanstack/react-query'
import { ModerationPage } from '#web/moderation/ModerationPage.tsx'
import { reportsQuery } from '#web/moderation/reports.api.ts'
import { isGone } from '#web/platform/api-errors.ts'
import { NotFoundPage } from './NotFoundPage.tsx'

/** The moderation page; for others it does not exist, as its calls answer 404. */
export function ModeratorsOnly() {
  const { error } = useInfiniteQuery(reportsQuery('open'))
  return isGone(error) ? <NotFoundPage /> : <ModerationPage />
}
