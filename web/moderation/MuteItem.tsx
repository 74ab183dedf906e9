import { Volume2, VolumeX } from 'lucide-react'
import { SheetItem } from '#web/ui/SheetItem.tsx'
import { moderationText } from './moderation.text.ts'
import { type MuteTarget, useMute } from './mutes.api.ts'

type MuteItemProps = {
  target: MuteTarget
  name: string
  isMuted?: boolean | undefined
  /** Closes the menu. */
  onDone: () => void
}

/** Mutes a person or place from a menu. */
export function MuteItem({ target, name, isMuted, onDone }: MuteItemProps) {
  const { mutate } = useMute()
  const change = () => {
    onDone()
    mutate({ on: !isMuted, target })
  }
  return (
    <SheetItem icon={isMuted ? <Volume2 size={20} /> : <VolumeX size={20} />} onClick={change}>
      {isMuted ? moderationText.unmute(name) : moderationText.mute(name)}
    </SheetItem>
  )
}
