import type { BlockedUser } from '#contract/moderation.ts'
import { pictureUrl } from '#server/media/media.rules.ts'
import type { BlockedRow } from './moderation.queries.ts'

export const viewBlockedUser = ({ id, username, picture }: BlockedRow): BlockedUser => ({ id, username, profile_pic: picture && pictureUrl(picture) })
