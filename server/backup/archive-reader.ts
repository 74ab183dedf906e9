import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import {
  type ArchiveEntry,
  archiveEnd,
  BackupRefused,
  backupFormat,
  checksumLine,
  checksumsName,
  DamagedBackup,
  type Manifest,
  manifestName,
  maxEntryBytes,
  packEntry,
} from './archive.ts'

/** @param bytes that have been read. */
export type OnRead = (bytes: number, total: number) => void

/** A block of a tar file, in bytes. */
const blockBytes = 512

/**
 * Reads a backup from beginning to end, and checks each byte of it. An entry is proved only when the file has been read
 * to its end. Throws DamagedBackup.
 */
export async function* readArchive(file: string, onRead: OnRead = () => undefined): AsyncGenerator<ArchiveEntry> {
  const handle = await open(file)
  try {
    const { size } = await handle.stat()
    const found = createHash('sha256')
    let listed: string | undefined
    let at = 0
    while (listed === undefined) {
      const { bytes, ...entry } = await readEntry(handle, at, size)
      at += bytes
      onRead(at, size)
      if (entry.name === checksumsName) listed = createHash('sha256').update(entry.data).digest('hex')
      else {
        found.update(checksumLine(entry))
        yield entry
      }
    }
    if (found.digest('hex') !== listed) throw new DamagedBackup('an entry has another checksum, or is missing')
    if (!(await read(handle, at, size - at)).equals(archiveEnd)) throw new DamagedBackup('its end is damaged')
  } finally {
    await handle.close()
  }
}

async function read(handle: FileHandle, at: number, length: number): Promise<Buffer> {
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(length), 0, length, at)
  if (bytesRead < length) throw new DamagedBackup('it is no backup, or was cut off')
  return buffer
}

/** @returns the entry that begins there, which has `bytes` in the file. */
async function readEntry(handle: FileHandle, at: number, fileSize: number): Promise<ArchiveEntry & { bytes: number }> {
  const header = (await read(handle, at, blockBytes)).toString('latin1')
  const name = header.slice(0, 100).replace(/\0.*/s, '')
  const [size, seconds] = [header.slice(124, 135), header.slice(136, 147)].map((digits) => Number.parseInt(digits, 8))
  const isFitting = size !== undefined && size <= (name === checksumsName ? fileSize : maxEntryBytes)
  if (!isFitting || !(Number(seconds) >= 0)) throw new DamagedBackup(`it is no backup, or damaged after ${at} bytes`)
  const bytes = blockBytes + Math.ceil(size / blockBytes) * blockBytes
  if (at + bytes > fileSize) throw new DamagedBackup('it is no backup, or was cut off')
  const all = await read(handle, at, bytes)
  const entry = { name, data: all.subarray(blockBytes, blockBytes + size) }
  if (!all.equals(await packEntry(entry, new Date(Number(seconds) * 1000))))
    throw new DamagedBackup(`it is damaged after ${at} bytes`)
  return { ...entry, bytes }
}

/** Reads the description at the beginning of a backup. Throws BackupRefused for another format. */
export function parseManifest({ name, data }: ArchiveEntry): Manifest {
  if (name !== manifestName) throw new DamagedBackup('it does not begin as a backup does')
  try {
    const manifest = JSON.parse(data.toString()) as Manifest
    if (manifest.format === backupFormat) return manifest
    const reader = manifest.format < backupFormat ? 'Dintorni 0.1.0 restores it' : 'update Dintorni first'
    throw new BackupRefused(
      `the backup has format ${manifest.format}, and this version reads ${backupFormat}: ${reader}`,
    )
  } catch (error) {
    throw error instanceof BackupRefused ? error : new DamagedBackup(`${name} is damaged`)
  }
}

const decompress = promisify(gunzip)

/** Decompresses a part of a table: 4 MB and one row, as it is written. A kilobyte may hold a megabyte of zeros. */
export const readPart = ({ name, data }: ArchiveEntry): Promise<Buffer> =>
  decompress(data, { maxOutputLength: maxEntryBytes }).catch((error: { code?: string }) => {
    throw new DamagedBackup(`${name} is ${error.code === 'ERR_BUFFER_TOO_LARGE' ? 'too large' : 'damaged'}`)
  })
