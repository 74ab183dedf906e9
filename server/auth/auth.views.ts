import type { CurrentUser } from '#contract/auth.ts'
import { pictureUrl } from '#server/media/media.rules.ts'
import type { Account } from './auth.queries.ts'

export function viewCurrentUser({ id, username, email, picture, bio, onboarding_completed }: Account): CurrentUser {
  return {
    id,
    username,
    email,
    profile_pic: picture && pictureUrl(picture),
    bio,
    onboarding_completed: onboarding_completed ? 1 : 0,
  }
}
