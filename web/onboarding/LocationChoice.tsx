import { useMutation, useQuery } from '@tanstack/react-query'
import { Check, LocateFixed } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { nearbyPlacesQuery } from '#web/places/places.api.ts'
import { TownDialog } from '#web/places/TownChooser.tsx'
import { locate, mayLocate, storedTown, storePosition, usePosition } from '#web/platform/geolocation.ts'
import { townAround } from '#web/platform/town-around.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { DialogButton } from '#web/ui/DialogButton.tsx'
import road from '#web/ui/drawings/road-to-a-pin.svg'
import { Stack } from '#web/ui/Layout.tsx'
import { onboardingText } from './onboarding.text.ts'
import styles from './LocationChoice.module.css'
import { StepHeader } from './StepHeader.tsx'

type LocationChoiceProps = {
  onChosen?: () => void
  /** Part of the onboarding, whose page has the main button. */
  asStep?: boolean
  /** Does not ask where the browser has the permission already. */
  locatesIfAllowed?: boolean
}

/** Sets the position: that of the device, or of a town. */
export function LocationChoice({ onChosen, asStep, locatesIfAllowed }: LocationChoiceProps) {
  const [choosing, setChoosing] = useState(false)
  const position = usePosition()
  const location = useMutation({
    mutationFn: locate,
    onSuccess: () => {
      onChosen?.()
    },
  })
  const locateIfAllowed = useEffectEvent(async () => {
    if (locatesIfAllowed && !position && (await mayLocate())) location.mutate()
  })
  useEffect(() => void locateIfAllowed(), [])
  const done = asStep === true && position !== null
  const chosenTown = storedTown()
  const around = useQuery({ ...nearbyPlacesQuery(position, 2), enabled: done && chosenTown === null })
  const town = position && townAround(position, around.data ?? [])
  return (
    <div className={styles.choice}>
      <StepHeader
        drawing={road}
        title={onboardingText.locationTitle}
        text={onboardingText.locationText}
        heading={asStep ? 'h2' : 'h1'}
      />
      <Stack gap={3} className={styles.actions}>
        {location.error && <Banner tone="danger">{location.error.message}</Banner>}
        {done && !location.error && (
          <Banner icon={<Check size={20} aria-hidden />}>
            {chosenTown ? onboardingText.chosenTown(chosenTown) : onboardingText.positionFound(town)}
          </Banner>
        )}
        <Button
          wide
          variant={done ? 'outline' : 'primary'}
          icon={<LocateFixed size={20} aria-hidden />}
          busy={location.isPending}
          onClick={() => location.mutate()}
        >
          {done ? onboardingText.updatePosition : onboardingText.enablePosition}
        </Button>
        <DialogButton wide variant={done ? 'quiet' : 'soft'} onClick={() => setChoosing(true)}>
          {onboardingText.chooseTown}
        </DialogButton>
      </Stack>
      <TownDialog
        open={choosing}
        onOpenChange={setChoosing}
        onChosen={(town) => {
          storePosition(town, town.name)
          location.reset()
          onChosen?.()
        }}
      />
    </div>
  )
}
