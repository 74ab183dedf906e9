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

/** Undefined for an omitted field. */
const isOn = (flag: 0 | 1 | undefined) => (flag === undefined ? undefined : flag === 1)

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

  async updateUserSettings({ profile_visibility, chat_from, ...input }, { viewer }) {
    await changeSettings({ db, jobs }, viewer.id, {
      isPrivate: profile_visibility === 'private',
      notify_likes: input.notify_likes === 1,
      notify_comments: input.notify_comments === 1,
      notify_mentions: isOn(input.notify_mentions),
      notify_follows: input.notify_follows === 1,
      notify_spotted: input.notify_spotted === 1,
      notify_nearby_posts: input.notify_nearby_posts === 1,
      notify_followed_locations: input.notify_followed_locations === 1,
      notify_place_events: isOn(input.notify_place_events),
      notify_radius: input.notify_radius,
      chat_from,
      notify_messages: isOn(input.notify_messages),
      show_message_text: isOn(input.show_message_text),
    })
    return { success: true, message: settingsText.saved }
  },

  async recordNearbyCell({ lat, lon }, { viewer }) {
    const point = readPoint(lat, lon)
    if (point) await upsertCell(db, viewer.sessionId, cellAt(point, coarseResolution))
    return { success: true }
  },
})
