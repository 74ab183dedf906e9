import { KeyRound, LifeBuoy, Plus } from 'lucide-react'
import { useState } from 'react'
import type { Output } from '#contract/calls.ts'
import type { Passkey } from '#contract/passkeys.ts'
import { passkeysLimit } from '#contract/limits.ts'
import { SettingsSection } from '#web/settings/SettingsSection.tsx'
import { Button } from '#web/ui/Button.tsx'
import { preloadDialog } from '#web/ui/Dialog.tsx'
import { AddPasskeyDialog } from './AddPasskeyDialog.tsx'
import { supportsPasskeys } from '#web/auth/browser-passkeys.ts'
import styles from './PasskeysSection.module.css'
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx'
import { RemovePasskeyDialog } from './RemovePasskeyDialog.tsx'
import { RenewCodesDialog } from './RenewCodesDialog.tsx'
import { securityText } from './security.text.ts'
import { SecurityRow } from './SecurityRow.tsx'

/** Returns why no passkey can be added, or null. */
function obstacleTo({ origin, passkeys }: Output<'getPasskeys'>) {
  if (origin === null) return securityText.passkeysUnsupportedAddress
  if (origin !== window.location.origin) return securityText.passkeysAtOrigin(origin)
  if (!supportsPasskeys()) return securityText.passkeysUnsupportedBrowser
  return passkeys.length >= passkeysLimit ? securityText.passkeyLimit : null
}

/** Passkeys and recovery codes, the optional second step of the sign-in. */
export function PasskeysSection({ held }: { held: Output<'getPasskeys'> }) {
  const [asking, setAsking] = useState<'add' | 'remove' | 'renew' | 'codes' | null>(null)
  const [chosen, setChosen] = useState<Passkey | null>(null)
  const [codes, setCodes] = useState<string[]>([])
  const obstacle = obstacleTo(held)
  const stop = () => setAsking(null)
  const showCodes = (fresh: string[]) => {
    setCodes(fresh)
    setAsking('codes')
  }
  return (
    <SettingsSection title={securityText.passkeys}>
      <p className={styles.explanation}>{securityText.passkeysText}</p>
      {held.passkeys.map((passkey) => (
        <SecurityRow
          key={passkey.id}
          icon={<KeyRound size={20} aria-hidden />}
          title={passkey.name}
          note={securityText.passkeyNote(passkey.created_at, passkey.last_used_at)}
        >
          <Button
            size="small"
            variant="outline"
            aria-haspopup="dialog"
            onPointerEnter={preloadDialog}
            onFocus={preloadDialog}
            onClick={() => {
              setChosen(passkey)
              setAsking('remove')
            }}
          >
            {securityText.remove}
            <span className="visually-hidden"> {passkey.name}</span>
          </Button>
        </SecurityRow>
      ))}
      {held.passkeys.length > 0 && (
        <SecurityRow
          icon={<LifeBuoy size={20} aria-hidden />}
          title={securityText.codes}
          note={securityText.codesLeft(held.recovery_codes_left)}
        >
          <Button
            size="small"
            variant="outline"
            aria-haspopup="dialog"
            onPointerEnter={preloadDialog}
            onFocus={preloadDialog}
            onClick={() => setAsking('renew')}
          >
            {securityText.renewCodes}
          </Button>
        </SecurityRow>
      )}
      {obstacle ? (
        <p className={styles.explanation}>{obstacle}</p>
      ) : (
        <div className={styles.add}>
          <Button
            wide
            variant="soft"
            icon={<Plus size={20} aria-hidden />}
            aria-haspopup="dialog"
            onPointerEnter={preloadDialog}
            onFocus={preloadDialog}
            onClick={() => setAsking('add')}
          >
            {securityText.addPasskey}
          </Button>
        </div>
      )}
      <AddPasskeyDialog
        open={asking === 'add'}
        onOpenChange={(open) => setAsking(open ? 'add' : null)}
        onCodes={showCodes}
      />
      <RemovePasskeyDialog
        passkey={chosen}
        isLast={held.passkeys.length === 1}
        open={asking === 'remove'}
        onClose={stop}
      />
      <RenewCodesDialog open={asking === 'renew'} onClose={stop} onCodes={showCodes} />
      <RecoveryCodesDialog
        codes={codes}
        open={asking === 'codes'}
        onClose={() => {
          stop()
          setCodes([])
        }}
      />
    </SettingsSection>
  )
}
