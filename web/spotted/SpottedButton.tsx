import { ScanEye } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import type { Post } from '#contract/posts.ts'
import { paths } from '#web/app/paths.ts'
import { useCurrentUser } from '#web/platform/current-user.ts'
import { classNames } from '#web/ui/class-names.ts'
import { preloadDialog } from '#web/ui/Dialog.tsx'
import { useRequestSpotted } from './spotted.api.ts'
import styles from './SpottedButton.module.css'
import { spottedText } from './spotted.text.ts'

const loadQuestion = () => import('./SpottedQuestion.tsx')
const SpottedQuestion = lazy(() => loadQuestion().then((module) => ({ default: module.SpottedQuestion })))

function preload() {
  preloadDialog()
  void loadQuestion().catch(() => undefined)
}

/**
 * “That is me”: who is not the author asks to be confirmed and takes it back, the author goes to who asked;
 * the count beside it opens the list of who is confirmed.
 */
export function SpottedButton({ post }: { post: Post }) {
  const viewer = useCurrentUser()
  const isOwn = viewer?.id === post.user_id
  return (
    <span className={styles.spotted}>
      {viewer && !isOwn ? <Recognise post={post} /> : <Lead to={isOwn ? paths.spottedRequests(post.id) : paths.login} hint={isOwn ? spottedText.seeRequests : spottedText.isMe} />}
      <Link className={styles.count} to={paths.spottedRequests(post.id)} aria-label={spottedText.confirmedPeople(post.spotted_count)}>
        {spottedText.count(post.spotted_count)}
      </Link>
    </span>
  )
}

const Lead = ({ to, hint }: { to: string; hint: string }) => (
  <Link className={styles.press} to={to}>
    <Face label={spottedText.title} hint={hint} />
  </Link>
)

function Recognise({ post }: { post: Post }) {
  const [wanted, setWanted] = useState(false)
  const [asking, setAsking] = useState(false)
  const [fresh, setFresh] = useState(false)
  const toggle = useRequestSpotted(post)
  const status = post.user_spotted_status
  const ask = () => {
    setWanted(true)
    setAsking(true)
  }
  const change = () => {
    setFresh(status === null)
    void toggle()
  }
  return (
    <>
      <button
        type="button"
        className={classNames(styles.press, status && styles[status], status && fresh && styles.fresh)}
        aria-pressed={status !== null}
        onClick={status === 'pending' ? change : ask}
        onPointerEnter={preload}
        onFocus={preload}
      >
        <Face {...(status ? faces[status] : { label: spottedText.title, hint: spottedText.isMe })} dotted={status === 'confirmed'} />
      </button>
      {wanted && (
        <Suspense fallback={null}>
          <SpottedQuestion post={post} open={asking} onOpenChange={setAsking} onConfirm={change} />
        </Suspense>
      )}
    </>
  )
}

const faces = {
  pending: { label: spottedText.requested, hint: spottedText.requestedMeans },
  confirmed: { label: spottedText.title, hint: spottedText.confirmedMeans },
}

type FaceProps = {
  label: string
  /** For who listens. */
  hint: string
  dotted?: boolean
}

const Face = ({ label, hint, dotted }: FaceProps) => (
  <span className={styles.face}>
    <ScanEye size={18} aria-hidden />
    <span className={styles.label}>{label}</span>
    <span className="visually-hidden">, {hint}</span>
    {dotted && <i className={styles.dot} />}
  </span>
)
