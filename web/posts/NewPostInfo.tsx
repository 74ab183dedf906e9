import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import styles from './NewPostInfo.module.css'
import { postsText } from './posts.text.ts'

type NewPostInfoProps = { open: boolean; onOpenChange: (open: boolean) => void }

/** Explains the visibility of a post and the data it contains. */
export const NewPostInfo = ({ open, onOpenChange }: NewPostInfoProps) => (
  <Dialog
    open={open}
    onOpenChange={onOpenChange}
    title={postsText.infoTitle}
    actions={<Button onClick={() => onOpenChange(false)}>{postsText.infoClose}</Button>}
  >
    <div className={styles.info}>
      <h3>{postsText.infoVisibility}</h3>
      <p>{postsText.infoPublic}</p>
      <p>{postsText.infoFollowers}</p>
      <h3>{postsText.infoStories}</h3>
      <p>{postsText.infoStory}</p>
      <h3>{postsText.infoPosition}</h3>
      <p>{postsText.infoPlace}</p>
      <h3>{postsText.infoPicture}</h3>
      <p>{postsText.infoMetadata}</p>
    </div>
  </Dialog>
)
