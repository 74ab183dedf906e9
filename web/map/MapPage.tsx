import { useQuery } from '@tanstack/react-query'
import { LocateFixed } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { MapBox } from '#contract/map-box.ts'
import { type MapPeriod, mapPeriods } from '#contract/map-period.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { AreaEvents } from '#web/events/AreaEvents.tsx'
import type { MapEngine } from '#web/map/engine/engine.ts'
import { errorMessage } from '#web/platform/api-errors.ts'
import { locate, type Position, roundPosition, storedPosition } from '#web/platform/geolocation.ts'
import { Button } from '#web/ui/Button.tsx'
import { ChoiceChips } from '#web/ui/Choices.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { LoadFailure } from '#web/ui/LoadFailure.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { showToast } from '#web/ui/toast.ts'
import { uiText } from '#web/ui/ui.text.ts'
import { ExploreChoice } from './ExploreChoice.tsx'
import { useLedElsewhere, useMapAddress } from './map-address.ts'
import {
  boxAround,
  isInBox,
  italy,
  type MapView,
  maxZoom,
  minZoom,
  overlapsBox,
  showsPlaces,
  snapBox,
  townZoom,
} from './map-view.ts'
import { groundQuery, mapCellsQuery, mapPlacesQuery } from './map.api.ts'
import { mapText } from './map.text.ts'
import { MapCanvas } from './MapCanvas.tsx'
import { MapList } from './MapList.tsx'
import { hasNews, rememberOpenedPlace, useOpenedPlaces } from './opened-places.ts'
import type { EngineFailure } from './use-engine.ts'
import { useOwnPosition } from './own-position.ts'
import styles from './MapPage.module.css'

const periodOptions = mapPeriods.map((value) => ({ value, label: mapText.periods[value] }))
/** Steps of zoom from the list, where the map cannot be drawn. */
const listZooms = 2

/** The position to two decimals, as the feed sends it to the server. */
function around(position: Position | null): MapView | null {
  const { lat, lon } = roundPosition(position, 2)
  return lat === undefined || lon === undefined ? null : { latitude: lat, longitude: lon, zoom: townZoom }
}

/** The visible content: cells when zoomed out, places when zoomed in. */
function useMapContent(box: MapBox, zoom: number, period: MapPeriod) {
  const snapped = snapBox(box, zoom)
  const isNear = showsPlaces(snapped, zoom)
  const cells = useQuery(mapCellsQuery(snapped, Math.floor(zoom), period, !isNear))
  const places = useQuery(mapPlacesQuery(snapped, period, isNear))
  return { isNear, cells, places }
}

type NoMapProps = { text: string; hint?: string; action: string; onAction: () => void }

/** Replaces the map, low enough for a small phone: explains why it is missing, and what can be done. */
const NoMap = ({ text, hint, action, onAction }: NoMapProps) => (
  <output className={styles.noMap}>
    <p>{text}</p>
    {hint && <p>{hint}</p>}
    <Button variant="soft" onClick={onAction}>
      {action}
    </Button>
  </output>
)

export function MapPage() {
  const navigate = useNavigate()
  const { view: addressed, period, setAddress } = useMapAddress()
  const [shown, setShown] = useState<{ view: MapView; box: MapBox }>(() => {
    const start = addressed ?? around(storedPosition()) ?? italy
    return { view: start, box: boxAround(start) }
  })
  const [engine, setEngine] = useState<MapEngine | null>(null)
  const [failure, setFailure] = useState<EngineFailure | null>(null)
  const [own, setOwn] = useOwnPosition()
  const ground = useQuery(groundQuery())
  const opened = useOpenedPlaces()
  const { isNear, cells, places } = useMapContent(shown.box, shown.view.zoom, period)

  const content = {
    cells: isNear ? [] : (cells.data?.cells ?? []),
    places: isNear ? (places.data?.places ?? []).map((place) => ({ ...place, hasNews: hasNews(place, opened) })) : [],
  }
  const query = isNear ? places : cells
  const openPlace = (placeId: number) => {
    rememberOpenedPlace(placeId)
    void navigate(pagePaths.location(placeId))
  }
  const show = (view: MapView, box: MapBox) => {
    setShown({ view, box })
    setAddress(view)
  }
  /** Called from the list: moves the map, or without a map the area of the list. */
  const approach = (to: Position, zoom: number) => {
    const view = { ...to, zoom: Math.min(maxZoom, Math.max(minZoom, zoom)) }
    if (engine) engine.approach(view, view.zoom)
    else show(view, boxAround(view))
  }
  useLedElsewhere((view) => approach(view, view.zoom))
  const showOwnPosition = async () => {
    try {
      const located = await locate()
      setOwn(located)
      const view = around(located)
      if (view) approach(view, view.zoom)
    } catch (error) {
      showToast(error instanceof Error ? error.message : mapText.failed)
    }
  }
  const groundError = ground.isError && !ground.data ? ground.error : null
  return (
    <div className={styles.page}>
      <title>{mapText.title}</title>
      <PageHeader title={mapText.title} />
      <ExploreChoice current={pagePaths.map} />
      <div className={styles.panes}>
        <div className={styles.map}>
          {ground.data && failure === null && (
            <MapCanvas
              archives={ground.data.archives}
              view={shown.view}
              content={content}
              own={own}
              onView={show}
              onOpenPlace={openPlace}
              onEngine={setEngine}
              onFailure={setFailure}
            />
          )}
          {failure === 'not drawn' && (
            <NoMap
              text={mapText.noMap}
              hint={mapText.noMapText}
              action={mapText.farther}
              onAction={() => approach(shown.view, shown.view.zoom - listZooms)}
            />
          )}
          {failure === 'not loaded' && (
            <NoMap text={mapText.failed} action={uiText.retry} onAction={() => setFailure(null)} />
          )}
          {groundError && (
            <NoMap text={errorMessage(groundError)} action={uiText.retry} onAction={() => void ground.refetch()} />
          )}
          <div className={styles.period}>
            <ChoiceChips
              label={mapText.period}
              options={periodOptions}
              value={period}
              onChange={(next) => setAddress(shown.view, next)}
            />
          </div>
          <IconButton
            className={styles.locate}
            label={mapText.ownPosition}
            tone="ink"
            onClick={() => void showOwnPosition()}
          >
            <LocateFixed size={22} />
          </IconButton>
        </div>
        <div className={styles.list}>
          {query.isError && !query.data ? (
            <LoadFailure text={errorMessage(query.error)} onRetry={() => void query.refetch()} />
          ) : (
            <MapList
              cells={content.cells.filter((cell) => overlapsBox(cell, shown.box))}
              mostPosts={Math.max(1, ...content.cells.map(({ posts }) => posts))}
              places={content.places.filter((place) => isInBox(place, shown.box))}
              isNear={isNear}
              isLoading={query.isPending}
              hasMore={isNear && places.data?.has_more === true}
              period={period}
              onApproach={(cell) => approach(cell, shown.view.zoom + listZooms)}
              onOpenPlace={rememberOpenedPlace}
            />
          )}
          {isNear && <AreaEvents box={snapBox(shown.box, shown.view.zoom)} />}
        </div>
      </div>
    </div>
  )
}
