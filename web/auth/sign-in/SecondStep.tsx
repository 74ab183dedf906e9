import { useState } from 'react'
import type { SecondStep as Wanted } from '#contract/auth.ts'
import { ApiError } from '#web/platform/api-errors.ts'
import { supportsPasskeys } from '#web/auth/browser-passkeys.ts'
import { RecoveryCodeForm } from './RecoveryCodeForm.tsx'
import { PasskeyPrompt } from './PasskeyPrompt.tsx'

type SecondStepProps = {
  wanted: Wanted
  /** It has to begin again, from the password on. */
  onOver: (error: Error) => void
}

/** A refusal that leaves something to try says 403 or 429. */
const isOver = (error: Error) => error instanceof ApiError && [400, 401, 409].includes(error.status)

/** After the password: a passkey, or a recovery code. */
export function SecondStep({ wanted: { ticket, options }, onOver }: SecondStepProps) {
  const canShow = options !== undefined && supportsPasskeys()
  const [byCode, setByCode] = useState(!canShow)
  const onError = (error: Error) => {
    if (isOver(error)) onOver(error)
  }
  if (options && !byCode)
    return <PasskeyPrompt ticket={ticket} options={options} onError={onError} onCode={() => setByCode(true)} />
  return <RecoveryCodeForm ticket={ticket} onError={onError} onPasskey={canShow ? () => setByCode(false) : null} />
}
