import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReportedThing, Resolution } from '#contract/moderation.ts'
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
  const things = query.data?.pages.flatMap((page) => page.reports)
  const [chosen, setChosen] = useState<{ thing: ReportedThing; action: Resolution } | null>(null)
  const [asking, setAsking] = useState(false)
  const { mutateAsync: resolve } = useResolveReport()
  const ask = (thing: ReportedThing, action: Resolution) => {
    setChosen({ thing, action })
    setAsking(true)
  }
  if (!things && query.isError)
    return <LoadFailure text={errorMessage(query.error)} onRetry={() => void query.refetch()} />
  const question = reportsText.question(chosen?.action ?? 'dismiss', chosen?.thing.target_type ?? 'post')
  return (
    <>
      {things?.length === 0 && empty[state]}
      {things?.length !== 0 && (
        <div role="feed" aria-label={reportsText[state]} aria-busy={query.isPending}>
          {query.isPending && [1, 2].map((key) => <PostCardSkeleton key={key} picture={false} />)}
          {things?.map((thing) => (
            <ReportCard key={thing.id} thing={thing} onDecide={(action) => ask(thing, action)} />
          ))}
        </div>
      )}
      <NextPage query={query} />
      <NoteDialog
        {...question}
        danger={chosen?.action !== 'dismiss'}
        open={asking}
        onOpenChange={setAsking}
        onConfirm={(note) => chosen && resolve({ ...chosen, note })}
      />
    </>
  )
}
