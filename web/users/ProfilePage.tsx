import { useInfiniteQuery } from '@tanstack/react-query'
import { Navigate, useParams } from 'react-router'
import { useGoBack } from '#web/navigation/go-back.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { isGone, errorMessage } from '#web/platform/api-errors.ts'
import { useCurrentUser } from '#web/platform/current-user.ts'
import { LoadFailure } from '#web/ui/LoadFailure.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { PrivateProfile } from './PrivateProfile.tsx'
import { ProfileControls } from './ProfileControls.tsx'
import { ProfileHeader } from './ProfileHeader.tsx'
import { ProfileHeaderSkeleton } from './ProfileHeaderSkeleton.tsx'
import { ProfileTabs } from './ProfileTabs.tsx'
import { ProfileUnavailable } from './ProfileUnavailable.tsx'
import { profileQuery } from './users.api.ts'
import { usersText } from './users.text.ts'

/** A profile; without an id, the viewer's own. */
export function ProfilePage() {
  const viewer = useCurrentUser()
  const { userId } = useParams()
  if (!viewer) return <Navigate to={pagePaths.login} replace />
  const id = userId === undefined ? viewer.id : Number(userId)
  return <Profile key={id} userId={id} isOwn={id === viewer.id} />
}

function Profile({ userId, isOwn }: { userId: number; isOwn: boolean }) {
  const query = useInfiniteQuery(profileQuery(userId))
  const goBack = useGoBack()
  const isUnavailable = isGone(query.error)
  const person = isUnavailable ? undefined : query.data?.pages[0]?.user
  const isOpen = isOwn || person?.profile_visibility === 'public' || person?.follow_status === 'accepted'
  return (
    <>
      <title>{person ? `${person.username} · ${usersText.profileTitle}` : usersText.profileTitle}</title>
      <PageHeader title={usersText.profileTitle} onBack={goBack}>
        {!isUnavailable && <ProfileControls isOwn={isOwn} person={person} onBlocked={goBack} />}
      </PageHeader>
      {query.isPending && <ProfileHeaderSkeleton />}
      {isUnavailable && <ProfileUnavailable />}
      {!person && query.isError && !isUnavailable && (
        <LoadFailure text={errorMessage(query.error)} onRetry={() => void query.refetch()} />
      )}
      {person && <ProfileHeader person={person} isOpen={isOpen} isOwn={isOwn} />}
      {person &&
        (isOpen ? <ProfileTabs person={person} isOwn={isOwn} query={query} /> : <PrivateProfile person={person} />)}
    </>
  )
}
