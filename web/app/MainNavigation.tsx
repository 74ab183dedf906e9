import { useQuery } from '@tanstack/react-query'
import { Bell, House, Plus, Search, Send, UserRound } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { chatCountsQuery } from '#web/chat/chat-counts.api.ts'
import { chatLinkText } from '#web/chat/list/chat-link.text.ts'
import { unreadQuery } from '#web/notifications/unread.api.ts'
import { useCurrentUser } from '#web/platform/current-user.ts'
import { serverIcon, serverName } from '#web/platform/server-identity.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { useRootAttribute } from '#web/ui/root-attribute.ts'
import { formatBadge } from '#web/ui/ui.text.ts'
import { appText } from './app.text.ts'
import { navigationItemOf, preloadPage, routeOf } from './routes.ts'
import styles from './MainNavigation.module.css'

/** The number of unread things, or a dot for things that only wait for an answer. Decorative: the link names both. */
function NavigationMark({ count, waits = false }: { count: number; waits?: boolean }) {
  if (count > 0)
    return (
      <span className={styles.count} aria-hidden>
        {formatBadge(count)}
      </span>
    )
  return waits && <span className={classNames(styles.count, styles.dot)} aria-hidden />
}

const focusContent = () => document.querySelector('main')?.focus()

/** The first stop of the keyboard: leads past the navigation. */
const SkipLink = () => (
  <button type="button" className={styles.skip} onClick={focusContent}>
    {appText.skipToContent}
  </button>
)

const items = [
  { to: pagePaths.feed, label: appText.feed, icon: House },
  { to: pagePaths.search, label: appText.search, icon: Search },
  { to: pagePaths.newSpot, label: appText.newPost, icon: Plus },
  { to: pagePaths.chat, label: chatLinkText.name, icon: Send },
  { to: pagePaths.notifications, label: appText.notifications, icon: Bell },
  { to: pagePaths.ownProfile, label: appText.profile, icon: UserRound },
]

/** The number of unread things behind an item, and the text for it in the item's label. */
function useMarks(): Record<string, { count: number; waits?: boolean; label: string | null }> {
  const unread = useQuery(unreadQuery()).data ?? 0
  const { unread_conversations = 0, requests_count = 0 } = useQuery(chatCountsQuery()).data ?? {}
  return {
    [pagePaths.notifications]: { count: unread, label: appText.unreadLabel(unread) },
    [pagePaths.chat]: {
      count: unread_conversations,
      waits: requests_count > 0,
      label: chatLinkText.waiting(unread_conversations, requests_count),
    },
  }
}

/** The main navigation: a rail at the left of every page from 1000 px; below that a bar at the bottom of most. */
export function MainNavigation() {
  const user = useCurrentUser()
  const { pathname } = useLocation()
  const marks = useMarks()
  const isShown = user?.onboarding_completed === 1
  const hasBar = isShown && !routeOf(pathname)?.hidesBar
  useRootAttribute('data-rail', isShown)
  useRootAttribute('data-bar', hasBar)
  if (!isShown) return null
  const current = navigationItemOf(pathname, user.id)
  return (
    <>
      <SkipLink />
      <nav className={classNames(styles.bar, !hasBar && styles.onlyRail)} aria-label={appText.navigation}>
        <span className={styles.brand} aria-hidden>
          <img src={serverIcon()} alt="" width={36} height={36} />
          {serverName()}
        </span>
        {items.map(({ to, label, icon: Icon }) => (
          <Link
            key={to}
            className={to === pagePaths.newSpot ? styles.main : styles.item}
            to={to}
            aria-current={to === current ? 'page' : undefined}
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
              {marks[to]?.label && <span className="visually-hidden">{marks[to].label}</span>}
            </span>
            {marks[to] && <NavigationMark count={marks[to].count} waits={marks[to].waits ?? false} />}
          </Link>
        ))}
      </nav>
    </>
  )
}
