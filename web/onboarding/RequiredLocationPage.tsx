import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useGoBack } from '#web/navigation/go-back.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { serverName } from '#web/platform/server-identity.ts'
import { useLogout } from '#web/auth/auth.api.ts'
import { useCurrentUser } from '#web/platform/current-user.ts'
import { usePosition } from '#web/platform/geolocation.ts'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { LocationChoice } from './LocationChoice.tsx'
import styles from './RequiredLocationPage.module.css'
import { onboardingText } from './onboarding.text.ts'

export function RequiredLocationPage() {
  const user = useCurrentUser()
  const navigate = useNavigate()
  const logout = useLogout()
  const isLocated = usePosition() !== null
  // The first position leads on to where the visitor was going.
  const [wasLocated] = useState(isLocated)
  const goBack = useGoBack()
  return (
    <div className={styles.page}>
      <title>{`${onboardingText.locationTitle} · ${serverName()}`}</title>
      {isLocated && (
        <IconButton className={styles.back} tone="ink" label={onboardingText.back} onClick={goBack}>
          <ArrowLeft size={24} aria-hidden />
        </IconButton>
      )}
      <LocationChoice
        locatesIfAllowed
        onChosen={() => void navigate(wasLocated ? pagePaths.feed : pagePaths.home, { replace: !wasLocated })}
      />
      <p className={styles.login}>
        {user && onboardingText.notYou(user.username)}
        {/* Signs out; the guards then redirect to /login. */}
        <Button variant="quiet" size="small" busy={logout.isPending} onClick={() => logout.mutate()}>
          {onboardingText.login}
        </Button>
      </p>
    </div>
  )
}
