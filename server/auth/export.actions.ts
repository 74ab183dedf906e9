import { type PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { Database } from '#server/database/connect.ts'
import type { PictureStore } from '#server/media/media.rules.ts'
import { createToken, hashToken } from './auth.actions.ts'
import {
  countExportFetch,
  exportedSections,
  type ExportedSection,
  findPictureNames,
  insertExportLink,
} from './export.queries.ts'
import { exportText } from './export.text.ts'
import { confirmPassword } from './passwords.actions.ts'

/** How long the archive may be downloaded, also again after an interruption. */
const linkLifetimeMs = 10 * 60 * 1000
/** Rows read at once, which bounds the memory of an archive of any length. */
const pageSize = 1000

type ExportRequest = { userId: number; password: string; sessionToken: string }

/** @returns the token of a link to the archive, which ends with the session. Throws a Refusal 403 (password). */
export async function offerExport(db: Database, { userId, password, sessionToken }: ExportRequest): Promise<string> {
  await confirmPassword(db, userId, password)
  const token = createToken()
  await insertExportLink(db, {
    token_sha256: hashToken(token),
    user_id: userId,
    session_sha256: hashToken(sessionToken),
    expires_at: new Date(Date.now() + linkLifetimeMs),
  })
  return token
}

/** Fetches of one link: a large archive on a bad network needs a few. */
const maxFetches = 10

/** Counts a fetch of a link with the session that asked for it. @returns false for an invalid link or session. */
export const fetchExportLink = (db: Database, token: string, sessionToken: string): Promise<boolean> =>
  countExportFetch(db, {
    token_sha256: hashToken(token),
    session_sha256: hashToken(sessionToken),
    limit: maxFetches,
  })

/** Streams a section as a JSON array, one element per line, reading page by page. */
async function* streamSection(db: Database, userId: number, name: ExportedSection): AsyncGenerator<string> {
  let count = 0
  for (let after = -1; ;) {
    const rows = await exportedSections[name](db, userId, after, pageSize)
    for (const { entry } of rows) yield `${count++ === 0 ? '[\n' : ',\n'}${entry}`
    const last = rows.at(-1)
    if (!last || rows.length < pageSize) break
    after = last.after
  }
  yield count === 0 ? '[]\n' : '\n]\n'
}

/** Streams a user's data as a zip: one JSON file per section, and the pictures. */
export async function openExport(db: Database, pictures: PictureStore, userId: number): Promise<Readable> {
  const zip = new ZipFile()
  const archive = zip.outputStream as PassThrough
  // If the database or a picture becomes unreachable, the download breaks off instead of looking complete.
  zip.on('error', (error: Error) => archive.destroy(error))
  zip.addBuffer(Buffer.from(exportText.readme), exportText.readmeFile)
  for (const name of Object.keys(exportedSections) as ExportedSection[]) {
    zip.addReadStreamLazy(exportText.files[name], (begin) =>
      begin(null, Readable.from(streamSection(db, userId, name), { objectMode: false })),
    )
  }
  // The zip would hold the picture open of which somebody who leaves has had a part.
  let current: Readable | undefined
  archive.once('close', () => current?.destroy())
  const add = (file: string, read: () => Promise<Readable>) =>
    zip.addReadStreamLazy(file, { compress: false }, (begin) => {
      const open = async () => {
        current = await read()
        if (archive.destroyed) current.destroy()
        else begin(null, current)
      }
      open().catch((error: Error) => archive.destroy(error))
    })
  for (const { name, has_video } of await findPictureNames(db, userId)) {
    add(exportText.pictureFile(name), () => pictures.read(name))
    if (has_video) add(exportText.videoFile(name), () => pictures.readVideo(name))
  }
  zip.end()
  return archive
}
