import { Check } from 'lucide-react'
import type { Settings } from '#contract/settings.ts'
import { errorMessage } from '#web/platform/api-errors.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import styles from './SaveStatus.module.css'
import { settingsText } from './settings.text.ts'

type SaveStatusProps = {
  settings: Settings
  /** The last save. */
  update: { isPending: boolean; isSuccess: boolean; error: Error | null; variables: Settings | undefined }
  onRetry: () => void
}

/** Shows that the settings were saved, or a banner if not. */
export function SaveStatus({ settings, update, onRetry }: SaveStatusProps) {
  const isLatest = update.variables === settings
  if (update.error && isLatest)
    return (
      <Banner tone="danger">
        <div className={styles.failed}>
          <span>{settingsText.saveFailed(errorMessage(update.error))}</span>
          <Button variant="outline" size="small" onClick={onRetry}>
            {settingsText.retry}
          </Button>
        </div>
      </Banner>
    )
  return (
    <output className={styles.state}>
      {update.isPending && isLatest && settingsText.saving}
      {update.isSuccess && isLatest && (
        <>
          <Check size={16} aria-hidden />
          {settingsText.saved}
        </>
      )}
    </output>
  )
}
