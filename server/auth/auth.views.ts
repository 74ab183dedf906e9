import type { CurrentUser } from '#contract/auth.ts'
import { pictureUrl } from '#server/media/media.rules.ts'
import type { Account } from './auth.queries.ts'

export function viewCurrentUser({ picture, ...account }: Account): CurrentUser {
  return {
    id: account.id,
    username: account.username,
    display_name: account.display_name,
    email: account.email,
    profile_pic: picture && pictureUrl(picture),
    bio: account.bio,
    onboarding_completed: account.onboarding_completed ? 1 : 0,
  }
}
