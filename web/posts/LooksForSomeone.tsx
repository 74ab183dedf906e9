import { Switch } from '#web/ui/Switch.tsx'
import { postsText } from './posts.text.ts'

type LooksForSomeoneProps = { checked: boolean; onChange: (checked: boolean) => void }

/** Whether the Spotted button of a post stands out. */
export const LooksForSomeone = (props: LooksForSomeoneProps) => (
  <Switch label={postsText.looksForSomeone} hint={postsText.looksForSomeoneHint} {...props} />
)
