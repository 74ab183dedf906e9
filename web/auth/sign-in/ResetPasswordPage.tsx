import { type FormEvent, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { authErrorMessage, useResetPassword } from '#web/auth/auth.api.ts'
import { authText } from '#web/auth/auth.text.ts'
import { NewPasswordField, newPasswordProblem } from '#web/auth/AccountFields.tsx'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { focusFirstInvalid } from '#web/ui/focus-first-invalid.ts'
import { Stack } from '#web/ui/Layout.tsx'
import { showToast } from '#web/ui/toast.ts'
import { AuthLayout } from './AuthLayout.tsx'
import styles from './AuthLayout.module.css'

/** The page of a mailed link. The token is in the fragment, so that it never reaches a server's log. */
export function ResetPasswordPage() {
  const token = useLocation().hash.slice(1)
  const navigate = useNavigate()
  const [password, setPassword] = useState('')
  const [submitted, setSubmitted] = useState(false)
  const reset = useResetPassword()
  const problem = newPasswordProblem(password)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setSubmitted(true)
    if (problem) focusFirstInvalid(event.currentTarget)
    else if (!reset.isPending)
      reset.mutate(
        { token, password },
        {
          onSuccess: ({ message }) => {
            showToast(message)
            void navigate(pagePaths.login, { replace: true })
          },
        },
      )
  }

  return (
    <AuthLayout
      title={authText.resetTitle}
      footer={
        <>
          {authText.linkExpired} <Link to={pagePaths.forgotPassword}>{authText.requestNewLink}</Link>
        </>
      }
    >
      <Stack as="form" gap={4} onSubmit={submit} noValidate>
        {reset.error && <Banner tone="danger">{authErrorMessage(reset.error)}</Banner>}
        <NewPasswordField
          label={authText.newPassword}
          name="password"
          value={password}
          onChange={setPassword}
          error={submitted ? problem : null}
          hint={authText.passwordHint}
        />
        <Button className={styles.submit} type="submit" wide busy={reset.isPending}>
          {authText.savePassword}
        </Button>
      </Stack>
    </AuthLayout>
  )
}
