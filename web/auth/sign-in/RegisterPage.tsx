import { Check } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { usernameLimit } from '#contract/limits.ts'
import { useDebounced } from '#web/platform/debounced.ts'
import { emailProblem } from '#web/platform/email-problem.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { focusFirstInvalid } from '#web/ui/focus-first-invalid.ts'
import { Spinner } from '#web/ui/Spinner.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { authErrorMessage, useAvailability, useRegister } from '#web/auth/auth.api.ts'
import { authText } from '#web/auth/auth.text.ts'
import { AuthLayout } from './AuthLayout.tsx'
import styles from './AuthLayout.module.css'
import { newPasswordProblem, usernameProblem } from '#web/auth/field-problems.ts'

/** How long typing must rest before the server is asked whether a name is free. */
const rest = 500

/** The server is asked once the value is whole and typing has rested. */
function useFree(kind: 'username' | 'email', value: string, problem: string | null) {
  const wanted = problem === null ? value.trim() : null
  const settled = useDebounced(wanted, rest)
  const check = useAvailability(kind, settled)
  const current = wanted !== null && settled === wanted
  return {
    taken: current && check.data?.available === false,
    free: current && check.data?.available === true,
    checking: current && check.isFetching,
  }
}

function mark({ free, checking }: { free: boolean; checking: boolean }) {
  if (checking) return <Spinner className={styles.wait} label={authText.checking} size={18} />
  if (free)
    return (
      <span className={styles.free}>
        <Check size={20} aria-label={authText.free} />
      </span>
    )
  return null
}

export function RegisterPage() {
  const [username, setUsername] = useState('')
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [submitted, setSubmitted] = useState(false)
  const [left, setLeft] = useState({ username: false, email: false, password: false })
  const usernameState = useFree('username', username, usernameProblem(username))
  const emailState = useFree('email', email, emailProblem(email))
  const register = useRegister()

  const taken = usernameState.taken ? authText.usernameTaken : emailState.taken ? authText.emailTaken : null
  const problems = {
    username: usernameProblem(username) ?? (usernameState.taken ? authText.usernameTaken : null),
    email: emailProblem(email) ?? (emailState.taken ? authText.emailTaken : null),
    password: newPasswordProblem(password),
  }
  // Nobody is told off while typing for the first time; that a name is taken is said at once.
  const shown = {
    username: usernameState.taken || submitted || (left.username && username) ? problems.username : null,
    email: emailState.taken || submitted || (left.email && email) ? problems.email : null,
    password: submitted || (left.password && password) ? problems.password : null,
  }
  const alert = register.error ? authErrorMessage(register.error) : submitted ? taken : null

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setSubmitted(true)
    register.reset()
    if (problems.username || problems.email || problems.password) focusFirstInvalid(event.currentTarget)
    else if (!register.isPending) register.mutate({ username, email, password })
  }

  return (
    <AuthLayout
      title={authText.registerTitle}
      footer={
        <>
          {authText.haveAccount} <Link to={pagePaths.login}>{authText.toLogin}</Link>
          <br />
          <Link to={pagePaths.forgotPassword}>{authText.forgot}</Link>
        </>
      }
    >
      <form className={styles.form} onSubmit={submit} noValidate>
        {alert && <Banner tone="danger">{alert}</Banner>}
        <TextField
          label={authText.username}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          maxLength={usernameLimit}
          required
          value={username}
          onChange={setUsername}
          onBlur={() => setLeft({ ...left, username: true })}
          error={shown.username}
          hint={authText.usernameHint}
          trailing={mark(usernameState)}
        />
        <TextField
          label={authText.email}
          type="email"
          name="email"
          autoComplete="email"
          inputMode="email"
          required
          value={email}
          onChange={setEmail}
          onBlur={() => setLeft({ ...left, email: true })}
          error={shown.email}
          trailing={mark(emailState)}
        />
        <TextField
          label={authText.password}
          type="password"
          name="password"
          autoComplete="new-password"
          required
          value={password}
          onChange={setPassword}
          onBlur={() => setLeft({ ...left, password: true })}
          error={shown.password}
          hint={authText.passwordHint}
        />
        <Button className={styles.submit} type="submit" wide busy={register.isPending}>
          {authText.register}
        </Button>
      </form>
    </AuthLayout>
  )
}
