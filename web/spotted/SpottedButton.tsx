import { ScanEye } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import type { Post } from '#contract/posts.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { useCurrentUser } from '#web/platform/current-user.ts'
import { classNames } from '#web/ui/class-names.ts'
import { requestSpotted } from './spotted.api.ts'
import styles from './SpottedButton.module.css'
import { spottedText } from './spotted.text.ts'

const loadQuestion = () => import('./SpottedDialog.tsx')
const SpottedQuestion = lazy(() => loadQuestion().then((module) => ({ default: module.SpottedDialog })))
const preload = () =>
  void loadQuestion().then(
    ({ preloadSpottedDialog }) => preloadSpottedDialog(),
    () => undefined,
  )

/**
 * “That is me”: who is not the author asks to be confirmed, and takes it back; the author goes to who asked.
 * The count beside it opens the list of who is confirmed.
 */
export function SpottedButton({ post }: { post: Post }) {
  const viewer = useCurrentUser()
  const list = pagePaths.spottedRequests(post.id)
  return (
    <span className={styles.spotted}>
      {viewer && viewer.id !== post.user_id ? (
        <Recognise post={post} />
      ) : (
        <Link
          className={styles.press}
          to={viewer ? list : pagePaths.login}
          aria-label={viewer ? spottedText.see : spottedText.ask}
        >
          <Face label={spottedText.spotted} />
        </Link>
      )}
      <Link className={styles.count} to={list} aria-label={spottedText.confirmed(post.spotted_count)}>
        {spottedText.count(post.spotted_count)}
      </Link>
    </span>
  )
}

function Recognise({ post }: { post: Post }) {
  const [wanted, setWanted] = useState(false)
  const [asking, setAsking] = useState(false)
  const [fresh, setFresh] = useState(false)
  const toggle = requestSpotted(post)
  const status = post.user_spotted_status
  const label = status === 'pending' ? spottedText.requested : spottedText.spotted
  const ask = () => {
    setWanted(true)
    setAsking(true)
  }
  const change = () => {
    setFresh(!status)
    void toggle()
  }
  return (
    <>
      <button
        type="button"
        className={classNames(styles.press, status && styles[status], fresh && styles.fresh)}
        aria-label={status ? spottedText.takeBack(label) : spottedText.ask}
        aria-pressed={status !== null}
        onClick={status === 'pending' ? change : ask}
        onPointerEnter={preload}
        onFocus={preload}
      >
        <Face label={label} />
      </button>
      {wanted && (
        <Suspense fallback={null}>
          <SpottedQuestion post={post} open={asking} onOpenChange={setAsking} onConfirm={change} />
        </Suspense>
      )}
    </>
  )
}

const Face = ({ label }: { label: string }) => (
  <span className={styles.face}>
    <ScanEye size={18} aria-hidden />
    <span className={styles.label}>{label}</span>
  </span>
)
