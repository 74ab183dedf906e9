import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { fieldsText } from '#contract/fields.text.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { emailProblem } from '#web/platform/email-problem.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { focusFirstInvalid } from '#web/ui/focus-first-invalid.ts'
import { TextField } from '#web/ui/TextField.tsx'
import { authErrorMessage, useLogin } from '#web/auth/auth.api.ts'
import { authText } from '#web/auth/auth.text.ts'
import { AuthLayout } from './AuthLayout.tsx'
import styles from './AuthLayout.module.css'
import { SecondStep } from './SecondStep.tsx'

export function LoginPage() {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [submitted, setSubmitted] = useState(false)
  /** Why the second step has to begin again. */
  const [over, setOver] = useState<Error | null>(null)
  const login = useLogin()
  const error = login.error ?? over
  const problems = { email: emailProblem(email), password: password ? null : fieldsText.passwordRequired }

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setSubmitted(true)
    setOver(null)
    if (problems.email || problems.password) focusFirstInvalid(event.currentTarget)
    else if (!login.isPending) login.mutate({ email, password })
  }

  const startAgain = (why: Error | null) => {
    login.reset()
    setOver(why)
    setPassword('')
    setSubmitted(false)
  }

  if (login.data)
    return (
      <AuthLayout
        title={authText.secondStepTitle}
        footer={
          <button type="button" onClick={() => startAgain(null)}>
            {authText.startAgain}
          </button>
        }
      >
        <SecondStep wanted={login.data} onOver={startAgain} />
      </AuthLayout>
    )
  return (
    <AuthLayout
      title={authText.loginTitle}
      footer={
        <>
          {authText.noAccount} <Link to={pagePaths.register}>{authText.toRegister}</Link>
        </>
      }
    >
      <form className={styles.form} onSubmit={submit} noValidate>
        {error && <Banner tone="danger">{authErrorMessage(error)}</Banner>}
        <TextField
          label={authText.email}
          type="email"
          name="email"
          autoComplete="username"
          inputMode="email"
          required
          value={email}
          onChange={setEmail}
          error={submitted ? problems.email : null}
        />
        <TextField
          label={authText.password}
          type="password"
          name="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={setPassword}
          error={submitted ? problems.password : null}
        />
        <Link className={styles.aside ?? ''} to={pagePaths.forgotPassword}>
          {authText.forgot}
        </Link>
        <Button className={styles.submit} type="submit" wide busy={login.isPending}>
          {authText.login}
        </Button>
      </form>
    </AuthLayout>
  )
}
