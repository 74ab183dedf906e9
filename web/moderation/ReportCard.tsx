import { useState } from 'react'
import { Link } from 'react-router'
import type { ReportedContent, ReportReason, Resolution } from '#contract/moderation.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { useCurrentUser } from '#web/platform/current-user.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { DialogButton } from '#web/ui/DialogButton.tsx'
import { Muted, Row, Stack } from '#web/ui/Layout.tsx'
import { Picture } from '#web/ui/Picture.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { Video } from '#web/ui/Video.tsx'
import { moderationText } from './moderation.text.ts'
import { ReportedContext } from './ReportedContext.tsx'
import { reportsText } from './reports.text.ts'
import styles from './ReportCard.module.css'

/** The reasons of the reports, the most frequent first. */
export const ReasonChips = ({ reasons }: { reasons: ReportReason[] }) => (
  <ul className={styles.chips} aria-label={reportsText.reasons}>
    {reasons.map((reason) => (
      <li key={reason} className={styles.chip}>
        {moderationText.reasons[reason]}
      </li>
    ))}
  </ul>
)

/** The current state of the reported content. */
function ReportedContentPreview({
  reported: { content, target_type, target_id, user },
}: {
  reported: ReportedContent
}) {
  if (!content) return <Muted padding="1 4 0">{reportsText.contentDeleted}</Muted>
  const isVideo = content.video_url !== null
  const name = user?.username ?? ''
  return (
    <>
      {content.image_url && (
        <Picture
          whole
          className={styles.picture}
          src={content.image_url}
          alt={isVideo ? reportsText.cover(target_type, name) : reportsText.picture(target_type, name)}
          width={content.image_width}
          height={content.image_height}
          thumbhash={content.image_thumbhash}
        />
      )}
      {content.video_url && <Video className={styles.picture} src={content.video_url} label={reportsText.video} />}
      {content.more_images.map(({ url, alt, ...picture }) => (
        <Picture
          key={url}
          whole
          className={styles.picture}
          src={url}
          alt={alt ?? reportsText.picture(target_type, name)}
          {...picture}
        />
      ))}
      {content.image_alt && <p className={styles.text}>{reportsText.pictureAlt(content.image_alt, isVideo)}</p>}
      {target_type === 'user' && user?.display_name && (
        <p className={styles.text}>{reportsText.calledBy(user.display_name)}</p>
      )}
      {content.text && <p className={styles.text}>{content.text}</p>}
      {content.text_before !== null && (
        <>
          <Muted padding="1 4 0">{reportsText.textBefore}</Muted>
          <p className={styles.text}>{content.text_before || reportsText.noText}</p>
        </>
      )}
      {content.alts_before?.map((alt, index) => (
        // The order of a post's photos never changes.
        // oxlint-disable-next-line react/no-array-index-key
        <Muted key={index} padding="1 4 0">
          {isVideo ? reportsText.videoAltBefore(alt) : reportsText.altBefore(index + 1, alt)}
        </Muted>
      ))}
      {target_type === 'place' && target_id !== null && (
        <Muted padding="1 4 0">
          <Link to={pagePaths.location(target_id)}>{reportsText.openPlace}</Link>
        </Muted>
      )}
      {content.shares_post && <Muted padding="1 4 0">{reportsText.sharedPost}</Muted>}
      {!content.text && target_type === 'user' && <Muted padding="1 4 0">{reportsText.noBio}</Muted>}
    </>
  )
}

type ReportCardProps = { reported: ReportedContent; onDecide: (action: Resolution) => void }

/** Reported content with its reasons and the decision, and the ways to what surrounds it. */
export function ReportCard({ reported, onDecide }: ReportCardProps) {
  const { user, content, target_type, reasons, words, reports_count, decision, created_at } = reported
  const outcome = decision && reportsText.outcome(decision.action, target_type)
  return (
    <article className={styles.card} aria-label={reportsText.reportTitle(reported)}>
      <header className={styles.head}>
        <Avatar name={user?.username ?? '?'} picture={user?.profile_pic} size={44} />
        <div className="grows">
          <h2 className={styles.name}>
            {user ? <Link to={pagePaths.profile(user.id)}>{user.username}</Link> : reportsText.ownerless(target_type)}
          </h2>
          <p className={styles.about}>
            <span>
              {reportsText.kind(target_type)}
              {content?.location_name && ' · '}
              {content?.location_name && content.location_id !== null ? (
                <Link to={pagePaths.location(content.location_id)}>{content.location_name}</Link>
              ) : null}
            </span>
            {user?.is_suspended && <span className={styles.flag}>{reportsText.isSuspended}</span>}
            {user?.is_moderator && <span className={styles.flag}>{reportsText.isModerator}</span>}
            {content?.choices?.privacy === 'followers' && (
              <span className={styles.flag}>{reportsText.followersOnly}</span>
            )}
            {user?.is_private && <span className={styles.flag}>{reportsText.privateAccount}</span>}
          </p>
        </div>
        {content && target_type !== 'user' && target_type !== 'place' && (
          <RelativeTime className={styles.time} at={content.created_at} />
        )}
      </header>
      <ReportedContentPreview reported={reported} />
      {!decision && content && <ContextButton reported={reported} />}
      <Stack gap={2} className={styles.reports}>
        <Row as="p" between gap={2} className={styles.count}>
          {reportsText.reports(reports_count)}
          {!decision && <RelativeTime className={styles.time} at={created_at} />}
        </Row>
        <ReasonChips reasons={reasons} />
        {words.length > 0 && (
          <ul className={styles.labels} aria-label={reportsText.reporterTexts}>
            {words.map(({ text, created_at: at }) => (
              <li key={`${at} ${text}`}>{reportsText.quote(text)}</li>
            ))}
          </ul>
        )}
      </Stack>
      {decision ? (
        <footer className={styles.decision}>
          <p>
            <strong>{outcome}</strong> {reportsText.decidedBy(decision)} · <RelativeTime at={created_at} />
          </p>
          {decision.note && <Muted className={styles.note}>{reportsText.quote(decision.note)}</Muted>}
        </footer>
      ) : (
        <Decisions reported={reported} onDecide={onDecide} />
      )}
    </article>
  )
}

function ContextButton({ reported: { target_type, target_id } }: { reported: ReportedContent }) {
  const [open, setOpen] = useState(false)
  if (target_id === null || (target_type !== 'post' && target_type !== 'comment' && target_type !== 'user')) return null
  return (
    <div className={styles.context}>
      <DialogButton variant="quiet" size="small" onClick={() => setOpen(true)}>
        {reportsText.showContext(target_type)}
      </DialogButton>
      <ReportedContext target={{ target_type, target_id }} open={open} onOpenChange={setOpen} />
    </div>
  )
}

function Decisions({ reported: { user, target_type }, onDecide }: ReportCardProps) {
  const viewer = useCurrentUser()
  if (user?.id === viewer?.id) return <p className={styles.notice}>{reportsText.aboutYou}</p>
  if (user?.is_moderator) return <p className={styles.notice}>{reportsText.aboutModerator}</p>
  return (
    <footer className={styles.actions}>
      <DialogButton variant="soft" size="small" onClick={() => onDecide('dismiss')}>
        {reportsText.dismiss}
      </DialogButton>
      {target_type !== 'user' && (
        <DialogButton variant="outline" size="small" onClick={() => onDecide('remove')}>
          {reportsText.remove}
        </DialogButton>
      )}
      {user && !user.is_suspended && (
        <DialogButton variant="outline" size="small" onClick={() => onDecide('suspend')}>
          {reportsText.suspend}
        </DialogButton>
      )}
    </footer>
  )
}
