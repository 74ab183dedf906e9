import { showToast } from './toast.ts'

/** Copies a text and shows whether that worked; over plain HTTP browsers provide no clipboard. */
export const copyText = (text: string, { copied, failed }: { copied: string; failed: string }) =>
  Promise.resolve()
    .then(() => navigator.clipboard.writeText(text))
    .then(
      () => showToast(copied),
      () => showToast(failed, 'danger'),
    )
