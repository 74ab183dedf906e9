import { useId } from 'react'
import type { SecondStep } from '#contract/auth.ts'
import { authErrorMessage, useEnterDemo } from '#web/auth/auth.api.ts'
import { authText } from '#web/auth/auth.text.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import styles from './DemoEntrance.module.css'

type DemoEntranceProps = {
  name: string
  onSecondStep: (step: SecondStep) => void
}

/** One press signs in as the person of the demo. */
export function DemoEntrance({ name, onSecondStep }: DemoEntranceProps) {
  const enter = useEnterDemo()
  const hintId = useId()
  return (
    <div className={styles.entrance}>
      {enter.error && <Banner tone="danger">{authErrorMessage(enter.error)}</Banner>}
      <Button
        wide
        busy={enter.isPending}
        aria-describedby={hintId}
        onClick={() => enter.mutate(undefined, { onSuccess: (step) => step && onSecondStep(step) })}
      >
        {authText.enterAs(name)}
      </Button>
      <p id={hintId} className={styles.hint}>
        {authText.demoHint}
      </p>
    </div>
  )
}
