import { useState } from 'react'
import { useNavigate } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { ApiError } from '#web/platform/api-errors.ts'
import { useCurrentUser } from '#web/platform/current-user.ts'
import { AlertDialog } from '#web/ui/AlertDialog.tsx'
import { showToast } from '#web/ui/toast.ts'
import type { ChosenPictures } from './chosen-pictures.ts'
import { ComposerFrame } from './ComposerFrame.tsx'
import { NewPostPlace } from './NewPostPlace.tsx'
import { NewPostPrivacy } from './NewPostPrivacy.tsx'
import { NewPostText } from './NewPostText.tsx'
import { usePostDraft } from './post-draft.ts'
import { useCreateSpot } from './posts.api.ts'
import { postsText } from './posts.text.ts'
import { PublishingDialog } from './PublishingDialog.tsx'

export function NewPostForm({ pictures }: { pictures: ChosenPictures }) {
  const user = useCurrentUser()
  const { draft, change, clear } = usePostDraft(user?.id ?? 0)
  const { mutate: createSpot, isPending } = useCreateSpot()
  const [wasTried, setTried] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const navigate = useNavigate()

  const { place, privacy } = draft
  const text = draft.text.trim()
  const isEmpty = text === '' && pictures.list.length === 0
  const published = () => {
    clear()
    showToast(postsText.published)
    void navigate(pagePaths.feed)
  }
  const publish = () => {
    setTried(true)
    if (isEmpty || !place) return
    createSpot(
      { text, location_id: place.id, privacy, pictures: pictures.list },
      { onSuccess: published, onError: (error) => setFailure(reasonOf(error)) },
    )
  }

  return (
    <ComposerFrame
      isStory={false}
      title={postsText.newTitle}
      publishLabel={postsText.publish}
      busy={pictures.isPreparing}
      onPublish={publish}
    >
      <NewPostText
        text={draft.text}
        onText={(next) => change({ text: next })}
        problem={wasTried && isEmpty ? postsText.textMissing : null}
        pictures={pictures}
      />
      <NewPostPlace
        place={place}
        onPlace={({ id, name, town }) => change({ place: { id, name, town } })}
        problem={wasTried && !place ? postsText.placeMissing : null}
      />
      <NewPostPrivacy privacy={privacy} onPrivacy={(next) => change({ privacy: next })} />
      <PublishingDialog open={isPending} />
      <AlertDialog title={postsText.notPublished} text={failure} onClose={() => setFailure(null)} />
    </ComposerFrame>
  )
}

const reasonOf = (error: Error) => (error instanceof ApiError ? postsText.error(error.message) : postsText.networkError)
