import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useDebounced } from '#web/platform/debounced.ts'
import { type Position, usePosition } from '#web/platform/geolocation.ts'
import { RadioList } from '#web/ui/RadioList.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { addedPlacesText } from './added-places.text.ts'
import { PlacePickerLocate } from './PlacePickerLocate.tsx'
import { townsQuery } from './places.api.ts'

const listedTowns = 5

type PlacePointProps = { onChange: (point: Position | null) => void }

/** Chooses where a place is: where the device is, or in the middle of a town. */
export function PlacePoint({ onChange }: PlacePointProps) {
  const [kind, setKind] = useState<'here' | 'town' | null>(null)
  const position = usePosition()
  const choose = (next: 'here' | 'town') => {
    setKind(next)
    onChange(next === 'here' ? position : null)
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
      {kind === 'here' && <PlacePickerLocate onLocated={onChange} />}
      {kind === 'town' && <TownPoint onChange={onChange} />}
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
