import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react'
import { fieldsText } from '#contract/fields.text.ts'
import { placeNameLimit } from '#contract/limits.ts'
import type { AddedPlaceKind, ListedPlace } from '#contract/places.ts'
import { placeLine } from '#contract/town-label.ts'
import { useHasStreets } from '#web/map/map.api.ts'
import { PointMap } from '#web/map/PointMap.tsx'
import { errorMessage } from '#web/platform/api-errors.ts'
import { useDebounced } from '#web/platform/debounced.ts'
import { coarsePosition, type Position, usePosition } from '#web/platform/geolocation.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { focusFirstInvalid } from '#web/ui/focus-first-invalid.ts'
import { Muted, Stack } from '#web/ui/Layout.tsx'
import { RadioList } from '#web/ui/RadioList.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { addedPlacesText } from './added-places.text.ts'
import { PlacePickerGroup } from './PlacePickerGroup.tsx'
import { PlacePickerLocate } from './PlacePickerLocate.tsx'
import { placeToAdd, townsQuery, useAddPlace } from './places.api.ts'
import styles from './AddPlaceForm.module.css'

const listedTowns = 5

type PlacePointProps = { onChange: (point: Position | null) => void }

/** Chooses where a place is: where the device is, or in the middle of a town, and from there by hand on a map with streets. */
function PlacePoint({ onChange }: PlacePointProps) {
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
        <p>{kind === 'here' ? addedPlacesText.takesPosition : addedPlacesText.takesCentre}</p>
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

type AddPlaceFormProps = {
  /** The search text that found nothing. */
  initialName: string
  onBack: () => void
  /** Gets the new place, or the one that was meant. */
  onPick: (place: ListedPlace) => void
}

/** Adds a place to the directory, unless it is one of those that are there. */
export function AddPlaceForm({ initialName, onBack, onPick }: AddPlaceFormProps) {
  const [name, setName] = useState(initialName)
  const [kind, setKind] = useState<AddedPlaceKind | null>(null)
  const [point, setPoint] = useState<Position | null>(null)
  const [submitted, setSubmitted] = useState(false)
  const { mutate, isPending, error, data, reset } = useAddPlace()
  const problems = {
    name: name.trim() ? null : fieldsText.placeNameRequired,
    kind: kind ? null : fieldsText.placeKind,
    point: point ? null : fieldsText.placePoint,
  }
  const send = (isNew: boolean) => {
    if (!kind || !point || isPending) return
    mutate(placeToAdd({ name, kind, point, isNew }), { onSuccess: ({ place }) => place && onPick(place) })
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setSubmitted(true)
    if (problems.name || problems.kind) focusFirstInvalid(event.currentTarget)
    else send(false)
  }
  const back = data?.similar.length ? reset : onBack
  return (
    <Stack gap={3}>
      <Button
        variant="quiet"
        size="small"
        className={styles.back}
        icon={<ArrowLeft size={18} aria-hidden />}
        onClick={back}
      >
        {addedPlacesText.back}
      </Button>
      {data && data.similar.length > 0 ? (
        <Stack gap={4}>
          <Muted>{addedPlacesText.similarText}</Muted>
          <PlacePickerGroup title={addedPlacesText.similarTitle} places={data.similar} onPick={onPick} />
          {error && <Banner tone="danger">{errorMessage(error)}</Banner>}
          <Button wide variant="outline" busy={isPending} onClick={() => send(true)}>
            {addedPlacesText.none}
          </Button>
        </Stack>
      ) : (
        <Stack as="form" gap={4} onSubmit={submit} noValidate>
          <TextField
            label={addedPlacesText.name}
            autoComplete="off"
            maxLength={placeNameLimit}
            required
            value={name}
            onChange={setName}
            error={submitted ? problems.name : null}
          />
          <SelectField
            label={addedPlacesText.kind}
            placeholder={addedPlacesText.chooseKind}
            options={addedPlacesText.kinds}
            value={kind}
            onChange={setKind}
            error={submitted ? problems.kind : null}
          />
          <fieldset className={styles.where}>
            <legend className={styles.legend}>{addedPlacesText.where}</legend>
            <PlacePoint onChange={setPoint} />
          </fieldset>
          {point && (
            <Banner>
              {addedPlacesText.willBePublic(addedPlacesText.coordinates(point.latitude, point.longitude))}
            </Banner>
          )}
          {submitted && problems.point && <Banner tone="danger">{problems.point}</Banner>}
          {error && <Banner tone="danger">{errorMessage(error)}</Banner>}
          <Button wide type="submit" busy={isPending}>
            {addedPlacesText.add}
          </Button>
        </Stack>
      )}
    </Stack>
  )
}
