import { useEffect, useEffectEvent } from 'react'
import { showToast } from './toast.ts'
import { uiText } from './ui.text.ts'

/**
 * Calls `onFile` for each file that is pasted or dropped anywhere on the page, as if it had been chosen. Pasted text,
 * also with a picture of it as office programs copy it, stays text.
 *
 * @param onFile null: the page takes no files.
 * @param multiple without it the first file is taken, and a sentence says so.
 */
export function useReceivedFiles(onFile: ((file: File) => void) | null, { multiple = false } = {}): void {
  const take = useEffectEvent((event: Event, { files }: DataTransfer) => {
    if (files.length === 0) return
    event.preventDefault()
    if (!onFile) return
    for (const file of multiple ? files : [files[0]!]) onFile(file)
    if (!multiple && files.length > 1) showToast(uiText.oneFile)
  })
  useEffect(() => {
    const removal = new AbortController()
    const options = { signal: removal.signal }
    const paste = (event: ClipboardEvent) => {
      if (event.clipboardData && !event.clipboardData.types.includes('text/plain')) take(event, event.clipboardData)
    }
    // Without it the browser opens the dropped file.
    const dragOver = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
    }
    const drop = (event: DragEvent) => {
      if (event.dataTransfer) take(event, event.dataTransfer)
    }
    globalThis.addEventListener('paste', paste, options)
    globalThis.addEventListener('dragover', dragOver, options)
    globalThis.addEventListener('drop', drop, options)
    return () => removal.abort()
  }, [])
}
