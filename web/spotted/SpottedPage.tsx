import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useLocation, useParams } from 'react-router'
import type { CurrentUser } from '#contract/auth.ts'
import { pagePaths } from '#contract/page-paths.ts'
import type { SpottedRequest } from '#contract/spotted.ts'
import { useGoBack } from '#web/navigation/go-back.ts'
import { useCurrentUser } from '#web/platform/current-user.ts'
import { ListFrame } from '#web/platform/ListFrame.tsx'
import binoculars from '#web/ui/drawings/binoculars-at-dusk.svg'
import drawing from '#web/ui/drawings/empty-bench.svg'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { PersonRowSkeleton } from '#web/users/PersonRow.tsx'
import { ProfileUnavailable } from '#web/users/ProfileUnavailable.tsx'
import { ownSpottedQuery } from './requests.api.ts'
import { requestsText } from './requests.text.ts'
import { spottedPostsQuery } from './spotted-posts.api.ts'
import { spottedPostsText } from './spotted-posts.text.ts'
import { SpottedGrid } from './SpottedGrid.tsx'
import styles from './SpottedRequestRow.module.css'
import { QuotedPost, SpottedRequestRow, useRequestAnswers } from './SpottedRequestRow.tsx'

type PendingRequestsProps = {
  list: 'received' | 'sent'
  empty: ReactNode
  onConfirmed: (request: SpottedRequest) => void
  onFailure: (error: unknown) => void
}

/** Requests without an answer, each with its post. */
function PendingRequests({ list, empty, ...answer }: PendingRequestsProps) {
  const query = useInfiniteQuery(ownSpottedQuery(list))
  const requests = query.data?.pages.flatMap((page) => page.requests)
  return (
    <ListFrame query={query} isEmpty={requests?.length === 0} empty={empty}>
      {!requests && [140, 100, 160].map((width) => <PersonRowSkeleton key={width} width={width} />)}
      {requests?.map(({ post, ...request }) => (
        <section key={request.request_id} className={styles.request} aria-label={request.username}>
          <QuotedPost post={post} isOwner={list === 'received'} />
          <ul>
            <SpottedRequestRow postId={post.id} request={request} isOwner={list === 'received'} {...answer} />
          </ul>
        </section>
      ))}
    </ListFrame>
  )
}

type OwnSpottedProps = { viewer: CurrentUser; confirmed: ReactNode }
type List = 'received' | 'sent' | 'found'

/** What the viewer has to answer, what others have to answer, and where the viewer is confirmed. */
function OwnSpotted({ viewer, confirmed }: OwnSpottedProps) {
  const { pathname, hash } = useLocation()
  const isAboutPending = pathname + hash === pagePaths.pendingSpotted(viewer.id)
  const [list, setList] = useState<List>(isAboutPending ? 'received' : 'found')
  const { answerDialogs, ...answer } = useRequestAnswers(viewer)
  const tabs = [
    {
      value: 'received',
      label: requestsText.received,
      content: (
        <PendingRequests
          list="received"
          empty={
            <EmptyState drawing={binoculars} title={requestsText.noneReceived} text={requestsText.noneReceivedText} />
          }
          {...answer}
        />
      ),
    },
    {
      value: 'sent',
      label: requestsText.sent,
      content: (
        <PendingRequests
          list="sent"
          empty={<EmptyState drawing={drawing} title={requestsText.noneSent} text={requestsText.noneSentText} />}
          {...answer}
        />
      ),
    },
    { value: 'found', label: requestsText.found, content: confirmed },
  ] as const
  return (
    <>
      <Tabs<List> label={requestsText.own} tabs={tabs} value={list} onChange={setList} sticky />
      {answerDialogs}
    </>
  )
}

/** The posts in which a user is confirmed; the viewer's own page also has what waits for an answer. */
export function SpottedPage() {
  const userId = Number(useParams().userId)
  const viewer = useCurrentUser()
  const goBack = useGoBack()
  const isOwn = viewer?.id === userId
  return (
    <>
      <title>{spottedPostsText.title}</title>
      <PageHeader title={spottedPostsText.title} onBack={goBack} />
      {isOwn ? (
        <OwnSpotted viewer={viewer} confirmed={<SpottedPosts userId={userId} />} />
      ) : (
        <SpottedPosts userId={userId} />
      )}
    </>
  )
}

const SpottedPosts = ({ userId }: { userId: number }) => (
  <SpottedGrid
    label={spottedPostsText.posts}
    query={useInfiniteQuery(spottedPostsQuery(userId))}
    empty={<EmptyState drawing={drawing} title={spottedPostsText.empty} />}
    unavailable={<ProfileUnavailable />}
  />
)
