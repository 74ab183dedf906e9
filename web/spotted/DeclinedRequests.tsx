import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage } from '#web/platform/api-errors.ts'
import { Button } from '#web/ui/Button.tsx'
import { LoadFailure } from '#web/ui/LoadFailure.tsx'
import { NextPage } from '#web/ui/NextPage.tsx'
import { spottedRequestsQuery } from './requests.api.ts'
import { requestsText } from './requests.text.ts'
import { SpottedRequestRow } from './SpottedRequestRow.tsx'
import styles from './SpottedRequestsPage.module.css'

type DeclinedRequestsProps = { postId: number; onFailure: (error: unknown) => void }

/** The requests that the author declined, loaded when they are asked for. */
export function DeclinedRequests({ postId, onFailure }: DeclinedRequestsProps) {
  const [isOpen, setOpen] = useState(false)
  const query = useInfiniteQuery({ ...spottedRequestsQuery(postId, 1), enabled: isOpen })
  const requests = query.data?.pages.flatMap((page) => page.requests)
  return (
    <section className={styles.declined}>
      <Button variant="quiet" size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? requestsText.hideDeclined : requestsText.showDeclined}
      </Button>
      {isOpen && (
        <>
          {query.isError && !requests && (
            <LoadFailure text={errorMessage(query.error)} onRetry={() => void query.refetch()} />
          )}
          {requests && (
            <p className={styles.hint}>{requests.length > 0 ? requestsText.declinedHint : requestsText.noneDeclined}</p>
          )}
          {requests && requests.length > 0 && (
            <ul className={styles.list} aria-label={requestsText.declined}>
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
            </ul>
          )}
          <NextPage query={query} />
        </>
      )}
    </section>
  )
}
