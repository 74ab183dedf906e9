import * as z from 'zod'
import { id } from './fields.ts'

export const followStatus = z.enum(['pending', 'accepted'])
export type FollowStatus = z.output<typeof followStatus>

export const profileVisibility = z.enum(['public', 'private'])
export type ProfileVisibility = z.output<typeof profileVisibility>

/** A user by name and picture. */
export const namedUser = z.object({ id, username: z.string(), profile_pic: z.string().nullable() })

/** A user in a list, with the viewer's follow of them. */
export const listedUser = z.object({
  id,
  username: z.string(),
  profile_pic: z.string().nullable(),
  is_followed: z.boolean(),
  follow_status: followStatus.nullable(),
  profile_visibility: profileVisibility,
})
export type ListedUser = z.output<typeof listedUser>
