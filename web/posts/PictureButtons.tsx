import { Camera, ImagePlus, Video } from 'lucide-react'
import { useState } from 'react'
import { VideoDialog } from '#web/media/VideoDialog.tsx'
import type { PreparedVideo } from '#web/media/VideoForm.tsx'
import { FileButton } from '#web/ui/FileButton.tsx'
import { Row } from '#web/ui/Layout.tsx'
import { useReceivedFiles } from '#web/ui/received-files.ts'
import { Spinner } from '#web/ui/Spinner.tsx'
import { FormProblem } from './ComposerFrame.tsx'
import { newPostText } from './new-post.text.ts'
import styles from './PictureButtons.module.css'

type PictureButtonsProps = {
  isPreparing: boolean
  problem: string | null | undefined
  /** Several photos may be chosen at once. */
  multiple?: boolean
  longestVideoSeconds: number
  /** Whether a video may be chosen now. */
  hasRoomForVideo?: () => boolean
  onPhoto: (file: File) => void
  onVideo: (prepared: PreparedVideo) => void
}

/** Choose photos, or a video, which is cut first. What is pasted or dropped on the page is taken likewise. */
export function PictureButtons({
  isPreparing,
  problem,
  multiple = false,
  longestVideoSeconds,
  hasRoomForVideo = () => true,
  onPhoto,
  onVideo,
}: PictureButtonsProps) {
  const [video, setVideo] = useState<File | null>(null)
  const take = (file: File) => {
    if (!file.type.startsWith('video/')) onPhoto(file)
    else if (hasRoomForVideo()) setVideo(file)
  }
  // While a video is being cut there is no room for others.
  useReceivedFiles(video ? null : take, { multiple })
  return (
    <>
      <FormProblem className={styles.problem} text={problem} />
      <Row wrap gap={1} padding="1 2 2">
        <FileButton className={styles.camera} capture="environment" disabled={isPreparing} onFile={take}>
          <Camera size={20} aria-hidden />
          {newPostText.camera}
        </FileButton>
        <FileButton
          className={styles.camera}
          accept="video/*"
          capture="environment"
          disabled={isPreparing}
          onFile={take}
        >
          <Video size={20} aria-hidden />
          {newPostText.film}
        </FileButton>
        <FileButton accept="image/*,video/*" multiple={multiple} disabled={isPreparing} onFile={take}>
          <ImagePlus size={20} aria-hidden />
          {newPostText.gallery}
        </FileButton>
        {isPreparing && <Spinner className={styles.preparing} label={newPostText.preparingPicture} />}
      </Row>
      {video && (
        <VideoDialog
          open
          file={video}
          longestSeconds={longestVideoSeconds}
          onOpenChange={() => setVideo(null)}
          onPrepared={onVideo}
        />
      )}
    </>
  )
}
