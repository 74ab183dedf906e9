import { useQuery } from '@tanstack/react-query'
import { useGoBack } from '#web/navigation/go-back.ts'
import { errorMessage } from '#web/platform/api-errors.ts'
import { LoadFailure } from '#web/ui/LoadFailure.tsx'
import { SettingsSections } from '#web/settings/SettingsSections.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { AccessSection } from './AccessSection.tsx'
import { AccessTokensSection } from './AccessTokensSection.tsx'
import { DevicesSection } from './DevicesSection.tsx'
import { PasskeysSection } from './PasskeysSection.tsx'
import { accessTokensQuery, accountQuery, passkeysQuery, sessionsQuery } from './security.api.ts'
import { securityText } from './security.text.ts'
import { SecuritySkeleton } from './SecuritySkeleton.tsx'

/** Credentials and sessions of the account. */
export function SecurityPage() {
  const goBack = useGoBack()
  const account = useQuery(accountQuery())
  const passkeys = useQuery(passkeysQuery())
  const sessions = useQuery(sessionsQuery())
  const tokens = useQuery(accessTokensQuery())
  const queries = [account, passkeys, sessions, tokens]
  const failed = queries.find(({ data, error }) => !data && error)
  const retry = () => {
    for (const query of queries) void query.refetch()
  }
  const isLoaded = account.data && passkeys.data && sessions.data && tokens.data
  return (
    <>
      <title>{securityText.title}</title>
      <PageHeader title={securityText.title} onBack={goBack} />
      {!isLoaded && failed && <LoadFailure text={errorMessage(failed.error)} onRetry={retry} />}
      {!isLoaded && !failed && <SecuritySkeleton />}
      {isLoaded && (
        <SettingsSections>
          <AccessSection {...account.data} />
          <PasskeysSection status={passkeys.data} isEmailUnconfirmed={account.data.emailStatus === 'unconfirmed'} />
          <DevicesSection sessions={sessions.data} />
          <AccessTokensSection tokens={tokens.data} />
        </SettingsSections>
      )}
    </>
  )
}
