import { useInfiniteQuery } from '@tanstack/react-query'
import { Bookmark, Ellipsis, Settings } from 'lucide-react'
import { useState } from 'react'
import { Link, Navigate, useParams } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import type { Profile } from '#contract/users.ts'
import { useGoBack } from '#web/navigation/go-back.ts'
import { errorMessage, isGone } from '#web/platform/api-errors.ts'
import { useCurrentUser } from '#web/platform/current-user.ts'
import { DialogButton } from '#web/ui/DialogButton.tsx'
import drawing from '#web/ui/drawings/closed-shutters.svg'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { lazyDialog } from '#web/ui/lazy-part.tsx'
import { LoadFailure } from '#web/ui/LoadFailure.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Sheet } from '#web/ui/Dialog.tsx'
import { ProfileHeader, ProfileHeaderSkeleton } from './ProfileHeader.tsx'
import { ProfileTabs } from './ProfileTabs.tsx'
import { ProfileUnavailable } from './ProfileUnavailable.tsx'
import { profileQuery } from './users.api.ts'
import { usersText } from './users.text.ts'

const ModerationSheet = lazyDialog(() => import('#web/moderation/ModerationSheet.tsx'), 'ModerationSheet', Sheet)

type ProfileControlsProps = {
  isOwn: boolean
  /** Undefined while it loads. */
  person: Profile | undefined
  onBlocked: () => void
}

/** The buttons in the page header: saved posts and settings on the viewer's own profile, otherwise a menu. */
function ProfileControls({ isOwn, person, onBlocked }: ProfileControlsProps) {
  const [open, setOpen] = useState(false)
  if (isOwn)
    return (
      <>
        <IconButton
          tone="ink"
          label={usersText.bookmarks}
          render={(props) => <Link to={pagePaths.savedPosts} {...props} />}
        >
          <Bookmark size={24} aria-hidden />
        </IconButton>
        <IconButton
          tone="ink"
          label={usersText.settings}
          render={(props) => <Link to={pagePaths.settings} {...props} />}
        >
          <Settings size={24} aria-hidden />
        </IconButton>
      </>
    )
  if (!person) return null
  return (
    <>
      <DialogButton as={IconButton} opens={ModerationSheet} label={usersText.options} onClick={() => setOpen(true)}>
        <Ellipsis size={24} aria-hidden />
      </DialogButton>
      <ModerationSheet
        title={usersText.options}
        target={{ target_type: 'user', target_id: person.id }}
        person={person}
        open={open}
        onOpenChange={setOpen}
        onBlocked={onBlocked}
      />
    </>
  )
}

/** Shown instead of the posts of a private account. */
const PrivateProfile = ({ person: { username, follow_status } }: { person: Profile }) => (
  <EmptyState
    drawing={drawing}
    title={usersText.privateTitle}
    text={follow_status === 'pending' ? usersText.privatePendingText(username) : usersText.privateText(username)}
  />
)

/** A profile; without an id, the viewer's own. */
export function ProfilePage() {
  const viewer = useCurrentUser()
  const { userId } = useParams()
  const id = userId === undefined ? viewer?.id : Number(userId)
  const isOnboarding = viewer !== null && viewer.onboarding_completed !== 1
  if (id === undefined || isOnboarding) return <Navigate to={pagePaths.home} replace />
  return <ShownProfile key={id} userId={id} viewerId={viewer?.id ?? null} />
}

function ShownProfile({ userId, viewerId }: { userId: number; viewerId: number | null }) {
  const isOwn = userId === viewerId
  const query = useInfiniteQuery(profileQuery(userId))
  const goBack = useGoBack()
  const isUnavailable = isGone(query.error)
  const person = isUnavailable ? undefined : query.data?.pages[0]?.user
  const isOpen = isOwn || person?.profile_visibility === 'public' || person?.follow_status === 'accepted'
  // Who is signed in may see a private account.
  if (isUnavailable && viewerId === null) return <Navigate to={pagePaths.login} replace />
  return (
    <>
      <title>{person ? `${person.username} · ${usersText.profileTitle}` : usersText.profileTitle}</title>
      <PageHeader title={usersText.profileTitle} onBack={goBack}>
        {!isUnavailable && viewerId !== null && <ProfileControls isOwn={isOwn} person={person} onBlocked={goBack} />}
      </PageHeader>
      {query.isPending && <ProfileHeaderSkeleton />}
      {isUnavailable && <ProfileUnavailable />}
      {!person && query.isError && !isUnavailable && (
        <LoadFailure text={errorMessage(query.error)} onRetry={() => void query.refetch()} />
      )}
      {person && <ProfileHeader person={person} isOpen={isOpen} isOwn={isOwn} isVisitor={viewerId === null} />}
      {person &&
        (isOpen ? (
          <ProfileTabs person={person} isOwn={isOwn} isVisitor={viewerId === null} query={query} />
        ) : (
          <PrivateProfile person={person} />
        ))}
    </>
  )
}
