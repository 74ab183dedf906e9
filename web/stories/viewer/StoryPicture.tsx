import { useState } from 'react'
import type { Story } from '#contract/stories.ts'
import { Buffering } from '#web/ui/Buffering.tsx'
import { thumbhashPlaceholder } from '#web/ui/Picture.tsx'
import styles from './StoryStage.module.css'
import { storiesText } from '#web/stories/stories.text.ts'
import type { StorySound } from './story-playback.ts'

/** Pictures up to this aspect ratio fill the screen; wider ones are shown whole, on their placeholder. */
const maxCoverRatio = 0.8

type StoryPictureProps = {
  story: Story
  sound: StorySound
  /** Called when the picture, or the cover or first frame of a video, has loaded or failed. */
  onReady: () => void
  /** Called with the element of a video that can be played, and with null when there is none. */
  onVideo: (video: HTMLVideoElement | null) => void
  /** The video has ended. */
  onEnd: () => void
}

/** The picture of a story, or its video over the cover. */
export function StoryPicture({ story, sound, onReady, onVideo, onEnd }: StoryPictureProps) {
  const [state, setState] = useState<'coming' | 'here' | 'failed'>('coming')
  const [isWaiting, setWaiting] = useState(false)
  const settle = (next: 'here' | 'failed') => {
    setState(next)
    onReady()
  }
  const { cover_url, media_url, media_alt, username, location_name } = story
  return (
    <div
      className={styles.picture}
      data-fit={story.media_width / story.media_height <= maxCoverRatio ? 'cover' : 'contain'}
      aria-busy={state === 'coming'}
    >
      <div className={styles.colours} style={{ backgroundImage: thumbhashPlaceholder(story.media_thumbhash) }} />
      {state === 'failed' ? (
        <p className={styles.failed}>{cover_url ? storiesText.videoFailed : storiesText.pictureFailed}</p>
      ) : (
        <>
          <img
            className={styles.image}
            src={cover_url || media_url}
            alt={cover_url ? '' : (media_alt ?? storiesText.picture(username, location_name))}
            width={story.media_width}
            height={story.media_height}
            fetchPriority="high"
            draggable={false}
            onLoad={() => settle('here')}
            onError={() => !cover_url && settle('failed')}
          />
          {cover_url && (
            <video
              ref={onVideo}
              className={styles.image}
              src={media_url}
              aria-label={media_alt ?? storiesText.video(username, location_name)}
              playsInline
              muted={sound.isMuted}
              preload="none"
              onWaiting={() => setWaiting(true)}
              onPlaying={() => setWaiting(false)}
              onPause={() => setWaiting(false)}
              onVolumeChange={({ currentTarget }) => sound.setMuted(currentTarget.muted)}
              onLoadedData={() => settle('here')}
              onError={() => settle('failed')}
              onEnded={onEnd}
            >
              <track kind="captions" />
            </video>
          )}
          {isWaiting && <Buffering />}
        </>
      )}
    </div>
  )
}
