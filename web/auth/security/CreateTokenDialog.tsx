import { tokenNameLimit } from '#contract/limits.ts'
import { tokenLifetimesDays, type TokenScope, tokenScopes } from '#contract/token-scopes.ts'
import { PasswordField } from '#web/auth/AccountFields.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { Switch } from '#web/ui/Switch.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import styles from './CreateTokenDialog.module.css'
import { useDialogForm } from '#web/platform/dialog-form.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { securityErrorMessage, useCreateAccessToken } from './security.api.ts'
import { securityText } from './security.text.ts'

type Days = (typeof tokenLifetimesDays)[number]
type CreateTokenDialogProps = { open: boolean; onClose: () => void; onCreated: (token: string) => void }

const lifetimes = tokenLifetimesDays.map((days) => ({
  value: `${days}` as const,
  label: securityText.tokenLifetimes[days],
}))
const empty = { name: '', scopes: ['read'] as readonly TokenScope[], days: tokenLifetimesDays[0] as Days, password: '' }

export function CreateTokenDialog({ open, onClose, onCreated }: CreateTokenDialogProps) {
  const creation = useCreateAccessToken()
  const { fields, change, submitted, dialog } = useDialogForm({
    empty,
    mutation: creation,
    read: (given) =>
      given.name.trim() && given.scopes.length > 0 && given.password ? { ...given, scopes: [...given.scopes] } : null,
    onClose,
    onDone: ({ token }) => onCreated(token),
  })
  const { name, scopes, days, password } = fields
  return (
    <FormDialog
      {...dialog}
      open={open}
      title={securityText.createToken}
      text={securityText.createTokenText}
      submitLabel={securityText.createToken}
      problem={creation.error && securityErrorMessage(creation.error)}
    >
      <TextField
        label={securityText.tokenName}
        name="token-name"
        autoComplete="off"
        maxLength={tokenNameLimit}
        value={name}
        onChange={(value) => change({ name: value })}
        hint={securityText.tokenNameHint}
        error={submitted && !name.trim() ? securityText.tokenNameRequired : null}
      />
      <fieldset className={styles.scopes}>
        <legend className={styles.legend}>{securityText.tokenScopes}</legend>
        {tokenScopes.map((scope) => (
          <Switch
            key={scope}
            {...securityText.scopes[scope]}
            checked={scopes.includes(scope)}
            onChange={(isOn) =>
              change({ scopes: tokenScopes.filter((one) => (one === scope ? isOn : scopes.includes(one))) })
            }
          />
        ))}
        {submitted && scopes.length === 0 && (
          <p className={styles.error} role="alert">
            {securityText.scopesRequired}
          </p>
        )}
      </fieldset>
      <SelectField
        label={securityText.tokenLifetime}
        placeholder={securityText.tokenLifetime}
        options={lifetimes}
        value={`${days}`}
        onChange={(value) => change({ days: Number(value) as Days })}
      />
      <PasswordField
        label={securityText.password}
        value={password}
        onChange={(value) => change({ password: value })}
        submitted={submitted}
      />
    </FormDialog>
  )
}
