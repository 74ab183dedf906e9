import { useSearchParams } from 'react-router'
import { NewStoryForm } from '#web/stories/new/NewStoryForm.tsx'
import { asOnePicture, useChosenPictures } from './chosen-pictures.ts'
import { NewPostForm } from './NewPostForm.tsx'

/** The form for a post or a story; both share the first chosen picture. */
export function NewPostPage() {
  const [search] = useSearchParams()
  const pictures = useChosenPictures()
  return search.has('story') ? <NewStoryForm picture={asOnePicture(pictures)} /> : <NewPostForm pictures={pictures} />
}
