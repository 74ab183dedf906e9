import { Link } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { Button } from '#web/ui/Button.tsx'
import othersDrawing from '#web/ui/drawings/closed-shutters.svg'
import ownDrawing from '#web/ui/drawings/postcards-on-a-line.svg'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { usersText } from './users.text.ts'

export function NoPosts({ username, isOwn }: { username: string; isOwn: boolean }) {
  if (!isOwn)
    return <EmptyState drawing={othersDrawing} title={usersText.noPosts} text={usersText.noPostsText(username)} />
  return (
    <EmptyState drawing={ownDrawing} title={usersText.noPosts} text={usersText.noOwnPostsText}>
      <Button render={(props) => <Link to={pagePaths.newSpot} {...props} />}>{usersText.write}</Button>
    </EmptyState>
  )
}
