import { Footprints, MapPin, ScanEye } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import type { SecondStep as SecondStepRequest } from '#contract/auth.ts'
import { fieldsText } from '#contract/fields.text.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { demoMetaName } from '#contract/preloaded-data.ts'
import { authErrorMessage, useLogin } from '#web/auth/auth.api.ts'
import { authText } from '#web/auth/auth.text.ts'
import { supportsPasskeys } from '#web/auth/browser-passkeys.ts'
import { EmailField } from '#web/auth/AccountFields.tsx'
import { ApiError } from '#web/platform/api-errors.ts'
import { emailProblem } from '#web/platform/email-problem.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { focusFirstInvalid } from '#web/ui/focus-first-invalid.ts'
import { Stack } from '#web/ui/Layout.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { AuthLayout } from './AuthLayout.tsx'
import { DemoEntrance } from './DemoEntrance.tsx'
import { PasskeyPrompt, RecoveryCodeForm } from './SecondStep.tsx'
import styles from './AuthLayout.module.css'

type SecondStepProps = {
  step: SecondStepRequest
  /** The sign-in has to start again with the password. */
  onExpired: (error: Error) => void
}

/** After 403 and 429 the second step can be retried. */
const isExpired = (error: Error) => error instanceof ApiError && [400, 401, 409].includes(error.status)

/** The second step after the password: a passkey or a recovery code. */
function SecondStep({ step: { ticket, options }, onExpired }: SecondStepProps) {
  const canShow = options !== undefined && supportsPasskeys()
  const [byCode, setByCode] = useState(!canShow)
  const onError = (error: Error) => {
    if (isExpired(error)) onExpired(error)
  }
  if (options && !byCode)
    return <PasskeyPrompt ticket={ticket} options={options} onError={onError} onCode={() => setByCode(true)} />
  return <RecoveryCodeForm ticket={ticket} onError={onError} onPasskey={canShow ? () => setByCode(false) : null} />
}

const promises = [
  { Icon: Footprints, text: authText.promises.near },
  { Icon: MapPin, text: authText.promises.places },
  { Icon: ScanEye, text: authText.promises.spotted },
]

/** Explains Dintorni in three lines. */
const Promises = () => (
  <ul className={styles.promises}>
    {promises.map(({ Icon, text }) => (
      <li key={text} className={styles.promise}>
        <Icon className={styles.icon} size={20} aria-hidden />
        {text}
      </li>
    ))}
  </ul>
)

/**
 * The name of the person as whom the server offers to sign in without a password; null unless it has a demo and is on
 * this machine.
 */
const demoName = (): string | null =>
  document.querySelector<HTMLMetaElement>(`meta[name="${demoMetaName}"]`)?.content ?? null

/** The password form, followed by the second step for accounts with a passkey. */
export function LoginPage() {
  const login = useLogin()
  const [email, setEmail] = useState('')
  const [demoStep, setDemoStep] = useState<SecondStepRequest | null>(null)
  /** Why the second step has to start again. */
  const [restartReason, setRestartReason] = useState<Error | null>(null)
  const restart = (reason: Error | null) => {
    login.reset()
    setDemoStep(null)
    setRestartReason(reason)
  }
  const step = login.data ?? demoStep
  if (!step)
    return (
      <AuthLayout title={authText.loginTitle} intro={<Intro onSecondStep={setDemoStep} />} footer={<LoginFooter />}>
        <LoginForm
          email={email}
          onEmail={setEmail}
          login={login}
          error={login.error ?? restartReason}
          onSubmit={() => setRestartReason(null)}
        />
      </AuthLayout>
    )
  return (
    <AuthLayout
      title={authText.secondStepTitle}
      footer={
        <button type="button" onClick={() => restart(null)}>
          {authText.restartLogin}
        </button>
      }
    >
      <SecondStep step={step} onExpired={restart} />
    </AuthLayout>
  )
}

/** Explains Dintorni; on the machine of a demo server it also offers the demo sign-in. */
function Intro({ onSecondStep }: { onSecondStep: (step: SecondStepRequest) => void }) {
  const name = demoName()
  return (
    <>
      <Promises />
      {name !== null && <DemoEntrance name={name} onSecondStep={onSecondStep} />}
    </>
  )
}

type LoginFormProps = {
  /** Kept by the page while the second step is shown. */
  email: string
  onEmail: (email: string) => void
  login: ReturnType<typeof useLogin>
  error: Error | null
  onSubmit: () => void
}

function LoginForm({ email, onEmail, login, error, onSubmit }: LoginFormProps) {
  const [password, setPassword] = useState('')
  const [isSubmitted, setSubmitted] = useState(false)
  const problems = { email: emailProblem(email), password: password ? null : fieldsText.passwordRequired }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setSubmitted(true)
    onSubmit()
    if (problems.email || problems.password) focusFirstInvalid(event.currentTarget)
    else if (!login.isPending) login.mutate({ email, password })
  }
  return (
    <Stack as="form" gap={4} onSubmit={submit} noValidate>
      {error && <Banner tone="danger">{authErrorMessage(error)}</Banner>}
      <EmailField
        label={authText.email}
        autoComplete="username"
        value={email}
        onChange={onEmail}
        error={isSubmitted ? problems.email : null}
      />
      <TextField
        label={authText.password}
        type="password"
        name="password"
        autoComplete="current-password"
        required
        value={password}
        onChange={setPassword}
        error={isSubmitted ? problems.password : null}
      />
      <Link className={styles.aside ?? ''} to={pagePaths.forgotPassword}>
        {authText.forgotPassword}
      </Link>
      <Button className={styles.submit} type="submit" wide busy={login.isPending}>
        {authText.login}
      </Button>
    </Stack>
  )
}

const LoginFooter = () => (
  <>
    {authText.noAccount} <Link to={pagePaths.register}>{authText.toRegister}</Link>
  </>
)
