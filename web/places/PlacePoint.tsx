import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { placeLine } from '#contract/town-label.ts'
import { useHasStreets } from '#web/map/map.api.ts'
import { PointMap } from '#web/map/PointMap.tsx'
import { useDebounced } from '#web/platform/debounced.ts'
import { coarsePosition, distanceInMetres, type Position, usePosition } from '#web/platform/geolocation.ts'
import { Muted } from '#web/ui/Layout.tsx'
import { RadioList } from '#web/ui/RadioList.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { addedPlacesText } from './added-places.text.ts'
import { PlacePickerLocate } from './PlacePickerLocate.tsx'
import { nearbyPlacesQuery, townsQuery } from './places.api.ts'

const listedTowns = 5
const listedPlaces = 5
/** Farther away than this, no place says where something is. */
const besideMetres = 500

type PlacePointProps = { onChange: (point: Position | null) => void }

/** Chooses where a place is: where the device is, or in the middle of a town, and from there by hand on a map with streets. */
export function PlacePoint({ onChange }: PlacePointProps) {
  const [kind, setKind] = useState<'here' | 'town' | null>(null)
  const [start, setStart] = useState<Position | null>(null)
  const [hasMap, setHasMap] = useState(true)
  const position = usePosition()
  const hasStreets = useHasStreets(start)
  const canAim = hasMap && hasStreets === true
  const begin = (point: Position | null) => {
    setStart(point)
    onChange(point)
  }
  // The map asks the server for the tiles around its centre. So it starts at the rounded position that the picker has
  // already sent, and the user moves it to the point that becomes public. Without streets nobody can aim, and the
  // position of the device is the best one.
  const stayHere = useEffectEvent((begun: Position | null) => begun && kind === 'here' && onChange(position))
  useEffect(() => {
    if (hasStreets === false) stayHere(start)
  }, [hasStreets, start])
  const beginHere = (exact: Position | null) => begin(exact && hasMap ? coarsePosition(exact, 3) : exact)
  const choose = (next: 'here' | 'town') => {
    setKind(next)
    if (next === 'here') beginHere(position)
    else begin(null)
  }
  const goWithoutMap = () => {
    setHasMap(false)
    if (kind === 'here') onChange(position)
  }
  return (
    <>
      <RadioList
        label={addedPlacesText.where}
        options={[
          { value: 'here', label: addedPlacesText.here },
          { value: 'town', label: addedPlacesText.inTown },
        ]}
        value={kind}
        onChange={choose}
      />
      {kind === 'here' && <PlacePickerLocate onLocated={beginHere} />}
      {kind === 'town' && <TownPoint onChange={begin} />}
      {start && canAim && <PointMap point={start} onMove={onChange} onFailure={goWithoutMap} />}
      {start && !canAim && hasStreets !== undefined && (
        <PointAmongPlaces
          key={`${start.latitude} ${start.longitude}`}
          start={(kind === 'here' && position) || start}
          startKind={kind === 'here' ? 'device' : 'centre'}
          onChange={onChange}
        />
      )}
    </>
  )
}

function TownPoint({ onChange }: PlacePointProps) {
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<string | null>(null)
  const towns = useQuery(townsQuery(useDebounced(typed.trim(), 250))).data?.slice(0, listedTowns) ?? []
  const choose = (id: string) => {
    setChosen(id)
    onChange(towns.find((town) => String(town.id) === id) ?? null)
  }
  return (
    <>
      <TextField label={addedPlacesText.town} autoComplete="off" value={typed} onChange={setTyped} />
      <RadioList
        label={addedPlacesText.towns}
        options={towns.map(({ id, ...town }) => ({
          value: String(id),
          label: placeLine(town, ', '),
        }))}
        value={chosen}
        onChange={choose}
      />
    </>
  )
}

type PointAmongPlacesProps = { start: Position; startKind: 'device' | 'centre'; onChange: (point: Position) => void }

/** Where the map has no streets to aim at: the start itself, or beside a place that people know. */
function PointAmongPlaces({ start, startKind, onChange }: PointAmongPlacesProps) {
  const [chosen, setChosen] = useState('start')
  const around = useQuery(nearbyPlacesQuery(start, 3)).data ?? []
  const places = around
    .filter(({ kind }) => kind !== 'town')
    .map((place) => ({ ...place, metres: distanceInMetres(start, place) }))
    .filter(({ metres }) => metres < besideMetres)
    .slice(0, listedPlaces)
  const choose = (id: string) => {
    setChosen(id)
    onChange(places.find((place) => String(place.id) === id) ?? start)
  }
  if (places.length === 0) return <p>{addedPlacesText.takes[startKind]}</p>
  return (
    <>
      <Muted size="small">{addedPlacesText.noStreets}</Muted>
      <RadioList
        label={addedPlacesText.point}
        options={[
          { value: 'start', label: addedPlacesText.at[startKind] },
          ...places.map(({ id, name, metres }) => ({ value: String(id), label: addedPlacesText.beside(name, metres) })),
        ]}
        value={chosen}
        onChange={choose}
      />
    </>
  )
}
