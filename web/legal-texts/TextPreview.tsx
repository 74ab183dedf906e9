import { useQuery } from '@tanstack/react-query'
import { ApiError, errorMessage } from '#web/platform/api-errors.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { LoadFailure } from '#web/ui/LoadFailure.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { previewQuery } from './legal-texts.api.ts'
import { LegalTextBlocks } from './LegalTextBlocks.tsx'
import styles from './TextPreview.module.css'

/** A preview of a text; the server parses it as it does when it is published. */
export function TextPreview({ body }: { body: string }) {
  const preview = useQuery(previewQuery(body))
  if (preview.isError) {
    // A text that is refused once is refused again.
    if (preview.error instanceof ApiError) return <Banner tone="danger">{preview.error.message}</Banner>
    return <LoadFailure text={errorMessage(preview.error)} onRetry={() => void preview.refetch()} />
  }
  return (
    <div className={styles.preview} aria-busy={preview.isPending}>
      {preview.data ? (
        <LegalTextBlocks blocks={preview.data} />
      ) : (
        <div className={styles.loading}>
          <Skeleton width="100%" height={22} />
          <Skeleton width="60%" height={22} />
        </div>
      )}
    </div>
  )
}
