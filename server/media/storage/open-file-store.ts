import path from 'node:path'
import type { Config } from '#server/platform/config.ts'
import type { FileStore } from './file-store.ts'
import { openFolderStore } from './folder-store.ts'

/** Opens the store of this server's pictures. */
export const openFileStore = ({ dataDir }: Pick<Config, 'dataDir'>): Promise<FileStore> =>
  openFolderStore(path.join(dataDir, 'media'))
