import * as z from 'zod'
import { id } from './fields.ts'

export const followStatus = z.enum(['pending', 'accepted'])
export type FollowStatus = z.output<typeof followStatus>

export const profileVisibility = z.enum(['public', 'private'])
export type ProfileVisibility = z.output<typeof profileVisibility>

/** A user by username and picture. */
export const namedUser = z.object({ id, username: z.string(), profile_pic: z.string().nullable() })

/** A user where there is room for both names. */
export const presentedUser = namedUser.extend({ display_name: z.string().nullable() })
export type PresentedUser = z.output<typeof presentedUser>

/** A user in a list, with the viewer's follow of them. */
export const listedUser = presentedUser.extend({
  is_followed: z.boolean(),
  follow_status: followStatus.nullable(),
  profile_visibility: profileVisibility,
})
export type ListedUser = z.output<typeof listedUser>
