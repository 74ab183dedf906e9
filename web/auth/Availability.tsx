import { Check } from 'lucide-react'
import { useDebounced } from '#web/platform/debounced.ts'
import { Spinner } from '#web/ui/Spinner.tsx'
import styles from './Availability.module.css'
import { useAvailability } from './auth.api.ts'
import { authText } from './auth.text.ts'

/** Availability is checked once typing has paused for this long. */
const availabilityDelayMs = 500

/** Checks whether a valid username or address is still available. */
export function useAvailabilityCheck(kind: 'username' | 'email', value: string, problem: string | null) {
  const candidate = problem === null ? value.trim() : null
  const debounced = useDebounced(candidate, availabilityDelayMs)
  const check = useAvailability(kind, debounced)
  const isCurrent = candidate !== null && debounced === candidate
  return {
    isTaken: isCurrent && check.data?.available === false,
    isFree: isCurrent && check.data?.available === true,
    isChecking: isCurrent && check.isFetching,
  }
}

/** Whether a name is being checked, or is available. */
export function AvailabilityIcon({ isFree, isChecking }: { isFree: boolean; isChecking: boolean }) {
  if (isChecking) return <Spinner className={styles.spinner} label={authText.checking} size={18} />
  if (!isFree) return null
  return (
    <span className={styles.free}>
      <Check size={20} aria-label={authText.available} />
    </span>
  )
}
