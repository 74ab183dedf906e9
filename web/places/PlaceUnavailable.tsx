import { Link } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { isGone, errorMessage } from '#web/platform/api-errors.ts'
import { Button } from '#web/ui/Button.tsx'
import drawing from '#web/ui/drawings/crossroads.svg'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { placesText } from './places.text.ts'

type PlaceUnavailableProps = { error: Error | null; onRetry: () => void }

/** Shown if a place does not exist or could not be loaded. */
export const PlaceUnavailable = ({ error, onRetry }: PlaceUnavailableProps) => (
  <div role="alert">
    {isGone(error) ? (
      <EmptyState drawing={drawing} title={placesText.unavailable} text={placesText.unavailableText}>
        <Button variant="soft" render={(props) => <Link to={pagePaths.search} {...props} />}>
          {placesText.toSearch}
        </Button>
      </EmptyState>
    ) : (
      <EmptyState drawing={drawing} title={placesText.unavailable} text={errorMessage(error)}>
        <Button variant="soft" onClick={onRetry}>
          {placesText.retry}
        </Button>
      </EmptyState>
    )}
  </div>
)
