import { useNavigate } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { ApiError } from '#web/platform/api-errors.ts'
import { useCurrentUser } from '#web/platform/current-user.ts'
import { Button } from '#web/ui/Button.tsx'
import { showToast } from '#web/ui/toast.ts'
import type { ChosenPicture } from './NewPostPicture.tsx'
import { NewPostPlace } from './NewPostPlace.tsx'
import { NewPostPrivacy } from './NewPostPrivacy.tsx'
import { NewPostText } from './NewPostText.tsx'
import { usePostDraft } from './post-draft.ts'
import { useCreateSpot } from './posts.api.ts'
import { postsText } from './posts.text.ts'
import { PublishingDialog } from './PublishingDialog.tsx'

type NewPostFormProps = {
  picture: ChosenPicture
  onAlert: (title: string, text: string) => void
}

export function NewPostForm({ picture, onAlert }: NewPostFormProps) {
  const user = useCurrentUser()
  const { draft, change, clear } = usePostDraft(user?.id ?? 0)
  const { mutate: createSpot, isPending } = useCreateSpot()
  const navigate = useNavigate()

  const published = () => {
    clear()
    showToast(postsText.published)
    void navigate(pagePaths.feed)
  }
  const publish = () => {
    const text = draft.text.trim()
    if (!text) return onAlert(postsText.incompleteTitle, postsText.textMissing)
    if (!draft.place) return onAlert(postsText.incompleteTitle, postsText.placeMissing)
    createSpot(
      { text, location_id: draft.place.id, privacy: draft.privacy, image: picture.image },
      { onSuccess: published, onError: (error) => onAlert(postsText.notPublished, failure(error)) },
    )
  }

  return (
    <>
      <NewPostText text={draft.text} onText={(text) => change({ text })} picture={picture} />
      <NewPostPlace place={draft.place} onPlace={({ id, name, town }) => change({ place: { id, name, town } })} />
      <NewPostPrivacy privacy={draft.privacy} onPrivacy={(privacy) => change({ privacy })} />
      <Button wide busy={picture.isPreparing} onClick={publish}>
        {postsText.publish}
      </Button>
      <PublishingDialog open={isPending} />
    </>
  )
}

const failure = (error: Error) => (error instanceof ApiError ? postsText.error(error.message) : postsText.networkError)
