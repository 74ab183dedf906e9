import { AtSign, Search } from 'lucide-react'
import { useState } from 'react'
import { searchTextLimit } from '#contract/limits.ts'
import type { BlockedAddress } from '#contract/registrations.ts'
import { EditableSection } from '#web/settings/EditableSection.tsx'
import { IconRow } from '#web/ui/IconRow.tsx'
import { errorMessage } from '#web/platform/api-errors.ts'
import { useDebounced } from '#web/platform/debounced.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { dialogTriggerProps } from '#web/ui/Dialog.tsx'
import { LoadFailure } from '#web/ui/LoadFailure.tsx'
import { NextPage } from '#web/ui/NextPage.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { BlockAddressDialog } from './BlockAddressDialog.tsx'
import styles from './BlockedAddressesSection.module.css'
import { useBlockedAddresses, useUnblockAddress } from './registrations.api.ts'
import { registrationsText } from './registrations.text.ts'

const debounceMs = 200

/** The e-mail addresses and domains that may not register. */
export function BlockedAddressesSection() {
  const [typed, setTyped] = useState('')
  const searched = useDebounced(typed.trim(), debounceMs)
  const query = useBlockedAddresses(searched)
  const addresses = query.data?.pages.flatMap((page) => page.addresses)
  const [openDialog, setOpenDialog] = useState<'block' | 'unblock' | null>(null)
  const [chosen, setChosen] = useState<BlockedAddress | null>(null)
  const { mutateAsync: unblock } = useUnblockAddress()
  return (
    <>
      <EditableSection
        title={registrationsText.blocked}
        text={registrationsText.blockedText}
        addLabel={registrationsText.block}
        unavailableReason={null}
        onAdd={() => setOpenDialog('block')}
      >
        {!addresses && query.isError && (
          <LoadFailure text={errorMessage(query.error)} onRetry={() => void query.refetch()} />
        )}
        {addresses && (addresses.length > 0 || searched || typed) && (
          <search className={styles.search}>
            <TextField
              label={registrationsText.search}
              labelHidden
              type="search"
              placeholder={registrationsText.search}
              maxLength={searchTextLimit}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              icon={<Search size={20} aria-hidden />}
              value={typed}
              onChange={setTyped}
            />
          </search>
        )}
        {addresses?.length === 0 && searched && <p className={styles.none}>{registrationsText.noneFound}</p>}
        {addresses?.map((blocked) => (
          <IconRow
            key={blocked.id}
            icon={<AtSign size={20} aria-hidden />}
            title={blocked.address}
            note={registrationsText.blockedSince(blocked)}
          >
            <Button
              size="small"
              variant="outline"
              {...dialogTriggerProps}
              onClick={() => {
                setChosen(blocked)
                setOpenDialog('unblock')
              }}
            >
              {registrationsText.unblock}
              <span className="visually-hidden"> {blocked.address}</span>
            </Button>
          </IconRow>
        ))}
        <NextPage query={query} />
      </EditableSection>
      <BlockAddressDialog open={openDialog === 'block'} onClose={() => setOpenDialog(null)} />
      <ConfirmDialog
        open={openDialog === 'unblock'}
        onOpenChange={(open) => setOpenDialog(open ? 'unblock' : null)}
        title={registrationsText.unblockTitle}
        text={registrationsText.unblockText(chosen?.address ?? '')}
        cancelLabel={registrationsText.cancel}
        confirmLabel={registrationsText.unblock}
        onConfirm={() => chosen && unblock(chosen.id)}
      />
    </>
  )
}
