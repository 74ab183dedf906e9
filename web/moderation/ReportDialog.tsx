import { useState } from 'react'
import type { ReportReason } from '#contract/moderation.ts'
import { reportTextLimit } from '#contract/limits.ts'
import { errorMessage } from '#web/platform/api-errors.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { RadioList } from '#web/ui/RadioList.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { type ReportTarget, useReport } from './moderation.api.ts'
import { moderationText } from './moderation.text.ts'

const reasons = (Object.keys(moderationText.reasons) as ReportReason[]).map((value) => ({
  value,
  label: moderationText.reasons[value],
}))

type ReportDialogProps = {
  /** Several targets are reported separately, for the same reason. */
  target: ReportTarget | readonly ReportTarget[]
  open: boolean
  onOpenChange: (open: boolean) => void
  onReported?: () => void
}

export function ReportDialog({ target, open, onOpenChange, onReported }: ReportDialogProps) {
  const targets = [target].flat()
  const kind = targets[0]?.target_type ?? 'message'
  const [reason, setReason] = useState<ReportReason | null>(null)
  const [text, setText] = useState('')
  const { mutate: report, isPending, error, reset } = useReport()
  const close = () => {
    onOpenChange(false)
    reset()
  }
  const send = () => {
    if (!reason) return
    report(
      targets.map((one) => ({ ...one, reason, text })),
      {
        onSuccess: () => {
          close()
          onReported?.()
          setReason(null)
          setText('')
        },
      },
    )
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? onOpenChange(true) : close())}
      dismissible={!isPending}
      title={moderationText.reportTitle[kind]}
      text={moderationText.reportText(kind)}
      actions={
        <>
          <Button variant="outline" size="small" disabled={isPending} onClick={close}>
            {moderationText.cancel}
          </Button>
          <Button size="small" disabled={!reason} busy={isPending} onClick={send}>
            {moderationText.send}
          </Button>
        </>
      }
    >
      <Stack gap={3}>
        <RadioList label={moderationText.reason} options={reasons} value={reason} onChange={setReason} />
        <TextArea
          label={moderationText.details}
          placeholder={moderationText.detailsPlaceholder}
          maxLength={reportTextLimit}
          countdown
          rows={2}
          value={text}
          onChange={setText}
        />
        {error && <Banner tone="danger">{errorMessage(error)}</Banner>}
      </Stack>
    </Dialog>
  )
}
