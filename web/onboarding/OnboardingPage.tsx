import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router'
import type { CurrentUser } from '#contract/auth.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { errorMessage } from '#web/platform/api-errors.ts'
import { useCurrentUser } from '#web/platform/current-user.ts'
import { usePosition } from '#web/platform/geolocation.ts'
import { serverName } from '#web/platform/server-identity.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { useUpdateProfile } from '#web/users/users.api.ts'
import { LocationChoice } from './LocationChoice.tsx'
import { useCompleteOnboarding } from './onboarding.api.ts'
import { onboardingText } from './onboarding.text.ts'
import {
  changesOf,
  PeopleStep,
  PlacesStep,
  PrivacyStep,
  type ProfileDraft,
  ProfileStep,
  WelcomeStep,
} from './OnboardingSteps.tsx'
import { storeStep } from './stored-step.ts'
import styles from './OnboardingPage.module.css'

const stepCount = 6
const openedFromStep = { fromPreviousStep: true }

/**
 * The current step, from 1. It is part of the URL, so that a reload keeps it and Back goes one step back, and
 * is stored, so that the onboarding goes on where it was left.
 */
function useSteps(userId: number) {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const { state } = useLocation()
  const requested = Number(params.get('step') ?? 1)
  const step = Number.isInteger(requested) && requested >= 1 && requested <= stepCount ? requested : 1

  const [seen, setSeen] = useState<{ step: number; direction: 'forward' | 'back' | null }>({ step, direction: null })
  if (seen.step !== step) setSeen({ step, direction: step > seen.step ? 'forward' : 'back' })

  useEffect(() => storeStep(userId, step), [userId, step])

  const pathOf = (next: number) => ({ pathname: pagePaths.onboarding, search: next > 1 ? `?step=${next}` : '' })
  return {
    step,
    /** The direction of the last move; null for the first step shown. */
    direction: seen.direction,
    forward: () => void navigate(pathOf(step + 1), { state: openedFromStep }),
    // After navigating here, go back in the history; after a direct visit there is no step to go back to.
    back: () => void (state?.fromPreviousStep === true ? navigate(-1) : navigate(pathOf(step - 1), { replace: true })),
  }
}

type StepAreaProps = {
  /** The accessible name. */
  label: string
  /** The direction of the last move; null for the first step shown. */
  direction: 'forward' | 'back' | null
  children: ReactNode
}

/** A step. It slides in, and its heading is announced. */
function StepArea({ label, direction, children }: StepAreaProps) {
  const area = useRef<HTMLElement>(null)
  useEffect(() => {
    if (direction) area.current?.querySelector('h2')?.focus({ preventScroll: true })
  }, [direction])
  return (
    <section ref={area} className={classNames(styles.step, direction && styles[direction])} aria-label={label}>
      {children}
    </section>
  )
}

/** The progress bar. */
function Progress({ step }: { step: number }) {
  const label = onboardingText.step(step, stepCount)
  return <progress className={styles.progress} value={step} max={stepCount} aria-label={label} aria-valuetext={label} />
}

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
      <title>{`${onboardingText.step(step, stepCount)} · ${serverName()}`}</title>
      <PageHeader
        isSmall
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
