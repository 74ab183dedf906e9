import type { previewsCalls } from '#contract/previews.ts'
import type { Database } from '#server/database/connect.ts'
import type { Handlers } from '#server/platform/call-handlers.ts'
import { notFound } from '#server/platform/refusal.ts'
import { findPreview } from './previews.actions.ts'
import { pathOf } from './previews.rules.ts'
import { type PreviewedServer, viewOembed } from './previews.views.ts'

type PreviewsContext = { db: Database; server: PreviewedServer }

export const previewsRoutes = ({ db, server }: PreviewsContext): Pick<Handlers, keyof typeof previewsCalls> => ({
  async getOembed({ url, ...size }) {
    const path = pathOf(url, server.origin)
    const preview = path === null ? null : await findPreview(db, path)
    if (!preview) throw notFound()
    return viewOembed(preview, server, size)
  },
})
