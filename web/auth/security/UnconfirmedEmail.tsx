import { MailWarning } from 'lucide-react'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { useSendEmailConfirmation } from './security.api.ts'
import { securityText } from './security.text.ts'
import styles from './UnconfirmedEmail.module.css'

/** Says that the address is not confirmed, and sends the link again. */
export function UnconfirmedEmail() {
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
