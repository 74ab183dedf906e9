import { AtSign } from 'lucide-react'
import { useState } from 'react'
import { fieldsText } from '#contract/fields.text.ts'
import { searchTextLimit } from '#contract/limits.ts'
import { errorMessage } from '#web/platform/api-errors.ts'
import { useDebounced } from '#web/platform/debounced.ts'
import { useDialogForm } from '#web/platform/dialog-form.ts'
import { ListSection } from '#web/settings/ListSection.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { Muted, Stack } from '#web/ui/Layout.tsx'
import { SearchField, TextField } from '#web/ui/TextField.tsx'
import { useBlockAddress, useBlockedAddresses, useUnblockAddress } from './registrations.api.ts'
import { registrationsText } from './registrations.text.ts'

function BlockAddressDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const blocking = useBlockAddress()
  const { fields, change, submitted, dialog } = useDialogForm({
    empty: { address: '' },
    mutation: blocking,
    read: ({ address }) => (address.trim() ? address : null),
    onClose,
  })
  return (
    <FormDialog
      {...dialog}
      open={open}
      title={registrationsText.block}
      text={registrationsText.blockText}
      submitLabel={registrationsText.confirmBlock}
      problem={blocking.error && errorMessage(blocking.error)}
    >
      <TextField
        label={registrationsText.address}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        value={fields.address}
        onChange={(address) => change({ address })}
        hint={registrationsText.addressHint}
        error={submitted && !fields.address.trim() ? fieldsText.blockedAddress : null}
      />
    </FormDialog>
  )
}

const debounceMs = 200

/** The e-mail addresses and domains that may not register. */
export function BlockedAddressesSection() {
  const [typed, setTyped] = useState('')
  const searched = useDebounced(typed.trim(), debounceMs)
  const query = useBlockedAddresses(searched)
  const addresses = query.data?.pages.flatMap((page) => page.addresses)
  const { mutateAsync: unblock } = useUnblockAddress()
  return (
    <ListSection
      title={registrationsText.blocked}
      text={registrationsText.blockedText}
      addLabel={registrationsText.block}
      query={query}
      items={addresses}
      icon={<AtSign size={20} aria-hidden />}
      row={(blocked) => ({
        title: blocked.address,
        note: registrationsText.blockedSince(blocked),
      })}
      removal={{
        label: registrationsText.unblock,
        title: registrationsText.unblockTitle,
        text: ({ address }) => registrationsText.unblockText(address),
        remove: unblock,
      }}
      createDialog={BlockAddressDialog}
    >
      {addresses && (addresses.length > 0 || searched || typed) && (
        <Stack as="search" padding="3 4">
          <SearchField label={registrationsText.search} maxLength={searchTextLimit} value={typed} onChange={setTyped} />
        </Stack>
      )}
      {addresses?.length === 0 && searched && <Muted padding="3 4">{registrationsText.noneFound}</Muted>}
    </ListSection>
  )
}
