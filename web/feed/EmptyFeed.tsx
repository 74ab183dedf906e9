import { Link } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { Button } from '#web/ui/Button.tsx'
import drawing from '#web/ui/drawings/quiet-harbour.svg'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { feedText } from './feed.text.ts'

export const EmptyFeed = () => (
  <EmptyState drawing={drawing} title={feedText.empty} text={feedText.emptyText}>
    <Button render={(props) => <Link to={pagePaths.newSpot} {...props} />}>{feedText.write}</Button>
  </EmptyState>
)
