import { type FormEvent, useState } from 'react'
import { fieldsText } from '#contract/fields.text.ts'
import { streetsAddressLimit, streetsKm } from '#contract/limits.ts'
import type { ListedPlace } from '#contract/places.ts'
import { errorMessage } from '#web/platform/api-errors.ts'
import { TownDialog } from '#web/places/TownChooser.tsx'
import { SettingsExplanation, SettingsSection } from '#web/settings/SettingsSection.tsx'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Segmented } from '#web/ui/Choices.tsx'
import { DialogButton } from '#web/ui/DialogButton.tsx'
import { focusFirstInvalid } from '#web/ui/focus-first-invalid.ts'
import { Muted, Stack } from '#web/ui/Layout.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { usePlanMapStreets } from './streets.api.ts'
import { streetsText } from './streets.text.ts'
import styles from './StreetsForm.module.css'

type By = 'town' | 'bounds'
const edges = ['west', 'south', 'east', 'north'] as const
type Edge = (typeof edges)[number]
type Fields = { by: By; town: ListedPlace | null; km: string; address: string } & Record<Edge, string>

const empty: Fields = {
  by: 'town',
  town: null,
  km: String(streetsKm.default),
  west: '',
  south: '',
  east: '',
  north: '',
  address: '',
}

/** "12,5" → 12.5; NaN for anything else. */
const readNumber = (text: string) =>
  /^-?\d+([.,]\d+)?$/.test(text.trim()) ? Number(text.replace(',', '.')) : Number.NaN

const isKm = (km: number) => km >= streetsKm.smallest && km <= streetsKm.largest

/** Returns what is sent; null if a field is invalid. */
function read({ by, town, km, address, ...fields }: Fields) {
  if (by === 'town')
    return town && isKm(readNumber(km)) ? { town_id: town.id, km: readNumber(km), address: address.trim() } : null
  const degrees = edges.map((edge) => readNumber(fields[edge]))
  return degrees.some(Number.isNaN) ? null : { bounds: degrees.join(','), address: address.trim() }
}

type PartProps = { fields: Fields; change: (part: Partial<Fields>) => void; submitted: boolean }

function TownFields({ fields: { town, km }, change, submitted }: PartProps) {
  const [choosing, setChoosing] = useState(false)
  return (
    <>
      <Stack gap={2}>
        <DialogButton
          wide
          variant="outline"
          aria-invalid={submitted && !town ? true : undefined}
          onClick={() => setChoosing(true)}
        >
          {town ? streetsText.changeTown(town.name) : streetsText.chooseTown}
        </DialogButton>
        {submitted && !town && (
          <p className={styles.problem} role="alert">
            {streetsText.townMissing}
          </p>
        )}
      </Stack>
      <TownDialog open={choosing} onOpenChange={setChoosing} onChosen={(chosen) => change({ town: chosen })} />
      <TextField
        label={streetsText.km}
        inputMode="decimal"
        autoComplete="off"
        maxLength={6}
        value={km}
        onChange={(value) => change({ km: value })}
        hint={streetsText.kmHint}
        error={submitted && !isKm(readNumber(km)) ? fieldsText.streetsKm : null}
      />
    </>
  )
}

const BoundsFields = ({ fields, change, submitted }: PartProps) => (
  <div className={styles.edges}>
    {edges.map((edge) => (
      <TextField
        key={edge}
        label={streetsText[edge]}
        autoComplete="off"
        maxLength={12}
        value={fields[edge]}
        onChange={(value) => change({ [edge]: value })}
        error={submitted && Number.isNaN(readNumber(fields[edge])) ? streetsText.degreeMissing : null}
      />
    ))}
  </div>
)

const options = [
  { value: 'town', label: streetsText.byTown },
  { value: 'bounds', label: streetsText.byBounds },
] as const

type StreetsFormProps = {
  /** Another part is ready, or half there: its button is the first of the page. */
  isSecond: boolean
  onSent: () => void
}

/** Asks for the size of the streets of a part of the world. */
export function StreetsForm({ isSecond, onSent }: StreetsFormProps) {
  const [fields, setFields] = useState(empty)
  const [submitted, setSubmitted] = useState(false)
  const { mutate: plan, isPending, error } = usePlanMapStreets()
  const part = { fields, submitted, change: (some: Partial<Fields>) => setFields((before) => ({ ...before, ...some })) }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setSubmitted(true)
    const input = read(fields)
    if (!input) focusFirstInvalid(event.currentTarget)
    else if (!isPending) {
      onSent()
      plan(input)
    }
  }
  return (
    <SettingsSection title={isSecond ? streetsText.chooseOther : streetsText.choose}>
      <SettingsExplanation>{streetsText.explanation}</SettingsExplanation>
      <Stack as="form" gap={4} padding="4 4 4" onSubmit={submit} noValidate>
        <Segmented label={streetsText.by} options={options} value={fields.by} onChange={(by) => part.change({ by })} />
        {fields.by === 'town' ? <TownFields {...part} /> : <BoundsFields {...part} />}
        <TextField
          label={streetsText.address}
          type="url"
          autoComplete="off"
          maxLength={streetsAddressLimit}
          value={fields.address}
          onChange={(address) => part.change({ address })}
          hint={streetsText.addressHint}
        />
        {error && <Banner tone="danger">{errorMessage(error)}</Banner>}
        <Button wide variant={isSecond ? 'soft' : 'primary'} type="submit" busy={isPending}>
          {streetsText.plan}
        </Button>
      </Stack>
      <Stack gap={1} padding="3 4">
        <Muted size="small">{streetsText.offline}</Muted>
        <code className={styles.command}>{streetsText.command}</code>
      </Stack>
    </SettingsSection>
  )
}
