import { Dialog } from '#web/ui/Dialog.tsx'
import { lazyDialog } from '#web/ui/lazy-part.tsx'

/** Cuts a video on the device, and chooses its cover and whether it has sound. Its code loads when it opens. */
export const VideoDialog = lazyDialog(() => import('./VideoForm.tsx'), 'VideoForm', Dialog)
