import { useQuery } from '@tanstack/react-query'
import { Bell, House, Plus, Search, UserRound } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { unreadQuery } from '#web/notifications/unread.api.ts'
import { useCurrentUser } from '#web/platform/current-user.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import logo from '#web/ui/drawings/logo.svg'
import { useRootAttribute } from '#web/ui/root-attribute.ts'
import { appText } from './app.text.ts'
import styles from './BottomBar.module.css'
import { preloadPage, routeOf } from './routes.ts'
import { UnreadBadge } from './UnreadBadge.tsx'

const items = [
  { to: pagePaths.feed, label: appText.feed, icon: House, className: styles.item },
  { to: pagePaths.search, label: appText.search, icon: Search, className: styles.item },
  { to: pagePaths.newSpot, label: appText.newPost, icon: Plus, className: styles.main },
  { to: pagePaths.notifications, label: appText.notifications, icon: Bell, className: styles.item },
  { to: pagePaths.ownProfile, label: appText.profile, icon: UserRound, className: styles.item },
]

/** The main navigation: a bar at the bottom, from 1024 px a rail at the left. */
export function BottomBar() {
  const user = useCurrentUser()
  const { pathname } = useLocation()
  const unread = useQuery(unreadQuery()).data ?? 0
  const isShown = user?.onboarding_completed === 1 && !routeOf(pathname)?.hidesBar
  useRootAttribute('data-bar', isShown)
  if (!isShown) return null
  // The viewer's profile has two addresses.
  const currentPath = pathname === pagePaths.profile(user.id) ? pagePaths.ownProfile : pathname
  return (
    <nav className={styles.bar} aria-label={appText.navigation}>
      <span className={styles.brand} aria-hidden>
        <img src={logo} alt="" width={36} height={36} />
        {appText.name}
      </span>
      {items.map(({ to, label, icon: Icon, className }) => (
        <Link
          key={to}
          className={className}
          to={to}
          aria-current={to === currentPath ? 'page' : undefined}
          onPointerEnter={() => void preloadPage(to)}
          onFocus={() => void preloadPage(to)}
        >
          {to === pagePaths.ownProfile && user.profile_pic ? (
            <Avatar className={styles.photo} name={user.username} picture={user.profile_pic} size={30} />
          ) : (
            <Icon size={24} aria-hidden />
          )}
          <span className={styles.label}>
            {label}
            {to === pagePaths.notifications && unread > 0 && (
              <span className="visually-hidden">{appText.unreadLabel(unread)}</span>
            )}
          </span>
          {to === pagePaths.notifications && <UnreadBadge count={unread} />}
        </Link>
      ))}
    </nav>
  )
}
