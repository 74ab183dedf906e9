import { Link } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import styles from './FeedChoice.module.css'
import { feedText } from './feed.text.ts'

const feeds = [
  { path: pagePaths.feed, label: feedText.near },
  { path: pagePaths.followingFeed, label: feedText.following },
]

/** Leads from one feed to the other. */
export const FeedChoice = ({ current }: { current: string }) => (
  <nav className={styles.feeds} aria-label={feedText.choose}>
    {feeds.map(({ path, label }) => (
      <Link key={path} className={styles.feed} to={path} aria-current={path === current ? 'page' : undefined}>
        {label}
      </Link>
    ))}
  </nav>
)
