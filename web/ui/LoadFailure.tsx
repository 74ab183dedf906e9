import { Button } from './Button.tsx'
import drawing from './drawings/wire-down.svg'
import { EmptyState } from './EmptyState.tsx'
import { uiText } from './ui.text.ts'

type LoadFailureProps = {
  /** The reason, in one sentence. */
  text: string
  onRetry?: () => void
}

/** Shown if something could not be loaded. */
export function LoadFailure({ text, onRetry }: LoadFailureProps) {
  return (
    <div role="alert">
      <EmptyState drawing={drawing} title={uiText.loadFailed} text={text}>
        {onRetry && (
          <Button variant="soft" onClick={onRetry}>
            {uiText.retry}
          </Button>
        )}
      </EmptyState>
    </div>
  )
}
