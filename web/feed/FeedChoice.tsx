import { Link } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { MapLink } from '#web/map/MapLink.tsx'
import { SegmentedLinks } from '#web/ui/SegmentedLinks.tsx'
import { useFeedArea } from './feed-area.ts'
import styles from './FeedChoice.module.css'
import { feedText } from './feed.text.ts'

const feeds = [
  { path: pagePaths.feed, label: feedText.near },
  { path: pagePaths.followingFeed, label: feedText.following },
]

/** Switches between the feeds, and leads to the map of the place that the feed shows. */
export function FeedChoice({ current }: { current: string }) {
  const { place } = useFeedArea()
  return (
    <div className={styles.row}>
      <SegmentedLinks
        className={styles.feeds}
        label={feedText.choose}
        links={feeds}
        current={current}
        render={(path, props) => <Link key={path} to={path} {...props} />}
      />
      <MapLink around={place} />
    </div>
  )
}
