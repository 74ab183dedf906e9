import { useQuery } from '@tanstack/react-query'
import { useGoBack } from '#web/navigation/go-back.ts'
import { errorMessage } from '#web/platform/api-errors.ts'
import { LoadFailure } from '#web/ui/LoadFailure.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { AccessSection } from './AccessSection.tsx'
import { DevicesSection } from './DevicesSection.tsx'
import { PasskeysSection } from './PasskeysSection.tsx'
import { accountQuery, passkeysQuery, sessionsQuery } from './security.api.ts'
import { securityText } from './security.text.ts'
import styles from './SecurityPage.module.css'
import { SecuritySkeleton } from './SecuritySkeleton.tsx'

/** Credentials and sessions of the account. */
export function SecurityPage() {
  const goBack = useGoBack()
  const [account, passkeys, sessions] = [useQuery(accountQuery()), useQuery(passkeysQuery()), useQuery(sessionsQuery())]
  const failed = [account, passkeys, sessions].find(({ data, error }) => !data && error)
  const retry = () => [account, passkeys, sessions].forEach((query) => void query.refetch())
  const isThere = account.data && passkeys.data && sessions.data
  return (
    <>
      <title>{securityText.title}</title>
      <PageHeader title={securityText.title} onBack={goBack} />
      {!isThere && failed && <LoadFailure text={errorMessage(failed.error)} onRetry={retry} />}
      {!isThere && !failed && <SecuritySkeleton />}
      {isThere && (
        <div className={styles.page}>
          <AccessSection email={account.data.email} />
          <PasskeysSection held={passkeys.data} />
          <DevicesSection sessions={sessions.data} />
        </div>
      )}
    </>
  )
}
