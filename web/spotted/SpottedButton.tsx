import { ScanEye } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import type { Post } from '#contract/posts.ts'
import { CountLink } from '#web/navigation/CountLink.tsx'
import { useCurrentUser } from '#web/platform/current-user.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { lazyDialog } from '#web/ui/lazy-part.tsx'
import { requestSpotted } from './spotted.api.ts'
import { spottedText } from './spotted.text.ts'
import styles from './SpottedButton.module.css'

const SpottedDialog = lazyDialog(() => import('./SpottedDialog.tsx'), 'SpottedDialog', Dialog)

/**
 * “That is me”. Others request to be recognised in the post and withdraw the request; its author sees the requests. The
 * count beside it opens the list of confirmed people. Where a post looks for nobody it is only an icon.
 */
export function SpottedButton({ post }: { post: Post }) {
  const viewer = useCurrentUser()
  const list = pagePaths.spottedRequests(post.id)
  return (
    <span className={styles.spotted}>
      {viewer && viewer.id !== post.user_id ? (
        <RequestButton post={post} />
      ) : (
        <Link
          className={classNames(styles.press, !post.looks_for_someone && styles.quiet)}
          to={viewer ? list : pagePaths.login}
          aria-label={viewer ? spottedText.viewRequestsLabel : spottedText.requestLabel}
        >
          <ButtonContent label={spottedText.spotted} />
        </Link>
      )}
      <CountLink className={styles.count} to={list} label={spottedText.confirmed} count={post.spotted_count} />
    </span>
  )
}

function RequestButton({ post }: { post: Post }) {
  const [isDialogOpen, setDialogOpen] = useState(false)
  const [wasJustRequested, setJustRequested] = useState(false)
  const toggle = requestSpotted(post)
  const status = post.user_spotted_status
  const label = status === 'pending' ? spottedText.requested : spottedText.spotted
  const change = (text?: string) => {
    setJustRequested(!status)
    void toggle(text)
  }
  return (
    <>
      <button
        type="button"
        className={classNames(
          styles.press,
          status ? styles[status] : !post.looks_for_someone && styles.quiet,
          wasJustRequested && styles.justRequested,
        )}
        aria-label={status ? spottedText.withdrawLabel(label) : spottedText.requestLabel}
        aria-pressed={status !== null}
        onClick={() => (status === 'pending' ? change() : setDialogOpen(true))}
        onPointerEnter={SpottedDialog.preload}
        onFocus={SpottedDialog.preload}
      >
        <ButtonContent label={label} />
      </button>
      <SpottedDialog post={post} open={isDialogOpen} onOpenChange={setDialogOpen} onConfirm={change} />
    </>
  )
}

const ButtonContent = ({ label }: { label: string }) => (
  <span className={styles.content}>
    <ScanEye size={18} aria-hidden />
    <span className={styles.label}>{label}</span>
  </span>
)
