import { X } from 'lucide-react'
import { useState } from 'react'
import { storyCaptionLimit } from '#contract/limits.ts'
import { ComposerFrame } from '#web/posts/ComposerFrame.tsx'
import { NewPostPicture } from '#web/posts/NewPostPicture.tsx'
import { NewPostPlace } from '#web/posts/NewPostPlace.tsx'
import { type Publication, usePublish } from '#web/posts/publications.api.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Row } from '#web/ui/Layout.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import styles from './NewStoryForm.module.css'
import { storiesText } from '#web/stories/stories.text.ts'

type NewStoryFormProps = {
  picture: Parameters<typeof NewPostPicture>[0]['picture']
  /** A story that was not published, to be corrected. */
  refused: Publication | undefined
}

/** A picture or a video, an optional caption and an optional place. */
export function NewStoryForm({ picture, refused }: NewStoryFormProps) {
  const [place, setPlace] = useState(refused?.place ?? null)
  const [caption, setCaption] = useState(refused?.text ?? '')
  const publish = usePublish(refused)
  const [wasTried, setTried] = useState(false)
  const tryToPublish = () => {
    setTried(true)
    if (!picture.listed) return
    const { image, alt, video } = picture.listed
    publish({ is_story: true, text: caption.trim(), place, pictures: [{ image, alt, video }] })
  }
  const missing = wasTried && !picture.listed ? storiesText.pictureMissing : null
  const problem = picture.isVideoTooLong ? storiesText.videoTooLong : missing
  return (
    <ComposerFrame
      isStory
      isKindFixed={refused !== undefined}
      title={storiesText.newTitle}
      publishLabel={storiesText.publish}
      busy={picture.isPreparing}
      onPublish={tryToPublish}
    >
      <div className={styles.sheet}>
        <div className={styles.labels}>
          <p className={styles.hint}>{storiesText.hint}</p>
          <p className={styles.person}>{storiesText.visibilityHint}</p>
        </div>
        <NewPostPicture picture={picture} problem={problem} />
        <TextArea
          className={styles.caption}
          label={storiesText.caption}
          placeholder={storiesText.captionExample}
          maxLength={storyCaptionLimit}
          countdown
          rows={2}
          value={caption}
          onChange={setCaption}
        />
      </div>
      <Row gap={1}>
        <div className="grows">
          <NewPostPlace place={place} onPlace={setPlace} hint={storiesText.choosePlace} />
        </div>
        {place && (
          <IconButton label={storiesText.removePlace} onClick={() => setPlace(null)}>
            <X size={20} />
          </IconButton>
        )}
      </Row>
    </ComposerFrame>
  )
}
