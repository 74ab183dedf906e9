import { LockKeyhole, Mail, MailCheck } from 'lucide-react'
import { useState } from 'react'
import { SettingsSection } from '#web/settings/SettingsSection.tsx'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { preloadDialog } from '#web/ui/Dialog.tsx'
import styles from './AccessSection.module.css'
import { ChangeEmailDialog } from './ChangeEmailDialog.tsx'
import { ChangePasswordDialog } from './ChangePasswordDialog.tsx'
import { securityText } from './security.text.ts'
import { SecurityRow } from './SecurityRow.tsx'

/** E-mail address and password. */
export function AccessSection({ email }: { email: string }) {
  const [asking, setAsking] = useState<'email' | 'password' | null>(null)
  const [mailed, setMailed] = useState<string | null>(null)
  const change = (what: 'email' | 'password', name: string) => (
    <Button
      size="small"
      variant="outline"
      aria-label={name}
      aria-haspopup="dialog"
      onPointerEnter={preloadDialog}
      onFocus={preloadDialog}
      onClick={() => setAsking(what)}
    >
      {securityText.change}
    </Button>
  )
  return (
    <SettingsSection title={securityText.access}>
      <SecurityRow icon={<Mail size={20} aria-hidden />} title={securityText.email} note={email}>
        {change('email', securityText.changeEmail)}
      </SecurityRow>
      {mailed && (
        <div className={styles.mailed}>
          <Banner icon={<MailCheck size={20} aria-hidden />}>{mailed}</Banner>
        </div>
      )}
      <SecurityRow icon={<LockKeyhole size={20} aria-hidden />} title={securityText.password}>
        {change('password', securityText.changePassword)}
      </SecurityRow>
      <ChangeEmailDialog
        open={asking === 'email'}
        onOpenChange={(open) => setAsking(open ? 'email' : null)}
        onMailed={setMailed}
      />
      <ChangePasswordDialog open={asking === 'password'} onOpenChange={(open) => setAsking(open ? 'password' : null)} />
    </SettingsSection>
  )
}
