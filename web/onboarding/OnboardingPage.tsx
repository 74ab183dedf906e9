import { useState } from 'react'
import { Navigate } from 'react-router'
import type { CurrentUser } from '#contract/auth.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { errorMessage } from '#web/platform/api-errors.ts'
import { useCurrentUser } from '#web/platform/current-user.ts'
import { usePosition } from '#web/platform/geolocation.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { useUpdateProfile } from '#web/users/users.api.ts'
import { LocationChoice } from './LocationChoice.tsx'
import { useCompleteOnboarding } from './onboarding.api.ts'
import { onboardingText } from './onboarding.text.ts'
import styles from './OnboardingPage.module.css'
import { PeopleStep } from './PeopleStep.tsx'
import { PlacesStep } from './PlacesStep.tsx'
import { PrivacyStep } from './PrivacyStep.tsx'
import { changesOf, type ProfileDraft, ProfileStep } from './ProfileStep.tsx'
import { Progress } from './Progress.tsx'
import { StepArea } from './StepArea.tsx'
import { stepCount, useSteps } from './steps.ts'
import { WelcomeStep } from './WelcomeStep.tsx'

const profileStep = 3

export function OnboardingPage() {
  const user = useCurrentUser()
  return user && <Onboarding user={user} />
}

function Onboarding({ user }: { user: CurrentUser }) {
  const position = usePosition()
  const { step, direction, forward, back } = useSteps(user.id)
  const complete = useCompleteOnboarding()
  const update = useUpdateProfile()
  const [profile, setProfile] = useState<ProfileDraft>({ bio: user.bio })
  const [preparing, setPreparing] = useState(false)

  const editProfile = (part: ProfileDraft) => {
    update.reset()
    setProfile((draft) => ({ ...draft, ...part }))
  }
  const saveProfile = () => {
    const changes = changesOf(profile, user)
    if (!changes) return forward()
    update.mutate(changes, {
      onSuccess: ({ user: saved }) => {
        setProfile({ bio: saved.bio })
        forward()
      },
    })
  }
  const next = () => {
    if (step === stepCount) complete.mutate()
    else if (step === profileStep) saveProfile()
    else forward()
  }
  const busy = update.isPending || (step === profileStep && preparing) || (step === stepCount && complete.isPending)

  // Every later step needs a position.
  if (step > 1 && !position) return <Navigate to={pagePaths.onboarding} replace />
  return (
    <div className={styles.page}>
      <title>{`${onboardingText.step(step, stepCount)} · Dintorni`}</title>
      <PageHeader
        title={onboardingText.welcome(user.username)}
        onBack={step > 1 && !update.isPending ? back : undefined}
      >
        <Button variant="quiet" size="small" disabled={complete.isPending} onClick={() => complete.mutate()}>
          {onboardingText.skip}
        </Button>
      </PageHeader>
      <Progress step={step} />
      <StepArea key={step} label={onboardingText.step(step, stepCount)} direction={direction}>
        {step === 1 && <LocationChoice asStep />}
        {step === 2 && <WelcomeStep />}
        {step === profileStep && (
          <ProfileStep
            user={user}
            draft={profile}
            disabled={update.isPending}
            preparing={preparing}
            onPreparing={setPreparing}
            onChange={editProfile}
          />
        )}
        {step === 4 && <PeopleStep />}
        {step === 5 && <PlacesStep />}
        {step === stepCount && <PrivacyStep />}
      </StepArea>
      <div className={styles.next}>
        {step === profileStep && update.error && <Banner tone="danger">{errorMessage(update.error)}</Banner>}
        <Button wide disabled={!position} busy={busy} onClick={next}>
          {step === stepCount ? onboardingText.start : onboardingText.next}
        </Button>
      </div>
    </div>
  )
}
