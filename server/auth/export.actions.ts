import { type PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { Database } from '#server/database/connect.ts'
import type { PictureStore } from '#server/media/media.rules.ts'
import { hashToken, newToken } from './auth.actions.ts'
import { exportedSections, type ExportedSection, findPictureNames, insertExportLink } from './export.queries.ts'
import { exportText } from './export.text.ts'
import { confirmPassword } from './passwords.actions.ts'

/** Seconds for which the archive may be fetched, also again after an interruption. */
const linkLifetime = 10 * 60
/** Rows that are read at once: an archive of any length takes no more memory than that. */
const pageLength = 1000

/** @returns the token of a link to the archive. Throws a Refusal 403 (password). */
export async function offerExport(db: Database, userId: number, password: string): Promise<string> {
  await confirmPassword(db, userId, password)
  const token = newToken()
  await insertExportLink(db, hashToken(token), userId, linkLifetime)
  return token
}

/** A JSON array, one element a line, read page by page while it is written. */
async function* elements(db: Database, userId: number, name: ExportedSection): AsyncGenerator<string> {
  let written = 0
  for (let after = -1; ;) {
    const rows = await exportedSections[name](db, userId, after, pageLength)
    for (const { entry } of rows) yield `${written++ === 0 ? '[\n' : ',\n'}${entry}`
    const last = rows.at(-1)
    if (!last || rows.length < pageLength) break
    after = last.after
  }
  yield written === 0 ? '[]\n' : '\n]\n'
}

/** All that is somebody's, as a zip that is made while it is sent: JSON by kind, and the pictures. */
export async function openExport(db: Database, pictures: PictureStore, userId: number): Promise<Readable> {
  const zip = new ZipFile()
  const archive = zip.outputStream as PassThrough
  // A database that goes away, a picture that was deleted meanwhile: the download breaks off rather than looking whole.
  zip.on('error', (error: Error) => archive.destroy(error))
  zip.addBuffer(Buffer.from(exportText.readme), exportText.readmeFile)
  for (const name of Object.keys(exportedSections) as ExportedSection[]) {
    zip.addReadStreamLazy(exportText.files[name], (begin) =>
      begin(null, Readable.from(elements(db, userId, name), { objectMode: false })),
    )
  }
  for (const { name } of await findPictureNames(db, userId)) {
    zip.addReadStreamLazy(exportText.pictureFile(name), { compress: false }, (begin) =>
      begin(null, pictures.read(name)),
    )
  }
  zip.end()
  return archive
}
