import path from 'node:path'
import { type Config, ConfigError } from '#server/platform/config.ts'
import type { Log } from '#server/platform/log.ts'
import type { FileStore } from './file-store.ts'
import { openFolderStore } from './folder-store.ts'

/** Opens the store of this server's pictures. Throws a ConfigError when a bucket refuses it. */
export async function openFileStore(
  { dataDir, mediaUrl }: Pick<Config, 'dataDir' | 'mediaUrl'>,
  log: Log,
): Promise<FileStore> {
  if (!mediaUrl) return openFolderStore(path.join(dataDir, 'media'))
  // Loaded only then: it takes a tenth of a second and 20 MB.
  const { openBucketStore, UnfitBucket } = await import('./bucket-store.ts')
  return openBucketStore(mediaUrl, log).catch((error: Error) => {
    throw error instanceof UnfitBucket ? new ConfigError(`MEDIA_URL: ${error.message}`) : error
  })
}
