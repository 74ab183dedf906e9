import { useQuery } from '@tanstack/react-query'
import { Navigate, useSearchParams } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { NewStoryForm } from '#web/stories/new/NewStoryForm.tsx'
import { asOnePicture, useChosenPictures } from './chosen-pictures.ts'
import { NewPostForm } from './NewPostForm.tsx'
import { findPublication, type Publication } from './publications.api.ts'

/** The form for a post or a story, or for one that was not published. */
export function NewPostPage() {
  const [search] = useSearchParams()
  const refusedId = search.get('refused')
  if (refusedId !== null) return <RefusedPost clientId={refusedId} />
  return <NewPost isStory={search.has('story')} />
}

/** Both kinds share the first chosen picture. */
function NewPost({ isStory, refused }: { isStory: boolean; refused?: Publication }) {
  const pictures = useChosenPictures(refused?.pictures)
  return isStory ? (
    <NewStoryForm picture={asOnePicture(pictures)} refused={refused} />
  ) : (
    <NewPostForm pictures={pictures} refused={refused} />
  )
}

function RefusedPost({ clientId }: { clientId: string }) {
  const { data: refused, isPending } = useQuery({
    queryKey: ['posts', 'publication', clientId],
    queryFn: () => findPublication(clientId),
    networkMode: 'always',
    gcTime: 0,
    staleTime: Infinity,
  })
  if (isPending) return null
  // It has been published or deleted meanwhile.
  if (!refused) return <Navigate replace to={pagePaths.newSpot} />
  return <NewPost isStory={refused.is_story} refused={refused} />
}
