import { useSearchParams } from 'react-router'
import { NewStoryForm } from '#web/stories/new/NewStoryForm.tsx'
import { useChosenPicture } from '#web/platform/chosen-picture.ts'
import { NewPostForm } from './NewPostForm.tsx'

/** The form for a post or a story; both share the chosen picture. */
export function NewPostPage() {
  const [search] = useSearchParams()
  const picture = useChosenPicture()
  return search.has('story') ? <NewStoryForm picture={picture} /> : <NewPostForm picture={picture} />
}
