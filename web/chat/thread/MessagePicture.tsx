import type { Message } from '#contract/chat.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Picture } from '#web/ui/Picture.tsx'

type MessagePictureProps = { message: Message; label: string; open: boolean; onOpenChange: (open: boolean) => void }

/** The picture of a message in a dialog. */
export const MessagePicture = ({
  message: { image_url, image_width, image_height, image_thumbhash },
  label,
  open,
  onOpenChange,
}: MessagePictureProps) => (
  <Dialog open={open} onOpenChange={onOpenChange} title={label} size="tall">
    {image_url && (
      <Picture
        whole
        src={image_url}
        alt={label}
        width={image_width}
        height={image_height}
        thumbhash={image_thumbhash}
      />
    )}
  </Dialog>
)
