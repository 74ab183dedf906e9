import { useInfiniteQuery } from '@tanstack/react-query'
import { useGoBack } from '#web/navigation/go-back.ts'
import { PlaceRow } from '#web/places/PlaceRow.tsx'
import { ListFrame } from '#web/platform/ListFrame.tsx'
import { Button } from '#web/ui/Button.tsx'
import drawing from '#web/ui/drawings/quiet-harbour.svg'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ListRows } from '#web/ui/ListRow.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { PersonRow, PersonRowSkeleton } from '#web/users/PersonRow.tsx'
import { moderationText } from './moderation.text.ts'
import { mutedQuery, useMute } from './mutes.api.ts'

/** The people and places that the viewer has muted. */
export function MutedPage() {
  const query = useInfiniteQuery(mutedQuery())
  const muted = query.data?.pages.flatMap((page) => page.muted)
  const places = muted?.flatMap(({ place }) => place ?? []) ?? []
  return (
    <>
      <title>{moderationText.mutedTitle}</title>
      <PageHeader title={moderationText.mutedTitle} onBack={useGoBack()} />
      <ListFrame
        query={query}
        isEmpty={muted?.length === 0}
        empty={<EmptyState drawing={drawing} title={moderationText.mutedEmpty} text={moderationText.mutedEmptyText} />}
      >
        <ListRows label={moderationText.mutedList} busy={query.isPending}>
          {query.isPending && [140, 100, 160].map((width) => <PersonRowSkeleton key={width} width={width} />)}
          {muted?.map(({ user, place }) =>
            user ? (
              <PersonRow key={user.id} person={user}>
                <EndMute target_type="user" {...user} name={user.username} />
              </PersonRow>
            ) : (
              place && (
                <PlaceRow key={place.id} place={place} among={places}>
                  <EndMute target_type="place" {...place} />
                </PlaceRow>
              )
            ),
          )}
        </ListRows>
      </ListFrame>
    </>
  )
}

type EndMuteProps = { target_type: 'user' | 'place'; id: number; name: string }

function EndMute({ target_type, id, name }: EndMuteProps) {
  const { mutate, isPending } = useMute()
  return (
    <Button
      size="small"
      variant="outline"
      busy={isPending}
      onClick={() => mutate({ on: false, target: { target_type, target_id: id } })}
    >
      {moderationText.endMute}
      <span className="visually-hidden"> {name}</span>
    </Button>
  )
}
