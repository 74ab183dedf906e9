import { MailCheck } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { EmailField } from '#web/auth/AccountFields.tsx'
import { emailProblem } from '#web/platform/email-problem.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { focusFirstInvalid } from '#web/ui/focus-first-invalid.ts'
import { Stack } from '#web/ui/Layout.tsx'
import { authErrorMessage, useForgotPassword } from '#web/auth/auth.api.ts'
import { authText } from '#web/auth/auth.text.ts'
import { AuthLayout } from './AuthLayout.tsx'
import styles from './AuthLayout.module.css'

export function ForgotPasswordPage() {
  const [email, setEmail] = useState('')
  const [submitted, setSubmitted] = useState(false)
  const forgot = useForgotPassword()
  const problem = emailProblem(email)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setSubmitted(true)
    if (problem) focusFirstInvalid(event.currentTarget)
    else if (!forgot.isPending) forgot.mutate({ email })
  }

  return (
    <AuthLayout title={authText.forgotPasswordTitle} footer={<Link to={pagePaths.login}>{authText.backToLogin}</Link>}>
      <Stack as="form" gap={4} onSubmit={submit} noValidate>
        {forgot.error && <Banner tone="danger">{authErrorMessage(forgot.error)}</Banner>}
        {forgot.data && <Banner icon={<MailCheck size={20} aria-hidden />}>{forgot.data.message}</Banner>}
        <EmailField
          label={authText.email}
          autoComplete="username"
          value={email}
          onChange={setEmail}
          error={submitted ? problem : null}
          hint={authText.forgotPasswordHint}
        />
        <Button className={styles.submit} type="submit" wide busy={forgot.isPending}>
          {authText.requestReset}
        </Button>
      </Stack>
    </AuthLayout>
  )
}
