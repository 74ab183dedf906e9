import { useCurrentUser } from '#web/platform/current-user.ts'
import { usePosition } from '#web/platform/geolocation.ts'
import { Button } from '#web/ui/Button.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { LocationChoice } from './LocationChoice.tsx'
import { useCompleteOnboarding } from './onboarding.api.ts'
import { onboardingText } from './onboarding.text.ts'
import styles from './OnboardingPage.module.css'

export function OnboardingPage() {
  const user = useCurrentUser()
  const position = usePosition()
  const complete = useCompleteOnboarding()
  return (
    <div className={styles.page}>
      <PageHeader title={onboardingText.welcome(user?.username ?? '')}>
        <Button variant="quiet" size="small" disabled={complete.isPending} onClick={() => complete.mutate()}>
          {onboardingText.skip}
        </Button>
      </PageHeader>
      <div className={styles.step}>
        <LocationChoice asStep />
      </div>
      <div className={styles.next}>
        <Button wide disabled={!position} busy={complete.isPending} onClick={() => complete.mutate()}>
          {onboardingText.start}
        </Button>
      </div>
    </div>
  )
}
