import { AtSign, LockKeyhole, Mail, MailCheck, MailWarning } from 'lucide-react'
import { useState } from 'react'
import type { EmailStatus } from '#contract/auth.ts'
import { EmailField, NewPasswordField, newPasswordProblem, PasswordField } from '#web/auth/AccountFields.tsx'
import { emailProblem } from '#web/platform/email-problem.ts'
import { SettingsSection } from '#web/settings/SettingsSection.tsx'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { DialogButton } from '#web/ui/DialogButton.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { IconRow } from '#web/ui/IconRow.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { ChangeUsernameDialog } from './ChangeUsernameDialog.tsx'
import { securityErrorMessage, useChangeEmail, useChangePassword, useSendEmailConfirmation } from './security.api.ts'
import { securityText } from './security.text.ts'
import styles from './AccessSection.module.css'

type ChangeEmailDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Called with the server's sentence about the e-mail. */
  onMailed: (message: string) => void
}

function ChangeEmailDialog({ open, onOpenChange, onMailed }: ChangeEmailDialogProps) {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [submitted, setSubmitted] = useState(false)
  const { mutate: change, isPending, error, reset } = useChangeEmail()
  const problem = emailProblem(email)
  const close = () => {
    onOpenChange(false)
    reset()
    setEmail('')
    setPassword('')
    setSubmitted(false)
  }
  const submit = () => {
    setSubmitted(true)
    if (problem || !password) return false
    change(
      { email, password },
      {
        onSuccess: ({ message }) => {
          close()
          onMailed(message)
        },
      },
    )
    return true
  }
  return (
    <FormDialog
      open={open}
      onClose={close}
      title={securityText.changeEmail}
      text={securityText.changeEmailText}
      submitLabel={securityText.sendLink}
      busy={isPending}
      problem={error && securityErrorMessage(error)}
      onSubmit={submit}
    >
      <EmailField
        label={securityText.newEmail}
        autoComplete="email"
        value={email}
        onChange={setEmail}
        error={submitted ? problem : null}
      />
      <PasswordField label={securityText.password} value={password} onChange={setPassword} submitted={submitted} />
    </FormDialog>
  )
}

function ChangePasswordDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const [currentPassword, setCurrentPassword] = useState('')
  const [newPassword, setNewPassword] = useState('')
  const [submitted, setSubmitted] = useState(false)
  const { mutate: change, isPending, error, reset } = useChangePassword()
  const problem = newPasswordProblem(newPassword)
  const close = () => {
    onOpenChange(false)
    reset()
    setCurrentPassword('')
    setNewPassword('')
    setSubmitted(false)
  }
  const submit = () => {
    setSubmitted(true)
    if (!currentPassword || problem) return false
    change({ current_password: currentPassword, new_password: newPassword }, { onSuccess: close })
    return true
  }
  return (
    <FormDialog
      open={open}
      onClose={close}
      title={securityText.changePassword}
      text={securityText.changePasswordText}
      submitLabel={securityText.change}
      busy={isPending}
      problem={error && securityErrorMessage(error)}
      onSubmit={submit}
    >
      <PasswordField
        label={securityText.currentPassword}
        value={currentPassword}
        onChange={setCurrentPassword}
        submitted={submitted}
      />
      <NewPasswordField
        label={securityText.newPassword}
        name="new-password"
        value={newPassword}
        onChange={setNewPassword}
        error={submitted ? problem : null}
        hint={securityText.newPasswordHint}
      />
    </FormDialog>
  )
}

/** Says that the address is not confirmed, and sends the link again. */
function UnconfirmedEmail() {
  const send = useSendEmailConfirmation()
  return (
    <div className={styles.unconfirmed}>
      <Banner icon={<MailWarning size={20} aria-hidden />}>{securityText.unconfirmedEmail}</Banner>
      <Button size="small" variant="outline" busy={send.isPending} onClick={() => send.mutate()}>
        {securityText.sendConfirmation}
      </Button>
    </div>
  )
}

const emailNote = (email: string, status: EmailStatus) =>
  status === 'confirmed' ? securityText.confirmedEmail(email) : email

type AccessSectionProps = { username: string; email: string; emailStatus: EmailStatus }
type DialogName = 'username' | 'email' | 'password'

/** Username, e-mail address and password. */
export function AccessSection({ username, email, emailStatus }: AccessSectionProps) {
  const [openDialog, setOpenDialog] = useState<DialogName | null>(null)
  const [mailSentMessage, setMailSentMessage] = useState<string | null>(null)
  const changeButton = (dialog: DialogName, name: string) => (
    <DialogButton size="small" variant="outline" aria-label={name} onClick={() => setOpenDialog(dialog)}>
      {securityText.change}
    </DialogButton>
  )
  return (
    <SettingsSection title={securityText.access}>
      <IconRow icon={<AtSign size={20} aria-hidden />} title={securityText.username} note={`@${username}`}>
        {changeButton('username', securityText.changeUsername)}
      </IconRow>
      <IconRow icon={<Mail size={20} aria-hidden />} title={securityText.email} note={emailNote(email, emailStatus)}>
        {changeButton('email', securityText.changeEmail)}
      </IconRow>
      {emailStatus === 'unconfirmed' && <UnconfirmedEmail />}
      {mailSentMessage && (
        <Stack padding="3 4">
          <Banner icon={<MailCheck size={20} aria-hidden />}>{mailSentMessage}</Banner>
        </Stack>
      )}
      <IconRow icon={<LockKeyhole size={20} aria-hidden />} title={securityText.password}>
        {changeButton('password', securityText.changePassword)}
      </IconRow>
      <ChangeUsernameDialog username={username} open={openDialog === 'username'} onClose={() => setOpenDialog(null)} />
      <ChangeEmailDialog
        open={openDialog === 'email'}
        onOpenChange={(open) => setOpenDialog(open ? 'email' : null)}
        onMailed={setMailSentMessage}
      />
      <ChangePasswordDialog
        open={openDialog === 'password'}
        onOpenChange={(open) => setOpenDialog(open ? 'password' : null)}
      />
    </SettingsSection>
  )
}
