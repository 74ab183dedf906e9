import { Link } from 'react-router'
import type { MapPeriod } from '#contract/map-period.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { townLabel } from '#contract/town-label.ts'
import { PlaceLabel } from '#web/places/PlaceLabel.tsx'
import { PlaceRowSkeleton } from '#web/places/PlaceRow.tsx'
import drawing from '#web/ui/drawings/pinned-piazza.svg'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { ListRow } from '#web/ui/ListRow.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { tintOf } from './engine/cell-layers.ts'
import type { MapCell } from './map.api.ts'
import { mapText } from './map.text.ts'
import type { ShownPlace } from './opened-places.ts'
import styles from './MapList.module.css'

type MapListProps = {
  cells: readonly MapCell[]
  /** Posts of the liveliest cell of the map, for the same tints as there. */
  mostPosts: number
  places: readonly ShownPlace[]
  /** The list is of places, not of cells. */
  isNear: boolean
  isLoading: boolean
  hasMore: boolean
  period: MapPeriod
  onApproach: (cell: MapCell) => void
  onOpenPlace: (placeId: number) => void
}

/** The content of the map as a list, for people who cannot see the map or want to read more. */
export function MapList({
  cells,
  mostPosts,
  places,
  isNear,
  isLoading,
  hasMore,
  period,
  onApproach,
  onOpenPlace,
}: MapListProps) {
  const posts = [...cells, ...places].reduce((sum, one) => sum + one.posts, 0)
  const isEmpty = !isLoading && cells.length === 0 && places.length === 0
  return (
    <section aria-labelledby="map-list" aria-busy={isLoading}>
      <h2 id="map-list" className={styles.title}>
        {mapText.inThisArea}
        {posts > 0 && <span className={styles.summary}>{mapText.summary(posts, period)}</span>}
      </h2>
      {isEmpty && (
        <EmptyState
          drawing={drawing}
          title={mapText.nothing}
          text={isNear ? mapText.nothingText(period) : mapText.fewAuthorsText(period)}
        />
      )}
      <Stack as="ul" padding="0 1 4">
        {isLoading && [150, 190, 120].map((width) => <PlaceRowSkeleton key={width} width={width} />)}
        {cells
          .toSorted((one, other) => other.posts - one.posts)
          .map((cell) => (
            <CellRow
              key={cell.cell}
              cell={cell}
              tint={tintOf(cell.posts, mostPosts)}
              onApproach={() => onApproach(cell)}
            />
          ))}
        {places.map((place) => (
          <PlaceRow key={place.id} place={place} among={places} onOpen={() => onOpenPlace(place.id)} />
        ))}
      </Stack>
      {hasMore && <p className={styles.more}>{mapText.more}</p>}
    </section>
  )
}

type CellRowProps = { cell: MapCell; tint: number; onApproach: () => void }

function CellRow({ cell, tint, onApproach }: CellRowProps) {
  const name = (cell.town && townLabel(cell)) ?? mapText.someZone
  return (
    <ListRow
      render={({ className, children }) => (
        <button type="button" className={className} aria-label={mapText.approach(name)} onClick={onApproach}>
          {children}
        </button>
      )}
      trailing={<Activity posts={cell.posts} at={cell.newest_at} />}
    >
      <span className={styles.cell} data-tint={tint} aria-hidden />
      <span dir="auto" className={styles.name}>
        {name}
      </span>
    </ListRow>
  )
}

type PlaceRowProps = { place: ShownPlace; among: readonly ShownPlace[]; onOpen: () => void }

function PlaceRow({ place, among, onOpen }: PlaceRowProps) {
  return (
    <ListRow
      render={(props) => <Link to={pagePaths.location(place.id)} onClick={onOpen} {...props} />}
      trailing={<Activity posts={place.posts} at={place.newest_at} isNew={place.hasNews} />}
    >
      <PlaceLabel place={place} among={among} />
    </ListRow>
  )
}

const Activity = ({ posts, at, isNew }: { posts: number; at: string; isNew?: boolean }) => (
  <span className={styles.activity}>
    <span className={styles.posts}>{mapText.posts(posts)}</span>
    <span className={styles.time}>
      {isNew && <span className={styles.new}>{mapText.new}</span>}
      <RelativeTime at={at} />
    </span>
  </span>
)
