import { Link } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { Button } from '#web/ui/Button.tsx'
import drawing from '#web/ui/drawings/quiet-harbour.svg'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { storeFeedRadius } from './feed-area.ts'
import { feedText } from './feed.text.ts'

/** `isNarrow`: within a chosen radius, beyond which there may be posts. */
export const EmptyFeed = ({ isNarrow }: { isNarrow: boolean }) => (
  <EmptyState drawing={drawing} title={feedText.empty} text={feedText.emptyText}>
    {isNarrow && (
      <Button variant="outline" onClick={() => storeFeedRadius('auto')}>
        {feedText.widen}
      </Button>
    )}
    <Button render={(props) => <Link to={pagePaths.newSpot} {...props} />}>{feedText.write}</Button>
  </EmptyState>
)
