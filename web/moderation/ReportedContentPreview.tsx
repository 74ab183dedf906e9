import type { ReportedContent } from '#contract/moderation.ts'
import { Link } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { Picture } from '#web/ui/Picture.tsx'
import { reportsText } from './reports.text.ts'
import styles from './ReportedContentPreview.module.css'

/** The current state of the reported content. */
export function ReportedContentPreview({
  reported: { content, target_type, target_id, user },
}: {
  reported: ReportedContent
}) {
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
      {content.more_images.map(({ url, alt, ...picture }) => (
        <Picture
          key={url}
          whole
          className={styles.picture}
          src={url}
          alt={alt ?? reportsText.picture(target_type, user?.username ?? '')}
          {...picture}
        />
      ))}
      {content.image_alt && <p className={styles.text}>{reportsText.pictureAlt(content.image_alt)}</p>}
      {content.text && <p className={styles.text}>{content.text}</p>}
      {content.text_before !== null && (
        <>
          <p className={styles.remark}>{reportsText.textBefore}</p>
          <p className={styles.text}>{content.text_before || reportsText.noText}</p>
        </>
      )}
      {content.alts_before?.map((alt, index) => (
        // The order of a post's photos never changes.
        // oxlint-disable-next-line react/no-array-index-key
        <p key={index} className={styles.remark}>
          {reportsText.altBefore(index + 1, alt)}
        </p>
      ))}
      {target_type === 'place' && target_id !== null && (
        <p className={styles.remark}>
          <Link to={pagePaths.location(target_id)}>{reportsText.openPlace}</Link>
        </p>
      )}
      {content.shares_post && <p className={styles.remark}>{reportsText.sharedPost}</p>}
      {!content.text && target_type === 'user' && <p className={styles.remark}>{reportsText.noBio}</p>}
    </>
  )
}
