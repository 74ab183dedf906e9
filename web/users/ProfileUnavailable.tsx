import { Link } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { Button } from '#web/ui/Button.tsx'
import drawing from '#web/ui/drawings/crossroads.svg'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { usersText } from './users.text.ts'

/** Shown if a user does not exist or is not visible to the viewer, without revealing which. */
export const ProfileUnavailable = () => (
  <EmptyState drawing={drawing} title={usersText.unavailable} text={usersText.unavailableText}>
    <Button variant="soft" render={(props) => <Link to={pagePaths.home} {...props} />}>
      {usersText.toHome}
    </Button>
  </EmptyState>
)
