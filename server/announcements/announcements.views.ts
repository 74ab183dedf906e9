import type { Announcement, ListedAnnouncement } from '#contract/announcements.ts'
import type { AnnouncementRow, ListedAnnouncementRow } from './announcements.queries.ts'

export const viewAnnouncement = ({ id, text, ends_at }: AnnouncementRow): Announcement => ({
  id,
  text,
  ends_at: ends_at?.toISOString() ?? null,
})

export const viewListedAnnouncement = ({
  starts_at,
  state,
  created_by,
  ...row
}: ListedAnnouncementRow): ListedAnnouncement => ({
  ...viewAnnouncement(row),
  starts_at: starts_at.toISOString(),
  state,
  created_by,
})
