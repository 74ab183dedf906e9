import { useId } from 'react'
import type { SecondStep } from '#contract/auth.ts'
import { authErrorMessage, useEnterDemo } from '#web/auth/auth.api.ts'
import { authText } from '#web/auth/auth.text.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Muted, Stack } from '#web/ui/Layout.tsx'
import styles from './AuthLayout.module.css'

type DemoEntranceProps = {
  name: string
  onSecondStep: (step: SecondStep) => void
}

/** One press signs in as the person of the demo. */
export function DemoEntrance({ name, onSecondStep }: DemoEntranceProps) {
  const enter = useEnterDemo()
  const hintId = useId()
  return (
    <Stack gap={2} padding="5 0 0">
      {enter.error && <Banner tone="danger">{authErrorMessage(enter.error)}</Banner>}
      <Button
        wide
        busy={enter.isPending}
        aria-describedby={hintId}
        onClick={() => enter.mutate(undefined, { onSuccess: (step) => step && onSecondStep(step) })}
      >
        {authText.enterAs(name)}
      </Button>
      <Muted id={hintId} centred className={styles.consent}>
        {authText.demoHint}
      </Muted>
    </Stack>
  )
}
