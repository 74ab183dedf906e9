import { Fragment, type ReactElement } from 'react'
import type { PostChoices } from '#contract/posts.ts'
import { Switch } from '#web/ui/Switch.tsx'
import { newPostText } from './new-post.text.ts'
import { NewPostPrivacy } from './NewPostPrivacy.tsx'

type PostChoiceFieldsProps = { choices: PostChoices; onChange: (part: Partial<PostChoices>) => void }

/** What the author of a post chooses beside words, place and pictures, when writing and when editing. */
export function PostChoiceFields({ choices, onChange }: PostChoiceFieldsProps) {
  // By name, so that the compiler asks for a field of each.
  const fields: Record<keyof PostChoices, ReactElement> = {
    looks_for_someone: (
      <Switch
        label={newPostText.looksForSomeone}
        hint={newPostText.looksForSomeoneHint}
        checked={choices.looks_for_someone}
        onChange={(looks_for_someone) => onChange({ looks_for_someone })}
      />
    ),
    privacy: <NewPostPrivacy privacy={choices.privacy} onPrivacy={(privacy) => onChange({ privacy })} />,
  }
  return Object.entries(fields).map(([name, field]) => <Fragment key={name}>{field}</Fragment>)
}
