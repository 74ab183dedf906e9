import { Dialog } from '#web/ui/Dialog.tsx'
import { placesText } from './places.text.ts'
import { TownChooser } from './TownChooser.tsx'

type TownDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  onChosen: (townName: string) => void
}

export function TownDialog({ open, onOpenChange, onChosen }: TownDialogProps) {
  return (
    <Dialog size="tall" open={open} onOpenChange={onOpenChange} title={placesText.chooseTown}>
      <TownChooser
        onChosen={(name) => {
          onOpenChange(false)
          onChosen(name)
        }}
      />
    </Dialog>
  )
}
