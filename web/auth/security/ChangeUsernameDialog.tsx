import { PasswordField, UsernameField, usernameProblem } from '#web/auth/AccountFields.tsx'
import { authText } from '#web/auth/auth.text.ts'
import { AvailabilityIcon, useAvailabilityCheck } from '#web/auth/Availability.tsx'
import { useDialogForm } from '#web/platform/dialog-form.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { securityErrorMessage, useChangeUsername } from './security.api.ts'
import { securityText } from './security.text.ts'

type ChangeUsernameDialogProps = {
  open: boolean
  onClose: () => void
  /** The username so far. */
  username: string
}

const empty = { username: '', password: '' }

/** The old name leads nowhere afterwards, which the dialog says. */
export function ChangeUsernameDialog({ open, onClose, username }: ChangeUsernameDialogProps) {
  const mutation = useChangeUsername()
  const problemOf = (chosen: string) =>
    chosen.trim() === username ? securityText.sameUsername : usernameProblem(chosen)
  const { fields, change, submitted, dialog } = useDialogForm({
    empty,
    mutation,
    read: (given) => (problemOf(given.username) === null && given.password ? given : null),
    onClose,
  })
  const problem = problemOf(fields.username)
  const check = useAvailabilityCheck('username', fields.username, problem)
  const shownProblem = submitted ? problem : null
  return (
    <FormDialog
      {...dialog}
      open={open}
      title={securityText.changeUsername}
      text={securityText.changeUsernameText}
      submitLabel={securityText.change}
      problem={mutation.error && securityErrorMessage(mutation.error)}
    >
      <UsernameField
        label={securityText.newUsername}
        autoComplete="off"
        value={fields.username}
        onChange={(value) => change({ username: value })}
        error={check.isTaken ? authText.usernameTaken : shownProblem}
        trailing={<AvailabilityIcon {...check} />}
      />
      <PasswordField
        label={securityText.password}
        value={fields.password}
        onChange={(value) => change({ password: value })}
        submitted={submitted}
      />
    </FormDialog>
  )
}
