import { bioLimit } from '#contract/limits.ts'
import { TextArea } from '#web/ui/TextArea.tsx'
import { usersText } from './users.text.ts'

type BioFieldProps = { value: string; readOnly: boolean; onChange: (bio: string) => void }

export const BioField = (props: BioFieldProps) => (
  <TextArea
    label={usersText.bio}
    placeholder={usersText.bioPlaceholder}
    maxLength={bioLimit}
    counter
    rows={4}
    {...props}
  />
)
