import { showToast } from './toast.ts'

/** Copies a text and says so, or that the browser refuses; over plain HTTP browsers provide no clipboard. */
export const copyText = (text: string, { copied, failed }: { copied: string; failed: string }) =>
  Promise.resolve()
    .then(() => navigator.clipboard.writeText(text))
    .then(
      () => showToast(copied),
      () => showToast(failed, 'danger'),
    )
