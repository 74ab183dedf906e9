import { Link } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { Button } from '#web/ui/Button.tsx'
import drawing from '#web/ui/drawings/crossroads.svg'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { postsText } from './posts.text.ts'

/** Shown if a post does not exist or is not visible to the viewer, without revealing which. */
export const PostUnavailable = () => (
  <EmptyState drawing={drawing} title={postsText.unavailable} text={postsText.unavailableText}>
    <Button variant="soft" render={(props) => <Link to={pagePaths.home} {...props} />}>
      {postsText.toHome}
    </Button>
  </EmptyState>
)
