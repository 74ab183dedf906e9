import { CircleDashed, SquarePen } from 'lucide-react'
import { Segmented } from '#web/ui/Choices.tsx'
import { storiesText } from '#web/stories/stories.text.ts'

const options = [
  { value: 'post', label: storiesText.kindPost, icon: <SquarePen size={18} aria-hidden /> },
  { value: 'story', label: storiesText.kindStory, icon: <CircleDashed size={18} aria-hidden /> },
] as const

type PostKindSwitchProps = { isStory: boolean; onStory: (isStory: boolean) => void }

export const PostKindSwitch = ({ isStory, onStory }: PostKindSwitchProps) => (
  <Segmented
    label={storiesText.kind}
    options={options}
    value={isStory ? 'story' : 'post'}
    onChange={(kind) => onStory(kind === 'story')}
  />
)
