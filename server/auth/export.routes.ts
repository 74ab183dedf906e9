import type { AppContext } from '#server/app-context.ts'
import type { FastifyInstance } from 'fastify'
import type { Handlers } from '#server/platform/call-handlers.ts'
import { platformText } from '#server/platform/platform.text.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type FindViewer, readSessionToken } from '#server/platform/viewer.ts'
import { fetchExportLink, offerExport, openExport } from './export.actions.ts'
import { exportText } from './export.text.ts'
import { findAccount } from './auth.queries.ts'

type ExportContext = Pick<AppContext, 'db' | 'pictures'>

export const exportRoutes = ({ db }: ExportContext): Pick<Handlers, 'exportAccount'> => ({
  async exportAccount({ password }, { viewer, session }) {
    const token = await offerExport(db, { userId: viewer.id, password, sessionToken: session.token ?? '' })
    return { success: true, message: exportText.ready, url: `/api/export/${token}` }
  },
})

/** Serves the archive at `GET /api/export/<token>`, only in the session that requested it. */
export function addExportDownload(app: FastifyInstance, { db, pictures }: ExportContext, findViewer: FindViewer): void {
  app.get<{ Params: { token: string } }>('/api/export/:token', async (request, reply) => {
    const sessionToken = readSessionToken(request.cookies, request.headers.authorization)
    const viewer = sessionToken === undefined ? null : await findViewer(sessionToken, null)
    if (sessionToken === undefined || !viewer) throw new Refusal(401, platformText.notSignedIn)
    if (!(await fetchExportLink(db, request.params.token, sessionToken))) throw new Refusal(404, exportText.linkTooOld)
    const { username } = await findAccount(db, viewer.id)
    const archive = await openExport(db, pictures, viewer.id)
    return reply
      .headers({
        'content-type': 'application/zip',
        'content-disposition': `attachment; filename="${exportText.archive(username)}"`,
        'cache-control': 'no-store',
      })
      .send(archive)
  })
}
