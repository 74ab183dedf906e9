import { bioLimit } from '#contract/limits.ts'
import { MentionArea } from './mentions/MentionArea.tsx'
import { usersText } from './users.text.ts'

type BioFieldProps = { value: string; readOnly: boolean; onChange: (bio: string) => void }

export const BioField = (props: BioFieldProps) => (
  <MentionArea
    label={usersText.bio}
    placeholder={usersText.bioPlaceholder}
    maxLength={bioLimit}
    counter
    rows={4}
    {...props}
  />
)
