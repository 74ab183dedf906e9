import { KeyRound } from 'lucide-react'
import { useEffect } from 'react'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { authErrorMessage, useLoginWithPasskey } from '#web/auth/auth.api.ts'
import { authText } from '#web/auth/auth.text.ts'
import styles from './AuthLayout.module.css'
import { type PasskeyRequest, preloadPasskeys } from '#web/auth/browser-passkeys.ts'
import { useFocusOnMount } from './focus-on-mount.ts'

type PasskeyPromptProps = {
  ticket: string
  options: PasskeyRequest
  onError: (error: Error) => void
  onCode: () => void
}

/** Requests the passkey after a click, because some browsers require one. */
export function PasskeyPrompt({ ticket, options, onError, onCode }: PasskeyPromptProps) {
  const { mutate: show, isPending, error } = useLoginWithPasskey()
  const button = useFocusOnMount<HTMLButtonElement>()
  useEffect(preloadPasskeys, [])
  return (
    <div className={styles.form}>
      <p className={styles.explanation}>{authText.secondStepText}</p>
      {error && <Banner tone="danger">{authErrorMessage(error)}</Banner>}
      <Button
        ref={button}
        wide
        busy={isPending}
        icon={<KeyRound size={20} aria-hidden />}
        onClick={() => show({ ticket, options }, { onError })}
      >
        {authText.showPasskey}
      </Button>
      <Button wide variant="soft" disabled={isPending} onClick={onCode}>
        {authText.switchToRecoveryCode}
      </Button>
    </div>
  )
}
