import type { OpenedFile } from '#server/platform/picture-files.ts'
import type { Telemetry } from '#server/platform/telemetry/telemetry.ts'
import type { FileStore } from './file-store.ts'

/** A store whose operations are measured. */
export function measureFileStore(files: FileStore, { measure }: Pick<Telemetry, 'measure'>): FileStore {
  const { source } = files
  return {
    ...files,
    refuseWhenUnavailable: () => measure('store', 'check', files.refuseWhenUnavailable),
    put: (file, data) => measure('store', 'put', () => files.put(file, data)),
    copy: (from, to) => measure('store', 'copy', () => files.copy(from, to)),
    read: (file) => measure('store', 'read', () => files.read(file)),
    remove: (file) => measure('store', 'remove', () => files.remove(file)),
    source:
      'open' in source
        ? { open: (file, request) => measureOpen(() => source.open(file, request), request.signal) }
        : source,
  }

  /** A client that has left is no failure of the store. */
  async function measureOpen(open: () => Promise<OpenedFile>, signal: AbortSignal): Promise<OpenedFile> {
    let leaving: { error: unknown } | undefined
    const opened = await measure('store', 'open', async () => {
      try {
        return await open()
      } catch (error) {
        if (!signal.aborted) throw error
        leaving = { error }
        return false
      }
    })
    if (opened === false) throw leaving?.error
    return opened
  }
}
