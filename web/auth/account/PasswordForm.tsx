import { type ReactNode, useRef, useState } from 'react'
import { errorMessage } from '#web/platform/api-errors.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { focusFirstInvalid } from '#web/ui/focus-first-invalid.ts'
import { Stack } from '#web/ui/Layout.tsx'
import { authText } from '#web/auth/auth.text.ts'
import { PasswordField } from '#web/auth/AccountFields.tsx'

type PasswordFormProps = {
  /** Why the last attempt failed. */
  error: Error | null
  onSubmit: (password: string) => void
  /** The button. */
  children: ReactNode
}

/** Asks for the password before an action on the whole account. */
export function PasswordForm({ error, onSubmit, children }: PasswordFormProps) {
  const [password, setPassword] = useState('')
  const [submitted, setSubmitted] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  return (
    <Stack
      as="form"
      ref={form}
      gap={4}
      onSubmit={(event) => {
        event.preventDefault()
        setSubmitted(true)
        if (password) onSubmit(password)
        else if (form.current) focusFirstInvalid(form.current)
      }}
      noValidate
    >
      {error && <Banner tone="danger">{errorMessage(error)}</Banner>}
      <PasswordField label={authText.password} value={password} onChange={setPassword} submitted={submitted} />
      {children}
    </Stack>
  )
}
