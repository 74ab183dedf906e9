import { LockKeyhole, Mail, MailCheck } from 'lucide-react'
import { useState } from 'react'
import type { EmailStatus } from '#contract/auth.ts'
import { SettingsSection } from '#web/settings/SettingsSection.tsx'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { dialogTriggerProps } from '#web/ui/Dialog.tsx'
import styles from './AccessSection.module.css'
import { ChangeEmailDialog } from './ChangeEmailDialog.tsx'
import { ChangePasswordDialog } from './ChangePasswordDialog.tsx'
import { securityText } from './security.text.ts'
import { IconRow } from '#web/ui/IconRow.tsx'
import { UnconfirmedEmail } from './UnconfirmedEmail.tsx'

const emailNote = (email: string, status: EmailStatus) =>
  status === 'confirmed' ? securityText.confirmedEmail(email) : email

/** E-mail address and password. */
export function AccessSection({ email, emailStatus }: { email: string; emailStatus: EmailStatus }) {
  const [openDialog, setOpenDialog] = useState<'email' | 'password' | null>(null)
  const [mailSentMessage, setMailSentMessage] = useState<string | null>(null)
  const changeButton = (dialog: 'email' | 'password', name: string) => (
    <Button
      size="small"
      variant="outline"
      aria-label={name}
      {...dialogTriggerProps}
      onClick={() => setOpenDialog(dialog)}
    >
      {securityText.change}
    </Button>
  )
  return (
    <SettingsSection title={securityText.access}>
      <IconRow icon={<Mail size={20} aria-hidden />} title={securityText.email} note={emailNote(email, emailStatus)}>
        {changeButton('email', securityText.changeEmail)}
      </IconRow>
      {emailStatus === 'unconfirmed' && <UnconfirmedEmail />}
      {mailSentMessage && (
        <div className={styles.mailSent}>
          <Banner icon={<MailCheck size={20} aria-hidden />}>{mailSentMessage}</Banner>
        </div>
      )}
      <IconRow icon={<LockKeyhole size={20} aria-hidden />} title={securityText.password}>
        {changeButton('password', securityText.changePassword)}
      </IconRow>
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
