import { Link } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { SegmentedLinks } from '#web/ui/SegmentedLinks.tsx'
import styles from './FeedChoice.module.css'
import { feedText } from './feed.text.ts'

const feeds = [
  { path: pagePaths.feed, label: feedText.near },
  { path: pagePaths.followingFeed, label: feedText.following },
]

/** Leads from one feed to the other. */
export const FeedChoice = ({ current }: { current: string }) => (
  <SegmentedLinks
    className={styles.feeds}
    label={feedText.choose}
    links={feeds}
    current={current}
    render={(path, props) => <Link key={path} to={path} {...props} />}
  />
)
