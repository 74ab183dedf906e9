import type { settingsCalls } from '#contract/settings.ts'
import type { AppContext } from '#server/app-context.ts'
import { findRole } from '#server/moderation/moderation.queries.ts'
import { countOpenReports } from '#server/moderation/reports.queries.ts'
import type { Handlers } from '#server/platform/call-handlers.ts'
import { cellAt, readPoint } from '#server/platform/geography.ts'
import { notFound } from '#server/platform/refusal.ts'
import { findProfile } from '#server/users/users.queries.ts'
import { changeSettings } from './settings.actions.ts'
import { findSettings, upsertCell } from './settings.queries.ts'
import { coarseResolution } from './settings.rules.ts'
import { settingsText } from './settings.text.ts'
import { viewOperator, viewSettings } from './settings.views.ts'

export const settingsRoutes = ({
  db,
  jobs,
  config,
}: Pick<AppContext, 'db' | 'jobs' | 'config'>): Pick<Handlers, keyof typeof settingsCalls> => ({
  async getUserSettings(_input, { viewer }) {
    const [profile, settings] = await Promise.all([findProfile(db, viewer.id, viewer.id), findSettings(db, viewer.id)])
    if (!profile) throw notFound()
    const role = await findRole(db, viewer.id)
    const open_reports = role === 'user' ? null : await countOpenReports(db)
    return {
      success: true,
      settings: viewSettings(profile.is_private, settings),
      open_reports,
      is_administrator: role === 'administrator',
      operator: viewOperator(config),
    }
  },

  async updateUserSettings(input, { viewer }) {
    await changeSettings({ db, jobs }, viewer.id, input)
    return { success: true, message: settingsText.saved }
  },

  async recordNearbyCell({ lat, lon }, { viewer }) {
    const point = readPoint(lat, lon)
    if (point) await upsertCell(db, viewer.sessionId, cellAt(point, coarseResolution))
    return { success: true }
  },
})
