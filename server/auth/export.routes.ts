import type { AppContext } from '#server/app-context.ts'
import type { FastifyInstance } from 'fastify'
import type { Handlers } from '#server/platform/call-handlers.ts'
import { platformText } from '#server/platform/platform.text.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type FindViewer, findRequestViewer } from '#server/platform/viewer.ts'
import { hashToken } from './auth.actions.ts'
import { offerExport, openExport } from './export.actions.ts'
import { exportLinkExists } from './export.queries.ts'
import { exportText } from './export.text.ts'
import { findAccount } from './auth.queries.ts'

type ExportContext = Pick<AppContext, 'db' | 'pictures'>

export const exportRoutes = ({ db }: ExportContext): Pick<Handlers, 'exportAccount'> => ({
  async exportAccount({ password }, { viewer }) {
    const token = await offerExport(db, viewer.id, password)
    return { success: true, message: exportText.ready, url: `/api/export/${token}` }
  },
})

/** Serves the archive at `GET /api/export/<token>`, only in a session of the user who requested it. */
export function addExportDownload(app: FastifyInstance, { db, pictures }: ExportContext, findViewer: FindViewer): void {
  app.get<{ Params: { token: string } }>('/api/export/:token', async (request, reply) => {
    const viewer = await findRequestViewer(request, findViewer)
    if (!viewer) throw new Refusal(401, platformText.notSignedIn)
    if (!(await exportLinkExists(db, hashToken(request.params.token), viewer.id)))
      throw new Refusal(404, exportText.linkTooOld)
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
