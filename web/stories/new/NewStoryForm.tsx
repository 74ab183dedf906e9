import { X } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { ListedPlace } from '#contract/places.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { ApiError } from '#web/platform/api-errors.ts'
import { ComposerFrame } from '#web/posts/ComposerFrame.tsx'
import { NewPostPicture } from '#web/posts/NewPostPicture.tsx'
import { NewPostPlace } from '#web/posts/NewPostPlace.tsx'
import { PublishingDialog } from '#web/posts/PublishingDialog.tsx'
import type { ChosenPicture } from '#web/platform/chosen-picture.ts'
import { AlertDialog } from '#web/ui/AlertDialog.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { showToast } from '#web/ui/toast.ts'
import styles from './NewStoryForm.module.css'
import { useCreateStory } from '#web/stories/stories.api.ts'
import { storiesText } from '#web/stories/stories.text.ts'

/** A picture and an optional place. */
export function NewStoryForm({ picture }: { picture: ChosenPicture }) {
  const [place, setPlace] = useState<ListedPlace | null>(null)
  const { mutate: createStory, isPending } = useCreateStory()
  const [wasTried, setTried] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const navigate = useNavigate()

  const published = () => {
    showToast(storiesText.published)
    void navigate(pagePaths.feed)
  }
  const publish = () => {
    setTried(true)
    if (!picture.image) return
    createStory(
      { image: picture.image, image_alt: picture.alt, ...(place && { location_id: place.id }) },
      { onSuccess: published, onError: (error) => setFailure(reasonOf(error)) },
    )
  }
  return (
    <ComposerFrame
      isStory
      title={storiesText.newTitle}
      publishLabel={storiesText.publish}
      busy={picture.isPreparing}
      onPublish={publish}
    >
      <div className={styles.sheet}>
        <div className={styles.labels}>
          <p className={styles.hint}>{storiesText.hint}</p>
          <p className={styles.person}>{storiesText.visibilityHint}</p>
        </div>
        <NewPostPicture picture={picture} problem={wasTried && !picture.image ? storiesText.pictureMissing : null} />
      </div>
      <div className={styles.place}>
        <NewPostPlace place={place} onPlace={setPlace} hint={storiesText.choosePlace} />
        {place && (
          <IconButton label={storiesText.removePlace} onClick={() => setPlace(null)}>
            <X size={20} />
          </IconButton>
        )}
      </div>
      <PublishingDialog open={isPending} />
      <AlertDialog title={storiesText.notPublished} text={failure} onClose={() => setFailure(null)} />
    </ComposerFrame>
  )
}

const reasonOf = (error: Error) =>
  error instanceof ApiError ? storiesText.error(error.message) : storiesText.networkError
