import { useInfiniteQuery } from '@tanstack/react-query'
import type { LogEntry, ReportedContent, Resolution, SuspendedUser } from '#contract/moderation.ts'
import { useGoBack } from '#web/navigation/go-back.ts'
import { useTabMemory } from '#web/navigation/tab-memory.ts'
import { ListFrame } from '#web/platform/ListFrame.tsx'
import { PostCardSkeleton } from '#web/posts/PostCard.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'
import { DialogButton } from '#web/ui/DialogButton.tsx'
import noneSuspended from '#web/ui/drawings/closed-shutters.svg'
import noneOpen from '#web/ui/drawings/even-scales.svg'
import drawing from '#web/ui/drawings/lantern-in-the-alley.svg'
import noneClosed from '#web/ui/drawings/letter-box.svg'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Muted, Stack } from '#web/ui/Layout.tsx'
import { ListRow, ListRows } from '#web/ui/ListRow.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { PersonRowSkeleton } from '#web/users/PersonRow.tsx'
import { useNoteQuestion } from './NoteDialog.tsx'
import { ReasonChips, ReportCard } from './ReportCard.tsx'
import {
  moderationLogQuery,
  type QueueState,
  reportsQuery,
  suspendedQuery,
  useLiftSuspension,
  useResolveReport,
} from './reports.api.ts'
import { reportsText } from './reports.text.ts'
import styles from './ModerationPage.module.css'

/** No link: the profile of a suspended user is not visible. */
const SuspendedRow = ({ person, onLift }: { person: SuspendedUser; onLift: () => void }) => (
  <ListRow
    trailing={
      <DialogButton size="small" variant="outline" onClick={onLift}>
        {reportsText.lift}
        <span className="visually-hidden"> {person.username}</span>
      </DialogButton>
    }
  >
    <Avatar name={person.username} picture={person.profile_pic} size={48} />
    <div className={styles.labels}>
      <p className={styles.name}>{person.username}</p>
      <Muted size="small">
        <RelativeTime at={person.created_at} /> · {reportsText.decidedBy(person)}
      </Muted>
      {person.note && <p className={styles.reason}>{reportsText.quote(person.note)}</p>}
    </div>
  </ListRow>
)

/** Suspended users, whom a moderator can reinstate. */
function SuspendedList() {
  const query = useInfiniteQuery(suspendedQuery())
  const people = query.data?.pages.flatMap((page) => page.suspended)
  const { confirmWithNote, noteDialog } = useNoteQuestion()
  const { mutateAsync: lift } = useLiftSuspension()
  const ask = ({ id: userId, username }: SuspendedUser) =>
    confirmWithNote({ ...reportsText.liftQuestion(username), onConfirm: (note) => lift({ userId, note }) })
  return (
    <>
      <ListFrame
        query={query}
        isEmpty={people?.length === 0}
        empty={
          <EmptyState
            drawing={noneSuspended}
            title={reportsText.suspendedEmpty}
            text={reportsText.suspendedEmptyText}
          />
        }
      >
        <ListRows label={reportsText.suspended} busy={query.isPending}>
          {query.isPending && [140, 100, 160].map((width) => <PersonRowSkeleton key={width} width={width} />)}
          {people?.map((person) => (
            <SuspendedRow key={person.id} person={person} onLift={() => ask(person)} />
          ))}
        </ListRows>
      </ListFrame>
      {noteDialog}
    </>
  )
}

const empty = {
  open: <EmptyState drawing={noneOpen} title={reportsText.openEmpty} text={reportsText.openEmptyText} />,
  closed: <EmptyState drawing={noneClosed} title={reportsText.closedEmpty} text={reportsText.closedEmptyText} />,
}

/** Reported content, with the buttons to decide about it. */
function ReportList({ state }: { state: QueueState }) {
  const query = useInfiniteQuery(reportsQuery(state))
  const reports = query.data?.pages.flatMap((page) => page.reports)
  const { confirmWithNote, noteDialog } = useNoteQuestion()
  const { mutateAsync: resolve } = useResolveReport()
  const ask = (reported: ReportedContent, action: Resolution) =>
    confirmWithNote({
      ...reportsText.question(action, reported.target_type),
      danger: action !== 'dismiss',
      onConfirm: (note) => resolve({ reported, action, note }),
    })
  return (
    <>
      <ListFrame query={query} isEmpty={reports?.length === 0} empty={empty[state]}>
        <div role="feed" aria-label={reportsText[state]} aria-busy={query.isPending}>
          {query.isPending && [1, 2].map((key) => <PostCardSkeleton key={key} picture={false} />)}
          {reports?.map((reported) => (
            <ReportCard key={reported.id} reported={reported} onDecide={(action) => ask(reported, action)} />
          ))}
        </div>
      </ListFrame>
      {noteDialog}
    </>
  )
}

function LogRow({ entry }: { entry: LogEntry }) {
  const { actor, action } = reportsText.logEntry(entry)
  return (
    <li className={styles.row}>
      <p>
        <strong className={styles.person}>{actor}</strong> {action}{' '}
        <RelativeTime className={styles.time} at={entry.created_at} />
      </p>
      {entry.note && <Muted>{reportsText.quote(entry.note)}</Muted>}
      {entry.reasons.length > 0 && <ReasonChips reasons={entry.reasons} />}
    </li>
  )
}

/** The log of decisions. */
function LogList() {
  const query = useInfiniteQuery(moderationLogQuery())
  const entries = query.data?.pages.flatMap((page) => page.entries)
  const none = <EmptyState drawing={drawing} title={reportsText.logEmpty} text={reportsText.logEmptyText} />
  return (
    <ListFrame query={query} isEmpty={entries?.length === 0} empty={none}>
      <Stack as="ol" padding="0 4" aria-label={reportsText.log} aria-busy={query.isPending}>
        {query.isPending &&
          [260, 220, 280].map((width) => (
            <Stack as="li" key={width} padding="4 0">
              <Skeleton width={width} height={15} />
            </Stack>
          ))}
        {entries?.map((entry) => (
          <LogRow key={entry.id} entry={entry} />
        ))}
      </Stack>
    </ListFrame>
  )
}

/** For moderators; others see the page for unknown addresses. */
export function ModerationPage() {
  const goBack = useGoBack()
  const [tab, setTab] = useTabMemory<'open' | 'closed' | 'suspended' | 'log'>('open')
  return (
    <>
      <title>{reportsText.title}</title>
      <PageHeader title={reportsText.title} onBack={goBack} />
      <Tabs
        sticky
        label={reportsText.sections}
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'open', label: reportsText.open, content: <ReportList state="open" /> },
          { value: 'closed', label: reportsText.closed, content: <ReportList state="closed" /> },
          { value: 'suspended', label: reportsText.suspended, content: <SuspendedList /> },
          { value: 'log', label: reportsText.log, content: <LogList /> },
        ]}
      />
    </>
  )
}
