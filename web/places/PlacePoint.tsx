import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useDebounced } from '#web/platform/debounced.ts'
import { PointMap } from '#web/map/PointMap.tsx'
import { coarsePosition, type Position, usePosition } from '#web/platform/geolocation.ts'
import { RadioList } from '#web/ui/RadioList.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { addedPlacesText } from './added-places.text.ts'
import { PlacePickerLocate } from './PlacePickerLocate.tsx'
import { townsQuery } from './places.api.ts'

const listedTowns = 5

type PlacePointProps = { onChange: (point: Position | null) => void }

/** Chooses where a place is: where the device is, or in the middle of a town, and from there by hand on the map. */
export function PlacePoint({ onChange }: PlacePointProps) {
  const [kind, setKind] = useState<'here' | 'town' | null>(null)
  const [start, setStart] = useState<Position | null>(null)
  const [hasMap, setHasMap] = useState(true)
  const position = usePosition()
  const begin = (point: Position | null) => {
    setStart(point)
    onChange(point)
  }
  // The map asks the server for the tiles around its centre. So it starts at the rounded position that the picker has
  // already sent, and the user moves it to the point that becomes public. Without a map, the position of the device is
  // the best one.
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
      {start && hasMap && <PointMap point={start} onMove={onChange} onFailure={goWithoutMap} />}
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
        options={towns.map(({ id, name, town }) => ({
          value: String(id),
          label: [name, town].filter(Boolean).join(' '),
        }))}
        value={chosen}
        onChange={choose}
      />
    </>
  )
}
