import { ChevronDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { PostCardSkeleton } from '#web/posts/PostCard.tsx'
import { PostPages } from '#web/posts/PostPages.tsx'
import { Button } from '#web/ui/Button.tsx'
import type { ShownPost } from './feed-bands.ts'
import { feedText } from './feed.text.ts'
import styles from './FeedPosts.module.css'

/** An author with this many of the `windowPosts` cards above has enough of the feed: thirty posts take three cards. */
const maxPostsOfAuthor = 3
const windowPosts = 10

/** Neighbouring posts that one button replaces. */
type FoldedPosts = readonly ShownPost[]

/**
 * Returns the posts to fold: those whose author has three of the ten unfolded ones above. A wider circle begins anew.
 * A post is folded because of what stands above it only, so further pages and opened posts change nothing.
 * @param dividers the ids of the posts with which a wider circle begins
 */
export function foldPosts(
  pages: readonly { posts: ShownPost[] }[],
  dividers: ReadonlyMap<number, string>,
): FoldedPosts[] {
  const folds: ShownPost[][] = []
  let authors: number[] = []
  let fold: ShownPost[] | null = null
  for (const post of pages.flatMap(({ posts }) => posts)) {
    if (dividers.has(post.id)) authors = []
    if (authors.filter((id) => id === post.user_id).length < maxPostsOfAuthor) {
      authors = [...authors, post.user_id].slice(-windowPosts)
      fold = null
    } else if (fold) fold.push(post)
    else folds.push((fold = [post]))
  }
  return folds
}

export const FeedSkeleton = () => (
  <>
    <PostCardSkeleton />
    <PostCardSkeleton picture={false} />
    <PostCardSkeleton />
  </>
)

export const FeedEnd = () => <p className={styles.end}>{feedText.end}</p>

const storageKey = 'opened-posts'
const maxStored = 500

function load(): number[] {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '[]')
  } catch {
    return []
  }
}

let opened: ReadonlySet<number> = new Set(load())

/** The folded posts that were opened in this tab: who comes back to the feed, or reloads it, finds the same cards. */
function useOpenedPosts() {
  const [openedPosts, setOpenedPosts] = useState(opened)
  const openPosts = (ids: readonly number[]) => {
    opened = new Set([...opened, ...ids])
    setOpenedPosts(opened)
    try {
      sessionStorage.setItem(storageKey, JSON.stringify([...opened].slice(-maxStored)))
    } catch {
      // Without storage they are folded again after a reload.
    }
  }
  return { openedPosts, openPosts }
}

type FoldedPostsButtonProps = { posts: FoldedPosts; onOpen: (ids: readonly number[]) => void }

/** Replaces posts of authors who write much, until it is pressed. */
function FoldedPostsButton({ posts, onOpen }: FoldedPostsButtonProps) {
  const names = [...new Set(posts.map(({ username }) => username))]
  const open = () => {
    const ids = posts.map(({ id }) => id)
    flushSync(() => onOpen(ids))
    // The button is gone: focus moves to the first of its posts.
    document.querySelector<HTMLElement>(`[data-post="${ids[0]}"] h2 a`)?.focus({ preventScroll: true })
  }
  const text = feedText.folded(posts.length, names)
  return (
    // A feed contains articles only.
    <article className="in-column" aria-label={text}>
      <Button variant="soft" size="small" wide icon={<ChevronDown size={20} aria-hidden />} onClick={open}>
        {text}
      </Button>
    </article>
  )
}

type FeedPostsProps = {
  pages: readonly { posts: ShownPost[] }[]
  /** Texts above posts, by the post's id. */
  dividers?: ReadonlyMap<number, string>
}

const noDividers: ReadonlyMap<number, string> = new Map()

/** The posts of a feed. Posts of an author who has too many are folded. */
export function FeedPosts({ pages, dividers = noDividers }: FeedPostsProps) {
  const { openedPosts, openPosts } = useOpenedPosts()
  const replacements = new Map<number, ReactNode>()
  for (const folded of foldPosts(pages, dividers)) {
    const posts = folded.filter(({ id }) => !openedPosts.has(id))
    for (const { id } of posts) replacements.set(id, null)
    if (posts[0]) replacements.set(posts[0].id, <FoldedPostsButton posts={posts} onOpen={openPosts} />)
  }
  return <PostPages pages={pages} list="feed" dividers={dividers} replacements={replacements} />
}
