import { ArrowLeft } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { fieldsText } from '#contract/fields.text.ts'
import { placeNameLimit } from '#contract/limits.ts'
import type { AddedPlaceKind, ListedPlace } from '#contract/places.ts'
import { errorMessage } from '#web/platform/api-errors.ts'
import type { Position } from '#web/platform/geolocation.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { focusFirstInvalid } from '#web/ui/focus-first-invalid.ts'
import { Muted, Stack } from '#web/ui/Layout.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { addedPlacesText } from './added-places.text.ts'
import { PlacePickerGroup } from './PlacePickerGroup.tsx'
import { PlacePoint } from './PlacePoint.tsx'
import { placeToAdd, useAddPlace } from './places.api.ts'
import styles from './AddPlaceForm.module.css'

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
