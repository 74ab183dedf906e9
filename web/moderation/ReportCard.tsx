import type { ReportedContent, Resolution } from '#contract/moderation.ts'
import { useCurrentUser } from '#web/platform/current-user.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { dialogTriggerProps } from '#web/ui/Dialog.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { reportsText } from './reports.text.ts'
import { ReasonChips } from './ReasonChips.tsx'
import styles from './ReportCard.module.css'
import { ReportedContentPreview } from './ReportedContentPreview.tsx'

type ReportCardProps = { reported: ReportedContent; onDecide: (action: Resolution) => void }

/** Reported content with its reasons and the decision. No link: moderators see only what was reported. */
export function ReportCard({ reported, onDecide }: ReportCardProps) {
  const { user, content, target_type, reasons, words, reports_count, decision, created_at } = reported
  const outcome = decision && reportsText.outcome(decision.action, target_type)
  return (
    <article className={styles.card} aria-label={reportsText.reportTitle(reported)}>
      <header className={styles.head}>
        <Avatar name={user?.username ?? '?'} picture={user?.profile_pic} size={44} />
        <div className={styles.person}>
          <h2 className={styles.name}>{user?.username ?? reportsText.ownerless(target_type)}</h2>
          <p className={styles.about}>
            <span>{[reportsText.kind(target_type), content?.location_name].filter(Boolean).join(' · ')}</span>
            {user?.is_suspended && <span className={styles.flag}>{reportsText.isSuspended}</span>}
            {user?.is_moderator && <span className={styles.flag}>{reportsText.isModerator}</span>}
            {content?.followers_only && <span className={styles.flag}>{reportsText.followersOnly}</span>}
            {user?.is_private && <span className={styles.flag}>{reportsText.privateAccount}</span>}
          </p>
        </div>
        {content && target_type !== 'user' && target_type !== 'place' && (
          <RelativeTime className={styles.time} at={content.created_at} />
        )}
      </header>
      <ReportedContentPreview reported={reported} />
      <div className={styles.reports}>
        <p className={styles.count}>
          {reportsText.reports(reports_count)}
          {!decision && <RelativeTime className={styles.time} at={created_at} />}
        </p>
        <ReasonChips reasons={reasons} />
        {words.length > 0 && (
          <ul className={styles.labels} aria-label={reportsText.reporterTexts}>
            {words.map(({ text, created_at: at }) => (
              <li key={`${at} ${text}`}>{reportsText.quote(text)}</li>
            ))}
          </ul>
        )}
      </div>
      {decision ? (
        <footer className={styles.decision}>
          <p>
            <strong>{outcome}</strong> {reportsText.decidedBy(decision)} · <RelativeTime at={created_at} />
          </p>
          {decision.note && <p className={styles.note}>{reportsText.quote(decision.note)}</p>}
        </footer>
      ) : (
        <Decisions reported={reported} onDecide={onDecide} />
      )}
    </article>
  )
}

function Decisions({ reported: { user, target_type }, onDecide }: ReportCardProps) {
  const viewer = useCurrentUser()
  if (user?.id === viewer?.id) return <p className={styles.notice}>{reportsText.aboutYou}</p>
  if (user?.is_moderator) return <p className={styles.notice}>{reportsText.aboutModerator}</p>
  const dialogButton = { ...dialogTriggerProps, size: 'small' } as const
  return (
    <footer className={styles.actions}>
      <Button variant="soft" {...dialogButton} onClick={() => onDecide('dismiss')}>
        {reportsText.dismiss}
      </Button>
      {target_type !== 'user' && (
        <Button variant="outline" {...dialogButton} onClick={() => onDecide('remove')}>
          {reportsText.remove}
        </Button>
      )}
      {user && !user.is_suspended && (
        <Button variant="outline" {...dialogButton} onClick={() => onDecide('suspend')}>
          {reportsText.suspend}
        </Button>
      )}
    </footer>
  )
}
