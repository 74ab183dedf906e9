import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { Button } from '#web/ui/Button.tsx'
import drawing from '#web/ui/drawings/door-and-key.svg'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import type { Place } from './places.api.ts'
import { placesText } from './places.text.ts'

/** Confirms that the request was sent. Takes the focus, because the form is unmounted. */
export function PropertyRequested({ place, email }: { place: Place; email: string }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <div ref={box} tabIndex={-1}>
      <EmptyState
        drawing={drawing}
        title={placesText.claimSent}
        text={placesText.claimSentText(place.location_name, email)}
      >
        <Button variant="soft" render={(props) => <Link to={pagePaths.location(place.id)} replace {...props} />}>
          {placesText.backToPlace}
        </Button>
      </EmptyState>
    </div>
  )
}
