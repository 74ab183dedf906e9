import { Camera, ImagePlus } from 'lucide-react'
import { FileButton } from '#web/ui/FileButton.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { FormProblem } from './FormProblem.tsx'
import styles from './PictureButtons.module.css'
import { postsText } from './posts.text.ts'

type PictureButtonsProps = {
  isPreparing: boolean
  problem: string | null | undefined
  /** Several may be chosen at once. */
  multiple?: boolean
  onFile: (file: File) => void
}

export const PictureButtons = ({ isPreparing, problem, multiple, onFile }: PictureButtonsProps) => (
  <>
    <FormProblem className={styles.problem} text={problem} />
    <div className={styles.tools}>
      <FileButton className={styles.camera} capture="environment" disabled={isPreparing} onFile={onFile}>
        <Camera size={20} aria-hidden />
        {postsText.camera}
      </FileButton>
      <FileButton multiple={multiple ?? false} disabled={isPreparing} onFile={onFile}>
        <ImagePlus size={20} aria-hidden />
        {postsText.gallery}
      </FileButton>
      {isPreparing && <Spinner className={styles.spinner} label={postsText.preparingPicture} />}
    </div>
  </>
)
