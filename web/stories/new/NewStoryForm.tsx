import { X } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { ListedPlace } from '#contract/places.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { ApiError } from '#web/platform/api-errors.ts'
import { type ChosenPicture, NewPostPicture } from '#web/posts/NewPostPicture.tsx'
import { NewPostPlace } from '#web/posts/NewPostPlace.tsx'
import { PublishingDialog } from '#web/posts/PublishingDialog.tsx'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { showToast } from '#web/ui/toast.ts'
import styles from './NewStoryForm.module.css'
import { useCreateStory } from '#web/stories/stories.api.ts'
import { storiesText } from '#web/stories/stories.text.ts'

type NewStoryFormProps = {
  picture: ChosenPicture
  onAlert: (title: string, text: string) => void
}

/** A picture and an optional place. */
export function NewStoryForm({ picture, onAlert }: NewStoryFormProps) {
  const [place, setPlace] = useState<ListedPlace | null>(null)
  const { mutate: createStory, isPending } = useCreateStory()
  const navigate = useNavigate()

  const published = () => {
    showToast(storiesText.published)
    void navigate(pagePaths.feed)
  }
  const publish = () => {
    if (!picture.image) return onAlert(storiesText.incompleteTitle, storiesText.pictureMissing)
    createStory(
      { image: picture.image, ...(place && { location_id: place.id }) },
      { onSuccess: published, onError: (error) => onAlert(storiesText.notPublished, failure(error)) },
    )
  }
  return (
    <>
      <div className={styles.sheet}>
        <div className={styles.labels}>
          <p className={styles.hint}>{storiesText.hint}</p>
          <p className={styles.person}>{storiesText.visibilityHint}</p>
        </div>
        <NewPostPicture picture={picture} />
      </div>
      <div className={styles.place}>
        <NewPostPlace place={place} onPlace={setPlace} hint={storiesText.choosePlace} />
        {place && (
          <IconButton label={storiesText.removePlace} onClick={() => setPlace(null)}>
            <X size={20} />
          </IconButton>
        )}
      </div>
      <Button wide busy={picture.isPreparing} onClick={publish}>
        {storiesText.publish}
      </Button>
      <PublishingDialog open={isPending} />
    </>
  )
}

const failure = (error: Error) =>
  error instanceof ApiError ? storiesText.error(error.message) : storiesText.networkError
