import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { useGoBack } from '#web/navigation/go-back.ts'
import { errorMessage, isGone } from '#web/platform/api-errors.ts'
import { useCurrentUser } from '#web/platform/current-user.ts'
import { PostUnavailable } from '#web/posts/PostUnavailable.tsx'
import { Button } from '#web/ui/Button.tsx'
import drawing from '#web/ui/drawings/binoculars-at-dusk.svg'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Muted } from '#web/ui/Layout.tsx'
import { ListRows } from '#web/ui/ListRow.tsx'
import { LoadFailure } from '#web/ui/LoadFailure.tsx'
import { NextPage } from '#web/ui/NextPage.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { PersonRowSkeleton } from '#web/users/PersonRow.tsx'
import { spottedRequestsQuery } from './requests.api.ts'
import { requestsText } from './requests.text.ts'
import styles from './SpottedRequestRow.module.css'
import { QuotedPost, SpottedRequestRow, useRequestAnswers } from './SpottedRequestRow.tsx'

type DeclinedRequestsProps = { postId: number; onFailure: (error: unknown) => void }

/** The requests that the author declined, behind a button; nothing without any. */
function DeclinedRequests({ postId, onFailure }: DeclinedRequestsProps) {
  const [isOpen, setOpen] = useState(false)
  const query = useInfiniteQuery(spottedRequestsQuery(postId, 1))
  const requests = query.data?.pages.flatMap((page) => page.requests)
  if (!requests?.length) return null
  return (
    <section className={styles.declined}>
      <Button variant="quiet" size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? requestsText.hideDeclined : requestsText.showDeclined}
      </Button>
      {isOpen && (
        <>
          <Muted size="small" padding="2 4">
            {requestsText.declinedHint}
          </Muted>
          <ListRows label={requestsText.declined} busy={false}>
            {requests.map((request) => (
              <SpottedRequestRow
                key={request.request_id}
                isOwner
                postId={postId}
                request={request}
                onConfirmed={() => undefined}
                onFailure={onFailure}
              />
            ))}
          </ListRows>
          <NextPage query={query} />
        </>
      )}
    </section>
  )
}

/** A post, and the requests to be recognised in it. */
export function SpottedRequestsPage() {
  const postId = Number(useParams().postId)
  const viewer = useCurrentUser()
  const query = useInfiniteQuery(spottedRequestsQuery(postId))
  const { answerDialogs, ...answer } = useRequestAnswers(viewer)
  const goBack = useGoBack()
  const isUnavailable = isGone(query.error)
  const requests = isUnavailable ? undefined : query.data?.pages.flatMap((page) => page.requests)
  const post = isUnavailable ? undefined : query.data?.pages[0]?.post
  const isOwner = post !== undefined && viewer?.id === post.user_id
  return (
    <>
      <title>{requestsText.title}</title>
      <PageHeader title={requestsText.title} onBack={goBack} />
      {isUnavailable && <PostUnavailable />}
      {post && <QuotedPost post={post} isOwner={isOwner} />}
      {!requests && query.isError && !isUnavailable && (
        <LoadFailure text={errorMessage(query.error)} onRetry={() => void query.refetch()} />
      )}
      {requests?.length === 0 &&
        (viewer ? (
          <EmptyState drawing={drawing} title={requestsText.empty} text={requestsText.emptyText} />
        ) : (
          <SignedOut />
        ))}
      {(query.isPending || (requests && requests.length > 0)) && (
        <ListRows label={requestsText.title} busy={query.isPending}>
          {query.isPending && [140, 100, 160].map((width) => <PersonRowSkeleton key={width} width={width} />)}
          {requests?.map((request) => (
            <SpottedRequestRow
              key={request.request_id}
              postId={postId}
              request={request}
              isOwner={isOwner}
              {...answer}
            />
          ))}
        </ListRows>
      )}
      <NextPage query={query} />
      {isOwner && <DeclinedRequests postId={postId} onFailure={answer.onFailure} />}
      {answerDialogs}
    </>
  )
}

const SignedOut = () => (
  <EmptyState drawing={drawing} title={requestsText.signedOut} text={requestsText.signedOutText}>
    <Button variant="soft" render={(props) => <Link to={pagePaths.login} {...props} />}>
      {requestsText.signIn}
    </Button>
  </EmptyState>
)
