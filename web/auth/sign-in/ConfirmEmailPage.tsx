import { MailCheck } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { ApiError } from '#web/platform/api-errors.ts'
import { useCurrentUser } from '#web/platform/current-user.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { authErrorMessage } from '#web/auth/auth.api.ts'
import { authText } from '#web/auth/auth.text.ts'
import { AuthLayout } from './AuthLayout.tsx'
import styles from './AuthLayout.module.css'
import { useConfirmEmail } from '#web/auth/security/security.api.ts'

/** After these refusals a retry is useless. */
const isFinal = (error: Error | null) => error instanceof ApiError && [400, 409].includes(error.status)

/**
 * The page of a mailed link; the token is in the fragment. A click uses it, because mail programs open links by
 * themselves.
 */
export function ConfirmEmailPage() {
  const token = useLocation().hash.slice(1)
  const isSignedIn = useCurrentUser() !== null
  const confirm = useConfirmEmail()
  return (
    <AuthLayout
      title={authText.confirmEmailTitle}
      footer={
        isSignedIn ? (
          <Link to={pagePaths.security}>{authText.toSecurity}</Link>
        ) : (
          <Link to={pagePaths.login}>{authText.toLogin}</Link>
        )
      }
    >
      <Stack gap={4}>
        {confirm.data ? (
          <Banner icon={<MailCheck size={20} aria-hidden />}>{confirm.data.message}</Banner>
        ) : (
          <>
            {!isFinal(confirm.error) && <p className={styles.explanation}>{authText.confirmEmailText}</p>}
            {confirm.error && <Banner tone="danger">{authErrorMessage(confirm.error)}</Banner>}
            {!isFinal(confirm.error) && (
              <Button wide busy={confirm.isPending} onClick={() => confirm.mutate(token)}>
                {authText.confirmEmail}
              </Button>
            )}
          </>
        )}
      </Stack>
    </AuthLayout>
  )
}
