import { useState } from 'react'
import type { SecondStep as SecondStepRequest } from '#contract/auth.ts'
import { ApiError } from '#web/platform/api-errors.ts'
import { supportsPasskeys } from '#web/auth/browser-passkeys.ts'
import { RecoveryCodeForm } from './RecoveryCodeForm.tsx'
import { PasskeyPrompt } from './PasskeyPrompt.tsx'

type SecondStepProps = {
  step: SecondStepRequest
  /** The sign-in has to start again with the password. */
  onExpired: (error: Error) => void
}

/** After 403 and 429 the second step can be retried. */
const isExpired = (error: Error) => error instanceof ApiError && [400, 401, 409].includes(error.status)

/** The second step after the password: a passkey or a recovery code. */
export function SecondStep({ step: { ticket, options }, onExpired }: SecondStepProps) {
  const canShow = options !== undefined && supportsPasskeys()
  const [byCode, setByCode] = useState(!canShow)
  const onError = (error: Error) => {
    if (isExpired(error)) onExpired(error)
  }
  if (options && !byCode)
    return <PasskeyPrompt ticket={ticket} options={options} onError={onError} onCode={() => setByCode(true)} />
  return <RecoveryCodeForm ticket={ticket} onError={onError} onPasskey={canShow ? () => setByCode(false) : null} />
}
