import { Features } from './Features.tsx'
import { onboardingText } from './onboarding.text.ts'
import { StepHeader } from './StepHeader.tsx'

/** Explains what Dintorni is. */
export const WelcomeStep = () => (
  <>
    <StepHeader title={onboardingText.welcomeTitle} text={onboardingText.welcomeText} />
    <Features heading="h3" />
  </>
)
