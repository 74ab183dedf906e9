import { Dialog } from '#web/ui/Dialog.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { postsText } from './posts.text.ts'
import styles from './PublishingDialog.module.css'

/** Blocks the page while a post is being published. */
export const PublishingDialog = ({ open }: { open: boolean }) => (
  <Dialog urgent open={open} onOpenChange={() => undefined} dismissible={false} title={postsText.publishing}>
    <div className={styles.spinner}>
      <Spinner label={null} size={34} />
    </div>
  </Dialog>
)
