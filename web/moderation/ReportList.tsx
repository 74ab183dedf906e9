import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReportedContent, Resolution } from '#contract/moderation.ts'
import { errorMessage } from '#web/platform/api-errors.ts'
import { PostCardSkeleton } from '#web/posts/PostCardSkeleton.tsx'
import noneClosed from '#web/ui/drawings/letter-box.svg'
import noneOpen from '#web/ui/drawings/even-scales.svg'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { LoadFailure } from '#web/ui/LoadFailure.tsx'
import { NextPage } from '#web/ui/NextPage.tsx'
import { type QueueState, reportsQuery, useResolveReport } from './reports.api.ts'
import { reportsText } from './reports.text.ts'
import { NoteDialog } from './NoteDialog.tsx'
import { ReportCard } from './ReportCard.tsx'

const empty = {
  open: <EmptyState drawing={noneOpen} title={reportsText.openEmpty} text={reportsText.openEmptyText} />,
  closed: <EmptyState drawing={noneClosed} title={reportsText.closedEmpty} text={reportsText.closedEmptyText} />,
}

/** Reported content, with the buttons to decide about it. */
export function ReportList({ state }: { state: QueueState }) {
  const query = useInfiniteQuery(reportsQuery(state))
  const reports = query.data?.pages.flatMap((page) => page.reports)
  const [chosen, setChosen] = useState<{ reported: ReportedContent; action: Resolution } | null>(null)
  const [isConfirmOpen, setConfirmOpen] = useState(false)
  const { mutateAsync: resolve } = useResolveReport()
  const askToConfirm = (reported: ReportedContent, action: Resolution) => {
    setChosen({ reported, action })
    setConfirmOpen(true)
  }
  if (!reports && query.isError)
    return <LoadFailure text={errorMessage(query.error)} onRetry={() => void query.refetch()} />
  const question = reportsText.question(chosen?.action ?? 'dismiss', chosen?.reported.target_type ?? 'post')
  return (
    <>
      {reports?.length === 0 && empty[state]}
      {reports?.length !== 0 && (
        <div role="feed" aria-label={reportsText[state]} aria-busy={query.isPending}>
          {query.isPending && [1, 2].map((key) => <PostCardSkeleton key={key} picture={false} />)}
          {reports?.map((reported) => (
            <ReportCard key={reported.id} reported={reported} onDecide={(action) => askToConfirm(reported, action)} />
          ))}
        </div>
      )}
      <NextPage query={query} />
      <NoteDialog
        {...question}
        danger={chosen?.action !== 'dismiss'}
        open={isConfirmOpen}
        onOpenChange={setConfirmOpen}
        onConfirm={(note) => chosen && resolve({ ...chosen, note })}
      />
    </>
  )
}
