import { Link, useLocation } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { useCurrentUser } from '#web/platform/current-user.ts'
import { serverDescription, serverIcon, serverName } from '#web/platform/server-identity.ts'
import { Button } from '#web/ui/Button.tsx'
import { appText } from './app.text.ts'
import { routeOf } from './routes.ts'
import styles from './VisitorBar.module.css'

/** Says what this is to visitors who have followed a link, above the pages that they may read. */
export function VisitorBar() {
  const isSignedIn = useCurrentUser() !== null
  const route = routeOf(useLocation().pathname)
  if (isSignedIn || route?.access !== 'everyone' || route.isEntrance) return null
  return (
    <aside className={styles.bar} aria-label={serverName()}>
      <Link className={styles.brand} to={pagePaths.welcome}>
        <img src={serverIcon()} alt="" width={36} height={36} />
        {serverName()}
      </Link>
      <span className={styles.actions}>
        <Button size="small" variant="quiet" render={(props) => <Link to={pagePaths.login} {...props} />}>
          {appText.signIn}
        </Button>
        <Button size="small" render={(props) => <Link to={pagePaths.register} {...props} />}>
          {appText.register}
        </Button>
      </span>
      <p className={styles.description}>{serverDescription()}</p>
    </aside>
  )
}
