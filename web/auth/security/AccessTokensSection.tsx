import { Bot } from 'lucide-react'
import { useState } from 'react'
import type { AccessToken } from '#contract/access-tokens.ts'
import { accessTokensLimit } from '#contract/limits.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { CopyDialog } from '#web/ui/CopyDialog.tsx'
import { dialogTriggerProps } from '#web/ui/Dialog.tsx'
import { EditableSection } from '#web/settings/EditableSection.tsx'
import { CreateTokenDialog } from './CreateTokenDialog.tsx'
import { describeLastUse } from './last-use.ts'
import { useDeleteAccessToken } from './security.api.ts'
import { securityText } from './security.text.ts'
import { IconRow } from '#web/ui/IconRow.tsx'

const describeScopes = ({ scopes }: AccessToken) => scopes.map((scope) => securityText.scopes[scope].label).join(', ')

/** The personal access tokens of the account. */
export function AccessTokensSection({ tokens }: { tokens: readonly AccessToken[] }) {
  const [openDialog, setOpenDialog] = useState<'create' | 'new' | 'revoke' | null>(null)
  const [newToken, setNewToken] = useState('')
  const [tokenToRevoke, setTokenToRevoke] = useState<AccessToken | null>(null)
  const { mutateAsync: revoke } = useDeleteAccessToken()
  return (
    <>
      <EditableSection
        title={securityText.tokens}
        text={securityText.tokensText}
        addLabel={securityText.createToken}
        unavailableReason={tokens.length >= accessTokensLimit ? securityText.tokensLimit : null}
        onAdd={() => setOpenDialog('create')}
      >
        {tokens.map((token) => (
          <IconRow
            key={token.id}
            icon={<Bot size={20} aria-hidden />}
            title={token.name}
            note={
              <>
                {describeScopes(token)}
                <br />
                {securityText.tokenNote(token.last_used_on && describeLastUse(token.last_used_on), token.expires_at)}
              </>
            }
          >
            <Button
              size="small"
              variant="outline"
              {...dialogTriggerProps}
              onClick={() => {
                setTokenToRevoke(token)
                setOpenDialog('revoke')
              }}
            >
              {securityText.revoke}
              <span className="visually-hidden"> {token.name}</span>
            </Button>
          </IconRow>
        ))}
      </EditableSection>
      <CreateTokenDialog
        open={openDialog === 'create'}
        onClose={() => setOpenDialog(null)}
        onCreated={(token) => {
          setNewToken(token)
          setOpenDialog('new')
        }}
      />
      <CopyDialog
        title={securityText.newTokenTitle}
        text={securityText.newTokenText}
        value={newToken}
        copyLabel={securityText.copy}
        copied={securityText.tokenCopied}
        failed={securityText.tokenCopyFailed}
        doneLabel={securityText.tokenSaved}
        open={openDialog === 'new'}
        onClose={() => {
          setOpenDialog(null)
          setNewToken('')
        }}
      />
      <ConfirmDialog
        danger
        open={openDialog === 'revoke'}
        onOpenChange={(open) => setOpenDialog(open ? 'revoke' : null)}
        title={securityText.revokeTitle}
        text={securityText.revokeText(tokenToRevoke?.name ?? '')}
        cancelLabel={securityText.cancel}
        confirmLabel={securityText.revoke}
        onConfirm={() => tokenToRevoke && revoke(tokenToRevoke.id)}
      />
    </>
  )
}
