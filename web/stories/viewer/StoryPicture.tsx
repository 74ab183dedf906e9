import { useState } from 'react'
import type { Story } from '#contract/stories.ts'
import { thumbhashPlaceholder } from '#web/ui/Picture.tsx'
import styles from './StoryStage.module.css'
import { storiesText } from '#web/stories/stories.text.ts'

/** Pictures up to this aspect ratio fill the screen; wider ones are shown whole, on their placeholder. */
const maxCoverRatio = 0.8

type StoryPictureProps = {
  story: Story
  /** Called when the picture has loaded or failed. */
  onReady: () => void
}

export function StoryPicture({ story, onReady }: StoryPictureProps) {
  const [state, setState] = useState<'coming' | 'here' | 'failed'>('coming')
  const settle = (next: 'here' | 'failed') => {
    setState(next)
    onReady()
  }
  return (
    <div
      className={styles.picture}
      data-fit={story.media_width / story.media_height <= maxCoverRatio ? 'cover' : 'contain'}
      aria-busy={state === 'coming'}
    >
      <div className={styles.colours} style={{ backgroundImage: thumbhashPlaceholder(story.media_thumbhash) }} />
      {state === 'failed' ? (
        <p className={styles.failed}>{storiesText.pictureFailed}</p>
      ) : (
        <img
          className={styles.image}
          src={story.media_url}
          alt={story.media_alt ?? storiesText.picture(story.username, story.location_name)}
          width={story.media_width}
          height={story.media_height}
          fetchPriority="high"
          draggable={false}
          onLoad={() => settle('here')}
          onError={() => settle('failed')}
        />
      )}
    </div>
  )
}
