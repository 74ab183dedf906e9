import { useQuery } from '@tanstack/react-query'
import { Bot, LogOut } from 'lucide-react'
import type { AccessToken } from '#contract/access-tokens.ts'
import type { Session } from '#contract/auth.ts'
import { accessTokensLimit } from '#contract/limits.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { useGoBack } from '#web/navigation/go-back.ts'
import { errorMessage } from '#web/platform/api-errors.ts'
import { ListSection } from '#web/settings/ListSection.tsx'
import { SettingsSection, SettingsSections } from '#web/settings/SettingsSection.tsx'
import { Button } from '#web/ui/Button.tsx'
import { useConfirm } from '#web/ui/ConfirmDialog.tsx'
import { DialogButton } from '#web/ui/DialogButton.tsx'
import { IconRow } from '#web/ui/IconRow.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { LoadFailure } from '#web/ui/LoadFailure.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { AccessSection } from './AccessSection.tsx'
import { CreateTokenDialog } from './CreateTokenDialog.tsx'
import { DeviceIcon } from './DeviceIcon.tsx'
import { PasskeysSection } from './PasskeysSection.tsx'
import {
  accessTokensQuery,
  accountQuery,
  passkeysQuery,
  sessionsQuery,
  useDeleteAccessToken,
  useEndAllSessions,
  useEndSession,
} from './security.api.ts'
import { securityText } from './security.text.ts'

const dayInMs = 24 * 60 * 60 * 1000

/** Formats `2026-11-20` as today, yesterday, or a date. The server stores only the day, in UTC. */
function describeLastUse(day: string, today = new Date()) {
  const passed = (Date.parse(today.toISOString().slice(0, 10)) - Date.parse(day)) / dayInMs
  if (passed <= 0) return securityText.usedToday
  return passed === 1 ? securityText.usedYesterday : securityText.usedOn(day)
}

/** The sessions of the account. */
function DevicesSection({ sessions }: { sessions: readonly Session[] }) {
  const { confirm, confirmation } = useConfirm()
  const { mutate: end, isPending, variables } = useEndSession()
  const { mutateAsync: endAll } = useEndAllSessions()
  return (
    <SettingsSection title={securityText.devices}>
      {sessions.map(({ id, device, current, created_at, last_used_on }) => (
        <IconRow
          key={id}
          icon={<DeviceIcon device={device} />}
          title={device}
          marked={current}
          note={current ? securityText.thisDevice : securityText.deviceNote(describeLastUse(last_used_on), created_at)}
        >
          {!current && (
            <Button
              size="small"
              variant="outline"
              busy={isPending && variables === id}
              aria-label={`${securityText.endSession} ${securityText.endSessionOn(device, created_at)}`}
              onClick={() => end(id)}
            >
              {securityText.endSession}
            </Button>
          )}
        </IconRow>
      ))}
      <Stack padding="3 4">
        <DialogButton
          warns
          wide
          variant="outline"
          icon={<LogOut size={20} aria-hidden />}
          onClick={() =>
            confirm({
              danger: true,
              title: securityText.endAllTitle,
              text: securityText.endAllText,
              confirmLabel: securityText.endAllConfirm,
              onConfirm: () => endAll(),
            })
          }
        >
          {securityText.endAll}
        </DialogButton>
      </Stack>
      {confirmation}
    </SettingsSection>
  )
}

const noteOf = ({ scopes, last_used_on, expires_at }: AccessToken) => (
  <>
    {scopes.map((scope) => securityText.scopes[scope].label).join(', ')}
    <br />
    {securityText.tokenNote(last_used_on && describeLastUse(last_used_on), expires_at)}
  </>
)

/** The personal access tokens of the account. */
function AccessTokensSection({ tokens }: { tokens: readonly AccessToken[] }) {
  const { mutateAsync: revoke } = useDeleteAccessToken()
  return (
    <ListSection
      title={securityText.tokens}
      text={securityText.tokensText}
      addLabel={securityText.createToken}
      unavailableReason={tokens.length >= accessTokensLimit ? securityText.tokensLimit : null}
      items={tokens}
      icon={<Bot size={20} aria-hidden />}
      row={(token) => ({
        title: token.name,
        note: noteOf(token),
      })}
      removal={{
        label: securityText.revoke,
        title: securityText.revokeTitle,
        text: ({ name }) => securityText.revokeText(name),
        danger: true,
        remove: revoke,
      }}
      createDialog={CreateTokenDialog}
      secretWords={securityText.newToken}
    />
  )
}

const SecuritySkeleton = () => (
  <div aria-busy>
    <output className="visually-hidden">{securityText.loading}</output>
    <SettingsSections>
      <Skeleton round="photo" height={160} />
      <Skeleton round="photo" height={210} />
      <Skeleton round="photo" height={230} />
      <Skeleton round="photo" height={170} />
    </SettingsSections>
  </div>
)

/** Credentials and sessions of the account. */
export function SecurityPage() {
  const goBack = useGoBack(pagePaths.settings)
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
