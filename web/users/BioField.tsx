import { TextArea } from '#web/ui/TextArea.tsx'
import { usersText } from './users.text.ts'

/** As in the contract. */
const longest = 320

type BioFieldProps = { value: string; readOnly: boolean; onChange: (bio: string) => void }

export const BioField = (props: BioFieldProps) => (
  <TextArea
    label={usersText.bio}
    placeholder={usersText.bioPlaceholder}
    maxLength={longest}
    counter
    rows={4}
    {...props}
  />
)
