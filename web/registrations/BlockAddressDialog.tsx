import { useState } from 'react'
import { errorMessage } from '#web/platform/api-errors.ts'
import { fieldsText } from '#contract/fields.text.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { useBlockAddress } from './registrations.api.ts'
import { registrationsText } from './registrations.text.ts'

export function BlockAddressDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [address, setAddress] = useState('')
  const [submitted, setSubmitted] = useState(false)
  const { mutate: block, isPending, error, reset } = useBlockAddress()
  const close = () => {
    onClose()
    reset()
    setAddress('')
    setSubmitted(false)
  }
  const submit = () => {
    setSubmitted(true)
    if (!address.trim()) return false
    block(address, { onSuccess: close })
    return true
  }
  return (
    <FormDialog
      open={open}
      onClose={close}
      title={registrationsText.block}
      text={registrationsText.blockText}
      submitLabel={registrationsText.confirmBlock}
      busy={isPending}
      problem={error && errorMessage(error)}
      onSubmit={submit}
    >
      <TextField
        label={registrationsText.address}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        value={address}
        onChange={setAddress}
        hint={registrationsText.addressHint}
        error={submitted && !address.trim() ? fieldsText.blockedAddress : null}
      />
    </FormDialog>
  )
}
