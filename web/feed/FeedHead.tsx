import { ChevronDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import type { Post } from '#contract/posts.ts'
import { MapLink } from '#web/map/MapLink.tsx'
import { townAround } from '#web/platform/town-around.ts'
import { classNames } from '#web/ui/class-names.ts'
import { DialogButton } from '#web/ui/DialogButton.tsx'
import { lazyDialog } from '#web/ui/lazy-part.tsx'
import { useRootAttribute } from '#web/ui/root-attribute.ts'
import { Sheet } from '#web/ui/Dialog.tsx'
import { useScrollsDown } from '#web/ui/scrolls-down.ts'
import { type FeedArea, nearKmOf, useFeedArea } from './feed-area.ts'
import { feedText } from './feed.text.ts'
import styles from './FeedHead.module.css'

const FeedAreaSheet = lazyDialog(() => import('./FeedAreaSheet.tsx'), 'FeedAreaSheet', Sheet)

type FeedAreaTitleProps = { area: FeedArea; posts: readonly Post[] }

/** The centre and radius of the feed, "Milano · 5 km". A press opens the choice. */
export function FeedAreaTitle({ area, posts }: FeedAreaTitleProps) {
  const [choosing, setChoosing] = useState(false)
  const { where, distance } = textsOf(area, posts)
  return (
    <>
      <DialogButton
        as="button"
        opens={FeedAreaSheet}
        type="button"
        className={styles.area}
        aria-label={feedText.changeArea([where, distance])}
        onClick={() => setChoosing(true)}
      >
        {where && <span className={styles.where}>{where}</span>}
        <span className={styles.distance}>{where ? `· ${distance}` : distance}</span>
        <ChevronDown className={styles.arrow} size={22} aria-hidden />
      </DialogButton>
      <FeedAreaSheet open={choosing} onOpenChange={setChoosing} />
    </>
  )
}

const placeOf = (post: Post) => ({
  latitude: post.location_latitude,
  longitude: post.location_longitude,
  name: post.location_name,
  town: post.location_town,
  province: post.location_province,
})

function textsOf(area: FeedArea, posts: readonly Post[]) {
  const { place, town, position } = area
  const nearKm = nearKmOf(area)
  const distance = feedText.distance(nearKm)
  if (nearKm === null || !position) return { where: null, distance }
  return { where: place?.name ?? town ?? townAround(position, posts.map(placeOf)) ?? feedText.aroundYou, distance }
}

const feeds = [
  { path: pagePaths.feed, label: feedText.near },
  { path: pagePaths.followingFeed, label: feedText.following },
]

type FeedHeadProps = { current: string; title: ReactNode }

/**
 * The head of both feeds: what the feed shows, the map of its place, and the choice between the feeds. It leaves while
 * the page is scrolled down, and comes back with the first movement up.
 */
export function FeedHead({ current, title }: FeedHeadProps) {
  const { place } = useFeedArea()
  const isAway = useScrollsDown()
  useRootAttribute('data-feed-head', !isAway)
  return (
    <header className={classNames(styles.head, isAway && styles.away)}>
      <div className={styles.row}>
        <h1 className={styles.title}>{title}</h1>
        <MapLink around={place} />
      </div>
      <nav className={styles.feeds} aria-label={feedText.choose}>
        {feeds.map(({ path, label }) => (
          <Link key={path} className={styles.feed} to={path} aria-current={path === current ? 'page' : undefined}>
            {label}
          </Link>
        ))}
      </nav>
    </header>
  )
}
