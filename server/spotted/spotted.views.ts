import type { SpottedRequest } from '#contract/spotted.ts'
import { pictureUrl } from '#server/media/media.rules.ts'
import type { RequestRow } from './spotted.queries.ts'

export const viewRequest = (row: RequestRow): SpottedRequest => ({
  id: row.requester_id,
  request_id: row.id,
  requester_id: row.requester_id,
  username: row.username,
  profile_pic: row.picture && pictureUrl(row.picture),
  bio: row.bio,
  request_status: row.status,
  text: row.text,
  post_owner_id: row.author_id,
})
