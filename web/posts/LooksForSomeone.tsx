import { Switch } from '#web/ui/Switch.tsx'
import { newPostText } from './new-post.text.ts'

type LooksForSomeoneProps = { checked: boolean; onChange: (checked: boolean) => void }

/** Whether the Spotted button of a post stands out. */
export const LooksForSomeone = (props: LooksForSomeoneProps) => (
  <Switch label={newPostText.looksForSomeone} hint={newPostText.looksForSomeoneHint} {...props} />
)
