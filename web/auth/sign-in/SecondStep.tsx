import { KeyRound } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { fieldsText } from '#contract/fields.text.ts'
import { authErrorMessage, useLoginWithPasskey, useLoginWithRecoveryCode } from '#web/auth/auth.api.ts'
import { authText } from '#web/auth/auth.text.ts'
import { type PasskeyRequest, preloadPasskeys } from '#web/auth/browser-passkeys.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { focusFirstInvalid } from '#web/ui/focus-first-invalid.ts'
import { Stack } from '#web/ui/Layout.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import styles from './AuthLayout.module.css'

/** Focuses an element that replaces the one that had the focus. */
function useFocusOnMount<Element extends HTMLElement>() {
  const element = useRef<Element>(null)
  useEffect(() => element.current?.focus(), [])
  return element
}

type RecoveryCodeFormProps = {
  ticket: string
  onError: (error: Error) => void
  /** Null if passkeys are not available. */
  onPasskey: (() => void) | null
}

export function RecoveryCodeForm({ ticket, onError, onPasskey }: RecoveryCodeFormProps) {
  const [code, setCode] = useState('')
  const [submitted, setSubmitted] = useState(false)
  const login = useLoginWithRecoveryCode()
  const field = useFocusOnMount<HTMLInputElement>()

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setSubmitted(true)
    if (!code.trim()) focusFirstInvalid(event.currentTarget)
    else if (!login.isPending) login.mutate({ ticket, code }, { onError })
  }

  return (
    <Stack as="form" gap={4} onSubmit={submit} noValidate>
      <p className={styles.explanation}>{onPasskey ? authText.recoveryCodeText : authText.passkeyUnavailable}</p>
      {login.error && <Banner tone="danger">{authErrorMessage(login.error)}</Banner>}
      <TextField
        ref={field}
        label={authText.recoveryCode}
        name="recovery-code"
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        maxLength={100}
        required
        placeholder="XXXX-XXXX-XXXX-XXXX"
        value={code}
        onChange={setCode}
        error={submitted && !code.trim() ? fieldsText.recoveryCodeRequired : null}
      />
      <Button type="submit" wide busy={login.isPending}>
        {authText.submitRecoveryCode}
      </Button>
      {onPasskey && (
        <Button wide variant="soft" disabled={login.isPending} onClick={onPasskey}>
          {authText.backToPasskey}
        </Button>
      )}
    </Stack>
  )
}

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
    <Stack gap={4}>
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
    </Stack>
  )
}
