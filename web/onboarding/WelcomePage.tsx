import { Link } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { AuthLayout } from '#web/auth/sign-in/AuthLayout.tsx'
import { useCurrentUser } from '#web/platform/current-user.ts'
import { Button } from '#web/ui/Button.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { Features } from './Features.tsx'
import { onboardingText } from './onboarding.text.ts'
import styles from './Features.module.css'

/** Explains what Dintorni is, also to people without an account. */
export function WelcomePage() {
  const isSignedIn = useCurrentUser() !== null
  return (
    <AuthLayout title={onboardingText.welcomeTitle}>
      <p className={styles.introduction}>{onboardingText.welcomeText}</p>
      <Features heading="h2" />
      <Stack gap={3} padding="8 0 0">
        {isSignedIn ? (
          <Button wide render={(props) => <Link to={pagePaths.home} {...props} />}>
            {onboardingText.enter}
          </Button>
        ) : (
          <>
            <Button wide render={(props) => <Link to={pagePaths.register} {...props} />}>
              {onboardingText.register}
            </Button>
            <Button wide variant="soft" render={(props) => <Link to={pagePaths.login} {...props} />}>
              {onboardingText.signIn}
            </Button>
          </>
        )}
      </Stack>
    </AuthLayout>
  )
}
