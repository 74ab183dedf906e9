import { onboardingText } from './onboarding.text.ts'
import styles from './Progress.module.css'
import { stepCount } from './steps.ts'

/** The progress bar. */
export function Progress({ step }: { step: number }) {
  const label = onboardingText.step(step, stepCount)
  return <progress className={styles.progress} value={step} max={stepCount} aria-label={label} aria-valuetext={label} />
}
