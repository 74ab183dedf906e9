import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { useGoBack } from '#web/navigation/go-back.ts'
import { errorMessage, isGone } from '#web/platform/api-errors.ts'
import { LoadFailure } from '#web/ui/LoadFailure.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { ProfileHeaderSkeleton } from './ProfileHeader.tsx'
import { ProfileUnavailable } from './ProfileUnavailable.tsx'
import { namedUserQuery } from './users.api.ts'
import { usersText } from './users.text.ts'

/** The target of a mention: it redirects to the profile, if there is one that the viewer may see. */
export function NamedUserPage() {
  const { username = '' } = useParams()
  const query = useQuery(namedUserQuery(username))
  const goBack = useGoBack()
  if (query.data !== undefined) return <Navigate replace to={pagePaths.profile(query.data)} />
  const isUnavailable = isGone(query.error)
  return (
    <>
      <title>{usersText.profileTitle}</title>
      <PageHeader title={usersText.profileTitle} onBack={goBack} />
      {query.isPending && <ProfileHeaderSkeleton />}
      {isUnavailable && <ProfileUnavailable />}
      {query.isError && !isUnavailable && (
        <LoadFailure text={errorMessage(query.error)} onRetry={() => void query.refetch()} />
      )}
    </>
  )
}
