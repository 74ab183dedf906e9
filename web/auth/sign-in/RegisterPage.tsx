import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { authErrorMessage, useRegister } from '#web/auth/auth.api.ts'
import { authText } from '#web/auth/auth.text.ts'
import {
  EmailField,
  NewPasswordField,
  newPasswordProblem,
  UsernameField,
  usernameProblem,
} from '#web/auth/AccountFields.tsx'
import { AvailabilityIcon, useAvailabilityCheck } from '#web/auth/Availability.tsx'
import { emailProblem } from '#web/platform/email-problem.ts'
import { registrationModeQuery } from '#web/registrations/registrations.api.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { focusFirstInvalid } from '#web/ui/focus-first-invalid.ts'
import { Stack } from '#web/ui/Layout.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { AuthLayout } from './AuthLayout.tsx'
import styles from './AuthLayout.module.css'

/**
 * A field of the form. Its problem is shown after it was left or the form was submitted; that a name is taken, at once.
 */
function useFormField(problemOf: (value: string) => string | null) {
  const [value, setValue] = useState('')
  const [wasLeft, setLeft] = useState(false)
  const problem = problemOf(value)
  return {
    value,
    problem,
    inputProps: { value, onChange: setValue, onBlur: () => setLeft(true) },
    /** The problem to show. */
    shownProblem: (isSubmitted: boolean) => (isSubmitted || (wasLeft && value) ? problem : null),
  }
}

/** The values and problems of the form. */
function useRegistrationForm() {
  const username = useFormField(usernameProblem)
  const email = useFormField(emailProblem)
  const password = useFormField(newPasswordProblem)
  const usernameCheck = useAvailabilityCheck('username', username.value, username.problem)
  const emailCheck = useAvailabilityCheck('email', email.value, email.problem)
  const usernameTaken = usernameCheck.isTaken ? authText.usernameTaken : null
  const emailTaken = emailCheck.isTaken ? authText.emailTaken : null
  return {
    username: { ...username, check: usernameCheck, taken: usernameTaken },
    email: { ...email, check: emailCheck, taken: emailTaken },
    password,
    taken: usernameTaken ?? emailTaken,
    isValid: [username.problem, email.problem, password.problem, usernameTaken, emailTaken].every(
      (one) => one === null,
    ),
    values: { username: username.value, email: email.value, password: password.value },
  }
}

/**
 * The form, unless registrations are closed or need an invitation, which comes in the fragment of its link, so that it
 * appears in no server's log.
 */
export function RegisterPage() {
  const invitation = useLocation().hash.slice(1)
  const mode = useQuery(registrationModeQuery())
  const isClosed = mode.data === 'closed' || (mode.data === 'invitation' && !invitation)
  return (
    <AuthLayout title={authText.registerTitle} footer={<RegisterFooter />}>
      {mode.isPending && <Spinner />}
      {isClosed && <Banner>{mode.data === 'closed' ? authText.registrationsClosed : authText.invitationNeeded}</Banner>}
      {/* Where the mode cannot be known, the server decides when the form is sent. */}
      {!mode.isPending && !isClosed && (
        <RegisterForm invitation={mode.data === 'open' || !invitation ? null : invitation} />
      )}
    </AuthLayout>
  )
}

function RegisterForm({ invitation }: { invitation: string | null }) {
  const { username, email, password, taken, isValid, values } = useRegistrationForm()
  const [isSubmitted, setSubmitted] = useState(false)
  const register = useRegister()
  const takenAlert = isSubmitted ? taken : null
  const alert = register.error ? authErrorMessage(register.error) : takenAlert

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setSubmitted(true)
    register.reset()
    if (!isValid) focusFirstInvalid(event.currentTarget)
    else if (!register.isPending) register.mutate({ ...values, ...(invitation !== null && { invitation }) })
  }

  return (
    <Stack as="form" gap={4} onSubmit={submit} noValidate>
      {invitation !== null && <Banner>{authText.invited}</Banner>}
      {alert && <Banner tone="danger">{alert}</Banner>}
      <UsernameField
        label={authText.username}
        autoComplete="username"
        {...username.inputProps}
        error={username.taken ?? username.shownProblem(isSubmitted)}
        trailing={<AvailabilityIcon {...username.check} />}
      />
      <EmailField
        label={authText.email}
        autoComplete="email"
        {...email.inputProps}
        error={email.taken ?? email.shownProblem(isSubmitted)}
        trailing={<AvailabilityIcon {...email.check} />}
      />
      <NewPasswordField
        label={authText.password}
        name="password"
        {...password.inputProps}
        error={password.shownProblem(isSubmitted)}
        hint={authText.passwordHint}
      />
      <Consent />
      <Button className={styles.submit} type="submit" wide busy={register.isPending}>
        {authText.register}
      </Button>
    </Stack>
  )
}

/** In another tab, so that what was typed stays. */
const Consent = () => (
  <p className={styles.consent}>
    {authText.consentBefore}
    <Link to={pagePaths.terms} target="_blank">
      {authText.terms}
    </Link>
    {authText.consentBetween}
    <Link to={pagePaths.privacy} target="_blank">
      {authText.privacy}
    </Link>
    .
  </p>
)

const RegisterFooter = () => (
  <>
    {authText.haveAccount} <Link to={pagePaths.login}>{authText.toLogin}</Link>
    <br />
    <Link to={pagePaths.forgotPassword}>{authText.forgotPassword}</Link>
  </>
)
