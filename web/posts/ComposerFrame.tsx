import { Info } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useGoBack } from '#web/navigation/go-back.ts'
import { PostKindSwitch } from '#web/stories/new/PostKindSwitch.tsx'
import { Button } from '#web/ui/Button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { DialogButton } from '#web/ui/DialogButton.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { newPostText } from './new-post.text.ts'
import styles from './ComposerFrame.module.css'

type FormProblemProps = { id?: string; text: string | null | undefined; className?: string | undefined }

/** The problem with a part of the form, beside that part; renders nothing if there is none. */
export const FormProblem = ({ id, text, className }: FormProblemProps) =>
  text ? (
    <p id={id} className={classNames(styles.problem, className)} role="alert">
      {text}
    </p>
  ) : null

type NewPostInfoProps = { open: boolean; onOpenChange: (open: boolean) => void }

/** Explains the visibility of a post and the data it contains. */
const NewPostInfo = ({ open, onOpenChange }: NewPostInfoProps) => (
  <Dialog
    open={open}
    onOpenChange={onOpenChange}
    title={newPostText.infoTitle}
    actions={<Button onClick={() => onOpenChange(false)}>{newPostText.infoClose}</Button>}
  >
    <div className={styles.info}>
      <h3>{newPostText.infoVisibility}</h3>
      <p>{newPostText.whoSees('public')}</p>
      <p>{newPostText.whoSees('followers')}</p>
      <h3>{newPostText.infoStories}</h3>
      <p>{newPostText.infoStory}</p>
      <h3>{newPostText.infoPosition}</h3>
      <p>{newPostText.infoPlace}</p>
      <h3>{newPostText.infoPicture}</h3>
      <p>{newPostText.infoMetadata}</p>
    </div>
  </Dialog>
)

type ComposerFrameProps = {
  isStory: boolean
  /** A corrected post stays a post, a corrected story a story. */
  isKindFixed: boolean
  title: string
  /** The accessible name of the button that publishes. */
  publishLabel: string
  busy: boolean
  onPublish: () => void
  children: ReactNode
}

/** The form for a post or a story fills the screen; the button that publishes stays at its top. */
export function ComposerFrame({
  isStory,
  isKindFixed,
  title,
  publishLabel,
  busy,
  onPublish,
  children,
}: ComposerFrameProps) {
  const [, setSearch] = useSearchParams()
  const [isInfoOpen, setInfoOpen] = useState(false)
  const goBack = useGoBack()
  return (
    <div className={styles.composer}>
      <title>{title}</title>
      {/* Nothing else stands beside what publishes. */}
      <PageHeader title={title} onBack={goBack}>
        <DialogButton as={IconButton} label={newPostText.info} onClick={() => setInfoOpen(true)}>
          <Info size={24} />
        </DialogButton>
        <Button className={styles.publish} size="small" busy={busy} aria-label={publishLabel} onClick={onPublish}>
          {newPostText.publish}
        </Button>
      </PageHeader>
      <div className={styles.form}>
        {!isKindFixed && (
          <PostKindSwitch isStory={isStory} onStory={(next) => setSearch(next ? 'story' : '', { replace: true })} />
        )}
        {children}
      </div>
      <NewPostInfo open={isInfoOpen} onOpenChange={setInfoOpen} />
    </div>
  )
}
