import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { JudgedPost } from '#contract/moderation.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { errorMessage } from '#web/platform/api-errors.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Muted, Stack } from '#web/ui/Layout.tsx'
import { LoadFailure } from '#web/ui/LoadFailure.tsx'
import { Picture } from '#web/ui/Picture.tsx'
import { Video } from '#web/ui/Video.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { type ContextTarget, reportedContextQuery } from './reports.api.ts'
import { reportsText } from './reports.text.ts'
import styles from './ReportCard.module.css'

type ReportedContextProps = {
  target: Pick<ContextTarget, 'target_type' | 'target_id'>
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** What a moderator reads around reported content before a decision, also where only followers see it. */
export function ReportedContext({ target, open, onOpenChange }: ReportedContextProps) {
  const { data, error, isPending, refetch } = useQuery({ ...reportedContextQuery(target), enabled: open })
  const isOfPost = target.target_type !== 'user'
  return (
    <Dialog
      size="tall"
      open={open}
      onOpenChange={onOpenChange}
      title={reportsText.contextTitle(target.target_type)}
      text={reportsText.contextHint(target.target_type)}
      actions={
        <Button size="small" onClick={() => onOpenChange(false)}>
          {reportsText.closeContext}
        </Button>
      }
    >
      {isPending && <Spinner />}
      {error && <LoadFailure text={errorMessage(error)} onRetry={() => void refetch()} />}
      {data?.posts.map((post) => (
        <JudgedPostView key={post.id} post={post} />
      ))}
      {data?.posts.length === 0 && <Muted size="small">{reportsText.noPosts}</Muted>}
      {data && isOfPost && (
        <>
          <h3 className={styles.contextTitle}>{reportsText.comments}</h3>
          {data.comments.length === 0 && <Muted size="small">{reportsText.noComments}</Muted>}
          <ul>
            {data.comments.map(({ id, user_id, username, text, created_at }) => (
              <Stack as="li" key={id} gap={2} padding="3 0" className={styles.contextPart}>
                <Muted size="small">
                  <Link to={pagePaths.profile(user_id)}>{username}</Link> · <RelativeTime at={created_at} />
                </Muted>
                <p className="written">{text}</p>
              </Stack>
            ))}
          </ul>
        </>
      )}
      {data?.has_more && <Muted size="small">{reportsText.moreContext}</Muted>}
    </Dialog>
  )
}

function JudgedPostView({ post }: { post: JudgedPost }) {
  const { id, user_id, username, location_id, location_name, text, created_at, privacy } = post
  const first = post.image_url === null ? [] : [{ url: post.image_url, alt: post.image_alt, ...firstSizes(post) }]
  return (
    <Stack as="article" gap={2} padding="3 0" className={styles.contextPart} aria-label={reportsText.postOf(username)}>
      <Muted size="small">
        <Link to={pagePaths.profile(user_id)}>{username}</Link> ·{' '}
        <Link to={pagePaths.location(location_id)}>{location_name}</Link> · <RelativeTime at={created_at} />
        {privacy === 'followers' && ` · ${reportsText.followersOnly}`}
      </Muted>
      {[...first, ...post.more_images].map(({ url, alt, ...picture }) => (
        <Picture key={url} whole src={url} alt={alt ?? reportsText.picture('post', username)} {...picture} />
      ))}
      {post.video_url && <Video src={post.video_url} label={reportsText.video} />}
      <p className="written">{text}</p>
      <Muted size="small">
        <Link to={pagePaths.post(id)}>{reportsText.openPost}</Link>
      </Muted>
    </Stack>
  )
}

const firstSizes = ({ image_width, image_height, image_thumbhash }: JudgedPost) => ({
  width: image_width,
  height: image_height,
  thumbhash: image_thumbhash,
})
