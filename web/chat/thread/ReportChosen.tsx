import { useState } from 'react'
import { ReportDialog } from '#web/moderation/ReportDialog.tsx'
import { Button } from '#web/ui/Button.tsx'
import { preloadDialog } from '#web/ui/Dialog.tsx'
import { chatText } from '#web/chat/chat.text.ts'
import styles from './ReportChosen.module.css'

type ReportChosenProps = { selectedIds: readonly number[]; onEnd: () => void }

/** Replaces the composer while messages are selected for a report. Only the selected ones are sent. */
export function ReportChosen({ selectedIds, onEnd }: ReportChosenProps) {
  const [isDialogOpen, setDialogOpen] = useState(false)
  return (
    <section className={styles.panel} aria-label={chatText.reportMessages}>
      <p className={styles.text} aria-live="polite">
        {selectedIds.length === 0 ? chatText.selectToReport : chatText.selectedCount(selectedIds.length)}
      </p>
      <div className={styles.actions}>
        <Button variant="outline" size="small" onClick={onEnd}>
          {chatText.cancel}
        </Button>
        <Button
          size="small"
          disabled={selectedIds.length === 0}
          onPointerEnter={preloadDialog}
          onClick={() => setDialogOpen(true)}
        >
          {chatText.report}
        </Button>
      </div>
      <ReportDialog
        target={selectedIds.map((target_id) => ({ target_type: 'message', target_id }))}
        open={isDialogOpen}
        onOpenChange={setDialogOpen}
        onReported={onEnd}
      />
    </section>
  )
}
