import { Link } from 'react-router'
import { Button } from '#web/ui/Button.tsx'
import drawing from '#web/ui/drawings/crossroads.svg'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { appText } from './app.text.ts'
import { pagePaths } from '#contract/page-paths.ts'

export function NotFoundPage() {
  return (
    <>
      <title>{appText.notFoundTitle}</title>
      <EmptyState heading="h1" drawing={drawing} title={appText.notFoundTitle} text={appText.notFoundText}>
        <Button render={(props) => <Link to={pagePaths.home} {...props} />}>{appText.notFoundAction}</Button>
      </EmptyState>
    </>
  )
}
