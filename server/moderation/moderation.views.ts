import type { AdministeredUser, LogEntry, Muted, ReportedContent, SuspendedUser } from '#contract/moderation.ts'
import { pictureUrl, videoUrl } from '#server/media/media.rules.ts'
import { viewPlace } from '#server/places/places.views.ts'
import { viewPresentedUser } from '#server/users/users.views.ts'
import type { CommentRow } from '#server/comments/comments.queries.ts'
import { viewChoices, viewPictures } from '#server/posts/posts.views.ts'
import type { LogRow, SuspendedRow } from './moderation-log.queries.ts'
import type { MutedRow } from './mutes.queries.ts'
import type { AdministeredUserRow } from './people.queries.ts'
import type { DecidedContentRow, ReportedContentRow } from './reports.queries.ts'

/** Null if the content is deleted. */
function viewContent({
  text,
  text_before,
  alts_before,
  picture,
  picture_width,
  picture_height,
  picture_thumbhash,
  picture_alt,
  has_video,
  more_pictures,
  place_id,
  place_name,
  choices,
  shares_post,
  content_created_at,
}: ReportedContentRow): ReportedContent['content'] {
  if (text === null || content_created_at === null) return null
  return {
    text,
    text_before,
    alts_before,
    image_url: picture && pictureUrl(picture),
    image_width: picture_width,
    image_height: picture_height,
    image_thumbhash: picture_thumbhash,
    image_alt: picture_alt,
    more_images: viewPictures(more_pictures),
    video_url: picture && has_video ? videoUrl(picture) : null,
    location_id: place_id,
    location_name: place_name,
    choices: choices && viewChoices(choices),
    shares_post,
    created_at: content_created_at.toISOString(),
  }
}

function viewOwner({
  user_id,
  username,
  display_name,
  user_picture,
  is_private,
  is_suspended,
  is_moderator,
}: ReportedContentRow): ReportedContent['user'] {
  if (user_id === null || username === null) return null
  return {
    id: user_id,
    username,
    display_name,
    profile_pic: user_picture && pictureUrl(user_picture),
    is_private,
    is_suspended,
    is_moderator,
  }
}

function viewReports(row: ReportedContentRow, decision: ReportedContent['decision']): ReportedContent {
  return {
    id: row.position,
    target_type: row.target_type,
    target_id: row.target_type === 'user' ? row.user_id : row.content_id,
    user: viewOwner(row),
    content: viewContent(row),
    reports_count: row.reports_count,
    reasons: row.reasons,
    words: row.words.map(({ reason, text, created_at }) => ({
      reason,
      text,
      created_at: new Date(created_at).toISOString(),
    })),
    created_at: row.created_at.toISOString(),
    decision,
  }
}

export const viewJudgedComment = ({ id, author_id, username, text, created_at }: CommentRow) => ({
  id,
  user_id: author_id,
  username,
  text,
  created_at: created_at.toISOString(),
})

export const viewOpenReports = (row: ReportedContentRow): ReportedContent => viewReports(row, null)

export const viewClosedReports = ({
  action,
  by_operator,
  moderator,
  note,
  ...row
}: DecidedContentRow): ReportedContent => viewReports(row, { action, by_operator, moderator, note })

export function viewSuspendedUser({
  id,
  username,
  picture,
  note,
  created_at,
  by_operator,
  moderator,
}: SuspendedRow): SuspendedUser {
  return {
    id,
    username,
    profile_pic: picture && pictureUrl(picture),
    note,
    created_at: created_at.toISOString(),
    by_operator,
    moderator,
  }
}

export function viewLogEntry({ user_id, username, created_at, ...row }: LogRow): LogEntry {
  return {
    ...row,
    user: user_id !== null && username !== null ? { id: user_id, username } : null,
    created_at: created_at.toISOString(),
  }
}

export const viewAdministeredUser = ({ picture, created_at, ...row }: AdministeredUserRow): AdministeredUser => ({
  ...row,
  profile_pic: picture && pictureUrl(picture),
  created_at: created_at.toISOString(),
})

export const viewMuted = ({ username, display_name, ...row }: MutedRow): Muted =>
  username === null
    ? { user: null, place: viewPlace(row, null) }
    : { user: viewPresentedUser({ id: row.id, username, display_name, picture: row.picture }), place: null }
