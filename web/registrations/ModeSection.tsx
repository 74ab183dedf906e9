import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { RegistrationMode } from '#contract/registrations.ts'
import { errorMessage } from '#web/platform/api-errors.ts'
import { SettingsSection } from '#web/settings/SettingsSection.tsx'
import { LoadFailure } from '#web/ui/LoadFailure.tsx'
import { RadioList } from '#web/ui/RadioList.tsx'
import styles from './ModeSection.module.css'
import { registrationModeQuery, useChangeRegistrationMode } from './registrations.api.ts'
import { registrationsText } from './registrations.text.ts'

const options = (['open', 'invitation', 'closed'] as const).map((value) => ({
  value,
  label: registrationsText.modes[value],
}))

/** The choice of who may create an account. It is saved at once. */
export function ModeSection() {
  const query = useQuery(registrationModeQuery())
  const { mutate } = useChangeRegistrationMode()
  // Shown while it is saved.
  const [chosen, setChosen] = useState<RegistrationMode | null>(null)
  const mode = chosen ?? query.data
  const choose = (next: RegistrationMode) => {
    setChosen(next)
    mutate(next, { onSettled: () => setChosen(null) })
  }
  return (
    <SettingsSection title={registrationsText.modeTitle}>
      {query.isError && !query.data ? (
        <LoadFailure text={errorMessage(query.error)} onRetry={() => void query.refetch()} />
      ) : (
        <div className={styles.choice} aria-busy={query.isPending}>
          <RadioList
            label={registrationsText.modeTitle}
            options={options}
            value={mode ?? null}
            disabled={query.isPending}
            onChange={choose}
          />
          {mode && <p className={styles.hint}>{registrationsText.modeHints[mode]}</p>}
        </div>
      )}
    </SettingsSection>
  )
}
