import type { ReportedContent } from '#contract/moderation.ts'
import { Picture } from '#web/ui/Picture.tsx'
import { reportsText } from './reports.text.ts'
import styles from './ReportedContentPreview.module.css'

/** The current state of the reported content. */
export function ReportedContentPreview({ reported: { content, target_type, user } }: { reported: ReportedContent }) {
  if (!content) return <p className={styles.remark}>{reportsText.contentDeleted}</p>
  return (
    <>
      {content.image_url && (
        <Picture
          whole
          className={styles.picture}
          src={content.image_url}
          alt={reportsText.picture(target_type, user?.username ?? '')}
          width={content.image_width}
          height={content.image_height}
          thumbhash={content.image_thumbhash}
        />
      )}
      {content.text && <p className={styles.text}>{content.text}</p>}
      {content.shares_post && <p className={styles.remark}>{reportsText.sharedPost}</p>}
      {!content.text && target_type === 'user' && <p className={styles.remark}>{reportsText.noBio}</p>}
    </>
  )
}
